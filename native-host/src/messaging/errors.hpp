// Errors as they travel: {"code": "...", "message": "..."}.
#pragma once

#include "messaging/channel.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

Json error_to_json(const Error& error);

/// Whatever the other side sent, as an Error: unknown codes become `internal`, the text is cut and
/// freed of control characters, because it ends on terminals and in logs.
Error error_from_json(const Json& value);

}  // namespace tagtrail::host

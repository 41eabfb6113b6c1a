// Reading what the extension asks for: a member of another type than documented is an error that
// names it, and an absent one leaves the value as it is.
#pragma once

#include <cstdint>
#include <string>

#include "messaging/channel.hpp"

namespace tagtrail::host {

/// Longest text of a member, in bytes, unless told.
inline constexpr std::size_t kMaxFieldBytes = 2000;

/// Errors of all: invalid_argument.
Expected<void> read_text(const Json& object, const char* name, std::string& value,
                         std::size_t limit = kMaxFieldBytes);
Expected<void> read_number(const Json& object, const char* name, std::uint64_t& value);

}  // namespace tagtrail::host

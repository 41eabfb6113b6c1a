// Where an export goes: a file that appears whole, or standard output.
#pragma once

#include <functional>
#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Takes the next bytes. Errors: io, disk_full.
using ExportSink = std::function<Expected<void>(std::string_view)>;

}  // namespace tagtrail::host

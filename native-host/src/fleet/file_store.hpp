// A store in a folder that all machines of a fleet share.
#pragma once

#include <memory>
#include <string_view>

#include "fleet/store.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// `url`: file:///FOLDER, which exists. Errors: invalid_argument, not_found.
Expected<std::unique_ptr<Store>> open_file_store(std::string_view url);

}  // namespace tagtrail::host

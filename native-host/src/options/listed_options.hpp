// What a line of a list of sites may name, by who may have written the list.
#pragma once

#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

enum class ListWriter {
  user,    ///< whoever starts the program: may name all that harvest takes
  fleet,   ///< whoever can write the database of a fleet
  others,  ///< anybody
};

/// Whether the option may stand in a line, with this value (empty: it takes none). What is not
/// permitted by its name is refused: files and logins of the machine that harvests, and what leads
/// it elsewhere. Errors: invalid_argument, with the reason and what to do instead.
Expected<void> permit_in_list(std::string_view flag, std::string_view value, ListWriter writer);

/// Whether it is one name below a folder: no path, nothing hidden.
bool is_plain_name(std::string_view name);

}  // namespace tagtrail::host

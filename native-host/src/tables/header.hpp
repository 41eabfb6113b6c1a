// Which of the first rows of a table names its columns.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tagtrail::host {

struct HeaderFound {
  std::optional<std::size_t> row;  ///< index among the rows; nothing: the first is data already
  std::size_t data = 0;            ///< index of the first row of data
  std::vector<std::string> names;  ///< as they stand; of two rows, both: `2020 men`
};

/// `rows`: the first of a table that are not blank, from the top. Rows above the header that are
/// much shorter than the table are titles and the like.
HeaderFound find_header(const std::vector<std::vector<std::string>>& rows);

/// Whether a row in the midst of a table names the columns of the one below it, which begins
/// another.
bool names_columns(const std::vector<std::string>& names, const std::vector<std::string>& values);

}  // namespace tagtrail::host

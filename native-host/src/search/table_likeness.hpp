// How like one table is to another, whoever published it: by names and kinds of columns, values of
// text columns, and what stands above the table.
//
//   const auto wanted = TRY(TableToMatch::read("rents-2022.csv", "", go_on));
//   if (wanted.table.vector.nearness(found_vector) > 0.5) {
//     const Likeness likeness = likeness_of(wanted.table.traits, found);
//   }
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "search/table_traits.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct Likeness {
  double share = 0;              ///< 0: nothing in common, 1: the same
  bool same = false;             ///< the same table, in whatever format
  std::vector<std::string> why;  ///< in words
};

/// More than half of the share are names of columns, then come values, then kinds. `wanted` has all
/// values of its texts, `found` may have some.
Likeness likeness_of(const TableTraits& wanted, const TableTraits& found);

/// The table that others are to be like.
struct TableToMatch {
  std::filesystem::path file;
  std::string sha256;    ///< of its bytes
  std::size_t part = 0;  ///< which table of the file, from 0 on
  DescribedTable table;
  /// That the file has others, or could not be read as a whole; empty: nothing.
  std::string note;

  /// The first table of a file, or that of the sheet (or member of an archive) with this name. The
  /// file is read as those of jobs are. Errors: not_found: no such file or sheet; invalid_argument:
  /// it is no file; invalid_data: there is no table in it; io.
  static Expected<TableToMatch> read(const std::filesystem::path& file, const std::string& sheet,
                                     const std::function<bool()>& go_on);
};

}  // namespace tagtrail::host

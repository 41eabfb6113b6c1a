// How like one table is to another, whoever published it: by names and kinds of columns, values of
// text columns, and what stands above the table.
//
//   const auto wanted = TRY(TableToMatch::read("rents-2022.csv", "", go_on));
//   if (wanted.table.vector.nearness(found_vector) > 0.5) {
//     const Likeness likeness = likeness_of(wanted.table.traits, found);
//   }
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "search/file_words.hpp"
#include "search/search_index.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// What of a column is compared.
struct ColumnTraits {
  std::string name;  ///< as written
  char kind = 'x';   ///< n: numbers, d: dates and times, b: yes or no, t: texts, x: anything
  /// Hashes of different texts without case and accents, ascending. An index keeps the smallest
  /// few, which are as good as drawn by lot, and the same ones of the same texts.
  std::vector<std::uint32_t> values{};
  bool more = false;  ///< it has others
};

struct TableTraits {
  std::string kin;  ///< the beginning of TableLook::kin
  std::vector<ColumnTraits> columns;
};

/// Where a table lies among all tables: like ones are near. The same on every machine.
class TableVector {
 public:
  static constexpr std::size_t kSize = 128;

  /// The same way as these sums.
  static TableVector along(const std::array<std::int64_t, kSize>& sums);
  /// Errors: invalid_data.
  static Expected<TableVector> from(std::string_view stored);
  std::string_view stored() const;

  /// The cosine of the angle between them: 1: as near as can be, about 0: nothing in common.
  double nearness(const TableVector& other) const;

 private:
  std::int32_t times(const TableVector& other) const;

  std::array<std::int8_t, kSize> at_{};
  std::int32_t squares_ = 0;
};

struct DescribedTable {
  TableTraits traits;
  TableVector vector;
};

/// `title`: what is said of the table as a whole.
DescribedTable describe(const TableLook& look, const TableWords& words, std::string_view title);

/// As an index keeps it: of the first text columns a few values each.
IndexedTraits stored_traits(const DescribedTable& table);
/// `names`: of the columns, a JSON array of texts. Errors: invalid_data.
Expected<TableTraits> traits_from(const IndexedTraits& stored, std::string_view names);

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

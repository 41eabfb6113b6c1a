// What of a file's contents is searched: the words in its tables.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tables/look.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// How much of a table is indexed. What is beyond is counted.
namespace search_limit {
inline constexpr std::size_t kColumnBytes = 16 << 10;  ///< of the different texts in a column
inline constexpr std::size_t kTableBytes = 256 << 10;  ///< of all columns
inline constexpr std::size_t kCellBytes = 200;         ///< of one cell
inline constexpr std::size_t kHeadingBytes = 2'000;
inline constexpr std::size_t kSampleRows = 3;
inline constexpr std::size_t kSampleBytes = 80;  ///< of a cell
}  // namespace search_limit

/// The different cells of a column that have a letter, in any order: numbers are no words.
struct ColumnTexts {
  std::vector<std::string> texts;
  std::uint64_t left = 0;  ///< of them, or of their ends, that there was no room for
};

/// The words of one table.
struct TableWords {
  std::string heading;  ///< what stands above the header
  std::vector<ColumnTexts> columns;
  std::vector<unsigned> years;  ///< ascending: of dates, texts, and names of columns
  std::vector<std::vector<std::string>> sample;  ///< the first rows of data; long cells are cut
  std::uint64_t left = 0;                        ///< of all columns
};

/// A file as it was read: `tables[i]` has the words of `look.tables[i]`.
struct FileWords {
  Look look;
  std::vector<TableWords> tables;
};

/// Reads a file as look_into() does. `go_on` is asked at every row; after it says no, what has been
/// read is returned. Errors: io.
Expected<FileWords> read_words(const std::filesystem::path& file,
                               const std::function<bool()>& go_on);

/// Years from 1800 to 2100 in a text, ascending, each once.
std::vector<unsigned> years_in(std::string_view text);

}  // namespace tagtrail::host

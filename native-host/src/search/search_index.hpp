// The index of a job, by which its tables are searched: search.sqlite in its folder
// (docs/search.md).
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "search/search_words.hpp"
#include "store/sqlite.hpp"
#include "system/atomic_file.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Raised when indexes are to be made anew. Beside kLookVersion, which counts as well.
inline constexpr int kSearchVersion = 2;

/// Where words of a table stand, in the order of their worth. The first three are the table itself.
enum class SearchField : std::uint8_t {
  header = 0,
  rows = 1,
  heading = 2,
  said = 3,
  name = 4,
  around = 5
};
inline constexpr std::size_t kSearchFields = 6;
inline constexpr std::uint8_t kDataFields = 0b111;

/// What an answer says of a table, or of a file without one, which has no columns. Texts are empty
/// where nothing is known.
struct IndexedTable {
  std::string sha256;
  std::uint64_t part = 0;  ///< which table of the file, from 0 on
  std::string path;        ///< in the job's folder
  std::string url;
  std::string page;
  std::string page_title;
  std::string link_words;
  std::string title;
  std::string licence;
  std::string publisher;
  std::string date;
  std::string media_type;
  std::string format;
  std::string sheet;
  std::uint64_t rows = 0;
  bool rows_at_least = false;
  std::uint64_t columns = 0;
  std::uint64_t header_row = 0;
  std::string names;        ///< of the columns: a JSON array of texts
  std::string sample;       ///< the first rows: a JSON array of arrays of texts
  std::string years;        ///< ` 2019 2023 `
  bool words_left = false;  ///< not all different texts in its cells are indexed
  // The beginnings of what stands in these fields, for those who search without the index.
  std::string heading;
  std::string values;        ///< different texts in its cells
  bool values_left = false;  ///< there are more of them
};

/// The words of a table, by SearchField, before search_text().
using FieldWords = std::array<std::string, kSearchFields>;

/// By what a table is compared with others, as table_traits.hpp writes and reads it. Files
/// without a table have none.
struct IndexedTraits {
  Bytes vector;
  std::string kin;
  std::string kinds;
  Bytes values;
};

/// Where a row of the index has the words of a query: a byte each for a word itself and for words
/// that begin so, a bit a field.
struct SearchHit {
  std::int64_t id = 0;
  std::string places;
};

class SearchIndex {
 public:
  /// The index of the job in `dir`, to be searched. Whoever makes it anew puts another file in its
  /// place, so it is read as it is, without locks, also where nothing can be written. Errors:
  /// not_found; invalid_data: it is damaged; wrong_version: of another version; refused: it is a
  /// database of somebody else; io.
  static Expected<SearchIndex> open(const std::filesystem::path& dir);
  /// To be written: a copy of the job's own, or an empty one if that is missing, damaged or of
  /// another version, or it is to be made anew. On the disk it takes the place of the job's own by
  /// publish() alone, and is for the holder of the folder's lock. Errors: refused, as above, of one
  /// on the disk; io, disk_full.
  static Expected<SearchIndex> start_on_disk(const std::filesystem::path& dir, bool anew);
  static Expected<SearchIndex> start_in_memory(const std::filesystem::path& dir, bool anew);

  Expected<std::string> get(std::string_view name);
  Expected<void> set(std::string_view name, std::string_view value);

  /// SHA-256 of all contents that it has, with or without tables.
  Expected<std::unordered_set<std::string>> contents();
  Expected<void> add(const IndexedTable& table, const FieldWords& words,
                     const std::optional<IndexedTraits>& traits);
  Expected<void> remove(const std::string& sha256);
  /// Whether so much was removed that it is to be made anew.
  Expected<bool> is_worn();
  /// One in memory only ends what it began.
  Expected<void> publish();

  /// All rows in which one of the words stands.
  Expected<std::vector<SearchHit>> find(const std::vector<SearchWord>& words);
  /// Rows that have all of these words in the table itself or in what is said of it.
  Expected<std::unordered_set<std::int64_t>> find_all(const std::vector<SearchWord>& words);
  Expected<std::optional<IndexedTable>> table(std::int64_t id);
  /// All of them, in the order in which they came, until `take` says no.
  Expected<void> each_table(const std::function<bool(const IndexedTable&)>& take);
  /// `take` gets the vector of every table, borrowed; its error ends that.
  Expected<void> each_vector(
      const std::function<Expected<void>(std::int64_t id, std::string_view vector)>& take);
  Expected<std::optional<IndexedTraits>> traits(std::int64_t id);
  Expected<std::uint64_t> count();
  /// It can not be opened again.
  bool is_in_memory() const { return is_in_memory_; }

 private:
  explicit SearchIndex(sqlite::Database database) : database_(std::move(database)) {}

  Expected<void> make_tables();
  Expected<void> expect_ours(const std::filesystem::path& file);

  std::optional<AtomicFile> file_;
  bool is_in_memory_ = false;
  sqlite::Database database_;
};

}  // namespace tagtrail::host

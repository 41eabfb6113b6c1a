// Tables of jobs as pages list them, to be searched in a browser: as much of each as the index
// shows, and of as many as there is room for.
#pragma once

#include <cstdint>
#include <filesystem>

#include "export/page/job_page.hpp"
#include "export/page/preview_blocks.hpp"
#include "search/search_index.hpp"
#include "store/job_reader.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Room for the tables of a page, of one job or of many, packed and not: what a browser unpacks and
/// makes searchable in about two seconds.
inline constexpr std::size_t kPackedTables = 8'000'000;
inline constexpr std::size_t kUnpackedTables = 32'000'000;

/// What of a job's tables is in a page. Files without a table count as one.
struct TableShare {
  std::uint64_t of = 0;     ///< that the index has
  std::uint64_t kept = 0;   ///< that are in the page; known after TableList::take()
  std::uint64_t cut = 0;    ///< of these, not all of whose texts are
  std::uint64_t bytes = 0;  ///< of the page's room, unpacked
};

/// Packs tables of one or more jobs, in the order in which they are added:
///
///   TableList list(kPackedTables);
///   TRY(list.add(index, 0, kUnpackedTables));
///   SearchedTables packed = TRY(list.take());
class TableList {
 public:
  /// `budget`: bytes of all packed blocks together.
  explicit TableList(std::size_t budget) : packer_(budget) {}

  /// Tables of the index, until they have about so many `bytes` unpacked; where all of them would
  /// have more, less of each: its texts of cells go first, then rows. `job`: its number.
  /// Errors: those of the index; internal.
  Expected<void> add(SearchIndex& index, std::size_t job, std::size_t bytes);
  /// Of a job by its number; zeros for one that was not added.
  TableShare share(std::size_t job) const;
  /// To be called once. Errors: internal.
  Expected<std::vector<std::string>> take();

 private:
  struct Counted {
    TableShare share;
    std::map<int, std::uint64_t> kept;  ///< by block
    std::map<int, std::uint64_t> cut;   ///< likewise
  };

  PreviewBlocks packer_;
  std::map<std::size_t, Counted> counted_;
};

nlohmann::ordered_json share_to_json(const TableShare& share);

/// What the page of one job can search, from the index in its folder as it is; nothing to search
/// where there is none.
TableSource tables_of_job(const std::filesystem::path& dir);

}  // namespace tagtrail::host

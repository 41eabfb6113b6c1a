// The page of a job: index.html of its folder, one file that loads nothing and shows what came in.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "store/job_reader.hpp"

namespace tagtrail::host {

/// The built page that is filled (report/src/job/job.html).
inline constexpr const char* kJobTemplate = "job.html";

/// Tables that a page can search.
struct SearchedTables {
  nlohmann::ordered_json json;      ///< `tables` of report/src/job/data.ts
  std::vector<std::string> blocks;  ///< as PreviewBlocks packs them
};

/// Where a page has them from, who knows more of them than job.db (search/table_list.hpp).
struct TableSource {
  std::string mark{};                                ///< another text after every change
  std::function<Expected<SearchedTables>()> read{};  ///< nothing: there are none
};

/// A page for the job, from its template. `base` as page_data() has it. Where the tables can't be
/// read, it has none, and says so. Errors: invalid_data (not the template), those of the reader.
Expected<std::string> job_page(const JobReader& job, std::string_view page_template,
                               std::string_view base, const TableSource& tables);

/// An element of a page for each block, with the id `NAME-0` and so on.
std::string block_elements(std::string_view name, const std::vector<std::string>& blocks);

/// Whether index.html of that folder is a page of Tagtrail; also where there is none. Errors: io.
Expected<bool> is_page_ours(const std::filesystem::path& dir);

/// Whether the page of that folder is as it was written (of one by an earlier version: has its
/// end); also where there is none, or one of somebody else. Errors: io.
Expected<bool> is_page_whole(const std::filesystem::path& dir);

/// Whether the page of that folder is whole, says what the job's database and these tables say, and
/// was made from this template. Errors: those of the reader.
Expected<bool> is_page_current(const JobReader& job, std::string_view page_template,
                               const TableSource& tables);

/// Writes index.html unless it is current, whole or not at all, with the mode of a job's files. For
/// the holder of the folder's lock. Errors: missing_dependency (no template), invalid_argument
/// (index.html is not Tagtrail's, and was left as it is), io, disk_full, those of the reader.
Expected<void> write_job_page(const std::filesystem::path& dir,
                              const std::filesystem::path& program, const TableSource& tables);

}  // namespace tagtrail::host

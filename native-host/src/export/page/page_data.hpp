// All that the page of a job shows, but previews, as the JSON of report/src/job/data.ts.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "export/page/job_page.hpp"
#include "store/job_reader.hpp"

namespace tagtrail::host {

struct PageData {
  std::string json;
  std::vector<std::string> previews;  ///< as PreviewBlocks packs them
};

/// `job` of that JSON: where it began, its state and how complete it is. `base` as below.
nlohmann::ordered_json job_facts(const JobReader& job,
                                 const std::map<std::string, std::string>& settings,
                                 std::string_view base);

/// `base`: the way from the page to the job's folder as a relative link, empty or ending with `/`.
/// A page that says more than about 24 MB has fewer previews, and then fewer files; it says how
/// many. Errors: those of the reader; internal.
Expected<PageData> page_data(const JobReader& job, std::string_view base,
                             const SearchedTables& tables);

}  // namespace tagtrail::host

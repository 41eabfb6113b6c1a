// All that the page of a job shows, but previews, as the JSON of report/src/job/data.ts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "store/job_reader.hpp"

namespace tagtrail::host {

struct PageData {
  std::string json;
  std::vector<std::string> previews;  ///< as PreviewBlocks packs them
};

/// `base`: the way from the page to the job's folder as a relative link, empty or ending with `/`.
/// A page that says more than about 24 MB has fewer previews, and then fewer files; it says how
/// many. Errors: those of the reader; internal.
Expected<PageData> page_data(const JobReader& job, std::string_view base);

}  // namespace tagtrail::host

// What is inside the files of a page, in columns by contents, and their previews.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "export/page/file_columns.hpp"

namespace tagtrail::host {

struct LookColumns {
  nlohmann::ordered_json json;        ///< `contents` of report/src/job/data.ts
  std::vector<std::string> previews;  ///< as PreviewBlocks packs them
};

/// Of the contents that were looked into and are listed. `budget`: bytes of the previews; where
/// they are used up, contents have none. Errors: those of the reader; internal.
Expected<LookColumns> look_columns(const JobReader& job, const FileColumns& files,
                                   std::size_t budget);

}  // namespace tagtrail::host

// The files of a job as columns, so that a page can hold very many: texts that recur stand in
// tables of their own and are named by their place there.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "export/page/site_sections.hpp"
#include "store/job_reader.hpp"

namespace tagtrail::host {

/// A table of texts, each once.
class TextTable {
 public:
  std::size_t place_of(std::string_view text);
  const nlohmann::ordered_json& texts() const { return texts_; }
  /// Of all texts together.
  std::size_t bytes() const { return bytes_; }

 private:
  std::map<std::string, std::size_t, std::less<>> places_;
  nlohmann::ordered_json texts_ = nlohmann::ordered_json::array();
  std::size_t bytes_ = 0;
};

struct FileColumns {
  /// `files`, `versions`, `vanished`, `pages`, `folders`, `types` of report/src/job/data.ts.
  nlohmann::ordered_json json;
  /// Places of the distinct contents of the files that are listed, by SHA-256.
  std::map<std::string, std::size_t, std::less<>> contents;
  std::uint64_t total = 0;     ///< of the job
  std::uint64_t bytes = 0;     ///< of all files of the job
  std::size_t text_bytes = 0;  ///< of the columns, about
};

/// In order of commit, until the columns have about `budget` bytes; the others are only counted.
/// Errors: those of the reader.
Expected<FileColumns> file_columns(const JobReader& job, const SiteSections& sections,
                                   std::size_t budget);

}  // namespace tagtrail::host

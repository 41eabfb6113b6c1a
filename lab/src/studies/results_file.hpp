// The file that a lab appends its lines to, and reading such files.
#pragma once

#include <chrono>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "studies/run_record.hpp"
#include "system/posix_file.hpp"

namespace tagtrail::host {

struct Results {
  std::vector<RunRecord> records;  ///< a run once, however many lines; a success wins over errors
  std::size_t bad_lines = 0;       ///< that no lab wrote, or that were cut
};

/// Reads and joins files. Errors: not_found, io.
Expected<Results> load_results(const std::vector<std::filesystem::path>& files);

class ResultsFile {
 public:
  /// Creates the file or goes on with it; a last line that was cut is dropped. Errors: busy
  /// (another lab appends to it), io, invalid_data (no file of a lab: it is left as it is).
  static Expected<ResultsFile> open(const std::filesystem::path& file);

  /// Whether the run was made with success.
  bool has(const std::string& key) const { return made_.contains(key); }
  /// Appends a line; syncs every few seconds. Errors: io, disk_full.
  Expected<void> append(const std::string& line);
  Expected<void> sync();

 private:
  ResultsFile(Descriptor descriptor, std::filesystem::path file)
      : descriptor_(std::move(descriptor)), file_(std::move(file)) {}
  Expected<void> take_over();

  Descriptor descriptor_;
  std::filesystem::path file_;
  std::set<std::string> made_;
  std::chrono::steady_clock::time_point synced_ = std::chrono::steady_clock::now();
};

}  // namespace tagtrail::host

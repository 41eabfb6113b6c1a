// Makes the runs of a study that its results file lacks.
#pragma once

#include <csignal>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "studies/results_file.hpp"
#include "studies/study.hpp"

namespace tagtrail::host {

struct LabOptions {
  StudyOptions study;
  StudyFacts facts;
  std::vector<std::filesystem::path> replicas;
  unsigned jobs = 1;
  std::uint64_t memory_limit = 2ULL << 30;  ///< for the parsed pages of one site
  /// Ends the lab between two runs, once true.
  const volatile std::sig_atomic_t* stop = nullptr;
};

/// How far a lab is; runs count as work by the size of their site.
struct LabProgress {
  std::string site;         ///< the one at work
  std::size_t runs = 0;     ///< ended, skipped ones left out
  std::size_t skipped = 0;  ///< made by an earlier lab
  std::size_t failed = 0;
  std::size_t loaded = 0;  ///< URLs of the site read, while it is being read
  std::size_t to_load = 0;
  double done = 0;  ///< share of the work that was to do, 0 to 1
};

struct LabObserver {
  std::function<void(const LabProgress&)> progress;
  std::function<void(const std::string& line)> line;      ///< each appended to the file
  std::function<void(const std::string& message)> error;  ///< a run or a site failed
};

struct LabEnd {
  LabProgress progress;
  /// Of all planned runs of the sites that could be read, and of the study's references.
  std::vector<std::string> keys;
  bool stopped = false;
  std::size_t sites_failed = 0;
};

/// Errors: of the plan and of the results file. A run or a site that fails is noted and left.
Expected<LabEnd> run_lab(const LabOptions& options, ResultsFile& results,
                         const LabObserver& observer);

}  // namespace tagtrail::host

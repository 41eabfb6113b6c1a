// All answers of a job, counted in three ways: by section of the site, by what came of each, and
// along the way. Each way adds up to all of them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "export/page/site_sections.hpp"
#include "store/job_reader.hpp"

namespace tagtrail::host {

/// Files found over answers, in evenly spread points; the last one is the end.
class FoundCurve {
 public:
  void add(bool is_file);
  struct Point {
    std::uint64_t answers = 0;
    std::uint64_t files = 0;
  };
  /// From 0 on.
  std::vector<Point> points() const;

 private:
  std::vector<Point> points_;
  Point now_;
  std::uint64_t step_ = 1;
};

struct AnswerTally {
  SiteSections sections;
  /// By what an answer was: `file`, `page`, `redirect`, `unchanged`, `other`, or a reason why it
  /// brought nothing (docs/job-folder.md).
  std::map<std::string, std::uint64_t> results;
  FoundCurve curve;
  std::uint64_t answers = 0;
  /// Requests for them that went out, tries and redirects too. What robots.txt forbids is answered
  /// without one. Nothing for a job of a version that did not record them.
  std::optional<std::uint64_t> sent;

  /// Errors: those of the reader.
  static Expected<AnswerTally> of(const JobReader& job);
};

}  // namespace tagtrail::host

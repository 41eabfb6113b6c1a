// Estimates which share of the targets within reach has been found, from the crawl so far
// (docs/policies.md, "Stop advice").
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "crawl/estimate_keeper.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/policy.hpp"
#include "tagtrail/report.hpp"

namespace tagtrail {

/// What the estimate is made of.
struct StopEvidence {
  double requests = 0;
  double targets = 0;
  double since_last = 0;  ///< requests since the last new target
  /// The share of the gain so far that came in the later half of the requests, as so many targets.
  double late = 0;
  std::optional<double> expected;  ///< Policy::expected_remaining(), as so many targets
};

/// Unknown as long as there is too little evidence.
StopAdvice advise(const StopEvidence& evidence);

class StopAdvisor {
 public:
  /// `weighs`: targets differ so much in gain that the advice is about that, not about their
  /// number (ObjectiveInfo::weighs_files); how many there are is then not told.
  explicit StopAdvisor(bool weighs) : weighs_(weighs) {}

  /// What a crawl has spent and brought.
  struct Point {
    std::uint64_t requests = 0;
    std::uint64_t targets = 0;
    double gain = 0;  ///< of the targets
  };
  /// After each answer. Advice is made anew now and then, as long as the crawl is old.
  void update(const Point& now, const Policy& policy);
  const StopAdvice& advice() const { return advice_; }
  /// What people are told; nothing while it is too uncertain.
  std::optional<FileEstimate> estimate() const;

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  void note(const Point& point);
  void advise_anew(const Policy& policy);
  std::uint64_t price() const;
  double gain_at(double requests) const;

  bool weighs_;
  std::vector<Point> course_;  ///< evenly spaced, about
  std::uint64_t spacing_ = 1;
  Point last_;                    ///< of update()
  std::uint64_t last_found_ = 0;  ///< requests when a target was new, or a gain
  StopAdvice advice_;
  EstimateKeeper keeper_;
};

}  // namespace tagtrail

// The course of one crawl, in a bounded number of points whatever its length.
#pragma once

#include <cstdint>
#include <vector>

#include "studies/thinned.hpp"
#include "tagtrail/engine.hpp"

namespace tagtrail::host {

struct CurvePoint {
  std::uint64_t requests = 0;
  std::uint64_t targets = 0;
  std::uint64_t other_bytes = 0;
  std::uint64_t target_bytes = 0;
  double gain = 0;

  bool operator==(const CurvePoint&) const = default;
};

class CurveSampler {
 public:
  static constexpr std::size_t kMost = Thinned<CurvePoint>::kMost;

  void add(const Progress& progress) {
    curve_.add({progress.requests, progress.targets, progress.other_bytes, progress.target_bytes,
                progress.gain});
  }
  /// From (0, 0) to the last point added, at most kMost + 1 of them.
  std::vector<CurvePoint> points() const { return curve_.points(); }

 private:
  Thinned<CurvePoint> curve_;
};

}  // namespace tagtrail::host

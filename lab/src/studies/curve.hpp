// The course of one crawl, in a bounded number of points whatever its length.
#pragma once

#include <cstdint>
#include <vector>

#include "tagtrail/engine.hpp"

namespace tagtrail::host {

struct CurvePoint {
  std::uint64_t requests = 0;
  std::uint64_t targets = 0;
  std::uint64_t other_bytes = 0;
  std::uint64_t target_bytes = 0;

  bool operator==(const CurvePoint&) const = default;
};

/// Keeps about every k-th point; k doubles whenever there are too many.
class CurveSampler {
 public:
  static constexpr std::size_t kMost = 300;

  void add(const Progress& progress);
  /// From (0, 0) to the last point added, at most kMost + 1 of them.
  std::vector<CurvePoint> points() const;

 private:
  std::vector<CurvePoint> kept_{CurvePoint{}};
  CurvePoint last_;
  std::uint64_t stride_ = 1;
  std::uint64_t added_ = 0;
};

}  // namespace tagtrail::host

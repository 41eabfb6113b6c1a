// What a crawl was told of its own completeness, at moments that get rarer as it goes on.
#pragma once

#include <cstdint>
#include <vector>

#include "tagtrail/engine.hpp"

namespace tagtrail::host {

struct AdvicePoint {
  double requests = 0;
  double targets = 0;
  StopAdvice advice;
};

/// Keeps a point each time that requests have grown by 4 %, and there is advice to judge.
class AdviceSampler {
 public:
  void add(const Progress& progress);
  const std::vector<AdvicePoint>& points() const { return points_; }

 private:
  std::vector<AdvicePoint> points_;
  double next_ = 0;
};

}  // namespace tagtrail::host

#include "studies/curve.hpp"

namespace tagtrail::host {

void CurveSampler::add(const Progress& progress) {
  last_ = {progress.requests, progress.targets, progress.other_bytes, progress.target_bytes};
  if (++added_ % stride_ != 0) return;
  kept_.push_back(last_);
  if (kept_.size() <= kMost) return;
  std::size_t left = 0;
  for (std::size_t i = 0; i < kept_.size(); i += 2) kept_[left++] = kept_[i];
  kept_.resize(left);
  stride_ *= 2;
}

std::vector<CurvePoint> CurveSampler::points() const {
  std::vector<CurvePoint> points = kept_;
  if (points.back() != last_) points.push_back(last_);
  return points;
}

}  // namespace tagtrail::host

// Points of a course of any length, in a bounded number of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tagtrail::host {

/// Keeps about every k-th point; k doubles whenever there are too many.
template <typename Point>
class Thinned {
 public:
  static constexpr std::size_t kMost = 300;

  void add(const Point& point) {
    last_ = point;
    if (++added_ % stride_ != 0) return;
    kept_.push_back(last_);
    if (kept_.size() <= kMost) return;
    std::size_t left = 0;
    for (std::size_t i = 0; i < kept_.size(); i += 2) kept_[left++] = kept_[i];
    kept_.resize(left);
    stride_ *= 2;
  }
  const Point& last() const { return last_; }
  /// From a default Point to the last one added, at most kMost + 1 of them.
  std::vector<Point> points() const {
    std::vector<Point> points = kept_;
    if (points.back() != last_) points.push_back(last_);
    return points;
  }

 private:
  std::vector<Point> kept_{Point{}};
  Point last_;
  std::uint64_t stride_ = 1;
  std::uint64_t added_ = 0;
};

}  // namespace tagtrail::host

#include "learn/hoeffding_leaf.hpp"

#include <algorithm>
#include <cmath>

namespace tagtrail {
namespace {

constexpr double kGrace = 200;
constexpr double kTie = 0.05;

}  // namespace

double HoeffdingLeaf::probability(const Instance& instance) const {
  if (weight() == 0) return 0.5;
  if (observes_ && bayes_right_ >= majority_right_) return bayes(instance);
  return weights_[1] / weight();
}

/// Nothing but the classes' weights counts until both have been seen here.
double HoeffdingLeaf::bayes(const Instance& instance) const {
  if (statistics_.examples(false) == 0 || statistics_.examples(true) == 0) {
    return weights_[1] / weight();
  }
  return statistics_.probability(instance, weights_);
}

void HoeffdingLeaf::learn(const Instance& instance, bool good) {
  if (observes_) {
    if (weight() > 0) {
      majority_right_ += (weights_[1] >= weights_[0]) == good ? 1U : 0U;
      bayes_right_ += (bayes(instance) >= 0.5) == good ? 1U : 0U;
    }
    statistics_.add(instance, good);
  }
  weights_[good ? 1 : 0] += 1;
}

std::optional<Split> HoeffdingLeaf::split_due() {
  if (!observes_ || weight() - tried_at_ < kGrace) return std::nullopt;
  tried_at_ = weight();
  if (is_pure()) return std::nullopt;
  SplitSearch search = search_split(statistics_);
  if (!search.best || !(search.best->gain > 0)) return std::nullopt;
  const double bound = hoeffding_bound(weight());
  if (search.best->gain - search.second_gain > bound || bound < kTie) return search.best;
  return std::nullopt;
}

double HoeffdingLeaf::promise() const { return std::min(weights_[0], weights_[1]); }

void HoeffdingLeaf::stop_observing(InstanceShape shape) {
  observes_ = false;
  statistics_ = ClassStatistics(shape);
}

void HoeffdingLeaf::save(ByteWriter& out) const {
  for (const double value : {weights_[0], weights_[1], tried_at_}) out.f64(value);
  out.var(majority_right_);
  out.var(bayes_right_);
  out.boolean(observes_);
  if (observes_) statistics_.save(out);
}

bool HoeffdingLeaf::load(ByteReader& in) {
  for (double* value : {&weights_[0], &weights_[1], &tried_at_}) {
    *value = in.f64();
    if (!std::isfinite(*value) || *value < 0) return false;
  }
  majority_right_ = in.var();
  bayes_right_ = in.var();
  observes_ = in.boolean();
  return (!observes_ || statistics_.load(in)) && in.ok();
}

}  // namespace tagtrail

#include "tagtrail/math.hpp"
#include "tagtrail/report.hpp"

namespace tagtrail {
namespace {

// Above this share the crawls that advice was learnt from cannot be told apart from complete ones.
constexpr double kAsGoodAsAll = 0.99;

double logit(double p) { return math::log(p / (1 - p)); }

double logistic(double x) {
  // exp() of a large number would overflow.
  if (x >= 0) return 1 / (1 + math::exp(-x));
  const double e = math::exp(x);
  return e / (1 + e);
}

}  // namespace

StopAdvice StopAdvice::complete() {
  StopAdvice advice;
  advice.known_ = true;
  advice.complete_ = true;
  return advice;
}

StopAdvice StopAdvice::of(double level, double slope) {
  StopAdvice advice;
  advice.known_ = true;
  advice.level_ = level;
  advice.slope_ = slope;
  return advice;
}

double StopAdvice::confidence(double share) const {
  if (complete_) return 1;
  // All of them: no crawl with open links can be sure.
  if (!known_ || share >= 1) return 0;
  return logistic(level_ - slope_ * logit(share));
}

double StopAdvice::high() const {
  const double reached = known_ ? quantile(0.1) : 1.0;
  return reached >= kAsGoodAsAll ? 1.0 : reached;
}

double StopAdvice::quantile(double confidence) const {
  if (complete_) return 1;
  return known_ ? logistic((level_ - logit(confidence)) / slope_) : 0.0;
}

}  // namespace tagtrail

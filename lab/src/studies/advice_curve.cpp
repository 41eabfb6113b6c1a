#include "studies/advice_curve.hpp"

namespace tagtrail::host {
namespace {

constexpr double kGrowth = 1.04;

}  // namespace

void AdviceSampler::add(const Progress& progress) {
  const auto requests = static_cast<double>(progress.requests);
  if (requests < next_ || !progress.advice.known()) return;
  if (progress.advice.is_complete()) return;  // says nothing but that the crawl has ended
  next_ = requests * kGrowth;
  points_.push_back({requests, static_cast<double>(progress.targets), progress.advice});
}

}  // namespace tagtrail::host

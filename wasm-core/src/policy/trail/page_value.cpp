#include "policy/trail/page_value.hpp"

#include <algorithm>

namespace tagtrail {
namespace {

constexpr std::size_t kMaxChildren = 200;

}  // namespace

double page_value(double targets, std::vector<ChildValue>& children, double discount) {
  if (discount <= 0) return targets;
  const auto count = static_cast<std::ptrdiff_t>(std::min(children.size(), kMaxChildren));
  // Equal predictions are told apart by value, so that the result hangs on no order of arrival.
  const auto better = [](const ChildValue& a, const ChildValue& b) {
    if (a.predicted != b.predicted) return a.predicted > b.predicted;
    return a.value > b.value;
  };
  std::partial_sort(children.begin(), children.begin() + count, children.end(), better);
  double expected = targets;
  double realised = targets;
  double spent = 1;
  for (auto child = children.begin(); child != children.begin() + count; ++child) {
    const double rate = discount * child->predicted;
    if (rate <= expected / spent) break;
    expected += rate;
    realised += discount * child->value;
    spent += 1;
  }
  return realised / spent;
}

}  // namespace tagtrail

#include "learn/split_search.hpp"

#include <algorithm>
#include <cmath>

#include "tagtrail/math.hpp"

namespace tagtrail {
namespace {

constexpr double kLn2 = 0.69314718055994530942;
constexpr double kLogOfTenMillion = 16.118095650958319788;
constexpr double kLeastBranch = 0.01;  // of the examples
constexpr int kCuts = 10;

double entropy(const ByClass& weights) {
  const double all = weights[0] + weights[1];
  double sum = 0;
  for (const double weight : weights) {
    if (weight > 0) sum -= weight / all * math::log(weight / all);
  }
  return sum / kLn2;
}

/// Keeps the best two of the questions that are tried.
class Contest {
 public:
  explicit Contest(const ClassStatistics& statistics)
      : all_{static_cast<double>(statistics.examples(false)),
             static_cast<double>(statistics.examples(true))},
        total_(all_[0] + all_[1]),
        entropy_(entropy(all_)) {}

  /// `yes`: the examples of each class for which the answer is yes.
  Split split_by(const SplitTest& test, const ByClass& yes) const {
    const ByClass no{all_[0] - yes[0], all_[1] - yes[1]};
    const double left = no[0] + no[1];
    const double right = yes[0] + yes[1];
    const double least = kLeastBranch * total_;
    if (!(left > least) || !(right > least)) return {kNone, test, {no, yes}};
    const double rest = (left * entropy(no) + right * entropy(yes)) / total_;
    return {entropy_ - rest, test, {no, yes}};
  }

  /// The best question about one feature.
  void enter(const Split& split) {
    if (split.gain == kNone) return;
    if (!result_.best || split.gain > result_.best->gain) {
      if (result_.best) result_.second_gain = result_.best->gain;
      result_.best = split;
    } else {
      result_.second_gain = std::max(result_.second_gain, split.gain);
    }
  }

  const SplitSearch& result() const { return result_; }

  static constexpr double kNone = -std::numeric_limits<double>::infinity();

 private:
  ByClass all_;
  double total_;
  double entropy_;
  SplitSearch result_;
};

/// The smallest and the largest value of both classes.
std::array<double, 2> range_of(const GaussianEstimate& bad, const GaussianEstimate& good) {
  if (bad.count() == 0) return {good.smallest(), good.largest()};
  if (good.count() == 0) return {bad.smallest(), bad.largest()};
  return {std::min(bad.smallest(), good.smallest()), std::max(bad.largest(), good.largest())};
}

void enter_number(Contest& contest, const ClassStatistics& statistics, std::uint32_t feature) {
  const GaussianEstimate& bad = statistics.of(false).numbers[feature];
  const GaussianEstimate& good = statistics.of(true).numbers[feature];
  const auto [smallest, largest] = range_of(bad, good);
  Split best;
  best.gain = Contest::kNone;
  for (int i = 1; i <= kCuts; ++i) {
    const double cut = smallest + (largest - smallest) / (kCuts + 1) * i;
    if (!(cut > smallest && cut < largest)) continue;
    const ByClass yes{bad.count() - bad.count_up_to(cut), good.count() - good.count_up_to(cut)};
    const Split split = contest.split_by({SplitTest::Kind::number, feature, cut}, yes);
    if (split.gain > best.gain) best = split;
  }
  contest.enter(best);
}

void enter_slots(Contest& contest, const ClassStatistics& statistics) {
  const auto& bad = statistics.of(false).presences.entries();
  const auto& good = statistics.of(true).presences.entries();
  auto b = bad.begin();
  auto g = good.begin();
  while (b != bad.end() || g != good.end()) {
    const bool in_bad = b != bad.end() && (g == good.end() || b->slot <= g->slot);
    const bool in_good = g != good.end() && (b == bad.end() || g->slot <= b->slot);
    const std::uint32_t slot = in_bad ? b->slot : g->slot;
    ByClass yes{};
    if (in_bad) yes[0] = (b++)->count;
    if (in_good) yes[1] = (g++)->count;
    contest.enter(contest.split_by({SplitTest::Kind::slot, slot, 0}, yes));
  }
}

}  // namespace

bool SplitTest::is_true_of(const Instance& instance) const {
  if (kind == Kind::number) return instance.numbers[feature] > cut;
  return std::binary_search(instance.present.begin(), instance.present.end(), feature);
}

SplitSearch search_split(const ClassStatistics& statistics) {
  Contest contest(statistics);
  const auto numbers = static_cast<std::uint32_t>(statistics.of(true).numbers.size());
  for (std::uint32_t i = 0; i < numbers; ++i) enter_number(contest, statistics, i);
  enter_slots(contest, statistics);
  return contest.result();
}

double hoeffding_bound(double n) { return std::sqrt(kLogOfTenMillion / (2 * n)); }

}  // namespace tagtrail

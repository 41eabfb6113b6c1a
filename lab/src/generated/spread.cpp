#include "generated/spread.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tagtrail/math.hpp"
#include "tagtrail/random.hpp"

namespace tagtrail::host::generated {
namespace {

constexpr std::size_t kMaxDepth = 160;

struct Moments {
  double mean = 0;
  double deviation = 0;
};

template <typename Number>
Moments moments_of(const std::vector<Number>& counts) {
  double total = 0;
  double sum = 0;
  double squares = 0;
  for (std::size_t depth = 0; depth < counts.size(); ++depth) {
    const auto weight = static_cast<double>(counts[depth]);
    const auto at = static_cast<double>(depth);
    total += weight;
    sum += weight * at;
    squares += weight * at * at;
  }
  if (total <= 0) return {};
  const double mean = sum / total;
  return {mean, std::sqrt(std::max(0.0, squares / total - mean * mean))};
}

/// A bell cut off at depth 1, and at what each depth can hold, as shares of all.
std::vector<double> bell(double middle, double width, const std::vector<double>& room) {
  std::vector<double> weights(room.size(), 0.0);
  double best = -1e300;
  for (std::size_t depth = 1; depth < weights.size(); ++depth) {
    const double from = (static_cast<double>(depth) - middle) / width;
    weights[depth] = -from * from / 2;
    best = std::max(best, weights[depth]);
  }
  for (std::size_t depth = 1; depth < weights.size(); ++depth) {
    weights[depth] = weights[depth] - best < -60 ? 0 : math::exp(weights[depth] - best);
  }
  // What a shallow depth can't hold is shared by all deeper ones; the room grows with depth, so one
  // pass from the top settles it.
  double left = 1;
  double rest = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (std::size_t depth = 1; depth < weights.size() && rest > 0; ++depth) {
    const double weight = weights[depth];
    weights[depth] = std::min(room[depth], left * weight / rest);
    left -= weights[depth];
    rest -= weight;
  }
  return weights;
}

/// The bell with this mean, for one width: the mean grows with the middle.
std::vector<double> bell_with_mean(double mean, double width, const std::vector<double>& room) {
  double low = -20 * width - 20;
  double high = static_cast<double>(kMaxDepth);
  for (int step = 0; step < 50; ++step) {
    const double middle = (low + high) / 2;
    (moments_of(bell(middle, width, room)).mean < mean ? low : high) = middle;
  }
  return bell((low + high) / 2, width, room);
}

std::vector<double> bell_with(const Moments& wanted, const std::vector<double>& room) {
  double low = 0.2;
  double high = 60;
  for (int step = 0; step < 40; ++step) {
    const double width = (low + high) / 2;
    const auto weights = bell_with_mean(wanted.mean, width, room);
    (moments_of(weights).deviation < wanted.deviation ? low : high) = width;
  }
  return bell_with_mean(wanted.mean, (low + high) / 2, room);
}

std::vector<std::uint64_t> rounded(std::uint64_t total, const std::vector<double>& weights) {
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<std::uint64_t> counts(weights.size(), 0);
  double before = 0;
  std::uint64_t given = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    before += weights[i];
    const double share = static_cast<double>(total) * before / all;
    const auto now = std::min(total, static_cast<std::uint64_t>(share + 0.5));
    counts[i] = now - given;
    given = now;
  }
  counts.back() += total - given;
  while (counts.size() > 1 && counts.back() == 0) counts.pop_back();
  return counts;
}

/// Shares of `count` that the depths can hold when a page leads to `branching` others.
std::vector<double> room_for(std::uint64_t count, double branching) {
  std::vector<double> room(kMaxDepth, 1.0);
  double holds = branching / 2;
  for (std::size_t depth = 1; depth < room.size(); ++depth) {
    room[depth] = std::min(1.0, holds / static_cast<double>(std::max<std::uint64_t>(count, 1)));
    holds = std::min(holds * branching, 1e12);
  }
  return room;
}

double error_of(const Moments& is, const Moments& wanted) {
  return std::abs(is.mean / wanted.mean - 1) + std::abs(is.deviation / wanted.deviation - 1);
}

}  // namespace

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  return Random(a * 0x9E3779B97F4A7C15ULL ^ (b + 0x632BE59BD9B4E019ULL)).next();
}

Shuffled::Shuffled(std::uint64_t size, std::uint64_t seed)
    : size_(std::max<std::uint64_t>(size, 1)),
      factor_(std::max<std::uint64_t>(size_ * 618 / 1000, 1)),
      shift_(mix(seed, size_) % size_) {
  while (std::gcd(factor_, size_) != 1) ++factor_;
}

std::uint64_t Shuffled::operator()(std::uint64_t index) const {
  return (index * factor_ + shift_) % size_;
}

std::vector<std::uint64_t> divide(std::uint64_t total, const std::vector<std::uint64_t>& weights) {
  const std::uint64_t all = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  std::vector<std::uint64_t> parts(weights.size(), 0);
  if (all == 0) return parts;
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    parts[i] = (before + weights[i]) * total / all - before * total / all;
    before += weights[i];
  }
  return parts;
}

std::vector<std::uint64_t> spread_over_depths(std::uint64_t count, double mean, double deviation) {
  const Moments wanted{mean, deviation};
  std::vector<std::uint64_t> best;
  for (double branching = 20; branching < 1e5; branching *= 2) {
    const auto room = room_for(count, branching);
    Moments asked = wanted;
    // Whole pages miss the moments of their shares by a little, few pages by more.
    for (int round = 0; round < 4; ++round) {
      auto counts = rounded(count, bell_with(asked, room));
      const Moments is = moments_of(counts);
      if (best.empty() || error_of(is, wanted) < error_of(moments_of(best), wanted)) {
        best = std::move(counts);
      }
      asked.mean += wanted.mean - is.mean;
      asked.deviation += wanted.deviation - is.deviation;
    }
    if (error_of(moments_of(best), wanted) < 0.03) break;
  }
  return best;
}

}  // namespace tagtrail::host::generated

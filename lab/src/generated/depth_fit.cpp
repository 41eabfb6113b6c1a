#include "generated/depth_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tagtrail/math.hpp"

namespace tagtrail::host::generated {
namespace {

constexpr double kClose = 0.0003;
constexpr std::uint64_t kFew = 5'000;
constexpr std::size_t kFarthestMove = 64;

struct Sums {
  double total = 0;
  double sum = 0;
  double squares = 0;

  void add(std::size_t depth, double weight) {
    const auto at = static_cast<double>(depth);
    total += weight;
    sum += weight * at;
    squares += weight * at * at;
  }
  Depths moments() const {
    if (total <= 0) return {};
    const double mean = sum / total;
    return {mean, std::sqrt(std::max(0.0, squares / total - mean * mean))};
  }
};

template <typename Number>
Sums sums(const std::vector<Number>& counts) {
  Sums all;
  for (std::size_t depth = 0; depth < counts.size(); ++depth) {
    all.add(depth, static_cast<double>(counts[depth]));
  }
  return all;
}

template <typename Number>
Depths moments(const std::vector<Number>& counts) {
  return sums(counts).moments();
}

/// Where `rising` crosses zero between two ends, or the end that is nearer to it: false position,
/// the value of an end that stays counting half (Illinois).
template <typename Function>
double root(double low, double high, const Function& rising) {
  double below = rising(low);
  if (below >= 0) return low;
  double above = rising(high);
  if (above <= 0) return high;
  int stayed = 0;  // how often the lower end did (below 0: the upper)
  for (int step = 0; step < 60 && high - low > 1e-9 * (1 + std::abs(low)); ++step) {
    const double middle = low + (high - low) * std::clamp(-below / (above - below), 0.01, 0.99);
    const double value = rising(middle);
    if (std::abs(value) < 1e-7) return middle;
    const bool is_low = value < 0;
    (is_low ? low : high) = middle;
    (is_low ? below : above) = value;
    stayed = is_low ? std::min(stayed, 0) - 1 : std::max(stayed, 0) + 1;
    if (stayed > 1) below /= 2;
    if (stayed < -1) above /= 2;
  }
  return (low + high) / 2;
}

/// A discrete gamma distribution, x^shape * exp(-rate * x), as shares of all; cut off at what each
/// depth can hold. x is 1 at the first depth that has room.
class Gamma {
 public:
  /// `room`: by depth, the share of all that it can hold; 0: nothing is to be there.
  Gamma(const Depths& wanted, const Shares& room) : room_(room), logs_(room.size(), 0) {
    while (first_ + 1 < room.size() && room[first_] <= 0) ++first_;
    for (std::size_t depth = first_; depth < room.size(); ++depth) {
      logs_[depth] = math::log(static_cast<double>(depth - first_ + 1));
    }
    // The faster the tail falls, the smaller the deviation around one mean.
    const double rate = math::exp(root(-9, 4.5, [&](double log_rate) {
      return wanted.deviation - moments(with_mean(wanted.mean, math::exp(log_rate))).deviation;
    }));
    shares_ = with_mean(wanted.mean, rate);
  }

  const Shares& shares() const { return shares_; }

 private:
  Shares with_mean(double mean, double rate) const {
    const auto short_of = [&](double shape) { return moments(cut(shape, rate)).mean - mean; };
    // About there it is where nothing is cut off.
    const double guess = rate * (mean - static_cast<double>(first_) + 1) - 1;
    double low = 1;
    double high = 1;
    while (low < 1e3 && short_of(guess - low) > 0) low *= 4;
    while (high < 1e3 && short_of(guess + high) < 0) high *= 4;
    return cut(root(guess - low, guess + high, short_of), rate);
  }

  Shares cut(double shape, double rate) const {
    Shares shares(room_.size(), 0);
    double best = -1e300;
    for (std::size_t depth = 1; depth < shares.size(); ++depth) {
      shares[depth] = shape * logs_[depth] - rate * static_cast<double>(depth);
      if (room_[depth] > 0) best = std::max(best, shares[depth]);
    }
    for (std::size_t depth = 1; depth < shares.size(); ++depth) {
      // No depth with room is without a share: it may have to take what others can't hold.
      shares[depth] = room_[depth] > 0 ? math::exp(std::max(shares[depth] - best, -600.0)) : 0;
    }
    Shares deeper(room_.size() + 1, 0);
    for (std::size_t depth = room_.size(); depth-- > 1;) {
      deeper[depth] = deeper[depth + 1] + shares[depth];
    }
    // What a shallow depth can't hold is shared by all deeper ones; the room grows with depth, so
    // one pass from the top settles it.
    double left = 1;
    for (std::size_t depth = 1; depth < shares.size(); ++depth) {
      if (shares[depth] > 0) {
        shares[depth] = std::min(room_[depth], left * shares[depth] / deeper[depth]);
      }
      left -= shares[depth];
    }
    return shares;
  }

  const Shares& room_;
  std::size_t first_ = 1;
  std::vector<double> logs_;  ///< of x
  Shares shares_;
};

Counts rounded(std::uint64_t total, const Shares& shares) {
  const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
  Counts counts(shares.size(), 0);
  double before = 0;
  std::uint64_t given = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    before += shares[i];
    const double share = static_cast<double>(total) * before / all;
    const auto now = std::min(total, static_cast<std::uint64_t>(share + 0.5));
    counts[i] = now - given;
    given = now;
  }
  counts.back() += total - given;
  return counts;
}

/// One by one from a depth to another where that brings the moments nearer: what whole numbers of
/// few files miss.
void polish(Counts& counts, const Depths& wanted, const Shares& room) {
  const auto allowed = [&](std::size_t depth) { return depth < counts.size() && room[depth] > 0; };
  for (int step = 0; step < 200; ++step) {
    const Sums now = sums(counts);
    double best = miss(now.moments(), wanted);
    if (best < kClose) return;
    std::size_t best_from = 0;
    std::size_t best_to = 0;
    const auto attempt = [&](std::size_t from, std::size_t to) {
      Sums moved = now;
      moved.add(from, -1);
      moved.add(to, 1);
      const double error = miss(moved.moments(), wanted);
      if (error >= best) return;
      best = error;
      best_from = from;
      best_to = to;
    };
    for (std::size_t from = 1; from < counts.size(); ++from) {
      for (std::size_t by = 1; counts[from] > 0 && by <= kFarthestMove; by *= 2) {
        if (from > by && allowed(from - by)) attempt(from, from - by);
        if (allowed(from + by)) attempt(from, from + by);
      }
    }
    if (best_from == 0) return;
    --counts[best_from];
    ++counts[best_to];
  }
}

}  // namespace

double miss(const Depths& is, const Depths& wanted) {
  return std::abs(is.mean / wanted.mean - 1) + std::abs(is.deviation / wanted.deviation - 1);
}

Depths depths_of(const Counts& counts) { return moments(counts); }

double mean_of(const Shares& shares) { return moments(shares).mean; }

Counts fit_depths(std::uint64_t count, const Depths& wanted, const Shares& room) {
  Counts best;
  Depths asked = wanted;
  // Whole numbers miss the moments of their shares by a little, few of them by more.
  for (int round = 0; round < 4; ++round) {
    auto counts = rounded(count, Gamma(asked, room).shares());
    const Depths is = moments(counts);
    if (best.empty() || miss(is, wanted) < miss(moments(best), wanted)) {
      best = std::move(counts);
    }
    if (miss(moments(best), wanted) < kClose) break;
    asked.mean += wanted.mean - is.mean;
    asked.deviation = std::max(asked.deviation + wanted.deviation - is.deviation, 0.01);
  }
  if (count < kFew) polish(best, wanted, room);
  while (best.size() > 1 && best.back() == 0) best.pop_back();
  return best;
}

}  // namespace tagtrail::host::generated

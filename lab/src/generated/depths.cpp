#include "generated/depths.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tagtrail/math.hpp"

namespace tagtrail::host::generated {
namespace {

constexpr std::size_t kMaxDepth = 700;
constexpr std::uint64_t kEntriesUsual = 14;
constexpr std::uint64_t kEntriesMost = 150;
constexpr std::uint64_t kListsPerList = 12;
constexpr std::uint64_t kMostLists = 1'000'000'000;
constexpr std::uint64_t kMostWidth = 16;  ///< times the usual branching
constexpr double kFilesPerPage = 100;     ///< at most, mean of a depth
constexpr double kCloseEnough = 0.003;
constexpr std::size_t kMostGap = 64;

using Shares = std::vector<double>;  ///< by depth

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

double error_of(const Depths& is, const Depths& wanted) {
  return std::abs(is.mean / wanted.mean - 1) + std::abs(is.deviation / wanted.deviation - 1);
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
    double best = error_of(now.moments(), wanted);
    if (best < kCloseEnough / 10) return;
    std::size_t best_from = 0;
    std::size_t best_to = 0;
    const auto attempt = [&](std::size_t from, std::size_t to) {
      Sums moved = now;
      moved.add(from, -1);
      moved.add(to, 1);
      const double error = error_of(moved.moments(), wanted);
      if (error >= best) return;
      best = error;
      best_from = from;
      best_to = to;
    };
    for (std::size_t from = 1; from < counts.size(); ++from) {
      for (std::size_t by = 1; counts[from] > 0 && by <= kMostGap; by *= 2) {
        if (from > by && allowed(from - by)) attempt(from, from - by);
        if (allowed(from + by)) attempt(from, from + by);
      }
    }
    if (best_from == 0) return;
    --counts[best_from];
    ++counts[best_to];
  }
}

/// `room`: shares that the depths can hold.
Counts fitted(std::uint64_t count, const Depths& wanted, const Shares& room) {
  Counts best;
  Depths asked = wanted;
  // Whole numbers miss the moments of their shares by a little, few of them by more.
  for (int round = 0; round < 4; ++round) {
    auto counts = rounded(count, Gamma(asked, room).shares());
    const Depths is = moments(counts);
    if (best.empty() || error_of(is, wanted) < error_of(moments(best), wanted)) {
      best = std::move(counts);
    }
    if (error_of(moments(best), wanted) < kCloseEnough / 10) break;
    asked.mean += wanted.mean - is.mean;
    asked.deviation = std::max(asked.deviation + wanted.deviation - is.deviation, 0.01);
  }
  if (count < 5'000) polish(best, wanted, room);
  while (best.size() > 1 && best.back() == 0) best.pop_back();
  return best;
}

std::size_t depths_for(const Depths& wanted) {
  const double deepest = wanted.mean + 60 * wanted.deviation + 10;
  return std::min(kMaxDepth, static_cast<std::size_t>(deepest));
}

double share_of(double room, std::uint64_t count) {
  return std::min(1.0, room / static_cast<double>(std::max<std::uint64_t>(count, 1)));
}

Branching widened(std::uint64_t width) {
  const Branching usual;
  return {usual.home * width, std::min(usual.entries * width, kEntriesMost)};
}

/// Pages for the files of the depth below each, in proportion but for what a depth can hold.
std::optional<Counts> pages_for(const Counts& files, const PageRange& wanted,
                                const Branching& branching) {
  Counts most(files.size() - 1, 0);
  for (std::size_t depth = 1; depth < most.size(); ++depth) {
    most[depth] = std::min(files[depth + 1], branching.most_entries(depth));
  }
  const auto sum = [](const Counts& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  };
  const auto filled = [&](double per_file) {
    Counts counts(most.size(), 0);
    for (std::size_t depth = 0; depth < most.size(); ++depth) {
      const double part = std::min(per_file * static_cast<double>(files[depth + 1]), 1e12);
      counts[depth] =
          std::min(most[depth], std::max<std::uint64_t>(1, static_cast<std::uint64_t>(part)));
    }
    return counts;
  };
  const std::uint64_t pages = std::min(wanted.most, sum(most));
  if (sum(filled(0)) > pages || pages < wanted.least) return std::nullopt;
  double low = 0;
  double high = 1;
  while (sum(filled(high)) < pages) high *= 2;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (sum(filled(middle)) <= pages ? low : high) = middle;
  }
  Counts counts = filled(low);
  std::uint64_t left = pages - sum(counts);
  for (std::size_t depth = 0; left > 0; depth = (depth + 1) % counts.size()) {
    if (counts[depth] == most[depth]) continue;
    ++counts[depth];
    --left;
  }
  return counts;
}

/// Files at every `gap`th depth only.
std::optional<FileDepths> plan_files(std::uint64_t files, const PageRange& datasets,
                                     const Depths& wanted, const Branching& branching,
                                     std::size_t gap) {
  Shares room(depths_for(wanted), 0);
  for (std::size_t depth = 2; depth < room.size(); ++depth) {
    if ((depth - 2) % gap > 0) continue;
    const auto pages = static_cast<double>(branching.most_entries(depth - 1));
    room[depth] = share_of(pages * kFilesPerPage, files);
  }
  FileDepths plan{fitted(files, wanted, room), {}, branching};
  auto pages = pages_for(plan.files, datasets, branching);
  if (!pages) return std::nullopt;
  plan.datasets = std::move(*pages);
  return plan;
}

}  // namespace

std::uint64_t Branching::most_lists(std::size_t depth) const {
  std::uint64_t lists = depth == 0 ? 1 : home;
  for (std::size_t above = 1; above < depth && lists < kMostLists; ++above) lists *= kListsPerList;
  return lists;
}

std::uint64_t Branching::most_entries(std::size_t depth) const {
  return depth <= 1 ? home : most_lists(depth - 1) * entries;
}

Counts spread_over_depths(std::uint64_t count, const Depths& wanted, const Branching& branching) {
  Shares room(depths_for(wanted), 0);
  for (std::size_t depth = 1; depth < room.size(); ++depth) {
    room[depth] = share_of(static_cast<double>(branching.most_entries(depth)), count);
  }
  // A tree that is full to its last level is as shallow as it gets; a level is left to spare.
  Shares full(room.size(), 0);
  double left = 1;
  for (std::size_t depth = 1; depth < room.size(); ++depth) {
    full[depth] = std::min(room[depth], left);
    left -= full[depth];
  }
  return fitted(count, {std::max(wanted.mean, moments(full).mean + 1), wanted.deviation}, room);
}

std::optional<FileDepths> plan_files(std::uint64_t files, const PageRange& datasets,
                                     const Depths& wanted) {
  std::optional<FileDepths> best;
  const auto error = [&](const FileDepths& plan) { return error_of(moments(plan.files), wanted); };
  for (std::uint64_t width = 1; width <= kMostWidth; width *= 2) {
    std::optional<FileDepths> plan;
    for (std::size_t gap = 1; !plan && gap <= kMostGap; gap *= 2) {
      plan = plan_files(files, datasets, wanted, widened(width), gap);
    }
    if (plan && (!best || error(*plan) < error(*best))) best = std::move(plan);
    if (best && error(*best) < kCloseEnough) break;
  }
  return best;
}

Counts lists_for(const Counts& items, const Branching& branching) {
  Counts lists(items.size(), 0);
  for (std::size_t depth = items.size(); depth-- > 2;) {
    const std::uint64_t needed = std::max((items[depth] + kEntriesUsual - 1) / kEntriesUsual,
                                          (lists[depth] + kListsPerList - 1) / kListsPerList);
    lists[depth - 1] = std::clamp<std::uint64_t>(needed, 1, branching.most_lists(depth - 1));
  }
  return lists;
}

}  // namespace tagtrail::host::generated

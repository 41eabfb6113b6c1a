#include "generated/depths.hpp"

#include <algorithm>
#include <numeric>

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
  FileDepths plan{fit_depths(files, wanted, room), {}, branching};
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
  return fit_depths(count, {std::max(wanted.mean, mean_of(full) + 1), wanted.deviation}, room);
}

std::optional<FileDepths> plan_files(std::uint64_t files, const PageRange& datasets,
                                     const Depths& wanted) {
  std::optional<FileDepths> best;
  const auto error = [&](const FileDepths& plan) { return miss(depths_of(plan.files), wanted); };
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

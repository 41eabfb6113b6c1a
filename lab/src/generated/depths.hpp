// How deep the pages and files of a generated site are, and the lists that lead to them: near the
// start as many as lists of plausible length can hold, the rest on long chains of "next" pages.
#pragma once

#include <cstdint>
#include <optional>

#include "generated/depth_fit.hpp"

namespace tagtrail::host::generated {

/// What lists can hold. The start links to `home` entries and as many lists; a list to at most 12
/// more lists.
struct Branching {
  std::uint64_t home = 15;
  std::uint64_t entries = 14;  ///< of a list, at most

  std::uint64_t most_lists(std::size_t depth) const;
  std::uint64_t most_entries(std::size_t depth) const;
};

/// `count` pages over depths 1, 2, ... (element 0 is depth 0 and empty), as close to `wanted` as
/// there is room; deeper where that is too shallow for so many.
Counts spread_over_depths(std::uint64_t count, const Depths& wanted, const Branching& branching);

/// Files, and the pages one depth above that have them.
struct FileDepths {
  Counts files;
  Counts datasets;
  Branching branching;  ///< the narrowest that has room
};

struct PageRange {
  std::uint64_t most = 0;
  std::uint64_t least = 0;
};

/// Each page has one file or more, and there are as many pages as the range allows. Nothing: so few
/// pages or files can't have the depths wanted.
std::optional<FileDepths> plan_files(std::uint64_t files, const PageRange& datasets,
                                     const Depths& wanted);

/// The lists that lead to `items`, by depth: enough for the items and the lists one below, a dozen
/// of each on a list as far as there is room.
Counts lists_for(const Counts& items, const Branching& branching);

}  // namespace tagtrail::host::generated

// How deep the pages and files of a generated site are: numbers by depth with the mean and
// deviation of a profile, skewed as real sites are: most are near the start, the rest hangs on long
// chains of "next" pages. No page's list needs to be long.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace tagtrail::host::generated {

using Counts = std::vector<std::uint64_t>;  ///< by depth

/// In links from the start.
struct Depths {
  double mean = 0;
  double deviation = 0;
};

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
  std::uint64_t most = 0;  ///< as many as that if each finds a file
  std::uint64_t least = 0;
};

/// Each page has one file or more. Nothing: that few pages or files can't have the depths wanted.
std::optional<FileDepths> plan_files(std::uint64_t files, const PageRange& datasets,
                                     const Depths& wanted);

/// The lists that lead to `items`, by depth: enough for the items and the lists one below, a dozen
/// of each on a list as far as there is room.
Counts lists_for(const Counts& items, const Branching& branching);

}  // namespace tagtrail::host::generated

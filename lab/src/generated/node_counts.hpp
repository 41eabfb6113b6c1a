// How many nodes of each kind a generated site has at each depth.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "generated/depth_fit.hpp"

namespace tagtrail::host::generated {

enum class Kind : std::uint8_t {
  home,
  language_home,  ///< home in another language
  about,          ///< contact, imprint, methods
  catalogue,      ///< list of datasets, continued by the next page or split by subject
  dataset,        ///< page with files
  empty_dataset,  ///< looks like one, without files
  dataset_copy,   ///< in another language, with the same files
  news,           ///< list of articles
  article,
  article_copy,
  archive,    ///< article that only the one after it links to
  target,     ///< file of a dataset
  image,      ///< of an article; neither page nor target
  dead,       ///< broken link of an article
  dead_file,  ///< broken link of a dataset
  redirect,   ///< of an article, to another one
};
inline constexpr std::size_t kKinds = 16;
inline constexpr bool is_page(Kind kind) { return kind < Kind::target; }

/// The counts, by kind and depth.
class NodeCounts {
 public:
  /// 0 below the last depth.
  std::uint64_t count(Kind kind, std::uint32_t depth) const;
  /// Of all depths.
  std::uint64_t total(Kind kind) const;
  std::uint64_t pages() const;
  /// Depths 0 to depths() - 1.
  std::uint32_t depths() const { return static_cast<std::uint32_t>(counts_.size()); }

  /// Of one kind, by depth.
  Counts of(Kind kind) const;
  /// Replaces those of the kind at all depths.
  void set(Kind kind, const Counts& counts);

 private:
  std::vector<std::array<std::uint64_t, kKinds>> counts_;  ///< by depth
};

}  // namespace tagtrail::host::generated

// The tree of a generated site as arithmetic: how many pages of each kind there are at each depth,
// and who links to whom, computed from a node's number. Nothing is held per node.
//
// Every page at depth d is linked from its parent at depth d - 1, and no page links to anything
// deeper than the depth below its own, so that the planned depths are those of a crawl.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "generated/depths.hpp"
#include "generated/profile.hpp"
#include "generated/spread.hpp"
#include "tagtrail/error.hpp"

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

struct Node {
  Kind kind = Kind::home;
  std::uint32_t depth = 0;
  std::uint64_t index = 0;  ///< among its kind at its depth

  bool operator==(const Node&) const = default;
};

/// Consecutive nodes of one kind and depth.
struct Run {
  Kind kind = Kind::home;
  std::uint32_t depth = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  std::uint64_t size() const { return end - begin; }
  Node operator[](std::uint64_t i) const { return {kind, depth, begin + i}; }
};

class SitePlan {
 public:
  /// `pages` pages, all else in proportion to the profile. Errors: invalid_argument (too few pages
  /// for the profile's depths, or more than four million).
  static Expected<SitePlan> make(const Profile& profile, std::uint64_t pages, std::uint64_t seed);

  std::uint64_t count(Kind kind, std::uint32_t depth) const;
  std::uint64_t total(Kind kind) const;
  std::uint64_t pages() const;
  std::uint64_t targets() const { return total(Kind::target); }
  std::uint64_t nodes() const { return nodes_; }
  /// Depths 0 to depths() - 1.
  std::uint32_t depths() const { return static_cast<std::uint32_t>(counts_.size()); }

  Node parent(const Node& node) const;
  /// The nodes of `kind`, one depth below, that `node` links to.
  Run children(const Node& node, Kind kind) const;
  /// The files of a dataset page.
  Run files(const Node& dataset) const;
  /// The page that a copy translates.
  Node original(const Node& copy) const { return parent(copy); }
  /// 0 is the main language.
  unsigned language(const Node& node) const;

  /// A number of its own for each node, for URLs: neighbours are far apart.
  std::uint64_t id(const Node& node) const;
  /// The position of a target among all, by depth.
  std::uint64_t file_number(const Node& target) const;
  /// Pages of a list: its first page, and how many pages after that this one comes.
  struct Series {
    Node head;
    std::uint32_t page = 0;
  };
  Series series(Node list) const;
  /// The list at depth 1 or 2 below which a page hangs: its subject.
  Node subject(Node node) const;

  std::size_t languages() const { return languages_.size(); }
  const std::string& language_code(unsigned language) const { return languages_[language]; }

 private:
  SitePlan() = default;
  Counts of(Kind kind) const;
  void set(Kind kind, const Counts& counts);
  Expected<void> plan_datasets(const Profile& profile, std::uint64_t pages);
  Expected<void> plan_articles(const Profile& profile, std::uint64_t pages);
  std::uint64_t place_articles(std::uint64_t articles, const Counts& shape);
  void place_archive(std::uint64_t pages);
  void plan_others(const Profile& profile, std::uint64_t pages);
  void number_nodes(std::uint64_t seed);
  std::uint64_t pages_but(std::initializer_list<Kind> kinds) const;
  Kind parent_kind(Kind kind, std::uint32_t depth) const;
  Deal deal(Kind kind, std::uint32_t depth) const;
  std::uint64_t first_file(std::uint32_t depth, std::uint64_t dataset) const;

  std::vector<std::array<std::uint64_t, kKinds>> counts_;   ///< by depth
  std::vector<std::array<std::uint64_t, kKinds>> offsets_;  ///< nodes before these
  std::vector<std::string> languages_;
  std::uint32_t archive_head_ = 0;  ///< depth at which chains begin
  std::uint64_t nodes_ = 0;
  Shuffled ids_{1, 0};
};

}  // namespace tagtrail::host::generated

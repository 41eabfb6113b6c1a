// The tree of a generated site as arithmetic: how many pages of each kind there are at each depth,
// and who links to whom, computed from a node's number. Nothing is held per node.
//
// Every page at depth d is linked from its parent at depth d - 1, and no page links to anything
// deeper than the depth below its own, so that the planned depths are those of a crawl.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "generated/node_counts.hpp"
#include "generated/spread.hpp"

namespace tagtrail::host::generated {

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
  /// `languages`: their codes, the main one first. Chains of the archive begin at the depth
  /// `archive_head`. `seed` is for id(). Drawn up by make_site_plan().
  SitePlan(NodeCounts counts, std::vector<std::string> languages, std::uint32_t archive_head,
           std::uint64_t seed);

  std::uint64_t count(Kind kind, std::uint32_t depth) const { return counts_.count(kind, depth); }
  std::uint64_t total(Kind kind) const { return counts_.total(kind); }
  std::uint64_t pages() const { return counts_.pages(); }
  std::uint64_t targets() const { return total(Kind::target); }
  std::uint64_t nodes() const { return nodes_; }
  /// Depths 0 to depths() - 1.
  std::uint32_t depths() const { return counts_.depths(); }

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
  Kind parent_kind(Kind kind, std::uint32_t depth) const;
  Deal deal(Kind kind, std::uint32_t depth) const;
  std::uint64_t first_file(std::uint32_t depth, std::uint64_t dataset) const;

  NodeCounts counts_;
  std::vector<std::array<std::uint64_t, kKinds>> offsets_;  ///< nodes before these
  std::vector<std::string> languages_;
  std::uint32_t archive_head_;
  std::uint64_t nodes_ = 0;
  Shuffled ids_{1, 0};
};

}  // namespace tagtrail::host::generated

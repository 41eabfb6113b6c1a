// The tree-frontier of TRES: a binary regression tree over link vectors whose leaves hold both what
// was experienced (vector, reward) and the open links that fall there, so that a choice needs only
// one link of each leaf.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "policies/q_network.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/random.hpp"

namespace tagtrail {

class TreeFrontier {
 public:
  /// Dense index of a link ever added.
  using LinkId = std::uint32_t;

  static constexpr std::uint32_t kMaxDepth = 18;
  static constexpr std::size_t kMinSamples = 5;

  TreeFrontier() : nodes_(1) {}

  /// Routes a new open link to its leaf; ids are 0, 1, ...
  LinkId add(const LinkVector& vector);
  /// Takes a link out of its leaf; nothing when it is out already.
  void remove(LinkId link);
  /// What became of a followed link. Its leaf is split when it has at least kMinSamples samples, is
  /// less than kMaxDepth deep, and some value of some feature lowers the variance of the rewards:
  /// the best does, the first of equals. Values up to the threshold go left.
  void experience(const LinkVector& vector, float reward);

  /// One random link of each leaf that has any, leaves in order of their making.
  std::vector<LinkId> draw_from_each_leaf(Random& random) const;
  /// A random link of a random leaf that has any; nothing when no link is open.
  std::optional<LinkId> draw(Random& random) const;

  const LinkVector& vector(LinkId link) const { return links_[link].vector; }
  std::size_t open_links() const { return open_; }
  std::size_t links() const { return links_.size(); }

  /// The leaf of a vector, for people and tests.
  struct LeafView {
    std::uint32_t id = 0;
    std::uint32_t depth = 0;
    std::size_t samples = 0;
    double mean_reward = 0;
    std::size_t open_links = 0;
  };
  LeafView leaf_of(const LinkVector& vector) const;
  /// How many leaves have open links.
  std::size_t open_leaves() const;

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  struct Sample {
    LinkVector vector{};
    float reward = 0;
  };
  struct Node {
    std::uint32_t left = 0;  ///< 0: a leaf; the right child is left + 1
    std::uint32_t depth = 0;
    std::uint32_t feature = 0;
    float threshold = 0;
    std::vector<Sample> samples;  ///< leaves only
    std::vector<LinkId> open;     ///< leaves only
  };
  struct Link {
    LinkVector vector{};
    std::uint32_t leaf = 0;
    std::uint32_t place = kOut;  ///< index in the leaf's open links
  };
  struct Split {
    std::uint32_t feature = 0;
    float threshold = 0;
  };
  static constexpr std::uint32_t kOut = 0xFFFFFFFFU;

  std::uint32_t route(const LinkVector& vector) const;
  std::vector<std::uint32_t> leaves_with_links() const;
  void put(LinkId link, std::uint32_t leaf);
  static std::optional<Split> best_split(const std::vector<Sample>& samples);
  void split(std::uint32_t leaf, const Split& at);
  bool load_node(ByteReader& in, std::uint32_t id, std::uint32_t nodes);

  std::vector<Node> nodes_;  ///< the root first, children after their parent
  std::vector<Link> links_;
  std::size_t open_ = 0;
};

}  // namespace tagtrail

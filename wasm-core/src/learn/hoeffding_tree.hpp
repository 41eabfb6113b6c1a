// A decision tree that grows while examples stream by (Domingos and Hulten, KDD 2000), with the
// defaults of MOA: grace 200, confidence 1 - 1e-7, tie 0.05, information gain, adaptive leaves.
#pragma once

#include <memory>
#include <vector>

#include "learn/hoeffding_leaf.hpp"
#include "learn/instance_classifier.hpp"

namespace tagtrail {

class HoeffdingTree final : public InstanceClassifier {
 public:
  /// Slots that all leaves together keep track of, 8 bytes each: 32 MiB, as in MOA. Above, the
  /// least promising leaves stop observing. Besides, there is at most one node for 100 examples.
  static constexpr std::size_t kMaxSlots = std::size_t{1} << 22U;

  explicit HoeffdingTree(InstanceShape shape, std::size_t max_slots = kMaxSlots);

  void learn(const Instance& instance, bool good) override;
  double probability(const Instance& instance) const override;
  std::size_t nodes() const { return nodes_.size(); }
  /// Slots that its leaves keep track of.
  std::size_t slots() const { return slots_; }

  void save(ByteWriter& out) const override;
  bool load(ByteReader& in) override;

 private:
  /// A leaf, or a question whose answers lead to the nodes `first` (no) and `first` + 1 (yes).
  struct Node {
    std::unique_ptr<HoeffdingLeaf> leaf;
    SplitTest test;
    std::size_t first = 0;
  };
  std::size_t find(const Instance& instance) const;
  void split(std::size_t at, const Split& split);
  void keep_within_bounds();
  bool load_question(ByteReader& in, std::size_t at);

  InstanceShape shape_;
  std::size_t max_slots_;
  std::vector<Node> nodes_;  ///< the root first, each before those that it leads to
  std::size_t slots_ = 0;
};

}  // namespace tagtrail

#include "learn/hoeffding_tree.hpp"

#include <cmath>

namespace tagtrail {
namespace {

enum class Saved : std::uint8_t { leaf, slot, number };

}  // namespace

HoeffdingTree::HoeffdingTree(InstanceShape shape, std::size_t max_slots)
    : shape_(shape), max_slots_(max_slots) {
  nodes_.push_back({std::make_unique<HoeffdingLeaf>(shape_, ByClass{}), {}, 0});
}

std::size_t HoeffdingTree::find(const Instance& instance) const {
  std::size_t at = 0;
  while (!nodes_[at].leaf) at = nodes_[at].first + (nodes_[at].test.is_true_of(instance) ? 1 : 0);
  return at;
}

double HoeffdingTree::probability(const Instance& instance) const {
  return nodes_[find(instance)].leaf->probability(instance);
}

void HoeffdingTree::learn(const Instance& instance, bool good) {
  const std::size_t at = find(instance);
  HoeffdingLeaf& leaf = *nodes_[at].leaf;
  const std::size_t before = leaf.slots();
  leaf.learn(instance, good);
  slots_ += leaf.slots() - before;
  if (const auto due = leaf.split_due()) split(at, *due);
  keep_within_bounds();
}

void HoeffdingTree::split(std::size_t at, const Split& split) {
  const std::size_t first = nodes_.size();
  for (const ByClass& branch : split.branches) {
    nodes_.push_back({std::make_unique<HoeffdingLeaf>(shape_, branch), {}, 0});
  }
  Node& node = nodes_[at];
  slots_ -= node.leaf->slots();
  node.leaf.reset();
  node.test = split.test;
  node.first = first;
}

void HoeffdingTree::keep_within_bounds() {
  while (slots_ > max_slots_) {
    HoeffdingLeaf* least = nullptr;
    for (const Node& node : nodes_) {
      if (!node.leaf || node.leaf->slots() == 0) continue;
      if (least == nullptr || node.leaf->promise() < least->promise()) least = node.leaf.get();
    }
    slots_ -= least->slots();
    least->stop_observing(shape_);
  }
}

void HoeffdingTree::save(ByteWriter& out) const {
  out.var(nodes_.size());
  for (const Node& node : nodes_) {
    if (node.leaf) {
      out.u8(static_cast<std::uint8_t>(Saved::leaf));
      node.leaf->save(out);
      continue;
    }
    const bool number = node.test.kind == SplitTest::Kind::number;
    out.u8(static_cast<std::uint8_t>(number ? Saved::number : Saved::slot));
    out.var(node.first);
    out.var(node.test.feature);
    if (number) out.f64(node.test.cut);
  }
}

bool HoeffdingTree::load(ByteReader& in) {
  nodes_.clear();
  nodes_.resize(in.count(3));
  slots_ = 0;
  std::vector<bool> led_to(nodes_.size(), false);
  for (std::size_t at = 0; at < nodes_.size(); ++at) {
    Node& node = nodes_[at];
    const std::uint8_t kind = in.u8();
    if (kind == static_cast<std::uint8_t>(Saved::leaf)) {
      node.leaf = std::make_unique<HoeffdingLeaf>(shape_, ByClass{});
      if (!node.leaf->load(in)) return false;
      slots_ += node.leaf->slots();
      continue;
    }
    if (kind > static_cast<std::uint8_t>(Saved::number)) return false;
    node.test.kind = kind == static_cast<std::uint8_t>(Saved::number) ? SplitTest::Kind::number
                                                                      : SplitTest::Kind::slot;
    if (!load_question(in, at) || led_to[node.first]) return false;
    led_to[node.first] = true;
  }
  return in.ok() && !nodes_.empty();
}

bool HoeffdingTree::load_question(ByteReader& in, std::size_t at) {
  Node& node = nodes_[at];
  const std::uint64_t first = in.var();
  const std::uint64_t feature = in.var();
  const bool number = node.test.kind == SplitTest::Kind::number;
  if (number) node.test.cut = in.f64();
  if (first <= at || first + 1 >= nodes_.size() || std::isnan(node.test.cut)) return false;
  if (feature >= (number ? shape_.numbers : shape_.slots)) return false;
  node.first = static_cast<std::size_t>(first);
  node.test.feature = static_cast<std::uint32_t>(feature);
  return in.ok();
}

}  // namespace tagtrail

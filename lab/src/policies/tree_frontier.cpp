#include "policies/tree_frontier.hpp"

#include <algorithm>

namespace tagtrail {

std::uint32_t TreeFrontier::route(const LinkVector& vector) const {
  std::uint32_t at = 0;
  while (nodes_[at].left != 0) {
    const Node& node = nodes_[at];
    at = vector[node.feature] <= node.threshold ? node.left : node.left + 1;
  }
  return at;
}

void TreeFrontier::put(LinkId link, std::uint32_t leaf) {
  links_[link].leaf = leaf;
  links_[link].place = static_cast<std::uint32_t>(nodes_[leaf].open.size());
  nodes_[leaf].open.push_back(link);
}

TreeFrontier::LinkId TreeFrontier::add(const LinkVector& vector) {
  const auto id = static_cast<LinkId>(links_.size());
  links_.push_back({vector, 0, kOut});
  put(id, route(vector));
  ++open_;
  return id;
}

void TreeFrontier::remove(LinkId link) {
  Link& gone = links_[link];
  if (gone.place == kOut) return;
  std::vector<LinkId>& open = nodes_[gone.leaf].open;
  open[gone.place] = open.back();
  links_[open.back()].place = gone.place;
  open.pop_back();
  gone.place = kOut;
  --open_;
}

void TreeFrontier::experience(const LinkVector& vector, float reward) {
  const std::uint32_t leaf = route(vector);
  nodes_[leaf].samples.push_back({vector, reward});
  if (nodes_[leaf].samples.size() < kMinSamples || nodes_[leaf].depth >= kMaxDepth) return;
  if (const auto found = best_split(nodes_[leaf].samples)) split(leaf, *found);
}

/// With n samples of sum s, of which k with sum a go left, the variance falls by
/// (a (n - k) - (s - a) k)^2 / (k (n - k) n^2). For rewards 0 and 1 the bracket is a whole number,
/// so that "no gain" is told exactly from a small one.
std::optional<TreeFrontier::Split> TreeFrontier::best_split(const std::vector<Sample>& samples) {
  double sum = 0;
  bool varies = false;
  for (const Sample& sample : samples) {
    sum += static_cast<double>(sample.reward);
    varies = varies || sample.reward != samples.front().reward;
  }
  if (!varies) return std::nullopt;
  std::optional<Split> best;
  double best_gain = 0;
  const auto all = static_cast<double>(samples.size());
  std::vector<std::pair<float, float>> column(samples.size());
  for (std::uint32_t feature = 0; feature < LinkVector().size(); ++feature) {
    for (std::size_t i = 0; i < samples.size(); ++i) {
      column[i] = {samples[i].vector[feature], samples[i].reward};
    }
    std::sort(column.begin(), column.end());
    if (column.front().first == column.back().first) continue;
    double left_sum = 0;
    for (std::size_t i = 0; i + 1 < column.size(); ++i) {
      left_sum += static_cast<double>(column[i].second);
      if (column[i].first == column[i + 1].first) continue;
      const auto left = static_cast<double>(i + 1);
      const double difference = left_sum * (all - left) - (sum - left_sum) * left;
      const double gain = difference * difference / (left * (all - left));
      if (gain > best_gain) {
        best_gain = gain;
        best = Split{feature, column[i].first};
      }
    }
  }
  return best;
}

void TreeFrontier::split(std::uint32_t leaf, const Split& at) {
  const auto left = static_cast<std::uint32_t>(nodes_.size());
  nodes_.resize(nodes_.size() + 2);
  Node& parent = nodes_[leaf];
  parent.left = left;
  parent.feature = at.feature;
  parent.threshold = at.threshold;
  nodes_[left].depth = nodes_[left + 1].depth = parent.depth + 1;
  const std::vector<Sample> samples = std::move(parent.samples);
  const std::vector<LinkId> open = std::move(parent.open);
  parent.samples.clear();
  parent.open.clear();
  for (const Sample& sample : samples) nodes_[route(sample.vector)].samples.push_back(sample);
  for (const LinkId link : open) put(link, route(links_[link].vector));
}

std::vector<std::uint32_t> TreeFrontier::leaves_with_links() const {
  std::vector<std::uint32_t> leaves;
  for (std::uint32_t id = 0; id < nodes_.size(); ++id) {
    if (!nodes_[id].open.empty()) leaves.push_back(id);
  }
  return leaves;
}

std::vector<TreeFrontier::LinkId> TreeFrontier::draw_from_each_leaf(Random& random) const {
  std::vector<LinkId> drawn;
  for (const std::uint32_t leaf : leaves_with_links()) {
    const std::vector<LinkId>& open = nodes_[leaf].open;
    drawn.push_back(open[static_cast<std::size_t>(random.below(open.size()))]);
  }
  return drawn;
}

std::optional<TreeFrontier::LinkId> TreeFrontier::draw(Random& random) const {
  const std::vector<std::uint32_t> leaves = leaves_with_links();
  if (leaves.empty()) return std::nullopt;
  const std::uint32_t leaf = leaves[static_cast<std::size_t>(random.below(leaves.size()))];
  const std::vector<LinkId>& open = nodes_[leaf].open;
  return open[static_cast<std::size_t>(random.below(open.size()))];
}

std::size_t TreeFrontier::open_leaves() const { return leaves_with_links().size(); }

TreeFrontier::LeafView TreeFrontier::leaf_of(const LinkVector& vector) const {
  LeafView view;
  view.id = route(vector);
  const Node& node = nodes_[view.id];
  view.depth = node.depth;
  view.samples = node.samples.size();
  view.open_links = node.open.size();
  double sum = 0;
  for (const Sample& sample : node.samples) sum += static_cast<double>(sample.reward);
  if (view.samples > 0) view.mean_reward = sum / static_cast<double>(view.samples);
  return view;
}

void TreeFrontier::save(ByteWriter& out) const {
  out.var(links_.size());
  for (const Link& link : links_) save_floats(out, link.vector.data(), link.vector.size());
  out.var(nodes_.size());
  for (const Node& node : nodes_) {
    out.var(node.left);
    out.var(node.feature);
    save_floats(out, &node.threshold, 1);
    out.var(node.samples.size());
    for (const Sample& sample : node.samples) {
      save_floats(out, sample.vector.data(), sample.vector.size());
      save_floats(out, &sample.reward, 1);
    }
    out.var(node.open.size());
    for (const LinkId link : node.open) out.var(link);
  }
}

bool TreeFrontier::load(ByteReader& in) {
  links_.assign(in.count(4 * 7), Link{});
  for (Link& link : links_) {
    if (!load_floats(in, link.vector.data(), link.vector.size())) return false;
  }
  const auto nodes = static_cast<std::uint32_t>(in.count(8));
  if (nodes % 2 == 0) return false;
  nodes_.assign(nodes, Node{});
  open_ = 0;
  std::uint32_t next_child = 1;
  std::vector<bool> has_parent(nodes, false);
  for (std::uint32_t id = 0; id < nodes; ++id) {
    if (!load_node(in, id, nodes)) return false;
    const std::uint32_t left = nodes_[id].left;
    if (left == 0) continue;
    if (has_parent[left] || has_parent[left + 1]) return false;
    has_parent[left] = has_parent[left + 1] = true;
    nodes_[left].depth = nodes_[left + 1].depth = nodes_[id].depth + 1;
    next_child += 2;
  }
  return in.ok() && next_child == nodes;
}

bool TreeFrontier::load_node(ByteReader& in, std::uint32_t id, std::uint32_t nodes) {
  Node& node = nodes_[id];
  const std::uint64_t left = in.var();
  const std::uint64_t feature = in.var();
  if (!load_floats(in, &node.threshold, 1)) return false;
  // Children come after their parent, so that no path runs in a circle.
  if (left != 0 && (left <= id || left >= nodes - 1 || node.depth >= kMaxDepth)) return false;
  if (feature >= LinkVector().size()) return false;
  node.left = static_cast<std::uint32_t>(left);
  node.feature = static_cast<std::uint32_t>(feature);
  node.samples.resize(in.count(4 * 8));
  for (Sample& sample : node.samples) {
    if (!load_floats(in, sample.vector.data(), sample.vector.size())) return false;
    if (!load_floats(in, &sample.reward, 1)) return false;
  }
  const std::size_t open = in.count();
  if (left != 0 && (open > 0 || !node.samples.empty())) return false;
  for (std::size_t i = 0; i < open; ++i) {
    const std::uint64_t link = in.var();
    if (link >= links_.size()) return false;
    const auto known = static_cast<LinkId>(link);
    if (links_[known].place != kOut) return false;
    put(known, id);
    ++open_;
  }
  return in.ok();
}

}  // namespace tagtrail

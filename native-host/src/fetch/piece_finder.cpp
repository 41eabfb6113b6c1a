#include "fetch/piece_finder.hpp"

namespace tagtrail::host {

std::uint32_t PieceFinder::child(State state, char c) const {
  std::uint32_t at = nodes_[state].child;
  while (at != 0 && nodes_[at].c != c) at = nodes_[at].sibling;
  return at;
}

PieceFinder::Piece PieceFinder::add(std::string_view text) {
  std::uint32_t at = kStart;
  for (const char c : text) {
    std::uint32_t next = child(at, c);
    if (next == 0) {
      next = static_cast<std::uint32_t>(nodes_.size());
      Node node;
      node.c = c;
      node.sibling = nodes_[at].child;
      nodes_.push_back(node);
      nodes_[at].child = next;
    }
    at = next;
  }
  nodes_[at].length = static_cast<std::uint32_t>(text.size());
  return at;
}

PieceFinder::State PieceFinder::next(State state, char c) const {
  for (;; state = nodes_[state].suffix) {
    if (const std::uint32_t found = child(state, c); found != 0) return found;
    if (state == kStart) return kStart;
  }
}

/// Level by level: the suffix of a node is nearer to the start than the node.
void PieceFinder::finish() {
  std::vector<std::uint32_t> level;
  for (std::uint32_t at = nodes_[kStart].child; at != 0; at = nodes_[at].sibling) {
    level.push_back(at);
  }
  for (std::vector<std::uint32_t> deeper; !level.empty(); level.swap(deeper)) {
    deeper.clear();
    for (const std::uint32_t parent : level) {
      for (std::uint32_t at = nodes_[parent].child; at != 0; at = nodes_[at].sibling) {
        Node& node = nodes_[at];
        node.suffix = next(nodes_[parent].suffix, node.c);
        node.shorter = longest(node.suffix);
        deeper.push_back(at);
      }
    }
  }
}

}  // namespace tagtrail::host

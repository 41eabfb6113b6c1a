#include "fetch/robots_rules.hpp"

#include <algorithm>
#include <utility>

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

void RobotsRules::add(std::string_view pattern, bool allow) {
  Rule rule;
  rule.length = pattern.size();
  rule.allow = allow;
  rule.to_the_end = pattern.ends_with('$');
  if (rule.to_the_end) pattern.remove_suffix(1);
  std::size_t star = pattern.find('*');
  rule.first = pattern.substr(0, star);
  while (star != std::string_view::npos) {
    pattern.remove_prefix(star + 1);
    star = pattern.find('*');
    const std::string_view piece = pattern.substr(0, star);
    if (star == std::string_view::npos && rule.to_the_end) {
      rule.last = piece;
    } else if (!piece.empty()) {
      rule.pieces.push_back(pieces_.add(piece));
    }
  }
  rule.whole = rule.to_the_end && rule.length == rule.first.size() + 1;
  rules_.push_back(std::move(rule));
}

bool RobotsRules::before(const Rule& a, const Rule& b) {
  return a.length != b.length ? a.length > b.length : a.allow && !b.allow;
}

/// All rules are looked for at once, in one pass over the path: each waits for its next piece. The
/// leftmost place for each leaves the most room for the rest, so nothing is ever tried twice.
class RobotsRules::Search {
 public:
  Search(const RobotsRules& rules, std::string_view path)
      : rules_(rules),
        path_(path),
        waiting_(rules.pieces_.size(), kNone),
        due_(path.size(), kNone),
        queue_(rules.rules_.size(), kNone),
        found_(rules.rules_.size(), 0) {}

  const Rule* best() {
    for (std::uint32_t at = 0; at < rules_.rules_.size(); ++at) begin(at);
    PieceFinder::State state = PieceFinder::kStart;
    for (std::size_t end = 1; end <= path_.size() && open_ > 0; ++end) {
      state = rules_.pieces_.next(state, path_[end - 1]);
      let_wait(end);
      for (auto piece = rules_.pieces_.longest(state); piece != 0;
           piece = rules_.pieces_.shorter(piece)) {
        for (std::uint32_t at = std::exchange(waiting_[piece], kNone); at != kNone;) {
          const std::uint32_t next = queue_[at];
          ++found_[at];
          go_on(at, end);
          --open_;
          at = next;
        }
      }
    }
    return best_;
  }

 private:
  static constexpr std::uint32_t kNone = ~0U;

  void begin(std::uint32_t at) {
    const Rule& rule = rules_.rules_[at];
    if (best_ != nullptr && !before(rule, *best_)) return;
    if (rule.whole ? path_ == rule.first : path_.starts_with(rule.first)) {
      go_on(at, rule.first.size());
    }
  }

  /// The rule has found what it had to up to `end`.
  void go_on(std::uint32_t at, std::size_t end) {
    const Rule& rule = rules_.rules_[at];
    if (best_ != nullptr && !before(rule, *best_)) return;
    if (found_[at] < rule.pieces.size()) {
      // Before that its next piece can't be at its end, without beginning in what was found.
      const std::size_t earliest = end + rules_.pieces_.length(rule.pieces[found_[at]]);
      if (earliest > path_.size()) return;
      queue_[at] = std::exchange(due_[earliest - 1], at);
      ++open_;
      return;
    }
    const bool ends = rule.last.size() <= path_.size() - end && path_.ends_with(rule.last);
    if (ends || !rule.to_the_end) best_ = &rule;
  }

  /// Those whose next piece may end at `end`, or later.
  void let_wait(std::size_t end) {
    for (std::uint32_t at = due_[end - 1]; at != kNone;) {
      const std::uint32_t next = queue_[at];
      const PieceFinder::Piece piece = rules_.rules_[at].pieces[found_[at]];
      queue_[at] = std::exchange(waiting_[piece], at);
      at = next;
    }
  }

  const RobotsRules& rules_;
  std::string_view path_;
  std::vector<std::uint32_t> waiting_;  ///< by piece: the first rule that waits for it
  std::vector<std::uint32_t> due_;      ///< by end: the first rule that waits from there on
  std::vector<std::uint32_t> queue_;    ///< by rule: the next in the same list
  std::vector<std::uint32_t> found_;    ///< by rule: so many of its pieces
  std::size_t open_ = 0;                ///< rules in a list
  const Rule* best_ = nullptr;
};

std::size_t RobotsRules::bytes() const {
  std::size_t bytes = pieces_.bytes() + rules_.capacity() * sizeof(Rule);
  for (const Rule& rule : rules_) {
    bytes += rule.first.capacity() + rule.last.capacity() +
             rule.pieces.capacity() * sizeof(PieceFinder::Piece);
  }
  return bytes;
}

bool RobotsRules::allow(std::string_view path) const {
  const Rule* best = Search(*this, path).best();
  return best == nullptr || best->allow;
}

}  // namespace tagtrail::host

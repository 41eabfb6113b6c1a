// The Allow and Disallow lines of one robots.txt, and which of them decides on a path (RFC 9309,
// 2.2.2). Both may be written to cost time: whatever they are, that is linear in their lengths.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tagtrail::host {

/// Finds many pieces of text at once, in one pass: the automaton of Aho and Corasick. Takes time
/// and memory in proportion to the length of all pieces together.
class PieceFinder {
 public:
  /// Equal pieces have one number; 0 is none.
  using Piece = std::uint32_t;

  /// Not empty. Only before finish().
  Piece add(std::string_view text);
  /// To be called once, after the last piece.
  void finish();

  /// Where the automaton is in a text; at first kStart.
  using State = std::uint32_t;
  static constexpr State kStart = 0;
  State next(State state, char c) const;
  /// The longest piece that ends here; 0 when none does.
  Piece longest(State state) const { return is_piece(state) ? state : nodes_[state].shorter; }
  /// The next shorter one that ends where `piece` does.
  Piece shorter(Piece piece) const { return nodes_[piece].shorter; }
  std::uint32_t length(Piece piece) const { return nodes_[piece].length; }
  /// Pieces have numbers below this.
  std::size_t size() const { return nodes_.size(); }
  /// About how much memory it has.
  std::size_t bytes() const { return nodes_.capacity() * sizeof(Node); }

 private:
  /// Of the trie of all pieces. A piece is named by the node where it ends.
  struct Node {
    std::uint32_t child = 0;    ///< the first, 0: none
    std::uint32_t sibling = 0;  ///< the next, 0: none
    std::uint32_t suffix = 0;   ///< the longest proper suffix that is a node, too
    std::uint32_t shorter = 0;  ///< the longest proper suffix that is a piece
    std::uint32_t length = 0;   ///< where a piece ends here: of it
    char c = 0;
  };
  bool is_piece(State state) const { return nodes_[state].length != 0; }
  std::uint32_t child(State state, char c) const;

  std::vector<Node> nodes_ = std::vector<Node>(1);
};

/// Immutable once finished.
class RobotsRules {
 public:
  /// `pattern` is normalized; `*` and a `$` at its end have their meaning.
  void add(std::string_view pattern, bool allow);
  /// To be called once, after the last rule.
  void finish() { pieces_.finish(); }

  /// Whether a path, normalized as the patterns are, may be requested: the longest pattern that
  /// matches decides, Allow where two are as long.
  bool allow(std::string_view path) const;
  std::size_t size() const { return rules_.size(); }
  /// About how much memory they have.
  std::size_t bytes() const;

 private:
  /// A pattern in its parts: the text that it begins with, the pieces that follow in their order,
  /// wherever they are, and the text at the end of the path where it ends with `$`.
  struct Rule {
    std::string first;
    std::vector<PieceFinder::Piece> pieces;  ///< neither empty
    std::string last;
    bool to_the_end = false;  ///< it ends with `$`
    bool whole = false;       ///< ... and `first` is all of it
    std::size_t length = 0;   ///< of the pattern
    bool allow = false;
  };
  class Search;

  static bool before(const Rule& a, const Rule& b);

  std::vector<Rule> rules_;
  PieceFinder pieces_;
};

}  // namespace tagtrail::host

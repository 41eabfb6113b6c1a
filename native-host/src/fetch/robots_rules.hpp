// The Allow and Disallow lines of one robots.txt, and which of them decides on a path (RFC 9309,
// 2.2.2). Both may be written to cost time: whatever they are, that is linear in their lengths.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fetch/piece_finder.hpp"

namespace tagtrail::host {

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

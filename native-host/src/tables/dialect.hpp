// What separates the cells of a text.
#pragma once

#include <string_view>

#include "tables/look.hpp"

namespace tagtrail::host {

struct DialectGuess {
  DialectLook dialect;
  double even = 0;        ///< share of rows that are as wide as most are
  std::size_t width = 0;  ///< of most rows
  std::size_t rows = 0;   ///< that were looked at
};

/// By the first rows of `text`, UTF-8: the delimiter that gives most rows of the same width, quotes
/// behind spaces where they are that, and comments where it begins with some, unless these name the
/// columns. A text of one column has the delimiter `,` and width 1.
DialectGuess guess_dialect(std::string_view text);

}  // namespace tagtrail::host

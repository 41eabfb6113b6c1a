// What a link or a button that leads nowhere but to a script promises by its words and names. The
// same rules as in extension/src/content/promises.ts, by the same words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tagtrail::host {

/// A text longer than this is no button's, but that of a block with a handler.
inline constexpr std::size_t kButtonText = 80;  ///< characters

struct ButtonFacts {
  std::string text;   ///< that it shows
  std::string label;  ///< what it says besides: aria-label, title, value
  std::string names;  ///< its class, id and the like
  std::string_view rel;
  bool download = false;  ///< it has an attribute that only downloads have
};

enum class Promised : std::uint8_t { nothing, file, more };

/// Nothing, too, where it must not be pressed: it would destroy something, or order.
Promised promise_of(const ButtonFacts& facts);

/// Whether a label leads to the next page of a list, by its words: whole, or `go to next page`.
bool says_next(std::string_view label);
/// The same by a sign, as `›`.
bool is_next_sign(std::string_view text);

/// By names of classes and the like: a control that turns pages, or what is around some.
bool names_pager(std::string_view names);
/// What turns pictures, days and the like, and no pages of a list.
bool names_set_apart(std::string_view names);

}  // namespace tagtrail::host

// A choice among a few words: what the table of options offers and what each word stands for.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

template <typename Mode, std::size_t kWords>
struct Choice {
  std::string_view what;                                        ///< it is, in messages
  std::array<std::pair<std::string_view, Mode>, kWords> words;  ///< in the order of help

  /// Errors: invalid_argument, which names the words.
  Expected<Mode> mode_of(std::string_view word) const {
    for (const auto& [known, mode] : words) {
      if (known == word) return mode;
    }
    return fail(ErrorCode::invalid_argument, "unknown " + std::string(what) + " '" +
                                                 std::string(word) + "': " + joined(", ", " or "));
  }

  /// Empty for a mode that no word stands for.
  std::string_view word_of(Mode mode) const {
    for (const auto& [word, known] : words) {
      if (known == mode) return word;
    }
    return {};
  }

  /// All words, as a text.
  std::string joined(std::string_view between, std::string_view before_last) const {
    std::string text;
    for (std::size_t at = 0; at < kWords; ++at) {
      if (at > 0) text += at + 1 < kWords ? between : before_last;
      text += words[at].first;
    }
    return text;
  }
};

}  // namespace tagtrail::host

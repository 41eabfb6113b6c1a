// The keywords of TRES for finding data files (43 words, 31 phrases, as the published comparison
// used them) and how they are matched: whole words in text, anything in a URL, case ignored.
#pragma once

#include <array>
#include <string_view>

namespace tagtrail {

extern const std::array<std::string_view, 43> kTresKeywords;
extern const std::array<std::string_view, 31> kTresPhrases;

struct KeywordHits {
  std::size_t words = 0;  ///< parts of the text between white space
  std::size_t hits = 0;   ///< of them keywords
  bool phrase = false;    ///< a key phrase occurs
};

/// " keyword " with white space, or an end of the text, on both sides.
KeywordHits keyword_hits(std::string_view text);
/// A keyword occurs anywhere in the URL.
bool keyword_in_url(std::string_view url);

}  // namespace tagtrail

// Features `url+context` of the URL classifier: bigrams of the URL, of the anchor, of the tag path
// and of the surrounding text, each in a block of its own (the paper's URL_CONT).
#pragma once

#include "features/url_bigrams.hpp"

namespace tagtrail {

struct LinkTexts {
  std::string_view url;
  std::string_view anchor;
  std::string_view tag_path;
  std::string_view around;
};

inline constexpr std::size_t kContextBigrams = 4 * kUrlBigrams;

/// Sorted by index, each index once.
SparseVector context_bigrams(const LinkTexts& texts);

}  // namespace tagtrail

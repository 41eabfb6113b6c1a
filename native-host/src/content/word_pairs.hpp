// Which words follow each other on a page: what is new to read on it.
#pragma once

#include <gumbo.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace tagtrail::host {

/// A word is a run of letters and digits: of ASCII, and beyond it all characters but spaces,
/// punctuation and symbols. ASCII letters are lower-cased, and words cut to 64 bytes. Writing
/// without spaces makes long words.
///
/// FNV-1a, 32 bits, of the first word, a space, and the second.
std::uint32_t word_pair_hash(std::string_view first, std::string_view second);

/// Of the text of <body> as PageWalker reads it: no scripts, styles, templates; a pair goes across
/// the borders of elements, but a word does so in a line only. Distinct, ascending, at most
/// limits::kWordPairs: where there are more, the lowest.
std::vector<std::uint32_t> read_word_pairs(const GumboNode* document);

}  // namespace tagtrail::host

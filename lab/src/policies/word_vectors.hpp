// Words of a text as vectors, for classifiers that need some but have no trained ones.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tagtrail {

/// Lower-cased; punctuation and digits deleted; English stop words dropped; at most `limit` words.
std::vector<std::string> prepared_words(std::string_view text, std::size_t limit);

/// The URL's path and query with everything but letters made spaces.
std::string url_words(std::string_view url);

/// Appends the word's vector: numbers in [-0.5, 0.5) drawn by the hash of the word. So each word
/// has a direction of its own, the same in every crawl, but similar words have nothing in common.
void append_word_vector(std::string_view word, std::size_t dimension, std::vector<float>& out);

}  // namespace tagtrail

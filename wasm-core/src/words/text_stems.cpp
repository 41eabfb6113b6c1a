#include "words/text_stems.hpp"

#include <algorithm>

#include "tagtrail/text.hpp"
#include "words/porter_stemmer.hpp"
#include "words/stop_words.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kShortest = 3;
constexpr std::size_t kLongest = 30;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

template <typename Stops>
std::vector<std::string> stems_of(std::string_view text, const Stops& stops) {
  std::vector<std::string> stems;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t begin = at;
    while (at < text.size() && is_letter(text[at])) ++at;
    if (at - begin < kShortest || at - begin > kLongest) continue;
    const std::string word = ascii_lower(text.substr(begin, at - begin));
    if (!stops(word)) stems.push_back(porter_stem(word));
  }
  std::sort(stems.begin(), stems.end());
  stems.erase(std::unique(stems.begin(), stems.end()), stems.end());
  return stems;
}

}  // namespace

std::vector<std::string> text_stems(std::string_view text) { return stems_of(text, is_stop_word); }

std::vector<std::string> url_stems(std::string_view url) {
  return stems_of(
      url, [](std::string_view word) { return is_stop_word(word) || is_url_stop_word(word); });
}

}  // namespace tagtrail

#include "features/url_bigrams.hpp"

#include <algorithm>

namespace tagtrail {
namespace {

constexpr int kOutside = -1;

int symbol(char c) {
  if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  const auto code = static_cast<unsigned char>(c);
  return code >= 32 && code <= 126 ? code - 32 : kOutside;
}

}  // namespace

SparseVector url_bigrams(std::string_view url) {
  SparseVector features;
  append_bigrams(features, url, 0);
  return features;
}

void append_bigrams(SparseVector& features, std::string_view text, std::size_t offset) {
  const auto begin = static_cast<std::ptrdiff_t>(features.size());
  features.reserve(features.size() + text.size());
  for (std::size_t i = 1; i < text.size(); ++i) {
    const int first = symbol(text[i - 1]);
    const int second = symbol(text[i]);
    if (first == kOutside || second == kOutside) continue;
    features.push_back(
        {static_cast<std::uint32_t>(offset) + static_cast<std::uint32_t>(first * 95 + second),
         1.0});
  }
  std::sort(features.begin() + begin, features.end(),
            [](const Feature& a, const Feature& b) { return a.index < b.index; });
  auto kept = static_cast<std::size_t>(begin);
  for (std::size_t i = kept; i < features.size(); ++i) {
    if (kept > static_cast<std::size_t>(begin) && features[kept - 1].index == features[i].index) {
      features[kept - 1].value += 1.0;
    } else {
      features[kept++] = features[i];
    }
  }
  features.resize(kept);
}

}  // namespace tagtrail

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
  features.reserve(url.size());
  for (std::size_t i = 1; i < url.size(); ++i) {
    const int first = symbol(url[i - 1]);
    const int second = symbol(url[i]);
    if (first == kOutside || second == kOutside) continue;
    features.push_back({static_cast<std::uint32_t>(first * 95 + second), 1.0});
  }
  std::sort(features.begin(), features.end(),
            [](const Feature& a, const Feature& b) { return a.index < b.index; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (kept > 0 && features[kept - 1].index == features[i].index) {
      features[kept - 1].value += 1.0;
    } else {
      features[kept++] = features[i];
    }
  }
  features.resize(kept);
  return features;
}

}  // namespace tagtrail

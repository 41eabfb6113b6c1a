// URL features of the published classifiers: raw counts of character bigrams over the lower-cased
// text (docs/policies.md, "sb-classifier").
#pragma once

#include <string_view>

#include "learn/example.hpp"

namespace tagtrail {

/// All ordered pairs of the printable ASCII characters 32..126.
inline constexpr std::size_t kUrlBigrams = 95 * 95;

/// Sorted by index, each index once. Bigrams with other characters do not count.
SparseVector url_bigrams(std::string_view url);

/// Appends the bigrams of `text`, sorted, as features `offset` .. `offset` + kUrlBigrams - 1.
void append_bigrams(SparseVector& features, std::string_view text, std::size_t offset);

}  // namespace tagtrail

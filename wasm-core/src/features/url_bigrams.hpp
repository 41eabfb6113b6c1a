// URL features of the published classifier: raw counts of character bigrams over the lower-cased
// URL (research notes section 4).
#pragma once

#include <string_view>

#include "learn/sgd_logistic.hpp"

namespace tagtrail {

/// All ordered pairs of the printable ASCII characters 32..126.
inline constexpr std::size_t kUrlBigrams = 95 * 95;

/// Sorted by index, each index once. Bigrams with other characters do not count.
SparseVector url_bigrams(std::string_view url);

}  // namespace tagtrail

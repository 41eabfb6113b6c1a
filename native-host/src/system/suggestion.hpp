// What somebody probably meant who wrote a word that there is not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tagtrail::host {

/// The known words that differ from `word` by a slip or two (letters missing, added, changed or
/// swapped), the nearest first, at most three.
std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& known);

/// `; did you mean 'harvest'?`, or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace tagtrail::host

// The stem of an English word: "jobs", "job"; "flights", "flight" (Porter, "An algorithm for suffix
// stripping", Program 14(3), 1980).
#pragma once

#include <string>
#include <string_view>

namespace tagtrail {

/// `word`: lower case. A word with anything but a to z in it, or of one or two letters, is its own
/// stem.
std::string porter_stem(std::string_view word);

}  // namespace tagtrail

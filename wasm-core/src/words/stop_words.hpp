// Words that say nothing of what a text is about.
#pragma once

#include <string_view>

namespace tagtrail {

/// English function words of three letters or more. `word`: lower case.
bool is_stop_word(std::string_view word);
/// What most URLs are made of: `www`, `com`, `html`, `index`.
bool is_url_stop_word(std::string_view word);

}  // namespace tagtrail

// Text as the lists of words have it.
#pragma once

#include <string>
#include <string_view>

namespace tagtrail {

/// Lower case, without accents, every run of other characters than letters and digits one space.
/// The same as plainWords() in extension/src/content/promises.ts for the scripts of the list.
std::string plain_words(std::string_view text);

/// plain_words() of a name from an address or a page's source: `deleteItem` and `delete_item` are
/// two words.
std::string words_of_name(std::string_view name);

}  // namespace tagtrail

// The words of a text as classifiers of texts take them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tagtrail {

/// Stems of a text, ascending, each once. A word is a run of ASCII letters and of characters beyond
/// ASCII, lower-cased, of 3 to 30 bytes and no stop word. Stop words and stems are English; words
/// of other languages stay as they are.
std::vector<std::string> text_stems(std::string_view text);

/// The same of the host, path and query of a URL, without what most URLs are made of.
std::vector<std::string> url_stems(std::string_view url);

}  // namespace tagtrail

// What of a URL says in which language its page is: pages that differ in nothing else are
// translations of each other.
#pragma once

#include <cstdint>
#include <string_view>

namespace tagtrail {

/// A code of ISO 639-1, in either case, alone or followed by `-` or `_` and two to four letters:
/// `de`, `pt-BR`, `zh_Hans`.
bool is_language(std::string_view text);

/// Hash of a canonical URL without what is_language() of it: segments of the path, `xx` in
/// `name.xx.ext`, `name_xx.ext` and `name-xx.ext`, and pairs of the query with such a value. It is
/// the same for URLs that are the same without it.
std::uint32_t hash_without_languages(std::string_view key);

}  // namespace tagtrail

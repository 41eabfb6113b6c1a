#include "tagtrail/checksum_names.hpp"

#include <algorithm>
#include <functional>

#include "media_types.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail {
namespace {

bool is_in(std::string_view section, std::string_view word) {
  const auto& words = media_types::section(section);
  return std::binary_search(words.begin(), words.end(), word, std::less<>());
}

}  // namespace

bool is_checksum_name(std::string_view name) {
  const std::string lower = ascii_lower(name);
  const std::size_t dot = std::min(lower.rfind('.'), lower.size());
  const std::string_view stem = std::string_view(lower).substr(0, dot);
  const std::string_view extension =
      std::string_view(lower).substr(std::min(dot + 1, lower.size()));
  if (is_in("checksums.extensions", extension)) return true;
  const bool may_be_list = extension.empty() || is_in("checksums.names.extensions", extension);
  if (may_be_list && is_in("checksums.names", stem)) return true;
  if (!is_in("checksums.extensions_behind_others", extension)) return false;
  const std::size_t inner_dot = std::min(stem.rfind('.'), stem.size());
  const std::string_view inner = stem.substr(std::min(inner_dot + 1, stem.size()));
  const bool number = inner.find_first_not_of("0123456789") == inner.npos;
  return !number && !mime_of_extension(inner).empty();
}

}  // namespace tagtrail

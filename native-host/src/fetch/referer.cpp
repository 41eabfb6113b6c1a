#include "fetch/referer.hpp"

#include "tagtrail/url.hpp"

namespace tagtrail::host {

std::string referer_for(std::string_view page, std::string_view url) {
  const std::string from = origin_of(page);
  if (from == origin_of(url)) return std::string(page);
  const bool downgrade = from.starts_with("https://") && !url.starts_with("https://");
  // Of a page without an origin, such as a file, nothing is told.
  if (downgrade || !from.starts_with("http")) return {};
  return from + "/";
}

}  // namespace tagtrail::host

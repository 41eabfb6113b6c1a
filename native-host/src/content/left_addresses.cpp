#include "content/left_addresses.hpp"

#include <algorithm>
#include <array>

#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr auto kFileSchemes = std::to_array<std::string_view>(
    {"ftp", "ftps", "sftp", "s3", "gs", "dav", "davs", "smb", "magnet", "ed2k"});
constexpr std::string_view kData = "data:";
constexpr std::size_t kMostTypeBytes = 200;

}  // namespace

bool is_of_file_scheme(std::string_view href) {
  const std::size_t colon = href.substr(0, 8).find(':');
  if (colon == std::string_view::npos || colon + 1 >= href.size()) return false;
  return std::any_of(kFileSchemes.begin(), kFileSchemes.end(), [&](std::string_view scheme) {
    return equal_ignoring_case(href.substr(0, colon), scheme);
  });
}

std::optional<std::string> inline_file_type(std::string_view href, bool download) {
  if (!starts_with_ignoring_case(href, kData)) return std::nullopt;
  const std::string_view rest = href.substr(kData.size());
  const std::size_t comma = rest.substr(0, kMostTypeBytes).find(',');
  if (comma == std::string_view::npos || comma + 1 >= rest.size()) return std::nullopt;
  std::string type = mime_essence(rest.substr(0, comma));
  if (type.empty()) type = "text/plain";
  if (type.starts_with("image/")) return std::nullopt;
  const bool shown =
      type.starts_with("font/") || type.starts_with("audio/") || type.starts_with("video/");
  if (shown && !download) return std::nullopt;
  return type;
}

std::string_view route_in(std::string_view href) {
  const std::size_t hash = href.find('#');
  if (hash == std::string_view::npos) return {};
  const std::string_view fragment = href.substr(hash);
  std::string_view route = fragment.substr(1);
  const bool is_one = route.starts_with('/') || route.starts_with('!');
  if (route.starts_with('!')) route.remove_prefix(1);
  if (route.starts_with('/')) route.remove_prefix(1);
  return is_one && !route.empty() ? fragment : std::string_view{};
}

}  // namespace tagtrail::host

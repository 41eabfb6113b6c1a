#include "archive/surt.hpp"

#include <algorithm>
#include <vector>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = std::min(text.find(at), text.size());
    parts.push_back(text.substr(0, end));
    if (end == text.size()) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string join(const std::vector<std::string_view>& parts, char by) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += by;
    text += parts[i];
  }
  return text;
}

/// `www.` and `www2.` in front of a name.
std::string_view without_www(std::string_view host) {
  if (!host.starts_with("www")) return host;
  const std::size_t end = host.find_first_not_of("0123456789", 3);
  return end != std::string_view::npos && host[end] == '.' ? host.substr(end + 1) : host;
}

}  // namespace

std::string surt_of(std::string_view url) {
  const std::string lower = ascii_lower(url);
  const std::size_t slashes = lower.find("://");
  if (slashes == std::string::npos) return lower;
  std::string_view rest = std::string_view(lower).substr(slashes + 3);
  const std::size_t host_end = std::min(rest.find_first_of("/?"), rest.size());
  std::string_view host = without_www(rest.substr(0, host_end));
  rest.remove_prefix(host_end);
  std::string_view port;
  const std::size_t colon = host.rfind(':');
  if (colon != std::string_view::npos && host.find(']', colon) == std::string_view::npos) {
    port = host.substr(colon);
    host = host.substr(0, colon);
  }
  auto names = split(host, '.');
  std::reverse(names.begin(), names.end());
  const std::size_t mark = std::min(rest.find('?'), rest.size());
  std::string surt = join(names, ',');
  surt.append(port).append(")").append(mark == 0 ? "/" : rest.substr(0, mark));
  if (mark + 1 >= rest.size()) return surt;
  auto arguments = split(rest.substr(mark + 1), '&');
  std::sort(arguments.begin(), arguments.end());
  return surt + "?" + join(arguments, '&');
}

}  // namespace tagtrail::host

#include "html/page_scripts.hpp"

#include <algorithm>
#include <functional>
#include <string>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMostScripts = 200;
/// Of a script in the page: enough to know it again.
constexpr std::size_t kMostBytes = 4096;
constexpr std::string_view kOpen = "<script";
constexpr std::string_view kClose = "</script";

/// The value of an attribute in a tag; empty when it is not there. Good enough to know a script by.
std::string_view attribute_in(std::string_view tag, std::string_view name) {
  for (std::size_t at = find_ignoring_case(tag, name, 0); at != std::string_view::npos;
       at = find_ignoring_case(tag, name, at + 1)) {
    std::string_view rest = tag.substr(at + name.size());
    if (at == 0 || std::string_view(" \t\r\n/\"'").find(tag[at - 1]) == std::string_view::npos) {
      continue;
    }
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
    if (!rest.starts_with('=')) continue;
    rest.remove_prefix(1);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
    if (rest.empty()) return {};
    const char quote = rest.front();
    if (quote != '"' && quote != '\'') return rest.substr(0, rest.find_first_of(" \t\r\n>"));
    rest.remove_prefix(1);
    return rest.substr(0, rest.find(quote));
  }
  return {};
}

/// `var id = 7, title = "Births";` as `var id = , title = "";`.
std::string shape_of(std::string_view script) {
  std::string shape;
  char quote = 0;
  for (std::size_t at = 0; at < script.size() && shape.size() < kMostBytes; ++at) {
    const char c = script[at];
    if (quote != 0) {
      if (c == '\\') {
        ++at;
      } else if (c == quote) {
        quote = 0;
      }
      continue;
    }
    if (c == '"' || c == '\'' || c == '`') quote = c;
    if (c < '0' || c > '9') shape.push_back(c);
  }
  return shape;
}

}  // namespace

bool is_javascript(std::string_view type) {
  const std::string said = ascii_lower(trim(type));
  return said.empty() || said == "module" || said.find("javascript") != std::string::npos ||
         said.find("ecmascript") != std::string::npos;
}

std::vector<std::size_t> page_scripts(std::string_view html) {
  std::vector<std::size_t> scripts;
  const std::hash<std::string_view> hash;
  std::size_t at = find_ignoring_case(html, kOpen, 0);
  while (at != std::string_view::npos && scripts.size() < kMostScripts) {
    const std::size_t end = html.find('>', at);
    if (end == std::string_view::npos) break;
    const std::string_view tag = html.substr(at, end - at);
    const std::size_t close = std::min(find_ignoring_case(html, kClose, end), html.size());
    if (is_javascript(attribute_in(tag, "type"))) {
      const std::string_view source = attribute_in(tag, "src");
      scripts.push_back(source.empty() ? hash(shape_of(html.substr(end + 1, close - end - 1)))
                                       : hash(source));
    }
    at = find_ignoring_case(html, kOpen, close);
  }
  return scripts;
}

}  // namespace tagtrail::host

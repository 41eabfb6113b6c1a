#include "tagtrail/url_query.hpp"

#include <algorithm>
#include <charconv>

namespace tagtrail {

std::optional<std::uint64_t> QueryPart::number() const {
  std::uint64_t number = 0;
  const char* end = value.data() + value.size();
  const auto [rest, error] = std::from_chars(value.data(), end, number);
  if (error != std::errc{} || rest != end) return std::nullopt;
  return number;
}

std::vector<QueryPart> query_parts(std::string_view url) {
  std::vector<QueryPart> parts;
  for (std::size_t mark = url.find('?'); mark < url.size();) {
    const std::size_t begin = mark + 1;
    const std::size_t end = std::min(url.find('&', begin), url.size());
    const std::size_t equals = std::min(url.find('=', begin), end);
    const std::size_t value = std::min(equals + 1, end);
    mark = end;
    if (begin == end) continue;
    parts.push_back({url.substr(begin, end - begin), url.substr(begin, equals - begin),
                     url.substr(value, end - value), value});
  }
  return parts;
}

std::optional<QueryPart> query_part(std::string_view url, std::string_view name) {
  const auto parts = query_parts(url);
  const auto found = std::find_if(parts.begin(), parts.end(),
                                  [name](const QueryPart& part) { return part.name == name; });
  return found == parts.end() ? std::nullopt : std::optional(*found);
}

std::string with_value(std::string_view url, const QueryPart& part, std::string_view value) {
  return std::string(url.substr(0, part.value_at))
      .append(value)
      .append(url.substr(part.value_at + part.value.size()));
}

std::string with_part(std::string_view url, std::string_view name, std::string_view value) {
  return std::string(url).append(has_query(url) ? "&" : "?").append(name).append("=").append(value);
}

}  // namespace tagtrail

#include "policy/shown_text.hpp"

#include <cmath>
#include <cstdio>
#include <vector>

#include "tagtrail/code_points.hpp"
#include "tagtrail/tag_path.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail {
namespace {

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";
constexpr std::size_t kTokenCharacters = 32;
constexpr std::size_t kFewest = 3;  // elements of a path
constexpr std::size_t kMost = 4;

bool is_marked(std::string_view token) { return token.find_first_of(".#") != token.npos; }

std::vector<std::string> elements_of(std::string_view path) {
  std::vector<std::string> elements;
  const std::string readable = readable_tag_path(path);
  std::string_view rest = readable;
  while (!rest.empty()) {
    const std::size_t end = rest.find(' ');
    std::string element = shown_text(rest.substr(0, end), kTokenCharacters);
    if (!element.empty()) elements.push_back(std::move(element));
    rest = end == rest.npos ? std::string_view{} : rest.substr(end + 1);
  }
  return elements;
}

}  // namespace

std::string shown_text(std::string_view text, std::size_t characters) {
  const std::u32string points = code_points(collapse_space(to_valid_utf8(text)));
  std::string shown;
  std::size_t count = 0;
  std::size_t last = 0;  // where the last character begins
  for (std::size_t at = 0; at < points.size(); ++at) {
    if (is_unseen(points, at)) continue;
    if (count == characters) {
      shown.resize(last);
      return shown.append(kEllipsis);
    }
    last = shown.size();
    append_utf8(shown, points[at]);
    ++count;
  }
  return shown;
}

std::string short_tag_path(std::string_view path) {
  const std::vector<std::string> elements = elements_of(path);
  std::size_t from = elements.size();
  bool marked = false;
  while (from > 0 && elements.size() - from < (marked ? kFewest : kMost)) {
    marked = is_marked(elements[--from]) || marked;
  }
  std::size_t nearest = from;
  while (!marked && nearest > 0 && !is_marked(elements[nearest - 1])) --nearest;
  std::string shown;
  if (!marked && nearest > 0) {
    shown = elements[nearest - 1];
    if (nearest < from) shown.append(" ").append(kEllipsis);
  }
  for (std::size_t i = from; i < elements.size(); ++i) {
    if (!shown.empty()) shown += ' ';
    shown += elements[i];
  }
  return shown;
}

std::string shown_amount(double value) {
  const double size = std::fabs(value);
  const int digits = size >= 99.5 ? 0 : size >= 0.995 ? 1 : 2;
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string counted(std::uint64_t count, std::string_view noun) {
  std::string text = std::to_string(count) + " ";
  text.append(noun);
  return count == 1 ? text : text + "s";
}

}  // namespace tagtrail

#include "content/form_ends.hpp"

#include <algorithm>
#include <array>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr auto kTextOnly =
    std::to_array<std::string_view>({"script", "style", "title", "textarea"});

/// Whether a tag of that name stands at the start of `rest`, behind its `<` or `</`.
bool names(std::string_view rest, std::string_view name) {
  if (!starts_with_ignoring_case(rest, name)) return false;
  constexpr std::string_view kEnds = " \t\n\f\r/>";
  return rest.size() == name.size() || kEnds.find(rest[name.size()]) != std::string_view::npos;
}

/// Behind the end tag of what is text only; the end where there is none.
std::size_t end_of_text(std::string_view html, std::size_t at, std::string_view name) {
  while ((at = html.find("</", at)) != std::string_view::npos) {
    at += 2;
    if (names(html.substr(at), name)) return at;
  }
  return html.size();
}

}  // namespace

std::vector<std::size_t> form_ends(std::string_view html) {
  std::vector<std::size_t> ends;
  std::size_t at = 0;
  while ((at = html.find('<', at)) != std::string_view::npos) {
    const std::string_view rest = html.substr(at + 1);
    if (rest.starts_with("!--")) {
      const std::size_t end = html.find("-->", at + 4);
      at = end == std::string_view::npos ? html.size() : end;
    } else if (rest.starts_with('/') && names(rest.substr(1), "form")) {
      ends.push_back(at++);
    } else {
      const auto* const text =
          std::find_if(kTextOnly.begin(), kTextOnly.end(),
                       [&](std::string_view name) { return names(rest, name); });
      at = text == kTextOnly.end() ? at + 1 : end_of_text(html, at, *text);
    }
  }
  return ends;
}

}  // namespace tagtrail::host

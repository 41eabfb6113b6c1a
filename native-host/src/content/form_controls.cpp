#include "content/form_controls.hpp"

#include <algorithm>
#include <array>

#include "html/elements.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

bool is_any_of(const auto& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool is_one_line(std::string_view kind) {
  constexpr auto kKinds = std::to_array<std::string_view>(
      {"text", "search", "email", "url", "tel", "number", "password", "date", "datetime-local",
       "month", "week", "time"});
  return is_any_of(kKinds, kind);
}

bool is_form_button(std::string_view kind) {
  constexpr auto kKinds = std::to_array<std::string_view>({"submit", "reset", "button", "image"});
  return is_any_of(kKinds, kind);
}

std::string control_kind(const GumboElement& element) {
  const std::string type = ascii_lower(trim(attribute_view(element, "type")));
  switch (element.tag) {
    case GUMBO_TAG_SELECT:
      return "select";
    case GUMBO_TAG_TEXTAREA:
      return "textarea";
    case GUMBO_TAG_BUTTON:
      return type == "reset" || type == "button" ? type : "submit";
    case GUMBO_TAG_INPUT: {
      constexpr auto kOthers = std::to_array<std::string_view>(
          {"hidden", "checkbox", "radio", "file", "color", "range"});
      const bool known = is_one_line(type) || is_form_button(type) || is_any_of(kOthers, type);
      return known ? type : "text";
    }
    default:
      return {};
  }
}

}  // namespace tagtrail::host

#include "content/form_controls.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <optional>

#include "html/elements.hpp"
#include "tagtrail/query_form.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

bool is_any_of(const auto& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::size_t kMostDigits = 9;
constexpr int kMonths = 12;
constexpr int kUsualMost = 100;  ///< of a slider

/// Digits, with a sign before them or without.
std::optional<int> integer(std::string_view text) {
  int number = 0;
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.empty() || digits.size() > kMostDigits ||
      !std::all_of(digits.begin(), digits.end(), is_digit)) {
    return std::nullopt;
  }
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// `2024-02` as a count of months, `2024-02-29` as one of days.
std::optional<int> count_of(std::string_view text, std::string_view kind) {
  if (kind == "number" || kind == "range") return integer(text);
  const bool day = kind == "date";
  if (text.size() != (day ? 10 : 7) || text[4] != '-' || (day && text[7] != '-')) {
    return std::nullopt;
  }
  const auto year = integer(text.substr(0, 4));
  const auto month = integer(text.substr(5, 2));
  const auto of_month = day ? integer(text.substr(8)) : std::optional(1);
  if (!year || !month || !of_month || *year < 1 || *month < 1 || *of_month < 1) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*of_month))};
  if (!date.ok()) return std::nullopt;
  if (!day) return *year * kMonths + *month - 1;
  return std::chrono::sys_days(date).time_since_epoch().count();
}

std::string text_of_count(int count, std::string_view kind) {
  if (kind == "number" || kind == "range") return std::to_string(count);
  std::array<char, 32> text{};
  if (kind == "month") {
    std::snprintf(text.data(), text.size(), "%04d-%02d", count / kMonths, count % kMonths + 1);
    return text.data();
  }
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(count))};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return text.data();
}

struct Bounds {
  int least = 0;
  int most = 0;
  int step = 1;
};

std::optional<Bounds> bounds_of(const GumboElement& element, std::string_view kind) {
  constexpr auto kKinds = std::to_array<std::string_view>({"number", "range", "month", "date"});
  if (!is_any_of(kKinds, kind)) return std::nullopt;
  const auto bound = [&](const char* name, std::optional<int> usual) {
    const char* written = attribute_value(element, name);
    return written == nullptr ? usual : count_of(trim(written), kind);
  };
  const bool slider = kind == "range";
  const auto least = bound("min", slider ? std::optional(0) : std::nullopt);
  const auto most = bound("max", slider ? std::optional(kUsualMost) : std::nullopt);
  const char* step = attribute_value(element, "step");
  const auto steps = step == nullptr ? std::optional(1) : integer(trim(step));
  if (!least || !most || !steps || *steps < 1 || *least > *most) return std::nullopt;
  return Bounds{*least, *most, *steps};
}

}  // namespace

std::vector<std::string> values_between(const GumboElement& element, std::string_view kind) {
  std::vector<std::string> values;
  const auto bounds = bounds_of(element, kind);
  if (!bounds) return values;
  const std::int64_t last = (std::int64_t{bounds->most} - bounds->least) / bounds->step;
  if (last >= static_cast<std::int64_t>(limits::kQueryValues)) return values;
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    values.push_back(text_of_count(bounds->least + i * bounds->step, kind));
  }
  return values;
}

std::string usual_value(const GumboElement& element, std::string_view kind) {
  const auto bounds = kind == "range" ? bounds_of(element, kind) : std::nullopt;
  if (!bounds) return {};
  const std::int64_t half = (std::int64_t{bounds->most} - bounds->least + 1) / 2;
  const auto steps = static_cast<int>((half + bounds->step / 2) / bounds->step);
  return std::to_string(std::min(bounds->least + steps * bounds->step, bounds->most));
}

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

bool is_submit_kind(std::string_view kind) { return kind == "submit" || kind == "image"; }

std::string form_method(const GumboElement& form, const GumboElement* button) {
  const bool own = button != nullptr && attribute_value(*button, "formmethod") != nullptr;
  return ascii_lower(
      trim(own ? attribute_view(*button, "formmethod") : attribute_view(form, "method")));
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

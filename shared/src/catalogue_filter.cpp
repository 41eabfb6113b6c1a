#include "tagtrail/catalogue_filter.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>
#include <vector>

#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail {
namespace {

tl::unexpected<Error> bad(std::string what) {
  return fail(ErrorCode::invalid_argument, std::move(what));
}

std::optional<int> number_in(std::string_view digits) {
  int value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, value);
  const bool plain = std::all_of(digits.begin(), digits.end(), is_digit);
  return plain && error == std::errc{} && rest == end ? std::optional(value) : std::nullopt;
}

bool is_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const auto year = number_in(text.substr(0, 4));
  const auto month = number_in(text.substr(5, 2));
  const auto day = number_in(text.substr(8));
  if (!year || !month || !day) return false;
  return std::chrono::year_month_day(std::chrono::year(*year),
                                     std::chrono::month(static_cast<unsigned>(*month)),
                                     std::chrono::day(static_cast<unsigned>(*day)))
      .ok();
}

/// In quotes a value can't end them.
std::string in_quotes(std::string_view value) {
  std::string text;
  for (const char c : value) {
    if (c == '"' || c == '\\') text.push_back('\\');
    text.push_back(c);
  }
  return text;
}

std::string filled(const std::string& form, const std::string& value) {
  const std::size_t hole = form.find(kCatalogueHole);
  if (hole == std::string::npos) return form;
  const bool quoted = hole > 0 && form[hole - 1] == '"';
  return form.substr(0, hole) + (quoted ? in_quotes(value) : value) +
         form.substr(hole + kCatalogueHole.size());
}

const CatalogueCondition* find_condition(const CatalogueKind& kind, Condition by) {
  const auto found = std::find_if(kind.conditions.begin(), kind.conditions.end(),
                                  [by](const auto& condition) { return condition.by == by; });
  return found == kind.conditions.end() ? nullptr : &*found;
}

/// Parameters of a query with their values.
using Parameters = std::vector<std::pair<std::string, std::string>>;

void add_parameter(const CatalogueKind& kind, const std::string& name, const std::string& value,
                   Parameters& parameters) {
  const auto named = [&name](const auto& one) { return one.first == name; };
  const auto join = std::find_if(kind.joins.begin(), kind.joins.end(), named);
  const auto known = std::find_if(parameters.begin(), parameters.end(), named);
  if (join == kind.joins.end() || known == parameters.end()) {
    parameters.emplace_back(name, value);
    return;
  }
  known->second.append(join->second.empty() ? " " : " " + join->second + " ").append(value);
}

}  // namespace

std::optional<Condition> condition_named(std::string_view name) {
  if (name == "organization") return Condition::organisation;
  const auto* const found = std::find(kConditionNames.begin(), kConditionNames.end(), name);
  if (found == kConditionNames.end()) return std::nullopt;
  return static_cast<Condition>(found - kConditionNames.begin());
}

Expected<void> set_condition(CatalogueFilter& filter, Condition by, std::string_view value) {
  const auto controls = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (value.empty()) return bad("has no value");
  if (value.size() > kConditionBytes) {
    return bad("takes at most " + std::to_string(kConditionBytes) + " bytes");
  }
  if (std::any_of(value.begin(), value.end(), controls)) return bad("has control characters");
  if (to_valid_utf8(value) != value) return bad("is not UTF-8");
  const bool dated = by == Condition::since || by == Condition::until;
  if (dated && !is_date(value)) {
    return bad("'" + std::string(value) + "' is no date as 2026-01-31 is one");
  }
  filter.values.at(static_cast<std::size_t>(by)) = value;
  const std::string& since = filter.of(Condition::since);
  const std::string& until = filter.of(Condition::until);
  if (!since.empty() && !until.empty() && since > until) return bad("'since' is after 'until'");
  return {};
}

Expected<CatalogueFilter> parse_catalogue_filter(std::string_view text) {
  CatalogueFilter filter;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    const std::string_view name = trim(part.substr(0, part.find('=')));
    const auto by = condition_named(name);
    if (!by || part.find('=') == std::string_view::npos) {
      return bad("'" + to_valid_utf8(utf8_prefix(part, 60)) +
                 "' is no condition such as organisation=NAME; there are: organisation, group, "
                 "format, since, until. A comma in a value is written %2C");
    }
    if (!filter.of(*by).empty()) return bad("'" + std::string(name) + "' is there twice");
    const auto set = set_condition(filter, *by, percent_decode(part.substr(part.find('=') + 1)));
    if (!set) return bad(std::string(name) + ": " + set.error().message);
  }
  return filter;
}

std::string to_text(const CatalogueFilter& filter) {
  std::string text;
  for (std::size_t i = 0; i < filter.values.size(); ++i) {
    if (filter.values.at(i).empty()) continue;
    text.append(text.empty() ? "" : ",").append(kConditionNames.at(i)).append("=");
    for (const char c : filter.values.at(i)) {
      text.append(c == ',' ? "%2C" : c == '%' ? "%25" : std::string(1, c));
    }
  }
  return text;
}

std::optional<Condition> condition_unknown_to(const CatalogueKind& kind,
                                              const CatalogueFilter& filter) {
  for (std::size_t i = 0; i < filter.values.size(); ++i) {
    const auto by = static_cast<Condition>(i);
    if (!filter.of(by).empty() && find_condition(kind, by) == nullptr) return by;
  }
  return std::nullopt;
}

std::string narrowed_request(const CatalogueKind& kind, const std::string& url,
                             const CatalogueFilter& filter) {
  if (url.empty() || condition_unknown_to(kind, filter)) return {};
  Parameters parameters;
  for (std::size_t i = 0; i < filter.values.size(); ++i) {
    const auto by = static_cast<Condition>(i);
    if (filter.of(by).empty()) continue;
    const CatalogueCondition& condition = *find_condition(kind, by);
    add_parameter(kind, condition.parameter, filled(condition.form, filter.of(by)), parameters);
  }
  std::string narrowed = url;
  for (const auto& [name, value] : parameters) {
    narrowed = with_part(narrowed, name, percent_encoded(value));
  }
  auto key = canonical_url(narrowed);
  return key ? std::move(*key) : std::string();
}

}  // namespace tagtrail

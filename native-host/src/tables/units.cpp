#include "tables/units.hpp"

#include <algorithm>
#include <array>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

/// Lower-case words of which all of a unit must consist; a name of anything else is no unit.
constexpr auto kUnitWords = std::to_array<std::string_view>(
    {"%",        "percent",   "per cent",    "pct",     "prozent",    "‰",         "promille",
     "thousand", "thousands", "thous",       "tsd",     "tausend",    "miles",     "milliers",
     "million",  "millions",  "mio",         "mn",      "mln",        "millionen", "millones",
     "billion",  "billions",  "bn",          "mrd",     "milliarden", "milliards", "eur",
     "euro",     "euros",     "€",           "usd",     "us$",        "$",         "dollar",
     "dollars",  "gbp",       "£",           "chf",     "jpy",        "sek",       "nok",
     "dkk",      "pln",       "czk",         "aud",     "cad",        "nzd",       "g",
     "kg",       "mg",        "µg",          "t",       "kt",         "mt",        "gt",
     "tonne",    "tonnes",    "tonnen",      "tons",    "ton",        "mm",        "cm",
     "m",        "km",        "m2",          "m²",      "km2",        "km²",       "ha",
     "hectares", "m3",        "m³",          "l",       "litres",     "liter",     "ml",
     "hl",       "s",         "sec",         "seconds", "min",        "minutes",   "h",
     "hours",    "hour",      "days",        "day",     "weeks",      "months",    "month",
     "year",     "years",     "yr",          "ms",      "w",          "kw",        "mw",
     "gw",       "kwh",       "mwh",         "gwh",     "twh",        "j",         "kj",
     "mj",       "gj",        "tj",          "pj",      "ktoe",       "mtoe",      "toe",
     "k",        "°c",        "°f",          "degc",    "c",          "pa",        "hpa",
     "kpa",      "bar",       "v",           "a",       "hz",         "khz",       "mhz",
     "ghz",      "db",        "ppm",         "ppb",     "dobson",     "mol",       "persons",
     "people",   "personen",  "inhabitants", "capita",  "head",       "number",    "anzahl",
     "count",    "index",     "ratio",       "units",   "co2",        "co2e",      "co2eq",
     "eq",       "degrees",   "°",           "per",     "of",         "pro",       "je",
     "current",  "constant",  "prices",      "births",  "kb",         "mb",        "gb",
     "bytes",    "mi",        "mi2",         "ft",      "feet",       "acres",     "lb"});
/// Words that stand within units, never alone.
constexpr auto kFiller =
    std::to_array<std::string_view>({"per", "of", "pro", "je", "current", "constant", "c", "a", "k",
                                     "s", "v", "w", "index", "head", "year", "day", "month"});
/// Codes behind an underscore: shorter ones would be found everywhere.
constexpr auto kSuffixes = std::to_array<std::string_view>(
    {"eur", "usd", "gbp", "chf", "pct", "percent", "kg",  "km", "km2", "m2",  "mm",     "cm",
     "kwh", "mwh", "gwh", "twh", "ha",  "kt",      "mio", "mw", "kw",  "ppm", "celsius"});

template <typename Words>
bool is_among(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_amount(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789., ") == std::string_view::npos;
}

/// `Mio. EUR`, `t/km²`, `per 100,000 inhabitants`.
bool is_unit(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  if (text.empty() || text.size() > kLongest) return false;
  const std::string lower = ascii_lower(text);
  bool telling = false;
  std::size_t at = 0;
  while (at < lower.size()) {
    const std::size_t end = std::min(lower.size(), lower.find_first_of(" /.", at));
    const std::string_view word = std::string_view(lower).substr(at, end - at);
    at = end + 1;
    if (word.empty()) continue;
    if (is_amount(word)) continue;
    if (!is_among(kUnitWords, word)) return false;
    telling = telling || !is_among(kFiller, word) || lower.find('/') != std::string::npos;
  }
  return telling;
}

/// What the brackets at the end of a name enclose.
std::string_view in_brackets(std::string_view name, char open, char close) {
  if (!name.ends_with(close)) return {};
  const std::size_t begin = name.rfind(open);
  if (begin == std::string_view::npos || begin == 0) return {};
  std::string_view inside = trim(name.substr(begin + 1, name.size() - begin - 2));
  if (inside.starts_with("in ")) inside.remove_prefix(3);
  return inside;
}

}  // namespace

std::string unit_of_name(std::string_view name) {
  name = trim(name);
  for (const auto& [open, close] : {std::pair{'(', ')'}, std::pair{'[', ']'}}) {
    if (const auto inside = in_brackets(name, open, close); is_unit(inside)) {
      return std::string(inside);
    }
  }
  if (const std::size_t in = name.rfind(" in "); in != std::string_view::npos) {
    if (const auto after = trim(name.substr(in + 4)); is_unit(after)) return std::string(after);
  }
  for (const std::string_view mark : {", ", " - "}) {
    const std::size_t at = name.rfind(mark);
    if (at == std::string_view::npos) continue;
    if (const auto after = trim(name.substr(at + mark.size())); is_unit(after)) {
      return std::string(after);
    }
  }
  if (name == "%" || name.ends_with(" %")) return "%";
  const std::size_t underscore = name.rfind('_');
  if (underscore == std::string_view::npos || underscore == 0) return {};
  const std::string_view code = name.substr(underscore + 1);
  return is_among(kSuffixes, ascii_lower(code)) ? std::string(code) : std::string();
}

}  // namespace tagtrail::host

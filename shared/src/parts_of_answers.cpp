#include "tagtrail/parts_of_answers.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "tagtrail/table_query.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail {
namespace {

bool contains_one(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [text](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

/// A page may be an article: only a number tells which part.
bool tells_begin(const QueryPart& part) {
  const std::string name = ascii_lower(part.name);
  const std::string_view value = part.value;
  if (contains_one(name, {"token", "cursor", "next"}) || name == "after") return true;
  const bool number = !value.empty() && std::all_of(value.begin(), value.end(), is_digit);
  return number && (name == "from" || contains_one(name, {"offset", "page", "start", "skip"}));
}

bool names_size(const QueryPart& part) {
  return contains_one(ascii_lower(part.name), {"limit", "size", "rows", "count", "top", "max"});
}

/// `rows` as a query writes it.
bool asks_for_rows(std::string_view url, std::uint64_t rows) {
  const std::string number = std::to_string(rows);
  const auto parts = query_parts(url);
  return std::any_of(parts.begin(), parts.end(), [&](const QueryPart& part) {
    return names_size(part) && part.value == number;
  });
}

/// Segments of paths that programs ask at: Socrata's /resource/, CKAN's /datastore/, OData, OGC.
bool has_path_of_interface(std::string_view url) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"api", "rest", "resource", "datastore", "odata", "ows", "wfs", "query"});
  std::string path = ascii_lower(split_url(url).path) + "/";
  return std::any_of(kNames.begin(), kNames.end(), [&path](std::string_view name) {
    return path.find("/" + std::string(name) + "/") != std::string::npos;
  });
}

/// A row may have a next one of its own, or name something so.
bool is_inside_row(std::string_view place) {
  constexpr std::ptrdiff_t kDeepest = 5;
  constexpr auto kRows = std::to_array<std::string_view>(
      {"/features/", "/results/", "/items/", "/rows/", "/value/", "/records/", "/dataset/"});
  if (!place.starts_with("/json/")) return false;
  return std::count(place.begin(), place.end(), '/') > kDeepest ||
         std::any_of(kRows.begin(), kRows.end(), [place](std::string_view rows) {
           return place.find(rows) != std::string_view::npos;
         });
}

bool is_round(std::uint64_t rows) {
  constexpr std::uint64_t kFirst = 1'000;
  constexpr std::uint64_t kTen = 10;
  if (rows < kFirst) return false;
  while (rows % kTen == 0) rows /= kTen;
  return rows == 1 || rows == 2 || rows == 5;
}

}  // namespace

bool leads_to_next_part(std::string_view place) {
  if (is_inside_row(place)) return false;
  constexpr std::string_view kHref = "/href";
  if (place.ends_with(kHref)) place.remove_suffix(kHref.size());
  const std::string_view last = place.substr(place.find_last_of("/.") + 1);
  return last.find("next") != std::string_view::npos || last == "resumptiontoken";
}

bool asks_for_part(std::string_view url) {
  const auto parts = query_parts(url);
  return std::any_of(parts.begin(), parts.end(), tells_begin);
}

std::string whole_of(std::string_view url) {
  std::string whole(without_query(url));
  for (const QueryPart& part : query_parts(url)) {
    if (!tells_begin(part) && !names_size(part)) whole.append("&").append(part.whole);
  }
  return whole;
}

bool may_stop_at(std::string_view url, std::uint64_t rows) {
  if (table_query(url)) return false;  // what is too much is refused
  if (rows > 0 && asks_for_rows(url, rows)) return true;
  return is_round(rows) && (has_query(url) || has_path_of_interface(url));
}

}  // namespace tagtrail

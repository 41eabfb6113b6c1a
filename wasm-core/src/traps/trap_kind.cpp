// The names of traps for people. Nothing is decided by them.
#include <algorithm>
#include <array>

#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "traps/trap_watch.hpp"
#include "traps/url_aspects.hpp"

namespace tagtrail {
namespace {

using Names = std::initializer_list<std::string_view>;

/// `2026-1`, `2026/01/3`, `202601`: a year and a month.
bool holds_date(std::string_view text) {
  for (std::size_t i = 0; i + 4 < text.size(); ++i) {
    const bool starts = i == 0 || !is_digit(text[i - 1]);
    const bool year =
        (text[i] == '1' && text[i + 1] == '9') || (text[i] == '2' && text[i + 1] == '0');
    if (!starts || !year || !is_digit(text[i + 2]) || !is_digit(text[i + 3])) continue;
    std::size_t at = i + 4;
    if (text[at] == '-' || text[at] == '/') ++at;
    if (at < text.size() && is_digit(text[at])) return true;
  }
  return false;
}

/// `s-1f2e3d4c5b6a7988`, as a part of a path.
bool holds_identifier(std::string_view path) {
  return without_identifiers(path).find('H') != std::string::npos;
}

bool has_key(const std::vector<QueryPair>& pairs, Names names) {
  return std::any_of(pairs.begin(), pairs.end(), [&](const QueryPair& pair) {
    const std::string key = ascii_lower(percent_decode(pair.key));
    return std::find(names.begin(), names.end(), key.substr(0, key.find('['))) != names.end();
  });
}

}  // namespace

std::string_view trap_kind(std::string_view key, bool repeats) {
  const UrlParts url = split_url(key);
  const std::vector<QueryPair> pairs = query_pairs(url.query);
  if (has_key(pairs, {"sid", "session", "sessionid", "phpsessid", "jsessionid"}) ||
      (repeats && pairs.empty() && holds_identifier(url.path))) {
    return "session identifiers";
  }
  if (has_key(pairs,
              {"sort", "order", "orderby", "sortby", "sort_by", "dir", "direction", "c", "o"})) {
    return "orderings";
  }
  if (has_key(pairs, {"returnto", "return", "redirect", "redirect_to", "back_url", "next"})) {
    return "ways to a login";
  }
  if (has_key(pairs, {"rev", "oldid", "diff", "revision", "version", "id2", "rev_to"})) {
    return "revisions";
  }
  if (has_key(pairs, {"print", "printable", "format", "export"})) return "other views";
  if (holds_date(url.path) || holds_date(url.query)) return "a calendar";
  const std::string extension = url_extension(key);
  if (extension == "svg" || extension == "svgz") return "drawings";
  if (pairs.size() > 1) return "combinations of filters";
  return repeats ? "other addresses of the same" : "pages alike";
}

}  // namespace tagtrail

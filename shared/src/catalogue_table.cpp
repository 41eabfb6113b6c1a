#include "tagtrail/catalogue_table.hpp"

#include <algorithm>

#include "tagtrail/catalogue_filter.hpp"
#include "tagtrail/exchange.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail::embedded {
extern const std::string_view catalogues;
}  // namespace tagtrail::embedded

namespace tagtrail {
namespace {

constexpr std::size_t kGeneratorBytes = 200;

using Kinds = std::vector<CatalogueKind>;

std::string_view take_word(std::string_view& line) {
  line = trim(line);
  const std::string_view word = line.substr(0, line.find(' '));
  line = trim(line.substr(word.size()));
  return word;
}

void take_sign(CatalogueKind& kind, std::string_view value) {
  constexpr std::array<std::string_view, 3> kNames{"generator", "path", "script"};
  const std::string_view name = take_word(value);
  const auto* const found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return;
  kind.signs.emplace_back(static_cast<SignKind>(found - kNames.begin()), value);
}

void take_paging(CatalogueKind& kind, std::string_view value) {
  constexpr std::array<std::string_view, 4> kNames{"none", "offset", "number", "link"};
  const std::string_view name = take_word(value);
  const auto* const found = std::find(kNames.begin(), kNames.end(), name);
  if (found != kNames.end()) kind.paging = static_cast<Paging>(found - kNames.begin());
  kind.page_name = value;
}

void take_condition(CatalogueKind& kind, std::string_view value) {
  const auto by = condition_named(take_word(value));
  const std::string parameter(take_word(value));
  if (by) kind.conditions.push_back({*by, parameter, std::string(value)});
}

void take_choice(CatalogueKind& kind, std::string_view value) {
  const auto by = condition_named(take_word(value));
  if (!by) return;
  CatalogueChoice& choice = kind.choices.emplace_back();
  choice.by = *by;
  for (std::string* part : {&choice.place, &choice.value, &choice.title, &choice.count}) {
    *part = take_word(value);
  }
}

CatalogueNumber number_of(std::string_view value) {
  const std::string ask(take_word(value));
  return {ask, std::string(value)};
}

/// `PLACE TEMPLATE [where PLACE TEXT]`
CatalogueLink link_of(std::string_view value) {
  CatalogueLink link;
  link.place = take_word(value);
  link.form = take_word(value);
  if (take_word(value) != "where") return link;
  link.where = take_word(value);
  link.says = value;
  return link;
}

CatalogueExport export_of(std::string_view value) {
  CatalogueExport file;
  for (std::string* part : {&file.ends, &file.part, &file.all}) *part = take_word(value);
  return file;
}

/// What serves people who choose, and harvests that keep to the catalogue.
bool take_choosing_line(CatalogueKind& kind, std::string_view word, std::string_view value) {
  if (word == "condition") {
    take_condition(kind, value);
  } else if (word == "choice") {
    take_choice(kind, value);
  } else if (word == "sets") {
    kind.set_count = number_of(value);
  } else if (word == "files") {
    kind.file_count = number_of(value);
  } else if (word == "values") {
    kind.values = value;
  } else if (word == "leads") {
    kind.leads.emplace_back(value);
  } else if (word == "join" || word == "file") {
    const std::string first(take_word(value));
    (word == "join" ? kind.joins : kind.files).emplace_back(first, value);
  } else {
    return false;
  }
  return true;
}

void take_line(CatalogueKind& kind, std::string_view word, std::string_view value) {
  const auto* const fact = std::find(kItemFactNames.begin(), kItemFactNames.end(), word);
  if (take_choosing_line(kind, word, value)) return;
  if (word == "name") {
    kind.name = value;
  } else if (word == "sign") {
    take_sign(kind, value);
  } else if (word == "ask") {
    kind.ask = value;
  } else if (word == "covers") {
    kind.covers = value;
  } else if (word == "answer") {
    auto& places = kind.answers.emplace_back();
    while (!value.empty()) places.emplace_back(take_word(value));
  } else if (word == "page") {
    take_paging(kind, value);
  } else if (word == "size" || word == "whole") {
    (word == "size" ? kind.size_name : kind.whole) = value;
  } else if (word == "total") {
    kind.totals.emplace_back(value);
  } else if (word == "items" || word == "rows" || word == "base") {
    (word == "items" ? kind.items : word == "rows" ? kind.rows : kind.base) = value;
  } else if (word == "more") {
    kind.more.emplace_back(value);
  } else if (word == "made") {
    kind.made.push_back(link_of(value));
  } else if (word == "export") {
    kind.exports.push_back(export_of(value));
  } else if (word == "left" && value == "rest") {
    kind.rest_left = true;
  } else if (word == "left" || word == "embed") {
    auto& rows = word == "left" ? kind.left : kind.embeds;
    const std::string first(take_word(value));
    rows.emplace_back(first, value);
  } else if (fact != kItemFactNames.end()) {
    kind.item_facts.emplace_back(value, static_cast<ItemFact>(fact - kItemFactNames.begin()));
  }
}

Kinds read_kinds() {
  Kinds kinds;
  std::string_view rest = embedded::catalogues;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = trim(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty() || line.starts_with('#')) continue;
    if (line.starts_with('[') && line.ends_with(']')) {
      kinds.emplace_back().id = line.substr(1, line.size() - 2);
    } else if (!kinds.empty()) {
      const std::string_view word = take_word(line);
      take_line(kinds.back(), word, line);
    }
  }
  return kinds;
}

/// There or below; a relation stands behind a dot.
bool stands_at(std::string_view place, std::string_view where) {
  return !where.empty() && place.starts_with(where) &&
         (place.size() == where.size() || place[where.size()] == '.' || place[where.size()] == '/');
}

std::string without_slash(std::string base) {
  while (base.ends_with('/')) base.pop_back();
  return base;
}

/// A sign that a page shows. Most say nothing of any catalogue, and a page shows hundreds: what all
/// kinds compare is made once.
struct Shown {
  bool generator;
  std::string_view said;
  std::string lower;

  explicit Shown(std::string_view sign)
      : generator(sign.starts_with(kGeneratorSign)),
        said(sign.substr(generator ? kGeneratorSign.size() : kUrlSign.size())),
        lower(ascii_lower(said)) {}
};

/// `en` or `pt-BR`, at the begin of a path's segment that ends there.
std::string_view language_at(std::string_view text) {
  constexpr std::size_t kShortest = 2;
  constexpr std::size_t kLongest = 3;
  const std::string_view segment = text.substr(0, text.find('/'));
  const std::string_view language = segment.substr(0, segment.find('-'));
  const bool ended = segment.size() < text.size();
  const bool letters = std::all_of(segment.begin(), segment.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
  });
  const bool fits = language.size() >= kShortest && language.size() <= kLongest &&
                    segment.size() <= kLongest + 1 + kLongest;
  return ended && letters && fits ? segment : std::string_view{};
}

/// `SIGN/{}/ ADDRESS/{}`: where a language stands behind the sign, the address with it, behind what
/// stands before the sign.
std::optional<std::string> base_in_language(const Shown& shown, std::string_view sign,
                                            std::string_view address) {
  const std::string_view url = without_query(shown.said);
  const std::string_view before = sign.substr(0, sign.find(kCatalogueHole));
  std::size_t at = shown.lower.find(before, origin_of(url).size());
  for (; at < url.size(); at = shown.lower.find(before, at + 1)) {
    const std::string_view language = language_at(url.substr(at + before.size()));
    if (language.empty()) continue;
    std::string base(url.substr(0, at));
    base.append(address.substr(0, address.find(kCatalogueHole))).append(language);
    return base;
  }
  return std::nullopt;
}

/// What stands before the sign, if that is behind the host.
std::optional<std::string> base_before(const Shown& shown, std::string_view sign) {
  const std::string_view url = shown.said;
  if (shown.lower.find(sign) == std::string::npos) return std::nullopt;
  const std::size_t host_end = origin_of(url).size();
  const std::size_t at = shown.lower.find(sign, host_end);
  if (at == std::string::npos) return std::nullopt;
  const std::size_t query = std::min(url.find('?'), url.size());
  // A sign in the query alone speaks of the whole path before it.
  std::string base(url.substr(0, std::min(at, query)));
  if (sign.starts_with('?'))
    base.resize(std::max(host_end, std::min(base.rfind('/'), base.size())));
  return without_slash(std::move(base));
}

std::optional<std::string> base_of(SignKind kind, std::string_view text, const Shown& shown,
                                   std::string_view page_url) {
  if (shown.generator != (kind == SignKind::generator)) return std::nullopt;
  if (kind == SignKind::path) {
    const std::size_t space = text.find(' ');
    if (space == std::string_view::npos) return base_before(shown, text);
    return base_in_language(shown, text.substr(0, space), text.substr(space + 1));
  }
  const bool found = shown.lower.find(text) != std::string::npos;
  return found ? std::optional(without_slash(std::string(origin_of(page_url)))) : std::nullopt;
}

/// `text` begins as `pattern` says, in which `{}` stands for one segment: these; nothing: it does
/// not.
std::optional<std::vector<std::string_view>> segments_in(std::string_view text,
                                                         std::string_view pattern) {
  std::vector<std::string_view> segments;
  while (!pattern.empty()) {
    const std::size_t hole = std::min(pattern.find(kCatalogueHole), pattern.size());
    if (!text.starts_with(pattern.substr(0, hole))) return std::nullopt;
    text.remove_prefix(hole);
    pattern.remove_prefix(hole);
    if (pattern.empty()) break;
    pattern.remove_prefix(kCatalogueHole.size());
    segments.push_back(text.substr(0, text.find_first_of("/?#")));
    if (segments.back().empty()) return std::nullopt;
    text.remove_prefix(segments.back().size());
  }
  return segments;
}

std::string filled(std::string_view form, const std::vector<std::string_view>& segments) {
  std::string text;
  for (const std::string_view segment : segments) {
    const std::size_t hole = form.find(kCatalogueHole);
    if (hole == std::string_view::npos) break;
    text.append(form.substr(0, hole)).append(segment);
    form.remove_prefix(hole + kCatalogueHole.size());
  }
  return text.append(form);
}

}  // namespace

const Kinds& catalogue_kinds() {
  static const Kinds kinds = read_kinds();
  return kinds;
}

const CatalogueKind* find_catalogue(std::string_view id) {
  const Kinds& kinds = catalogue_kinds();
  const auto found = std::find_if(kinds.begin(), kinds.end(),
                                  [&](const CatalogueKind& kind) { return kind.id == id; });
  return found == kinds.end() ? nullptr : &*found;
}

std::vector<CatalogueSite> catalogues_by_sign(std::string_view sign, std::string_view page_url) {
  std::vector<CatalogueSite> sites;
  if (!sign.starts_with(kGeneratorSign) && !sign.starts_with(kUrlSign)) return sites;
  const Shown shown(sign);
  for (const CatalogueKind& kind : catalogue_kinds()) {
    for (const auto& [sign_kind, text] : kind.signs) {
      auto base = base_of(sign_kind, text, shown, page_url);
      if (!base) continue;
      sites.push_back({&kind, std::move(*base)});
      break;
    }
  }
  return sites;
}

void CatalogueSigns::add(std::string sign) {
  if (signs_.size() >= limits::kCatalogueSigns) return;
  bool is_new = false;
  for (CatalogueSite& site : catalogues_by_sign(sign, page_url_)) {
    if (std::find(known_.begin(), known_.end(), site) != known_.end()) continue;
    known_.push_back(std::move(site));
    is_new = true;
  }
  if (is_new) signs_.push_back(std::move(sign));
}

void CatalogueSigns::add_generator(std::string_view content) {
  const std::string text = to_valid_utf8(collapse_space(content));
  add(std::string(kGeneratorSign).append(utf8_prefix(text, kGeneratorBytes)));
}

void CatalogueSigns::add_url(std::string_view written, std::string_view base) {
  if (written.empty() || signs_.size() >= limits::kCatalogueSigns) return;
  if (const auto key = canonical_url(trim(written), base)) add(std::string(kUrlSign).append(*key));
}

std::optional<CatalogueSite> embedded_data(std::string_view url) {
  const std::string_view behind_scheme = url.substr(std::min(url.find("//"), url.size()));
  for (const CatalogueKind& kind : catalogue_kinds()) {
    for (const auto& [pattern, form] : kind.embeds) {
      const auto segments = segments_in(behind_scheme, pattern);
      if (!segments) continue;
      auto key = canonical_url("https:" + filled(form, *segments));
      if (key && *key != url) return CatalogueSite{&kind, std::move(*key)};
    }
  }
  return std::nullopt;
}

std::string catalogue_request(const CatalogueSite& site) {
  const std::string& ask = site.kind->ask;
  if (ask.empty()) return {};
  auto key = canonical_url(ask == "/" ? site.base : site.base + ask);
  return key ? std::move(*key) : std::string();
}

bool is_catalogue_file(const CatalogueKind& kind, std::string_view place, std::string_view url) {
  if (kind.files.empty()) return stands_at(place, kind.items);
  return std::any_of(kind.files.begin(), kind.files.end(), [&](const auto& file) {
    return stands_at(place, file.first) && url.find(file.second) != std::string_view::npos;
  });
}

bool leads_to_items(const CatalogueKind& kind, std::string_view place) {
  return std::find(kind.leads.begin(), kind.leads.end(), place) != kind.leads.end();
}

bool may_be_page_of_item(std::string_view place) {
  const Kinds& kinds = catalogue_kinds();
  return std::any_of(kinds.begin(), kinds.end(), [place](const CatalogueKind& kind) {
    return kind.files.empty() && stands_at(place, kind.items);
  });
}

}  // namespace tagtrail

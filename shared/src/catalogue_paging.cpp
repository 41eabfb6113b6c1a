#include "tagtrail/catalogue_paging.hpp"

#include <algorithm>
#include <array>

#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail {
namespace {

struct QueryNumber {
  QueryPart part;
  std::uint64_t value;
};

std::optional<QueryNumber> number_in_query(std::string_view url, std::string_view name) {
  const auto part = query_part(url, name);
  const auto number = part ? part->number() : std::nullopt;
  return number ? std::optional(QueryNumber{*part, *number}) : std::nullopt;
}

std::string with_number(std::string_view url, const QueryNumber& number, std::uint64_t value) {
  return with_value(url, number.part, std::to_string(value));
}

std::string key_or_nothing(std::string_view url) {
  auto key = canonical_url(url);
  return key ? std::move(*key) : std::string();
}

/// `url` with `other` in the place of that part of its query, where its path ends so; else nothing.
std::string with_other_part(std::string_view url, std::string_view ends, std::string_view part,
                            std::string_view other) {
  if (!without_query(url).ends_with(ends)) return {};
  for (const QueryPart& one : query_parts(url)) {
    if (one.whole != part) continue;
    const auto at = static_cast<std::size_t>(one.whole.data() - url.data());
    return key_or_nothing(
        std::string(url.substr(0, at)).append(other).append(url.substr(at + part.size())));
  }
  return {};
}

}  // namespace

std::string next_catalogue_page(const CatalogueKind& kind, std::string_view url,
                                std::uint64_t items, std::uint64_t total) {
  const bool by_query = kind.paging == Paging::offset || kind.paging == Paging::number;
  if (!by_query || items == 0) return {};
  // Some count from 0, some from 1: as what is asked first does. Rows are counted from 0.
  const auto first = number_in_query(kind.ask, kind.page_name);
  const auto said = number_in_query(url, kind.page_name);
  const bool begins = first || !kind.rows.empty();
  if (!said && (!begins || query_part(url, kind.page_name))) return {};
  const std::uint64_t begin = first ? first->value : 0;
  const std::uint64_t here = said ? said->value : begin;
  constexpr std::uint64_t kMost = 1'000'000'000;
  if (here > kMost || items > kMost) return {};
  const bool by_offset = kind.paging == Paging::offset;
  const std::uint64_t next = here + (by_offset ? items : 1);
  const std::uint64_t listed = by_offset ? next - begin : said ? 0 : items;
  if (total > 0 && listed >= total) return {};
  if (said) return key_or_nothing(with_number(url, *said, next));
  // Some obey a number only beside a size.
  std::string asked = with_part(url, kind.page_name, std::to_string(next));
  if (!kind.size_name.empty() && !query_part(url, kind.size_name)) {
    asked = with_part(asked, kind.size_name, std::to_string(items));
  }
  return key_or_nothing(asked);
}

std::optional<CatalogueSite> whole_export(std::string_view url) {
  if (!has_query(url)) return std::nullopt;
  for (const CatalogueKind& kind : catalogue_kinds()) {
    for (const CatalogueExport& file : kind.exports) {
      std::string all = with_other_part(url, file.ends, file.part, file.all);
      if (!all.empty()) return CatalogueSite{&kind, std::move(all)};
    }
  }
  return std::nullopt;
}

std::string part_of_export(const CatalogueKind& kind, std::string_view url) {
  for (const CatalogueExport& file : kind.exports) {
    std::string part = with_other_part(url, file.ends, file.all, file.part);
    if (!part.empty()) return part;
  }
  return {};
}

bool refuses_query(std::uint16_t status) {
  return status == 400 || status == 413 || status == 414 || status == 422;
}

std::string smaller_catalogue_page(const CatalogueKind& kind, std::string_view url) {
  constexpr std::array<std::uint64_t, 3> kSizes{100, 25, 10};
  if (kind.size_name.empty()) return {};
  const auto size = number_in_query(url, kind.size_name);
  if (!size) return {};
  const auto* const less = std::find_if(kSizes.begin(), kSizes.end(),
                                        [&](std::uint64_t one) { return one < size->value; });
  if (less == kSizes.end()) return {};
  const std::string smaller = with_number(url, *size, *less);
  // Links to next pages count pages in a part of the query that the table need not know.
  const auto page = number_in_query(smaller, kind.paging == Paging::link ? "page" : kind.page_name);
  if (!page || kind.paging == Paging::offset || page->value == 0) return key_or_nothing(smaller);
  const std::uint64_t before = (page->value - 1) * size->value;
  return key_or_nothing(with_number(smaller, *page, before / *less + 1));
}

std::string catalogue_list_again(const CatalogueKind& kind, std::string_view url) {
  const bool by_link = kind.paging == Paging::link;
  const auto page = number_in_query(url, by_link ? "page" : kind.page_name);
  const auto first = number_in_query(kind.ask, kind.page_name);
  if (!page) return {};
  const std::string begin = with_number(url, *page, by_link ? 1 : first ? first->value : 0);
  const auto size = number_in_query(begin, kind.size_name);
  if (kind.size_name.empty() || !size || size->value < 2) return {};
  return key_or_nothing(with_number(begin, *size, size->value - 1));
}

std::string whole_catalogue(const CatalogueKind& kind, std::string_view url) {
  const std::size_t base = url.find(without_query(kind.ask));
  if (kind.whole.empty() || base == std::string_view::npos) return {};
  const auto at = number_in_query(url, kind.page_name);
  const auto first = number_in_query(kind.ask, kind.page_name);
  if (!at || !first || at->value <= first->value) return {};
  return key_or_nothing(std::string(url.substr(0, base)) + kind.whole);
}

std::string list_of_catalogue(const CatalogueKind& kind, std::string_view url) {
  const std::string_view path = without_query(url);
  const std::size_t base = kind.whole.empty() ? std::string_view::npos : path.find(kind.whole);
  if (base == std::string_view::npos) return std::string(path);
  return std::string(path.substr(0, base)) + std::string(without_query(kind.ask));
}

}  // namespace tagtrail

#include "feeds/list_paging.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include "feeds/texts.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMostNames = 64;
constexpr std::size_t kMostMarks = 100'000;
constexpr std::size_t kTokenBytes = 500;
constexpr std::uint64_t kMostCounted = 1'000'000'000;
/// `/json/NAME/NAME`.
constexpr std::ptrdiff_t kDeepest = 3;

// As plain_name() gives them.
constexpr auto kTotals = std::to_array<std::string_view>(
    {"total", "totalcount", "totalitems", "totalresults", "totalelements", "totalhits", "numfound",
     "recordstotal", "odatacount", "totalrecords", "nummatched", "count", "totalnum"});
constexpr auto kPages = std::to_array<std::string_view>(
    {"pages", "totalpages", "lastpage", "pagecount", "numpages", "pagestotal"});
constexpr auto kPage =
    std::to_array<std::string_view>({"page", "currentpage", "pagenumber", "pageno", "pagenum",
                                     "pageindex", "number", "p", "pg", "paged"});
constexpr auto kNextPage = std::to_array<std::string_view>({"nextpage"});
constexpr auto kOffset = std::to_array<std::string_view>(
    {"offset", "skip", "start", "startindex", "pageoffset", "from", "first"});
/// `from` and `first` say which entries came.
constexpr auto kSaidOffset =
    std::to_array<std::string_view>({"offset", "skip", "start", "startindex", "pageoffset"});
constexpr auto kSize = std::to_array<std::string_view>(
    {"limit", "perpage", "pagesize", "itemsperpage", "size", "pagelimit", "rows", "top", "take"});
constexpr auto kMore =
    std::to_array<std::string_view>({"hasmore", "hasnext", "hasnextpage", "more"});
constexpr auto kLast = std::to_array<std::string_view>({"last", "islast", "islastpage"});

/// As an answer calls it, and as it is asked for.
constexpr auto kAskedAs =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"pagenumber", "pageNumber"},
                                                                  {"pageindex", "pageIndex"},
                                                                  {"pageno", "pageNo"},
                                                                  {"pagenum", "pageNum"},
                                                                  {"page", "page"},
                                                                  {"offset", "offset"},
                                                                  {"skip", "skip"},
                                                                  {"start", "start"},
                                                                  {"startindex", "startIndex"}});

/// `page[number]`, `$skip`, `next_cursor` in letters alone.
std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : ascii_lower(name)) {
    if (c >= 'a' && c <= 'z') plain += c;
  }
  return plain;
}

bool is_shallow(std::string_view place) {
  return std::count(place.begin(), place.end(), '/') <= kDeepest;
}

std::string_view last_name(std::string_view place) { return place.substr(place.rfind('/') + 1); }

/// One that leads on where it is not empty: `next_cursor`, `nextPageToken`, `continuationToken`.
bool names_token(std::string_view plain) {
  const bool token = plain.ends_with("cursor") || plain.ends_with("token");
  return token && (plain.starts_with("next") || plain.starts_with("continu"));
}

/// A part of a query that counts.
struct Counted {
  QueryPart part;
  std::uint64_t number;
};

std::optional<Counted> part_named(std::string_view url, std::span<const std::string_view> names) {
  for (const QueryPart& part : query_parts(url)) {
    const auto number = part.number();
    const bool counts = number && *number <= kMostCounted;
    if (counts && is_one_of(plain_name(percent_decode(part.name)), names)) {
      return Counted{part, *number};
    }
  }
  return std::nullopt;
}

}  // namespace

void ListEntry::take(std::string_view place, std::string_view value) {
  constexpr auto kIds = std::to_array<std::string_view>(
      {"global_id", "identifier", "@id", "uuid", "_id", "id"});  // the best last
  const std::string_view inside = place.substr(std::min(place_.size(), place.size()));
  const std::uint64_t said = hash_bytes(value.data(), value.size());
  // A sum, so that the order is none.
  all_ += hash_bytes(inside.data(), inside.size()) ^ (said * 0x9E3779B97F4A7C15ULL);
  if (value.empty() || inside.substr(0, 1) != "/") return;
  if (inside == "/collection") collection_ = said;
  const auto* const id = std::find(kIds.begin(), kIds.end(), inside.substr(1));
  const std::size_t rank = id == kIds.end() ? 0 : static_cast<std::size_t>(id - kIds.begin()) + 1;
  if (rank <= id_rank_) return;
  id_rank_ = rank;
  id_ = said;
}

std::vector<std::uint64_t> marks_if_distinct(const std::vector<std::uint64_t>& marks) {
  const std::unordered_set<std::uint64_t> distinct(marks.begin(), marks.end());
  return distinct.size() == marks.size() ? marks : std::vector<std::uint64_t>{};
}

void ListPaging::list(std::string_view place) {
  if (is_shallow(place) && lists_.size() < kMostNames) lists_.emplace(place, List{});
}

void ListPaging::object(std::string_view place) {
  if (!is_shallow(place)) return;
  if (const auto list = lists_.find(place); list != lists_.end()) ++list->second.entries;
}

void ListPaging::left(const ListEntry& object) {
  const auto list = lists_.find(object.place());
  if (list == lists_.end() || list->second.marks.size() >= kMostMarks) return;
  if (object.has_identifier()) list->second.marks.push_back(object.mark());
}

/// What stands in the entries of a list is said of them.
void ListPaging::number(std::string_view place, double value) {
  if (!is_shallow(place) || value < 0 || value > static_cast<double>(kMostCounted)) return;
  if (lists_.contains(place.substr(0, place.rfind('/')))) return;
  std::string name = plain_name(last_name(place));
  if (names_token(name)) return text(place, std::to_string(static_cast<std::uint64_t>(value)));
  if (numbers_.size() < kMostNames) {
    numbers_.emplace(std::move(name), static_cast<std::uint64_t>(value));
  }
}

void ListPaging::text(std::string_view place, std::string_view value) {
  if (!is_shallow(place) || value.empty() || value.size() > kTokenBytes) return;
  if (lists_.contains(place.substr(0, place.rfind('/')))) return;
  std::string name = plain_name(last_name(place));
  if (!names_token(name) || !token_.empty()) return;
  token_name_ = std::move(name);
  token_ = value;
}

void ListPaging::truth(std::string_view place, bool value) {
  if (!is_shallow(place) || lists_.contains(place.substr(0, place.rfind('/')))) return;
  const std::string name = plain_name(last_name(place));
  if (is_one_of(name, kMore)) more_ = value;
  if (is_one_of(name, kLast)) more_ = !value;
}

const ListPaging::List* ListPaging::list_of(const std::vector<LinkObservation>& links) const {
  // In the order of places an outer list comes before those in it.
  for (const auto& [place, list] : lists_) {
    const std::string inside = place + "/";
    const bool has_links = std::any_of(
        links.begin(), links.end(),
        [&inside](const LinkObservation& link) { return link.tag_path.starts_with(inside); });
    if (has_links) return &list;
  }
  return nullptr;
}

std::optional<std::uint64_t> ListPaging::said(std::span<const std::string_view> names) const {
  for (const std::string_view name : names) {
    if (const auto number = numbers_.find(name); number != numbers_.end()) return number->second;
  }
  return std::nullopt;
}

std::uint64_t ListPaging::total() const { return said(kTotals).value_or(head_.total); }

/// Behind so many entries, of which `items` came at once where `size` were asked for (0: nobody
/// knows).
bool ListPaging::may_go_on(std::uint64_t listed, std::uint64_t items, std::uint64_t size) const {
  if (more_) return *more_;
  if (total() > 0) return listed < total();
  return size > 0 && items >= size;
}

std::string ListPaging::by_token(std::string_view url) const {
  if (token_.empty() || more_ == false) return {};
  const std::string value = percent_encoded(token_);
  for (const QueryPart& part : query_parts(url)) {
    const std::string name = plain_name(percent_decode(part.name));
    const bool is_token = name.ends_with("cursor") || name.ends_with("token");
    if (is_token) return with_value(url, part, value);
  }
  // `next_cursor` is sent as `cursor`, `nextPageToken` as `pageToken`.
  if (token_name_ == "nextpagetoken") return with_part(url, "pageToken", value);
  const bool cursor = token_name_.ends_with("cursor");
  return with_part(url,
                   cursor                            ? "cursor"
                   : token_name_.starts_with("next") ? "token"
                                                     : "continuationToken",
                   value);
}

std::string ListPaging::by_offset(std::string_view url, std::uint64_t items) const {
  const auto part = part_named(url, kOffset);
  const bool odata = numbers_.contains("odatacount");
  const auto here = part ? std::optional(part->number) : odata ? 0 : said(kSaidOffset);
  if (!here) return {};
  const auto asked = part_named(url, kSize);
  if (!may_go_on(*here + items, items, asked ? asked->number : said(kSize).value_or(0))) return {};
  const std::string next = std::to_string(*here + items);
  if (part) return with_value(url, part->part, next);
  return with_part(url, odata ? "$skip" : asked_as(kSaidOffset, "offset"), next);
}

std::string_view ListPaging::asked_as(std::span<const std::string_view> names,
                                      std::string_view otherwise) const {
  for (const auto& [said, asked] : kAskedAs) {
    if (numbers_.contains(said) && is_one_of(said, names)) return asked;
  }
  return otherwise;
}

std::string ListPaging::by_page(std::string_view url, std::uint64_t items) const {
  const auto part = part_named(url, kPage);
  const auto pages = head_.pages > 0 ? std::optional(head_.pages) : said(kPages);
  const auto page = said(kPage);
  const auto named_next = said(kNextPage);
  if (!part && !page && !pages && !named_next) return {};
  const std::uint64_t here = part ? part->number : page.value_or(1);
  const auto asked = part_named(url, kSize);
  const std::uint64_t size = asked ? asked->number : said(kSize).value_or(part ? 0 : items);
  // Some count from 0: the last page is asked for in vain then, rather than not at all.
  const std::uint64_t listed = (here == 0 ? 1 : here) * std::max(size, items);
  const bool goes_on = named_next          ? *named_next > here
                       : more_.has_value() ? *more_
                       : pages             ? here < *pages
                                           : may_go_on(listed, items, size);
  if (!goes_on) return {};
  const std::string next = std::to_string(named_next.value_or(here + 1));
  return part ? with_value(url, part->part, next) : with_part(url, asked_as(kPage, "page"), next);
}

std::string ListPaging::next_url(std::string_view url, std::uint64_t items) const {
  std::string next = by_token(url);
  const bool says_pages = said(kPage) || said(kPages) || head_.pages > 0;
  const bool counts_pages = part_named(url, kPage) || (says_pages && !part_named(url, kOffset));
  if (next.empty() && !counts_pages) next = by_offset(url, items);
  return next.empty() ? by_page(url, items) : next;
}

std::optional<ListPaging::Part> ListPaging::part(std::string_view url,
                                                 const std::vector<LinkObservation>& links) const {
  Part part;
  const List* list = list_of(links);
  if (list == nullptr || list->entries == 0) return std::nullopt;
  part.items = list->entries;
  if (list->marks.size() == list->entries) part.entries = marks_if_distinct(list->marks);
  if (total() > part.items) part.total = total();
  auto next = canonical_url(next_url(url, part.items));
  if (next && *next != url) part.next = std::move(*next);
  const bool is_first = !part_named(url, kPage) && !part_named(url, kOffset);
  part.lacks = part.next.empty() && is_first && head_.total > part.items;
  if (part.next.empty() && is_first && !part.lacks) return std::nullopt;
  return part;
}

}  // namespace tagtrail::host

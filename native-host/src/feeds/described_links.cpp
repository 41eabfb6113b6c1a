#include "feeds/described_links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <unordered_map>

#include "feeds/answer_places.hpp"
#include "feeds/texts.hpp"
#include "tagtrail/catalogue_paging.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/parts_of_answers.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMostBytes = 64ULL << 20;  // of all strings that are kept
constexpr std::size_t kFormatBytes = 60;         // longer ones are no formats
constexpr std::size_t kAllFormatsBytes = 120;
constexpr std::size_t kValueBytes = 200;  // of what a link is made of

constexpr std::string_view kNextPart = "/json/next";
/// Objects around what may be said of a list: the answer, and one in it.
constexpr std::size_t kAroundPaging = 2;
/// What a list that has no object around it is to rows_ and lists_.
constexpr std::string_view kRootList = "/json";

/// How good a name it is; 0: none.
int rank_of_title(std::string_view name) {
  constexpr auto kTitles = std::to_array<std::string_view>(
      {"filename", "name", "display_name", "preflabel", "label", "title"});
  const auto* const found = std::find(kTitles.begin(), kTitles.end(), name);
  return found == kTitles.end() ? 0 : static_cast<int>(found - kTitles.begin()) + 1;
}

/// Where the catalogue begins whose answer this is, by what is asked of its kind.
std::string base_of_answer(const CatalogueKind& kind, std::string_view url) {
  if (!kind.base.empty()) return std::string(url.substr(0, url.find(kind.base)));
  const std::string_view path = without_query(kind.ask);
  const std::size_t at = path.empty() ? std::string_view::npos : url.find(path);
  return at == std::string_view::npos ? origin_of(url) : std::string(url.substr(0, at));
}

std::string* place_of(DatasetFacts& facts, ItemFact fact) {
  const std::array<std::string*, kItemFactNames.size()> places{
      &facts.title,  &facts.description, &facts.license, &facts.publisher,
      &facts.issued, &facts.modified,    &facts.cycle};
  return places.at(static_cast<std::size_t>(fact));
}

}  // namespace

bool DescribedLinks::enter(std::string_view place) {
  if (open_.size() >= kSourceDepth) return false;
  const PlaceUse& use = use_of(place);
  if (use.answer) places_.emplace(place);
  if (use.item) say(Said::Kind::item, place, {});
  if (use.row || open_.empty()) ++rows_[std::string(place)];
  if (open_.size() <= kAroundPaging) paging_.object(place);
  const bool is_entry = use.item || open_.size() <= kAroundPaging;
  if (is_entry) entries_.emplace_back(place);
  open_.push_back({{}, {}, page_.links.size(), use.item, is_entry});
  return true;
}

/// What is said at a place is said of all entries around it.
void DescribedLinks::tell_entries(std::string_view place, std::string_view value) {
  for (ListEntry& entry : entries_) entry.take(place, value);
}

void DescribedLinks::list(std::string_view place) {
  const PlaceUse& use = use_of(place);
  if (use.answer) places_.emplace(place);
  if (use.row || open_.empty()) ++lists_[std::string(place)];
  if (open_.size() <= kAroundPaging) paging_.list(place);
}

void DescribedLinks::leave() {
  if (open_.empty()) return;
  relate(open_.back());
  judge_format(open_.back());
  describe(open_.back());
  if (open_.back().item) say(Said::Kind::end, {}, {}, entries_.back().mark());
  if (open_.back().is_entry) {
    paging_.left(entries_.back());
    entries_.pop_back();
  }
  open_.pop_back();
}

void DescribedLinks::say(Said::Kind kind, std::string_view place, std::string_view value,
                         std::uint64_t entry) {
  said_bytes_ += sizeof(Said) + place.size() + value.size();
  if (said_bytes_ > kMostBytes) return cut();
  said_.push_back({kind, std::string(place), std::string(value), page_.links.size(), entry});
}

void DescribedLinks::text(std::string_view place, std::string_view name, std::string_view value) {
  const PlaceUse& use = use_of(place);
  if (use.answer) places_.emplace(place);
  if (use.total) take_written_total(place, value);
  if (use.more && !value.empty()) more_.emplace(std::string(place), false);
  if (use.fact && !value.empty())
    say(Said::Kind::text, place, collapsed(utf8_prefix(value, 4 * kFactBytes), kFactBytes));
  if (open_.empty()) return;
  tell_entries(place, value);
  if (open_.size() <= kAroundPaging) paging_.text(place, value);
  if (is_sent(place)) note_sent(place, std::string(value));
  constexpr auto kFormats =
      std::to_array<std::string_view>({"format", "mimetype", "mime_type", "mediatype", "media_type",
                                       "content_type", "contenttype", "encodingformat", "type"});
  constexpr auto kDescriptions =
      std::to_array<std::string_view>({"description", "notes", "abstract", "summary"});
  Words& words = open_.back().words;
  if (const int rank = rank_of_title(name); rank > words.rank) {
    words.title = collapsed(utf8_prefix(value, 4 * limits::kAnchorBytes), limits::kAnchorBytes);
    words.rank = words.title.empty() ? 0 : rank;
  } else if (is_one_of(name, kFormats) && value.size() <= kFormatBytes &&
             words.format.size() < kAllFormatsBytes) {
    words.format.append(words.format.empty() ? "" : " ").append(collapse_space(value));
  } else if (name == "method") {
    open_.back().sent.post = ascii_lower(value) == "post";
  } else if (name == "rel" && words.rel.empty()) {
    words.rel = collapsed(utf8_prefix(value, limits::kRelBytes), limits::kRelBytes);
  } else if (is_one_of(name, kDescriptions) && words.description.empty()) {
    words.description =
        collapsed(utf8_prefix(value, 4 * limits::kAroundBytes), limits::kAroundBytes);
  }
}

void DescribedLinks::number(std::string_view place, double value) {
  const PlaceUse& use = use_of(place);
  if (use.answer) places_.emplace(place);
  constexpr double kMost = 1e12;
  if (use.total && value >= 0 && value < kMost) {
    totals_.emplace(std::string(place), static_cast<std::uint64_t>(value));
  }
  if (open_.size() <= kAroundPaging) paging_.number(place, value);
  tell_entries(place, {reinterpret_cast<const char*>(&value), sizeof(value)});
  if (is_sent(place)) note_sent(place, fmt::format("{}", value));
}

/// A member of the `body` of a link.
bool DescribedLinks::is_sent(std::string_view place) const {
  return open_.size() > 1 && place.substr(0, place.rfind('/')).ends_with("/body");
}

void DescribedLinks::note_sent(std::string_view place, std::string value) {
  constexpr std::size_t kMostParts = 20;
  auto& parts = open_[open_.size() - 2].sent.parts;
  const std::string_view name = place.substr(place.rfind('/') + 1);
  const bool of_list = !parts.empty() && parts.back().first == name;
  if (of_list) value.insert(0, parts.back().second + ",");  // as a query has it
  if (value.size() > kValueBytes || parts.size() >= kMostParts + (of_list ? 1 : 0)) return;
  if (of_list) parts.pop_back();
  parts.emplace_back(name, std::move(value));
}

/// XML and RDF have no other numbers.
void DescribedLinks::take_written_total(std::string_view place, std::string_view value) {
  std::uint64_t total = 0;
  const char* end = value.data() + value.size();
  const auto [rest, error] = std::from_chars(value.data(), end, total);
  if (error == std::errc{} && rest == end) number(place, static_cast<double>(total));
}

void DescribedLinks::truth(std::string_view place, bool value) {
  const PlaceUse& use = use_of(place);
  if (use.answer) places_.emplace(place);
  if (use.more && value) more_[std::string(place)] = true;
  if (use.fact) say(Said::Kind::text, place, value ? "true" : "false");
  if (open_.size() <= kAroundPaging) paging_.truth(place, value);
  if (!open_.empty() && place.ends_with("/merge")) open_.back().sent.merges = value;
}

bool DescribedLinks::link(std::string_view written, std::string_view place, std::string_view rel) {
  if (page_.links.size() >= kSourceLinks || bytes_ > kMostBytes) {
    ++page_.links_cut;
    cut();
    return false;
  }
  written = trim(written);
  auto key = canonical_url(written, url_);
  if (!key) return true;
  add(std::move(*key), written, place, rel);
  return true;
}

void DescribedLinks::add(std::string url, std::string_view written, std::string_view place,
                         std::string_view rel) {
  LinkObservation link;
  link.url = std::move(url);
  link.written = utf8_prefix(written, limits::kWrittenBytes);
  link.tag_path = place;
  link.rel = utf8_prefix(rel, limits::kRelBytes);
  link.element = LinkElement::link;
  link.position = static_cast<std::uint32_t>(page_.links.size());
  bytes_ += link.url.size() + link.written.size() + link.tag_path.size() + sizeof(link);
  page_.links.push_back(std::move(link));
  depths_.push_back(static_cast<std::uint8_t>(open_.size()));
}

/// What is searched by POST is searched by GET, too: nothing is sent that might do more than read.
std::string DescribedLinks::asked_by_query(const std::string& url, const Sent& sent) const {
  std::string query;
  const auto add_part = [&query](std::string_view part) {
    if (!part.empty()) query.append(query.empty() ? "" : "&").append(part);
  };
  const auto is_sent = [&sent](std::string_view name) {
    return std::any_of(sent.parts.begin(), sent.parts.end(),
                       [name](const auto& part) { return part.first == name; });
  };
  const auto keep = [&](std::string_view other) {
    for (const QueryPart& part : query_parts(other)) {
      if (!is_sent(part.name)) add_part(part.whole);
    }
  };
  keep(url);
  if (sent.merges) keep(url_);
  for (const auto& [name, value] : sent.parts) {
    add_part(percent_encoded(name) + "=" + percent_encoded(value));
  }
  return canonical_url(std::string(without_query(url)) + "?" + query).value_or(url);
}

/// `{"rel": "next", "href": ...}`: the relation is a part of the place.
void DescribedLinks::relate(const Open& object) {
  if (object.words.rel.empty()) return;
  for (std::size_t i = object.first_link; i < page_.links.size(); ++i) {
    LinkObservation& link = page_.links[i];
    if (depths_[i] != open_.size() || !link.rel.empty()) continue;
    link.rel = object.words.rel;
    link.tag_path.append(".").append(relation_token(link.rel));
    bytes_ += 2 * link.rel.size();
    const bool by_post = object.sent.post && leads_to_next_part(link.tag_path);
    if (by_post) link.url = asked_by_query(link.url, object.sent);
  }
}

/// Its own links, if it says of which format they are. `text/csv` is `csv`.
void DescribedLinks::judge_format(const Open& object) {
  if (format_.empty() || object.words.format.empty()) return;
  const std::string said = " " + ascii_lower(object.words.format) + " ";
  const auto says = [&said](std::string_view word) {
    return !word.empty() && said.find(" " + std::string(word) + " ") != std::string::npos;
  };
  if (says(format_) || says(mime_of_extension(format_))) return;
  for (std::size_t i = object.first_link; i < page_.links.size(); ++i) {
    if (depths_[i] == open_.size()) other_formats_.insert(i);
  }
}

void DescribedLinks::leave_out_other_formats(const CatalogueKind& kind) {
  if (other_formats_.empty()) return;
  std::vector<LinkObservation> kept;
  for (std::size_t i = 0; i < page_.links.size(); ++i) {
    LinkObservation& link = page_.links[i];
    if (other_formats_.contains(i) && is_catalogue_file(kind, link.tag_path, link.url)) continue;
    link.position = static_cast<std::uint32_t>(kept.size());
    kept.push_back(std::move(link));
  }
  page_.links = std::move(kept);
}

/// The innermost object with a name names a link, the next one outside is its heading.
void DescribedLinks::describe(const Open& object) {
  const Words& words = object.words;
  if (words.title.empty() && words.format.empty() && words.description.empty()) return;
  std::string around = words.format;
  if (!words.description.empty())
    around.append(around.empty() ? "" : " ").append(words.description);
  around.resize(utf8_prefix(around, limits::kAroundBytes).size());
  for (std::size_t i = object.first_link; i < page_.links.size(); ++i) {
    LinkObservation& link = page_.links[i];
    std::string* named = link.anchor.empty() ? &link.anchor : &link.heading;
    if (named->empty()) {
      *named = utf8_prefix(words.title,
                           named == &link.anchor ? limits::kAnchorBytes : limits::kHeadingBytes);
      bytes_ += named->size();
    }
    if (!link.around.empty()) continue;
    link.around = around;
    bytes_ += around.size();
  }
}

const CatalogueKind* DescribedLinks::kind_of_answer() const {
  const auto occurs = [&](const std::string& place) { return places_.contains(place); };
  for (const CatalogueKind& kind : catalogue_kinds()) {
    if (url_.find(kind.base) == std::string_view::npos) continue;
    for (const auto& answer : kind.answers) {
      if (std::all_of(answer.begin(), answer.end(), occurs)) return &kind;
    }
  }
  return nullptr;
}

/// What it says of one item: from `first` in said_ to `last`, its links up to `end`.
void DescribedLinks::read_item(const CatalogueKind& kind, std::size_t first, std::size_t last) {
  DatasetFacts facts;
  const std::size_t end = last < said_.size() ? said_[last].first_link : own_links_;
  for (std::size_t i = said_[first].first_link; i < end; ++i) {
    facts.files.push_back(page_.links[i].url);
  }
  for (const auto& [place, fact] : kind.item_facts) {
    std::string* text = place_of(facts, fact);
    for (std::size_t i = first; i < last && text->empty(); ++i) {
      if (said_[i].kind == Said::Kind::text && said_[i].place == place) *text = said_[i].value;
    }
  }
  const std::string base = base_of_answer(kind, url_);
  for (const CatalogueLink& made : kind.made) make_links(made, base, first, last, facts);
  datasets_.push_back(std::move(facts));
  if (last < said_.size()) page_.catalogue.entries.push_back(said_[last].entry);
}

void DescribedLinks::make_links(const CatalogueLink& made, std::string_view base, std::size_t first,
                                std::size_t last, DatasetFacts& facts) {
  const auto begin = said_.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = said_.begin() + static_cast<std::ptrdiff_t>(last);
  const bool wanted = made.where.empty() || std::any_of(begin, end, [&](const Said& said) {
                        return said.place == made.where && said.value == made.says;
                      });
  for (auto said = begin; wanted && said != end; ++said) {
    if (said->kind != Said::Kind::text || said->place != made.place) continue;
    if (said->value.size() > kValueBytes || page_.links.size() >= kSourceLinks) continue;
    const std::string written =
        filled(made, static_cast<std::size_t>(said - said_.begin()), first, last);
    auto key = canonical_url(std::string(base) + written);
    if (!key) continue;
    facts.files.push_back(*key);
    add(std::move(*key), written, made.place, {});
    page_.links.back().anchor = utf8_prefix(facts.title, limits::kAnchorBytes);
  }
}

std::string DescribedLinks::filled(const CatalogueLink& made, std::size_t said, std::size_t first,
                                   std::size_t last) const {
  std::string link;
  std::size_t taken = 0;
  for (const Hole& hole : holes_of(made.form)) {
    const std::string place = place_beside(made.place, hole.name);
    std::size_t at = hole.name.empty() ? said : first;
    while (at < last && (said_[at].kind != Said::Kind::text || said_[at].place != place)) ++at;
    const bool fits = at < last && said_[at].value.size() <= kValueBytes;
    link.append(made.form, taken, hole.begin - taken)
        .append(fits ? percent_encoded(said_[at].value) : std::string(hole.otherwise));
    taken = hole.end;
  }
  return link.append(made.form, taken);
}

void DescribedLinks::read_items(const CatalogueKind& kind) {
  // A kind without items is one document about itself.
  if (kind.items.empty() && !said_.empty()) return read_item(kind, 0, said_.size());
  for (std::size_t i = 0; i < said_.size();) {
    const bool begins = said_[i].kind == Said::Kind::item && said_[i].place == kind.items;
    if (!begins) {
      ++i;
      continue;
    }
    std::size_t last = i + 1;
    while (last < said_.size() && said_[last].kind != Said::Kind::end) ++last;
    read_item(kind, i, last);
    i = last;
  }
}

void DescribedLinks::leave_what_leads_to_the_same(const CatalogueKind& kind) {
  std::unordered_set<std::string_view> there;
  for (const LinkObservation& link : page_.links) there.insert(link.tag_path);
  std::unordered_set<std::string_view> left;
  for (const auto& [place, other] : kind.left) {
    if (there.contains(other)) left.insert(place);
  }
  if (left.empty()) return;
  std::erase_if(page_.links,
                [&](const LinkObservation& link) { return left.contains(link.tag_path); });
}

std::uint64_t DescribedLinks::total_of(const CatalogueKind& kind) const {
  for (const std::string& place : kind.totals) {
    if (const auto total = totals_.find(place); total != totals_.end()) return total->second;
  }
  return 0;
}

/// Of a kind that tells all places that count.
void DescribedLinks::leave_the_rest(const CatalogueKind& kind) {
  if (!kind.rest_left) return;
  std::erase_if(page_.links, [&](const LinkObservation& link) {
    return !is_catalogue_file(kind, link.tag_path, link.url) &&
           !leads_to_items(kind, link.tag_path) && !leads_to_next_part(link.tag_path);
  });
}

void DescribedLinks::read_catalogue(const CatalogueKind& kind) {
  read_items(kind);
  leave_what_leads_to_the_same(kind);
  leave_the_rest(kind);
  std::uint32_t position = 0;
  for (LinkObservation& link : page_.links) link.position = position++;
  page_.catalogue.kind = kind.id;
  page_.catalogue.items = kind.items.empty() ? 0 : datasets_.size();
  auto& entries = page_.catalogue.entries;
  entries = entries.size() == page_.catalogue.items ? marks_if_distinct(entries)
                                                    : std::vector<std::uint64_t>{};
  page_.catalogue.total = total_of(kind);
  leave_out_other_formats(kind);
}

bool DescribedLinks::says_more(const CatalogueKind& kind) const {
  const bool goes_on =
      std::any_of(page_.links.begin(), page_.links.end(),
                  [](const LinkObservation& link) { return leads_to_next_part(link.tag_path); });
  return std::any_of(kind.more.begin(), kind.more.end(), [&](const std::string& place) {
    const auto said = more_.find(place);
    return said != more_.end() && (said->second || !goes_on);
  });
}

/// The answer is data, and no list of it: what it says of itself tells whether that is all.
void DescribedLinks::read_rows(const CatalogueKind& kind) {
  const std::uint64_t rows = rows_at(kind.rows);
  const std::uint64_t total = total_of(kind);
  const bool turns_pages = kind.paging == Paging::offset;
  const bool first = url_.find(kind.page_name + "=0") != std::string_view::npos;
  if (turns_pages && rows == 0 && !first && asks_for_part(url_)) {
    page_.catalogue.kind = kind.id;  // there is none behind the last part
  } else if (says_more(kind) || (turns_pages && may_stop_at(url_, rows))) {
    ask_next_part(kind, rows, total);
  }
  // Of what was not read to its end nobody knows how many rows it has.
  if (page_.truncated || rows == 0 || total == 0) return;
  page_.catalogue.items = rows;
  page_.catalogue.total = total;
  // Of rows that were told apart as entries of a list; others may be equal.
  if (page_.catalogue.entries.size() != rows) page_.catalogue.entries.clear();
}

/// Where there is no way to ask for it, the file is cut.
void DescribedLinks::ask_next_part(const CatalogueKind& kind, std::uint64_t rows,
                                   std::uint64_t total) {
  std::string next = page_.truncated ? std::string() : next_catalogue_page(kind, url_, rows, total);
  if (next.empty()) return add_left(page_.left, {LeftOutCause::cut_files, std::string(url_)});
  link_next_part(std::move(next));
}

void DescribedLinks::link_next_part(std::string url) {
  const std::string written = url;
  add(std::move(url), written, kNextPart, "next");
}

/// Objects, and lists in the list.
std::uint64_t DescribedLinks::rows_at(std::string_view place) const {
  const auto objects = rows_.find(std::string(place));
  const auto lists = lists_.find(std::string(place));
  return (objects == rows_.end() ? 0 : objects->second) +
         (lists == lists_.end() ? 0 : lists->second - 1);
}

/// A list that no table knows, and no link of which leads on.
void DescribedLinks::turn_page() {
  const bool goes_on =
      std::any_of(page_.links.begin(), page_.links.end(),
                  [](const LinkObservation& link) { return leads_to_next_part(link.tag_path); });
  if (goes_on || page_.truncated) return;
  auto part = paging_.part(url_, page_.links);
  if (!part) return;
  if (part->lacks) return add_left(page_.left, {LeftOutCause::cut_files, std::string(url_)});
  if (part->total > 0) {
    page_.catalogue.items = part->items;
    page_.catalogue.total = part->total;
    page_.catalogue.entries = std::move(part->entries);
  }
  if (!part->next.empty()) link_next_part(std::move(part->next));
}

Page DescribedLinks::take() {
  while (!open_.empty()) leave();  // of an answer that was cut
  own_links_ = page_.links.size();
  const CatalogueKind* kind = kind_of_answer();
  if (kind == nullptr || !kind->rows.empty()) turn_page();
  if (kind != nullptr) {
    kind->rows.empty() ? read_catalogue(*kind) : read_rows(*kind);
  } else if (lists_.contains(std::string(kRootList)) && may_stop_at(url_, rows_at(kRootList))) {
    add_left(page_.left, {LeftOutCause::cut_files, std::string(url_)});
  }
  return std::move(page_);
}

}  // namespace tagtrail::host

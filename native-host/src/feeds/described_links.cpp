#include "feeds/described_links.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "feeds/texts.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMostBytes = 64ULL << 20;  // of all strings that are kept
constexpr std::size_t kFormatBytes = 60;         // longer ones are no formats
constexpr std::size_t kAllFormatsBytes = 120;
constexpr std::size_t kValueBytes = 200;  // of what a link is made of

/// What can stand at a place, by the table.
struct PlaceUse {
  bool answer = false;
  bool item = false;
  bool fact = false;
  bool total = false;
};
using PlaceUses = std::unordered_map<std::string, PlaceUse>;

PlaceUses read_uses() {
  PlaceUses uses;
  for (const CatalogueKind& kind : catalogue_kinds()) {
    for (const auto& answer : kind.answers) {
      for (const std::string& place : answer) uses[place].answer = true;
    }
    if (!kind.items.empty()) uses[kind.items].item = true;
    if (!kind.total.empty()) uses[kind.total].total = true;
    for (const auto& [place, fact] : kind.item_facts) uses[place].fact = true;
    for (const CatalogueLink& made : kind.made) {
      uses[made.place].fact = true;
      if (!made.where.empty()) uses[made.where].fact = true;
    }
  }
  return uses;
}

const PlaceUse& use_of(std::string_view place) {
  static const PlaceUses uses = read_uses();
  static const PlaceUse none;
  const auto found = uses.find(std::string(place));
  return found == uses.end() ? none : found->second;
}

/// How good a name it is; 0: none.
int rank_of_title(std::string_view name) {
  constexpr auto kTitles = std::to_array<std::string_view>(
      {"filename", "name", "display_name", "preflabel", "label", "title"});
  const auto* const found = std::find(kTitles.begin(), kTitles.end(), name);
  return found == kTitles.end() ? 0 : static_cast<int>(found - kTitles.begin()) + 1;
}

/// Where the catalogue begins whose answer this is, by what is asked of its kind.
std::string base_of_answer(const CatalogueKind& kind, std::string_view url) {
  const std::string_view path = std::string_view(kind.ask).substr(0, kind.ask.find('?'));
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
  open_.push_back({{}, page_.links.size(), use.item});
  return true;
}

void DescribedLinks::list(std::string_view place) {
  if (use_of(place).answer) places_.emplace(place);
}

void DescribedLinks::leave() {
  if (open_.empty()) return;
  relate(open_.back());
  judge_format(open_.back());
  describe(open_.back());
  if (open_.back().item) say(Said::Kind::end, {}, {});
  open_.pop_back();
}

void DescribedLinks::say(Said::Kind kind, std::string_view place, std::string_view value) {
  said_bytes_ += sizeof(Said) + place.size() + value.size();
  if (said_bytes_ > kMostBytes) return cut();
  said_.push_back({kind, std::string(place), std::string(value), page_.links.size()});
}

void DescribedLinks::text(std::string_view place, std::string_view name, std::string_view value) {
  const PlaceUse& use = use_of(place);
  if (use.answer) places_.emplace(place);
  if (use.fact && !value.empty())
    say(Said::Kind::text, place, collapsed(utf8_prefix(value, 4 * kFactBytes), kFactBytes));
  if (open_.empty()) return;
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
}

void DescribedLinks::truth(std::string_view place, bool value) {
  const PlaceUse& use = use_of(place);
  if (use.answer) places_.emplace(place);
  if (use.fact) say(Said::Kind::text, place, value ? "true" : "false");
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

/// `{"rel": "next", "href": ...}`: the relation is a part of the place.
void DescribedLinks::relate(const Open& object) {
  if (object.words.rel.empty()) return;
  for (std::size_t i = object.first_link; i < page_.links.size(); ++i) {
    LinkObservation& link = page_.links[i];
    if (depths_[i] != open_.size() || !link.rel.empty()) continue;
    link.rel = object.words.rel;
    link.tag_path.append(".").append(relation_token(link.rel));
    bytes_ += 2 * link.rel.size();
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
    const std::size_t hole = made.form.find(kCatalogueHole);
    const std::string written = made.form.substr(0, hole) + percent_encoded(said->value) +
                                made.form.substr(std::min(hole + 2, made.form.size()));
    auto key = canonical_url(std::string(base) + written);
    if (!key) continue;
    facts.files.push_back(*key);
    add(std::move(*key), written, made.place, {});
    page_.links.back().anchor = utf8_prefix(facts.title, limits::kAnchorBytes);
  }
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
  std::uint32_t position = 0;
  for (LinkObservation& link : page_.links) link.position = position++;
}

Page DescribedLinks::take() {
  while (!open_.empty()) leave();  // of an answer that was cut
  own_links_ = page_.links.size();
  if (const CatalogueKind* kind = kind_of_answer()) {
    read_items(*kind);
    leave_what_leads_to_the_same(*kind);
    page_.catalogue.kind = kind->id;
    page_.catalogue.items = kind->items.empty() ? 0 : datasets_.size();
    if (const auto total = totals_.find(kind->total); total != totals_.end()) {
      page_.catalogue.total = total->second;
    }
    leave_out_other_formats(*kind);
  }
  return std::move(page_);
}

}  // namespace tagtrail::host

#include "crawl/catalogues.hpp"

#include <algorithm>

#include "tagtrail/catalogue_paging.hpp"
#include "tagtrail/page_catalogues.hpp"
#include "tagtrail/parts_of_answers.hpp"
#include "tagtrail/script_json.hpp"
#include "tagtrail/table_query.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail {
namespace {

constexpr std::string_view kPlace = "/catalogue/";
constexpr std::string_view kNext = "/next";
constexpr std::string_view kWhole = "/whole";
constexpr std::string_view kEmbedded = "/embed/";
constexpr std::string_view kExport = "/export/";
constexpr std::string_view kAgain = "again ";  ///< and a list that was read once more
constexpr std::size_t kMostExports = 10;       ///< of one page
constexpr int kFirstError = 400;
/// Of one kind on one host: before one has answered, and after.
constexpr std::uint32_t kFirstTries = 2;
constexpr std::uint32_t kMostTries = 20;
/// Queries of tables that a host may refuse before it has answered any.
constexpr std::uint32_t kMostRefused = 30;
/// Places of what the scripts of one origin load.
constexpr std::uint32_t kMostScriptPlaces = 20;

std::string place_of(const CatalogueKind& kind, std::string_view behind = {}) {
  return std::string(kPlace).append(kind.id).append(behind);
}

std::string key_of(std::string_view kind, std::string_view url) {
  return std::string(kind) + " " + origin_of(url);
}

LinkObservation link_to(std::string url, const CatalogueKind& kind, std::string place) {
  LinkObservation link;
  link.written = url;
  link.url = std::move(url);
  link.tag_path = std::move(place);
  link.anchor = kind.name + ": data sets and their files";
  link.rel = link.tag_path.ends_with(kNext) ? "next" : "";
  link.element = LinkElement::link;
  return link;
}

void add_link(Page& page, std::string url, const CatalogueKind& kind, std::string place) {
  if (page.links.size() >= limits::kLinksPerPage) return;
  page.links.push_back(link_to(std::move(url), kind, std::move(place)));
  page.links.back().position = static_cast<std::uint32_t>(page.links.size() - 1);
}

/// A link of the answer to its next page, where that is how the kind goes on.
bool leads_to_next(const CatalogueKind& kind, const LinkObservation& link) {
  if (kind.paging != Paging::link) return false;
  return link.rel == "next" || leads_to_next_part(link.tag_path);
}

}  // namespace

const CatalogueKind* asked_whole(std::string_view tag_path) {
  if (!tag_path.starts_with(kPlace) || !tag_path.ends_with(kWhole)) return nullptr;
  const std::string_view id = tag_path.substr(kPlace.size());
  return find_catalogue(id.substr(0, id.size() - std::min(kWhole.size(), id.size())));
}

Catalogues::Catalogues(const Config& config, const Admission& admission)
    : on_(config.catalogues != "never"),
      only_(config.catalogues == "only"),
      filter_(parse_catalogue_filter(config.catalogue_filter).value_or(CatalogueFilter{})),
      admission_(admission) {}

void Catalogues::add_links(std::string_view place, std::string_view url, Page& page) {
  if (!on_) return;
  if (only_) return keep_to_catalogue(place, url, page);
  if (!page.catalogue.kind.empty()) return go_on(url, page);
  for (const std::string& sign : page.catalogue.signs) look_for(sign, url, page);
  const std::size_t links = std::min(page.links.size(), kMostSignLinks);
  for (std::size_t i = 0; i < links; ++i) {
    try_script_json(page.links[i]);
    look_for(std::string(kUrlSign) + page.links[i].url, url, page);
    if (page.links[i].element == LinkElement::iframe) add_embedded(page, i);
  }
  leave_covered(url, page);
  take_whole(page);
}

/// Pages of what a catalogue lists, once that has answered: of these pages all links to each other,
/// and of others those without a query, which may give data.
void Catalogues::leave_covered(std::string_view url, Page& page) const {
  for (const CatalogueKind& kind : catalogue_kinds()) {
    if (kind.covers.empty()) continue;
    const auto tries = tries_.find(key_of(kind.id, url));
    if (tries == tries_.end() || tries->second.answered == 0) continue;
    const bool inside = url.find(kind.covers) != std::string_view::npos;
    std::erase_if(page.links, [&](const LinkObservation& link) {
      const bool there = link.url.find(kind.covers) < link.url.find('?');
      return there && !leads_to_next_part(link.tag_path) && origin_of(link.url) == origin_of(url) &&
             (inside || !has_query(link.url));
    });
    if (inside) page.forms.clear();
  }
}

/// Of a file that is linked in part, all of it: its rows one by one, and a form that asks for parts
/// of it, give nothing else.
void Catalogues::take_whole(Page& page) {
  std::vector<std::string> files;  // without their queries
  std::vector<std::string> rows;   // what the addresses of their rows begin with
  for (LinkObservation& link : page.links) {
    auto whole = whole_export(link.url);
    if (!whole || files.size() >= kMostExports) continue;
    std::string file(without_query(link.url));
    rows.push_back(file.substr(0, file.find_last_of("./")) + "/");
    files.push_back(std::move(file));
    link.url = std::move(whole->base);
    link.tag_path = std::string(kExport) + whole->kind->id;
  }
  std::erase_if(page.links, [&](const LinkObservation& link) {
    return std::any_of(rows.begin(), rows.end(),
                       [&](const std::string& begin) { return link.url.starts_with(begin); });
  });
  std::erase_if(page.forms, [&](const QueryForm& form) {
    return std::find(files.begin(), files.end(), without_query(form.action)) != files.end();
  });
}

/// What a frame shows: files on another host are taken or counted as others are.
void Catalogues::add_embedded(Page& page, std::size_t frame) {
  auto data = embedded_data(page.links[frame].url);
  if (!data || page.links.size() >= limits::kLinksPerPage) return;
  LinkObservation link = page.links[frame];
  link.written = data->base;
  link.url = std::move(data->base);
  link.tag_path = std::string(kEmbedded) + data->kind->id;
  link.anchor = data->kind->name + " (CSV)";
  link.element = LinkElement::link;
  link.position = static_cast<std::uint32_t>(page.links.size());
  page.links.push_back(std::move(link));
}

void Catalogues::keep_to_catalogue(std::string_view place, std::string_view url, Page& page) {
  const CatalogueKind* kind = find_catalogue(page.catalogue.kind);
  if (kind == nullptr && asked_ && may_be_page_of_item(place)) {
    std::erase_if(page.links,
                  [this](const LinkObservation& link) { return !admission_.promises_file(link); });
    return;
  }
  if (kind == nullptr) return ask_one(url, page);
  // It is where the crawl begins.
  if (!asked_ && !filter_.empty()) return narrow_start(*kind, url, page);
  asked_ = true;
  std::erase_if(page.links, [kind](const LinkObservation& link) {
    return !is_catalogue_file(*kind, link.tag_path, link.url) && !leads_to_next(*kind, link) &&
           !leads_to_items(*kind, link.tag_path);
  });
  go_on(url, page);
}

/// What was asked for was not narrowed.
void Catalogues::narrow_start(const CatalogueKind& kind, std::string_view url, Page& page) {
  asked_ = true;
  page.links.clear();
  std::string narrowed = narrowed_request(kind, std::string(url), filter_);
  if (narrowed.empty() || !admission_.admits(narrowed)) return;
  due_.push_back(narrowed);
  add_link(page, std::move(narrowed), kind, place_of(kind));
}

/// The first kind of the table that can be narrowed as wanted; others only if that does not answer.
void Catalogues::ask_one(std::string_view url, Page& page) {
  const std::vector<CatalogueSite> sites = catalogues_of_page(page, url);
  page.links.clear();
  if (asked_) return;
  for (auto site = sites.rbegin(); site != sites.rend(); ++site) {
    std::string asked = narrowed_request(*site->kind, catalogue_request(*site), filter_);
    if (asked.empty() || !admission_.admits(asked)) continue;
    others_.push_back({std::move(asked), site->kind->id});
  }
  wants_other_ = true;
  if (auto first = take_other()) page.links.push_back(std::move(*first));
}

std::optional<LinkObservation> Catalogues::take_other() {
  if (!instead_.empty()) {
    Instead next = std::move(instead_.back());
    instead_.pop_back();
    due_.push_back(next.url);
    return link_to(std::move(next.url), *find_catalogue(next.kind), std::move(next.place));
  }
  if (!wants_other_ || others_.empty()) return std::nullopt;
  Candidate next = std::move(others_.back());
  others_.pop_back();
  wants_other_ = false;
  asked_ = true;
  ++tries_[key_of(next.kind, next.url)].asked;
  due_.push_back(next.url);
  const CatalogueKind& kind = *find_catalogue(next.kind);
  return link_to(std::move(next.url), kind, place_of(kind));
}

void Catalogues::try_script_json(const LinkObservation& link) {
  if (!link.tag_path.starts_with(kScriptJson) || !admission_.admits(link.url)) return;
  if (tries_.size() + 2 > kMostHosts || due_.size() >= kMostDue) return;
  Tries& all = tries_[key_of(kScriptJson, link.url)];
  Tries& here = tries_[key_of(link.tag_path + "/", link.url)];
  if (here.asked > 0 || all.asked >= kMostScriptPlaces) return;
  ++here.asked;
  ++all.asked;
  due_.push_back(link.url);
}

void Catalogues::look_for(std::string_view sign, std::string_view page_url, Page& page) {
  for (const CatalogueSite& site : catalogues_by_sign(sign, page_url)) ask(site, page);
}

/// Kinds of one name are versions of one interface, the newest first: what an earlier one lists is
/// asked of no later one, which waits for its answer.
bool Catalogues::is_superseded(const CatalogueKind& kind, std::string_view url) {
  for (const CatalogueKind& newer : catalogue_kinds()) {
    if (&newer == &kind) return false;
    if (newer.name != kind.name) continue;
    const auto tries = tries_.find(key_of(newer.id, url));
    if (tries == tries_.end() || tries->second.failed > 0) continue;
    const bool waits = std::any_of(waiting_.begin(), waiting_.end(), [&](const Candidate& one) {
      return key_of(one.kind, one.url) == key_of(kind.id, url);
    });
    if (!waits && waiting_.size() < kMostDue) waiting_.push_back({std::string(url), kind.id});
    return true;
  }
  return false;
}

/// `kind` has not answered at that host.
void Catalogues::ask_older(const CatalogueKind& kind, std::string_view url) {
  const auto waits = std::find_if(waiting_.begin(), waiting_.end(), [&](const Candidate& one) {
    return find_catalogue(one.kind)->name == kind.name && origin_of(one.url) == origin_of(url);
  });
  if (waits == waiting_.end()) return;
  const CatalogueKind& older = *find_catalogue(waits->kind);
  if (ask_again(older, waits->url, place_of(older))) ++tries_[key_of(older.id, waits->url)].asked;
  waiting_.erase(waits);
}

void Catalogues::ask(const CatalogueSite& site, Page& page) {
  std::string url = catalogue_request(site);
  if (url.empty() || !admission_.admits(url) || is_superseded(*site.kind, url)) return;
  const std::string key = key_of(site.kind->id, url);
  if (tries_.size() >= kMostHosts && !tries_.contains(key)) return;
  Tries& tries = tries_[key];
  const bool is_there = tries.answered > 0;
  if (tries.asked >= (is_there ? kMostTries : kFirstTries)) return;
  if (tries.failed > 0 && !is_there) return;
  // In another language it lists the same.
  if (site.kind->ask == "/" && tries.asked > 0) return;
  ++tries.asked;
  if (due_.size() < kMostDue) due_.push_back(url);
  add_link(page, std::move(url), *site.kind, place_of(*site.kind));
}

void Catalogues::go_on(std::string_view url, Page& page) const {
  const CatalogueKind* kind = find_catalogue(page.catalogue.kind);
  if (kind == nullptr) return;
  std::string next = next_catalogue_page(*kind, url, page.catalogue.items, page.catalogue.total);
  if (!next.empty()) add_link(page, std::move(next), *kind, place_of(*kind, kNext));
}

bool Catalogues::answered(std::string_view tag_path, std::string_view url,
                          const Response& response) {
  if (on_ && tag_path.starts_with(kExport) && response.status >= kFirstError) {
    ask_part(tag_path, url);
  }
  if (!on_ || !tag_path.starts_with(kPlace)) return true;
  if (table_query(url)) return table_answered(url, response);
  const std::string_view id = tag_path.substr(kPlace.size());
  const std::string_view behind = id.substr(std::min(id.find('/'), id.size()));
  const CatalogueKind* kind = find_catalogue(id.substr(0, id.size() - behind.size()));
  if (kind == nullptr) return true;
  const bool failed = find_catalogue(response.page.catalogue.kind) == nullptr;
  const bool empty = failed || response.page.catalogue.items == 0;
  const bool refused = refuses_query(response.status) || (empty && behind == kWhole);
  if (refused && ask_instead(*kind, tag_path, url)) return true;
  const auto found = tries_.find(key_of(kind->id, url));
  if (behind.empty() && found != tries_.end()) {
    ++(failed ? found->second.failed : found->second.answered);
    wants_other_ = wants_other_ || failed;
    if (failed) ask_older(*kind, url);
  }
  return !refused;
}

/// The whole file is not given.
void Catalogues::ask_part(std::string_view place, std::string_view url) {
  const CatalogueKind* kind = find_catalogue(place.substr(kExport.size()));
  if (kind != nullptr) ask_again(*kind, part_of_export(*kind, url), std::string(place));
}

/// 403: it holds more cells than are given at once. A host that gives none at all means another.
bool Catalogues::table_answered(std::string_view url, const Response& response) {
  constexpr std::uint16_t kForbidden = 403;
  if (tries_.size() >= kMostHosts) return response.status != kForbidden;
  Tries& tries = tries_[key_of(kPxwebData, url)];
  if (response.status != kForbidden) {
    if (response.status < kFirstError && response.error == FetchError::none) ++tries.answered;
    return true;
  }
  ++tries.failed;
  if (tries.answered == 0 && tries.failed > kMostRefused) return false;
  const std::vector<std::string> halves = halves_of(url);
  return !halves.empty() &&
         std::all_of(halves.begin(), halves.end(), [this](const std::string& half) {
           return ask_again(*find_catalogue(kPxweb), half, std::string(kPxwebData));
         });
}

/// The whole list once, in place of a page behind the first; then smaller pages.
bool Catalogues::ask_instead(const CatalogueKind& kind, std::string_view place,
                             std::string_view url) {
  const auto page = refused_.find(url);
  if (page != refused_.end()) {
    const std::string refused = page->second;
    return ask_again(kind, smaller_catalogue_page(kind, refused), place_of(kind, kNext));
  }
  std::string whole = narrowed_request(kind, whole_catalogue(kind, url), filter_);
  const bool known = refused_.contains(whole) || refused_.size() >= kMostHosts;
  if (!known && ask_again(kind, whole, place_of(kind, kWhole))) {
    refused_.emplace(std::move(whole), url);
    return true;
  }
  return ask_again(kind, smaller_catalogue_page(kind, url), std::string(place));
}

void Catalogues::read_list_again(std::string_view url, const Page& page) {
  const CatalogueKind* kind = find_catalogue(page.catalogue.kind);
  const bool goes_on =
      std::any_of(page.links.begin(), page.links.end(),
                  [](const LinkObservation& link) { return leads_to_next_part(link.tag_path); });
  if (!on_ || kind == nullptr || goes_on || tries_.size() >= kMostHosts) return;
  Tries& tries = tries_[std::string(kAgain) + list_of_catalogue(*kind, url)];
  if (tries.asked++ > 0) return;
  std::string whole = narrowed_request(*kind, whole_catalogue(*kind, url), filter_);
  const bool at_once = !whole.empty() && !refused_.contains(whole);
  ask_again(*kind, at_once ? std::move(whole) : catalogue_list_again(*kind, url),
            place_of(*kind, at_once ? kWhole : kNext));
}

bool Catalogues::ask_again(const CatalogueKind& kind, std::string url, std::string place) {
  if (url.empty() || !admission_.admits(url) || instead_.size() >= kMostDue) return false;
  instead_.push_back({std::move(url), kind.id, std::move(place)});
  return true;
}

std::optional<UrlId> Catalogues::take_due(const UrlTable& urls, const Hosts& hosts) {
  for (auto due = due_.begin(); due != due_.end();) {
    const UrlId id = urls.find(*due);
    const bool known = id != StringTable::kNone;
    // Its page is not considered yet.
    const bool to_come = !known || urls.facts(id).state == UrlState::known;
    const bool waits = known && urls.facts(id).state == UrlState::frontier;
    if (to_come || (waits && !hosts.is_free(id))) {
      ++due;
      continue;
    }
    due = due_.erase(due);
    if (waits) return id;
    // A policy that checks types first has found none.
    wants_other_ = wants_other_ || urls.facts(id).state == UrlState::useless;
  }
  return std::nullopt;
}

}  // namespace tagtrail

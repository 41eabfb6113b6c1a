// Rounds of revisiting: pages and files that are known are asked for again, those first that are
// expected to have most to tell; what is new on them is crawled as ever.
#include <algorithm>

#include "crawl/crawl.hpp"
#include "crawl/link_sources.hpp"

namespace tagtrail {
namespace {

constexpr unsigned kTurns = 3;        // of one side in a row while the other has something
constexpr unsigned kCreditLinks = 3;  // links between a file and the pages that share in it

bool is_away(const Response& response) {
  return response.error == FetchError::none && (response.status == 404 || response.status == 410);
}

bool has_moved(const Response& response) {
  return response.error == FetchError::none && response.status >= 300 && response.status < 400 &&
         response.status != 304 && !response.location.empty();
}

Reason reason_of(const RevisitLedger::Choice& choice) {
  Reason reason;
  if (choice.target) {
    reason.words = "revisit: has this file changed?";
  } else if (choice.group == 0) {
    reason.words = "revisit: no page like this has been revisited";
  } else {
    reason.words = "revisit: pages like this have brought " +
                   std::to_string(static_cast<std::uint64_t>(choice.like_it)) +
                   " new files, revisited " + std::to_string(choice.group);
  }
  reason.score = choice.finds;
  reason.terms = {{"expected finds", choice.finds}};
  return reason;
}

}  // namespace

void Crawl::revisit(const Budget& budget) {
  fill();
  reopen();
  config_.budget = budget;
  ledger_.begin_round();
  round_ = {};
  round_.requests = progress_.requests;
  round_.bytes = progress_.target_bytes + progress_.other_bytes;
  round_.ms = now_ms_;
}

RevisitLedger::GroupOf Crawl::revisit_group() const {
  return [this](const RevisitLedger::Known& known) {
    const GroupId group = group_of_link(known.url);
    const std::size_t place = group == kNoGroup ? 0 : std::size_t{group} + 1;
    return place * 2 + (known.target ? 1 : 0);
  };
}

/// The next link of the frontier, or the next known URL, whichever is expected to bring more.
bool Crawl::choose_in_round() {
  const auto known = ledger_.best(revisit_group());
  const double fresh = (static_cast<double>(round_.fresh_finds) + 2) /
                       (static_cast<double>(round_.fresh_requests) + 2);
  bool prefers_fresh = !known || fresh >= known->finds;
  if (known && round_.in_a_row >= kTurns) prefers_fresh = !round_.last_was_fresh;
  if (prefers_fresh && choose_from_frontier()) {
    took_turn(true, known.has_value());
    return true;
  }
  if (!known) return false;
  ledger_.asked(known->url, revisit_group());
  issue(known->url, known->url, Origin::revisit, Method::get,
        known->target ? Purpose::target : Purpose::page, reason_of(*known));
  took_turn(false, policy_->frontier_size() > 0);
  return true;
}

/// `contested`: the other side had something, too.
void Crawl::took_turn(bool fresh, bool contested) {
  if (fresh) ++round_.fresh_requests;
  const bool same = fresh == round_.last_was_fresh;
  round_.in_a_row = contested ? (same ? round_.in_a_row + 1 : 1) : 0;
  round_.last_was_fresh = fresh;
}

/// A file was found: the pages on the way to it have led there.
void Crawl::credit_pages(UrlId link) {
  if (ledger_.round() > 0) ++round_.fresh_finds;
  bool credited = false;
  UrlId page = urls_.facts(link).source;
  for (unsigned links = 0; links < kCreditLinks && page != StringTable::kNone; ++links) {
    ledger_.led_to_file(page, links, revisit_group());
    const auto* known = ledger_.find(page);
    if (!credited && known != nullptr && ledger_.asked_in_this_round(*known)) {
      ledger_.gained(page, links, revisit_group());
      credited = true;
    }
    page = urls_.facts(page).source;
  }
}

Judgement Crawl::settle_revisit(const Flight& flight, Response& response) {
  const std::string_view asked = urls_.key(flight.url);
  const bool elsewhere = !response.final_url.empty() && response.final_url != asked;
  const UrlClass url_class = response.not_modified ? UrlClass::neither : classify(response, asked);
  count(flight, response, url_class);
  const auto* known = ledger_.find(flight.url);
  if (known == nullptr) return {url_class, false, false};
  if (known->target) {
    settle_known_target(flight.url, response, url_class, known->gone);
  } else if (is_away(response)) {
    ledger_.set_gone(flight.url, true);
  } else if (response.not_modified || url_class == UrlClass::html) {
    ledger_.set_gone(flight.url, false);
  }
  const bool moved = has_moved(response);
  if (moved) {
    open_moved_page(flight.url, response.location);
  } else if (url_class == UrlClass::html && (!elsewhere || admissible(response.final_url))) {
    open_known_page(flight.url, std::move(response.page.links));
  }
  return {url_class, false, moved};
}

/// A file that changed or has gone is a find.
void Crawl::settle_known_target(UrlId url, const Response& response, UrlClass url_class,
                                bool was_gone) {
  const bool changed = !response.not_modified && url_class == UrlClass::target;
  const bool away = is_away(response);
  if (changed || (away && !was_gone)) ledger_.gained(url, 0, revisit_group());
  if (away || changed || response.not_modified) ledger_.set_gone(url, away);
}

/// It leads elsewhere by now: that is a link of it.
void Crawl::open_moved_page(UrlId page, const std::string& location) {
  LinkObservation link;
  link.url = location;
  link.tag_path = std::string(urls_.path(urls_.facts(page).path));
  link.anchor = std::string(urls_.anchor(urls_.facts(page).anchor));
  open_known_page(page, {std::move(link)});
}

/// Only links that are new are considered, in the name of the seed URL as those that were withheld:
/// how few they are teaches nothing about the page.
void Crawl::open_known_page(UrlId page, std::vector<LinkObservation> links) {
  Page content;
  content.links = std::move(links);
  if (!config_.sitemaps) leave_out_sources(content);
  std::erase_if(content.links, [&](const LinkObservation& link) {
    const UrlId id = urls_.find(link.url);
    return id != StringTable::kNone && urls_.facts(id).state != UrlState::known;
  });
  if (content.links.empty()) return;
  if (policy_info_.link_order == LinkOrder::four_passes) sort_into_passes(content.links);
  policy_->page_begin(view_of(urls_.intern(config_.seed_url)), false, content);
  OpenPage open;
  open.page = page;
  open.links = std::move(content.links);
  open_pages_.push_back(std::move(open));
}

void Crawl::save_round(ByteWriter& out) const {
  for (const std::uint64_t value :
       {round_.requests, round_.bytes, round_.ms, round_.fresh_finds, round_.fresh_requests}) {
    out.var(value);
  }
  out.u8(static_cast<std::uint8_t>(round_.in_a_row));
  out.boolean(round_.last_was_fresh);
  ledger_.save(out);
}

bool Crawl::load_round(ByteReader& in) {
  for (std::uint64_t* value :
       {&round_.requests, &round_.bytes, &round_.ms, &round_.fresh_finds, &round_.fresh_requests}) {
    *value = in.var();
  }
  round_.in_a_row = in.u8();
  round_.last_was_fresh = in.boolean();
  const bool sound = round_.requests <= progress_.requests && round_.ms <= now_ms_ &&
                     round_.bytes <= progress_.target_bytes + progress_.other_bytes;
  return sound && ledger_.load(in, urls_.size());
}

}  // namespace tagtrail

#include "crawl/chooser.hpp"

#include <algorithm>

#include "tables/url_list.hpp"
#include "tagtrail/table_query.hpp"

namespace tagtrail {

bool Chooser::send_next() {
  if (auto next = parts_.flights.take_follow_up()) {
    next->tries = 0;
    parts_.flights.send_again(std::move(*next));
    return true;
  }
  if (start()) return true;
  parts_.frontier.offer_released();
  if (parts_.page_links.request_next() || try_trap(false) || ask_catalogue()) return true;
  offer_queries(parts_.frontier.size());
  if (parts_.page_links.request_next()) return true;
  if (parts_.round.is_on() ? choose_in_round() : choose_from_frontier()) return true;
  if (parts_.flights.size() == 0 && ask_on()) return true;
  return try_again() || (parts_.flights.size() == 0 && try_trap(true));
}

/// A seed URL whose host may be asked, each once.
bool Chooser::start() {
  if (!started_) line_up_seeds();
  // The user loaded it, or another way has led there.
  std::erase_if(seeds_,
                [this](UrlId seed) { return parts_.urls.facts(seed).state == UrlState::visited; });
  const auto next = std::find_if(seeds_.begin(), seeds_.end(),
                                 [this](UrlId seed) { return parts_.hosts.is_free(seed); });
  if (next == seeds_.end()) return false;
  const UrlId seed = *next;
  seeds_.erase(next);
  parts_.frontier.reached(seed);
  Reason reason;
  reason.words = parts_.config.more_seeds.empty() ? "the seed URL" : "a seed URL";
  parts_.flights.send(
      flight_to(parts_.urls, seed, seed, Origin::seed, Purpose::page, std::move(reason)));
  return true;
}

void Chooser::line_up_seeds() {
  started_ = true;
  const bool requested = parts_.policy_info.starts_at_seed;
  for (const std::string_view key : seed_urls(parts_.config)) {
    const UrlId seed = parts_.urls.intern(key);
    if (requested) seeds_.push_back(seed);
  }
}

/// When all links that are known wait in the frontier, `waiting` of them, or have been requested; a
/// round of revisiting asks again what was asked, and nothing else.
bool Chooser::offer_queries(std::size_t waiting) {
  if (parts_.round.is_on() || !parts_.page_links.is_through()) return false;
  bool offered = false;
  for (;;) {
    Queries::Batch batch =
        parts_.queries.release({parts_.accounts.requests(), parts_.accounts.targets(), waiting});
    if (batch.links.empty()) return offered;
    parts_.page_links.offer(batch.page, std::move(batch.links));
    offered = true;
  }
}

/// There is no other link that the policy wants.
bool Chooser::ask_on() {
  while (offer_queries(0)) {
    if (parts_.page_links.request_next() || choose_from_frontier()) return true;
  }
  return false;
}

/// While hosts are busy, others of their links come before what has failed.
bool Chooser::try_again() {
  if (parts_.hosts.by_host() && parts_.frontier.size() > 0 && !parts_.flights.only_tries_again()) {
    return false;
  }
  auto failed = parts_.retries.take(parts_.hosts);
  if (!failed) return false;
  parts_.flights.send_again(std::move(*failed));
  return true;
}

void Chooser::save(ByteWriter& out) const {
  out.boolean(started_);
  save_ids(out, seeds_);
}

bool Chooser::load(ByteReader& in) {
  started_ = in.boolean();
  return load_ids(in, seeds_, parts_.urls.size());
}

bool Chooser::ask_catalogue() {
  for (;;) {
    if (const auto due = parts_.catalogues.take_due(parts_.urls, parts_.hosts)) {
      ask_catalogue_at(*due);
      return true;
    }
    auto other = parts_.catalogues.take_other();
    if (!other) return false;
    const auto query = table_query(other->url);
    const UrlId page = parts_.urls.intern(query ? query->table : parts_.config.seed_url);
    parts_.page_links.offer(page, {std::move(*other)});
    if (parts_.page_links.request_next()) return true;
  }
}

void Chooser::ask_catalogue_at(UrlId url) {
  parts_.frontier.reached(url);
  Reason reason;
  reason.words =
      "a catalogue, by signs of the site, or what its scripts ask for: it may tell what many pages "
      "do";
  parts_.flights.send(
      flight_to(parts_.urls, url, url, Origin::chosen, Purpose::page, std::move(reason)));
}

bool Chooser::choose_from_frontier() {
  auto choice = parts_.frontier.choose();
  if (!choice) return false;
  parts_.flights.send(flight_to(parts_.urls, choice->url, choice->url, Origin::chosen,
                                choice->purpose, std::move(choice->reason)));
  return true;
}

/// The next link of the frontier, or the next known URL, whichever is expected to bring more.
bool Chooser::choose_in_round() {
  const auto known = parts_.round.best();
  if (parts_.round.prefers_fresh(known) && choose_from_frontier()) {
    parts_.round.chose_fresh(known.has_value());
    return true;
  }
  if (!known) return false;
  Reason reason = parts_.round.chose_known(*known, parts_.frontier.size() > 0);
  parts_.flights.send(flight_to(parts_.urls, known->url, known->url, Origin::revisit,
                                known->target ? Purpose::target : Purpose::page,
                                std::move(reason)));
  return true;
}

/// The policy knows nothing of such links any more, and is not told.
bool Chooser::try_trap(bool at_end) {
  const auto link = parts_.traps.try_one(parts_.accounts.requests(), at_end, parts_.random);
  if (!link) return false;
  Reason reason;
  reason.words = "one of the links that were set aside as a trap, to see whether it is one";
  parts_.flights.send(
      flight_to(parts_.urls, *link, *link, Origin::trial, Purpose::page, std::move(reason)));
  return true;
}

}  // namespace tagtrail

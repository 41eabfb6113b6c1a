#include "crawl/chooser.hpp"

namespace tagtrail {

bool Chooser::send_next() {
  if (auto next = parts_.flights.take_follow_up()) {
    next->tries = 0;
    parts_.flights.send_again(std::move(*next));
    return true;
  }
  if (start()) return true;
  parts_.frontier.offer_released();
  if (parts_.page_links.request_next() || try_trap(false)) return true;
  if (parts_.round.is_on() ? choose_in_round() : choose_from_frontier()) return true;
  if (auto failed = parts_.retries.take()) {
    parts_.flights.send_again(std::move(*failed));
    return true;
  }
  return parts_.flights.size() == 0 && try_trap(true);
}

/// The seed URL, once.
bool Chooser::start() {
  if (started_) return false;
  started_ = true;
  const UrlId seed = parts_.urls.intern(parts_.config.seed_url);
  const bool had = parts_.urls.facts(seed).state == UrlState::visited;  // the user loaded it
  if (!parts_.policy_info.starts_at_seed || had) return false;
  Reason reason;
  reason.words = "the seed URL";
  parts_.flights.send(
      flight_to(parts_.urls, seed, seed, Origin::seed, Purpose::page, std::move(reason)));
  return true;
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

// Which request comes next: links of open pages first, in order, then the policy's choice.
#include "crawl/crawl.hpp"

#include <algorithm>

namespace tagtrail {

Decision Crawl::next() {
  if (flights_.all_handed_out() && has_room()) finished_ = decide_or_end();
  if (const Request* request = flights_.hand_out()) return *request;
  if (finished_) return Finished{*finished_};
  return Wait{};
}

/// Makes all decisions that can be made before the next answer. So how many there were when an
/// answer came does not hang on how often its owner had asked.
void Crawl::fill() {
  std::size_t before = 0;
  do {
    before = flights_.size();
    if (has_room()) finished_ = decide_or_end();
  } while (flights_.size() > before);
}

void Crawl::reopen() {
  waits_ = false;
  finished_.reset();
}

bool Crawl::has_room() const {
  return !finished_ && !waits_ && flights_.size() < config_.in_flight;
}

/// One more flight, if there is something to request; else, with none out, why the crawl is over.
std::optional<StopReason> Crawl::decide_or_end() {
  const auto limit = limit_reached();
  if (!limit && decide()) return std::nullopt;
  waits_ = flights_.size() > 0;
  if (waits_) return std::nullopt;
  return limit.value_or(StopReason::frontier_empty);
}

RevisitRound::Spent Crawl::spent() const {
  return {progress_.requests, progress_.target_bytes + progress_.other_bytes, now_ms_};
}

std::optional<StopReason> Crawl::limit_reached() const {
  const Budget& budget = config_.budget;
  const RevisitRound::Spent own = round_.spent_of(spent());
  if (own.requests + flights_.size() >= budget.requests) return StopReason::max_requests;
  if (own.bytes >= budget.bytes) return StopReason::max_bytes;
  if (own.ms >= budget.time_ms) return StopReason::max_time;
  if (round_.is_on()) return std::nullopt;  // a round has its own end
  if (early_stopper_.stopped()) return StopReason::early_stopping;
  const StopAt& stop = config_.stop_at;
  if (stop.share > 0 && advisor_.advice().confidence(stop.share) >= stop.confidence) {
    return StopReason::stop_advice;
  }
  return std::nullopt;
}

/// Makes the next flight; false when there is nothing to request, or nothing yet.
bool Crawl::decide() {
  if (auto next = flights_.take_follow_up()) {
    next->tries = 0;
    send(again(std::move(*next)));
    return true;
  }
  if (start()) return true;
  offer_released();
  if (decide_in_open_pages() || try_trap(false)) return true;
  if (round_.is_on() ? choose_in_round() : choose_from_frontier()) return true;
  if (auto failed = retries_.take()) {
    send(again(std::move(*failed)));
    return true;
  }
  return try_trap(true);
}

/// The seed URL, once.
bool Crawl::start() {
  if (started_) return false;
  started_ = true;
  const UrlId seed = urls_.intern(config_.seed_url);
  const bool had = urls_.facts(seed).state == UrlState::visited;  // the user loaded it
  if (!policy_info_.starts_at_seed || had) return false;
  Reason reason;
  reason.words = "the seed URL";
  send(flight_to(urls_, seed, seed, Origin::seed, Purpose::page, std::move(reason)));
  return true;
}

bool Crawl::decide_in_open_pages() {
  while (!open_pages_.empty() || open_offered_page()) {
    OpenPage& page = open_pages_.innermost();
    while (page.has_next()) {
      if (consider_next_link(page, Room::now)) return true;
    }
    if (page.outstanding > 0) return false;
    close_page();
  }
  return false;
}

/// `link` led there; `content` gives its links away.
void Crawl::open_page(UrlId page, const LinkView& link, bool chosen, Page& content) {
  if (policy_info_.link_order == LinkOrder::four_passes) {
    // The published code's order: all a, then area, frame, iframe.
    std::stable_sort(
        content.links.begin(), content.links.end(),
        [](const LinkObservation& a, const LinkObservation& b) { return a.element < b.element; });
  }
  policy_->page_begin(link, chosen, content);
  open_pages_.open(page, std::move(content.links));
}

/// Links that are no longer withheld are considered once more in the name of the seed URL: that
/// they wait teaches nothing about the page they stand on.
bool Crawl::open_offered_page() {
  Offers::Page offered = offers_.take_page(urls_);
  if (offered.links.empty()) return false;
  Page content;
  content.links = std::move(offered.links);
  open_page(offered.page, view_of(urls_, urls_.intern(config_.seed_url)), false, content);
  return true;
}

void Crawl::close_page() {
  policy_->page_end(open_pages_.close());
  book_.give_due_lessons(*policy_);
}

/// True when the link led to a request.
bool Crawl::consider_next_link(OpenPage& page, Room room) {
  const LinkObservation& link = page.links[page.next++];
  if (!admission_.admits(link.url)) return false;
  const UrlId id = urls_.intern(link.url);
  UrlFacts& facts = urls_.facts(id);
  if (facts.state != UrlState::known) return false;
  if (facts.source == StringTable::kNone) {
    facts.depth = urls_.facts(page.page).depth + 1;
    facts.source = page.page;
    facts.path = urls_.intern_path(link.tag_path);
    facts.anchor = urls_.intern_anchor(link.anchor);
  }
  if (acting_.leaves(id, link)) return false;
  if (book_.withholds(id, admission_)) {
    facts.state = UrlState::withheld;
    return false;
  }
  if (leave_if_trap(id)) return false;
  LinkView view = view_of(urls_, id);
  view.observation = &link;
  const Verdict verdict = policy_->consider(view);
  if (verdict == Verdict::later) {
    facts.state = UrlState::frontier;
    book_.arrived(id);
    return false;
  }
  if (verdict == Verdict::drop) {
    facts.state = UrlState::useless;
    return false;
  }
  const Origin origin = verdict == Verdict::check_type ? Origin::type_check : Origin::at_once;
  request_for_page(id, origin, open_pages_.index_of(page), room, policy_->explain(view));
  return true;
}

void Crawl::request_for_page(UrlId link, Origin origin, std::size_t page, Room room,
                             Reason reason) {
  const bool check = origin == Origin::type_check;
  Flight flight =
      flight_to(urls_, link, link, origin, check ? Purpose::type_check : Purpose::target,
                book_.with_word(std::move(reason), link));
  flight.open_page = page;
  if (room == Room::now) {
    open_pages_.expect(flight);
    send(std::move(flight));
    return;
  }
  // Until its type is known, other pages are not to ask for it.
  urls_.facts(link).state = check ? UrlState::useless : UrlState::visited;
  follow_up(std::move(flight));
}

bool Crawl::choose_from_frontier() {
  while (auto choice = policy_->choose()) {
    if (urls_.facts(choice->url).state == UrlState::visited || leave_if_trap(choice->url)) {
      // A redirect has led to it since, or it is none to request any more: the policy is not to
      // wait for an answer.
      Outcome nothing;
      nothing.url = choice->url;
      nothing.excluded = true;
      policy_->on_outcome(nothing);
      continue;
    }
    send(flight_to(urls_, choice->url, choice->url, Origin::chosen, choice->purpose,
                   book_.with_word(std::move(choice->reason), choice->url)));
    return true;
  }
  return false;
}

/// The next link of the frontier, or the next known URL, whichever is expected to bring more.
bool Crawl::choose_in_round() {
  const auto known = round_.best();
  if (round_.prefers_fresh(known) && choose_from_frontier()) {
    round_.chose_fresh(known.has_value());
    return true;
  }
  if (!known) return false;
  Reason reason = round_.chose_known(*known, policy_->frontier_size() > 0);
  send(flight_to(urls_, known->url, known->url, Origin::revisit,
                 known->target ? Purpose::target : Purpose::page, std::move(reason)));
  return true;
}

/// Whether the link lies in a trap; it is set aside then.
bool Crawl::leave_if_trap(UrlId link) {
  if (!config_.leave_traps) return false;
  const std::string_view key = urls_.key(link);
  const auto cause = traps_.cause_to_leave(key);
  if (!cause) return false;
  urls_.facts(link).state = UrlState::aside;
  traps_.set_aside(*cause, link, key);
  return true;
}

/// The policy knows nothing of such links any more, and is not told.
bool Crawl::try_trap(bool at_end) {
  if (!config_.leave_traps || (at_end && flights_.size() > 0)) return false;
  while (const auto link = traps_.try_one(progress_.requests, at_end, random_)) {
    if (urls_.facts(*link).state != UrlState::aside) continue;
    Reason reason;
    reason.words = "one of the links that were set aside as a trap, to see whether it is one";
    send(flight_to(urls_, *link, *link, Origin::trial, Purpose::page, std::move(reason)));
    return true;
  }
  return false;
}

/// What was no trap after all is considered once more, as links that are no longer withheld.
void Crawl::offer_released() {
  for (const UrlId link : traps_.take_released()) {
    UrlFacts& facts = urls_.facts(link);
    if (facts.state != UrlState::aside) continue;
    facts.state = UrlState::withheld;
    offers_.add(link);
  }
}

/// One that waited: what is known of its link by now.
Flight Crawl::again(Flight flight) const {
  Flight fresh = flight_to(urls_, flight.url, flight.link, flight.origin, flight.request.purpose,
                           std::move(flight.request.reason));
  fresh.redirects = flight.redirects;
  fresh.tries = flight.tries;
  fresh.open_page = flight.open_page;
  return fresh;
}

void Crawl::send(Flight flight) {
  flight.request.id = ++progress_.issued;
  const bool check = flight.origin == Origin::type_check;
  if (!check) urls_.facts(flight.url).state = UrlState::visited;
  if (config_.leave_traps && !check && flight.origin != Origin::revisit) {
    traps_.requested(flight.request.url);
  }
  flights_.send(std::move(flight));
}

}  // namespace tagtrail

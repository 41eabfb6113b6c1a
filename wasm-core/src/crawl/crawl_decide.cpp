// Which request comes next: links of open pages first, in order, then the policy's choice.
#include <unordered_set>

#include "crawl/crawl.hpp"
#include "crawl/traps.hpp"

namespace tagtrail {

Decision Crawl::next() {
  if (handed_out_ == flights_.size() && has_room()) finished_ = decide_or_end();
  if (handed_out_ < flights_.size()) return flights_[handed_out_++].request;
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

bool Crawl::has_room() const {
  return !finished_ && !waits_ && flights_.size() < config_.in_flight;
}

/// One more flight, if there is something to request; else, with none out, why the crawl is over.
std::optional<StopReason> Crawl::decide_or_end() {
  const auto limit = limit_reached();
  if (!limit && decide()) return std::nullopt;
  waits_ = !flights_.empty();
  if (waits_) return std::nullopt;
  return limit.value_or(StopReason::frontier_empty);
}

std::optional<StopReason> Crawl::limit_reached() const {
  const Budget& budget = config_.budget;
  const std::uint64_t bytes = progress_.target_bytes + progress_.other_bytes - round_.bytes;
  if (progress_.requests - round_.requests + flights_.size() >= budget.requests) {
    return StopReason::max_requests;
  }
  if (bytes >= budget.bytes) return StopReason::max_bytes;
  if (now_ms_ - round_.ms >= budget.time_ms) return StopReason::max_time;
  if (ledger_.round() > 0) return std::nullopt;  // a round has its own end
  if (early_stopper_.stopped()) return StopReason::early_stopping;
  const StopAt& stop = config_.stop_at;
  if (stop.share > 0 && advisor_.advice().confidence(stop.share) >= stop.confidence) {
    return StopReason::stop_advice;
  }
  return std::nullopt;
}

/// Makes the next flight; false when there is nothing to request, or nothing yet.
bool Crawl::decide() {
  if (!pending_.empty()) {
    Flight from = std::move(pending_.front());
    pending_.pop_front();
    const Method method = from.origin == Origin::type_check ? Method::head : Method::get;
    Flight& flight = issue(from.url, from.link, from.origin, method, from.request.purpose,
                           std::move(from.request.reason));
    flight.redirects = from.redirects;
    flight.open_page = from.open_page;
    return true;
  }
  if (!started_) {
    started_ = true;
    const UrlId seed = urls_.intern(config_.seed_url);
    const bool had = urls_.facts(seed).state == UrlState::visited;  // the user loaded it
    if (policy_info_.starts_at_seed && !had) {
      Reason reason;
      reason.words = "the seed URL";
      issue(seed, seed, Origin::seed, Method::get, Purpose::page, std::move(reason));
      return true;
    }
  }
  offer_released();
  if (decide_in_open_pages() || try_trap(false)) return true;
  const bool chosen = ledger_.round() > 0 ? choose_in_round() : choose_from_frontier();
  return chosen || try_again() || try_trap(true);
}

/// A page is closed when nothing of it is out, the innermost first.
bool Crawl::decide_in_open_pages() {
  while (!open_pages_.empty() || open_offered_page()) {
    OpenPage& page = open_pages_.back();
    while (page.next < page.links.size()) {
      if (consider_next_link(page, Room::now)) return true;
    }
    if (page.outstanding > 0) return false;
    close_page();
  }
  return false;
}

void Crawl::close_page() {
  const std::uint32_t reward = open_pages_.back().reward;
  open_pages_.pop_back();
  policy_->page_end(reward);
  give_due_lessons();
}

bool Crawl::admissible(std::string_view key) const {
  return scope_.contains(key) && !blocked_url(blocklist_, key, targets_) &&
         !is_trap(blocklist_, key, config_.seed_url);
}

std::size_t Crawl::unconsidered_links() const {
  if (!finished_) return 0;
  std::unordered_set<std::string_view> urls;
  for (const OpenPage& page : open_pages_) {
    for (std::size_t at = page.next; at < page.links.size(); ++at) {
      const std::string_view url = page.links[at].url;
      if (!admissible(url)) continue;
      const UrlId id = urls_.find(url);
      if (id == StringTable::kNone || urls_.facts(id).state == UrlState::known) urls.insert(url);
    }
  }
  return urls.size();
}

/// True when the link led to a request.
bool Crawl::consider_next_link(OpenPage& page, Room room) {
  const LinkObservation& link = page.links[page.next++];
  if (!admissible(link.url)) return false;
  const UrlId id = urls_.intern(link.url);
  UrlFacts& facts = urls_.facts(id);
  if (facts.state != UrlState::known) return false;
  if (facts.source == StringTable::kNone) {
    facts.depth = urls_.facts(page.page).depth + 1;
    facts.source = page.page;
    facts.path = urls_.intern_path(link.tag_path);
    facts.anchor = urls_.intern_anchor(link.anchor);
  }
  if (leaves_acting(id, link)) return false;
  if (teaching_.withholds() && is_withheld(id)) {
    facts.state = UrlState::withheld;
    return false;
  }
  if (leave_if_trap(id)) return false;
  LinkView view = view_of(id);
  view.observation = &link;
  switch (policy_->consider(view)) {
    case Verdict::later:
      facts.state = UrlState::frontier;
      if (teaching_.owes()) teaching_.arrived(group_of_link(id));
      return false;
    case Verdict::drop:
      facts.state = UrlState::useless;
      return false;
    case Verdict::fetch_now:
      issue_for_page(page, id, Origin::at_once, room, policy_->explain(view));
      return true;
    case Verdict::check_type:
      issue_for_page(page, id, Origin::type_check, room, policy_->explain(view));
      return true;
  }
  return false;
}

void Crawl::issue_for_page(OpenPage& page, UrlId link, Origin origin, Room room, Reason reason) {
  const bool check = origin == Origin::type_check;
  const Method method = check ? Method::head : Method::get;
  const Purpose purpose = check ? Purpose::type_check : Purpose::target;
  const auto open_page = static_cast<std::size_t>(&page - open_pages_.data());
  reason = with_word(std::move(reason), link);
  if (room == Room::now) {
    issue(link, link, origin, method, purpose, std::move(reason)).open_page = open_page;
    ++page.outstanding;
    return;
  }
  Flight flight;
  flight.url = flight.link = link;
  flight.origin = origin;
  flight.request.url = std::string(urls_.key(link));
  flight.request.method = method;
  flight.request.purpose = purpose;
  flight.request.reason = std::move(reason);
  flight.open_page = open_page;
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
    issue(choice->url, choice->url, Origin::chosen, Method::get, choice->purpose,
          with_word(std::move(choice->reason), choice->url));
    return true;
  }
  return false;
}

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
  if (!config_.leave_traps || (at_end && !flights_.empty())) return false;
  while (const auto link = traps_.try_one(progress_.requests, at_end, random_)) {
    if (urls_.facts(*link).state != UrlState::aside) continue;
    Reason reason;
    reason.words = "one of the links that were set aside as a trap, to see whether it is one";
    issue(*link, *link, Origin::trial, Method::get, Purpose::page, std::move(reason));
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
    offers_.push_back(link);
  }
}

LinkView Crawl::view_of(UrlId link) const {
  const UrlFacts& facts = urls_.facts(link);
  LinkView view;
  view.url = link;
  view.key = urls_.key(link);
  view.path = facts.path;
  view.tag_path = urls_.path(facts.path);
  view.anchor = urls_.anchor(facts.anchor);
  view.source = facts.source;
  view.depth = facts.depth;
  return view;
}

Crawl::Flight& Crawl::issue(UrlId url, UrlId link, Origin origin, Method method, Purpose purpose,
                            Reason reason) {
  const UrlFacts& facts = urls_.facts(link);
  Flight flight;
  flight.url = url;
  flight.link = link;
  flight.origin = origin;
  flight.request.id = ++progress_.issued;
  flight.request.url = std::string(urls_.key(url));
  flight.request.method = method;
  flight.request.purpose = purpose;
  if (facts.source != StringTable::kNone) flight.request.source_page = urls_.key(facts.source);
  flight.request.tag_path = std::string(urls_.path(facts.path));
  flight.request.anchor = std::string(urls_.anchor(facts.anchor));
  flight.request.depth = facts.depth;
  flight.request.revisit = origin == Origin::revisit;
  flight.request.reason = std::move(reason);
  if (origin != Origin::type_check) urls_.facts(url).state = UrlState::visited;
  if (config_.leave_traps && origin != Origin::revisit && origin != Origin::type_check)
    traps_.requested(flight.request.url);
  return flights_.emplace_back(std::move(flight));
}

}  // namespace tagtrail

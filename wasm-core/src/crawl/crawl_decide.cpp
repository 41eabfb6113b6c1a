// Which request comes next: links of open pages first, in order, then the policy's choice.
#include "crawl/crawl.hpp"
#include "crawl/traps.hpp"

namespace tagtrail {

Decision Crawl::next() {
  if (flight_) {
    if (!hand_out_again_) return Wait{};
    hand_out_again_ = false;
    return flight_->request;
  }
  if (finished_) return Finished{*finished_};
  if (const auto limit = limit_reached()) {
    finished_ = limit;
    return Finished{*finished_};
  }
  if (!decide()) {
    finished_ = StopReason::frontier_empty;
    return Finished{*finished_};
  }
  return flight_->request;
}

std::optional<StopReason> Crawl::limit_reached() const {
  const Budget& budget = config_.budget;
  if (progress_.requests >= budget.requests) return StopReason::max_requests;
  if (progress_.target_bytes + progress_.other_bytes >= budget.bytes) return StopReason::max_bytes;
  if (now_ms_ >= budget.time_ms) return StopReason::max_time;
  if (early_stopper_.stopped()) return StopReason::early_stopping;
  return std::nullopt;
}

/// Makes the next flight; false when there is nothing left to request.
bool Crawl::decide() {
  if (pending_) {
    Flight from = std::move(*pending_);
    pending_.reset();
    issue(from.url, from.link, from.origin, Method::get, from.request.purpose,
          std::move(from.request.reason));
    flight_->redirects = from.redirects;
    return true;
  }
  if (!started_) {
    started_ = true;
    const UrlId seed = urls_.intern(config_.seed_url);
    if (policy_info_.starts_at_seed) {
      Reason reason;
      reason.words = "the seed URL";
      issue(seed, seed, Origin::seed, Method::get, Purpose::page, std::move(reason));
      return true;
    }
  }
  while (!open_pages_.empty()) {
    OpenPage& page = open_pages_.back();
    while (page.next < page.links.size()) {
      if (consider_next_link(page)) return true;
    }
    close_page();
  }
  return choose_from_frontier();
}

void Crawl::close_page() {
  const std::uint32_t reward = open_pages_.back().reward;
  open_pages_.pop_back();
  policy_->page_end(reward);
}

bool Crawl::admissible(std::string_view key) const {
  return scope_.contains(key) && !blocked_url(blocklist_, key, targets_) &&
         !is_trap(blocklist_, key, config_.seed_url);
}

/// True when the link led to a request.
bool Crawl::consider_next_link(OpenPage& page) {
  const LinkObservation& link = page.links[page.next++];
  const UrlId known_before = urls_.size();
  if (!admissible(link.url)) return false;
  const UrlId id = urls_.intern(link.url);
  UrlFacts& facts = urls_.facts(id);
  if (facts.state != UrlState::known) return false;
  if (id >= known_before) {
    facts.depth = urls_.facts(page.page).depth + 1;
    facts.source = page.page;
    facts.path = urls_.intern_path(link.tag_path);
    facts.anchor = urls_.intern_anchor(link.anchor);
  }
  LinkView view = view_of(id);
  view.observation = &link;
  switch (policy_->consider(view)) {
    case Verdict::later:
      facts.state = UrlState::frontier;
      return false;
    case Verdict::drop:
      facts.state = UrlState::useless;
      return false;
    case Verdict::fetch_now:
      issue(id, id, Origin::at_once, Method::get, Purpose::target, policy_->explain(view));
      return true;
    case Verdict::check_type:
      issue(id, id, Origin::type_check, Method::head, Purpose::type_check, policy_->explain(view));
      return true;
  }
  return false;
}

bool Crawl::choose_from_frontier() {
  while (auto choice = policy_->choose()) {
    // A redirect may have led to it since.
    if (urls_.facts(choice->url).state == UrlState::visited) continue;
    issue(choice->url, choice->url, Origin::chosen, Method::get, choice->purpose,
          std::move(choice->reason));
    return true;
  }
  return false;
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

void Crawl::issue(UrlId url, UrlId link, Origin origin, Method method, Purpose purpose,
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
  flight.request.reason = std::move(reason);
  if (origin != Origin::type_check) urls_.facts(url).state = UrlState::visited;
  flight_ = std::move(flight);
}

}  // namespace tagtrail

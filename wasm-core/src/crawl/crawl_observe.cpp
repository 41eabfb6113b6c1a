// Pages that the user has loaded himself.
#include <algorithm>

#include "crawl/crawl.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {

Expected<void> Crawl::observe(Response response) {
  const auto key = canonical_url(response.final_url);
  if (!key || *key != response.final_url) {
    return fail(ErrorCode::invalid_url, "the URL of the observed page is not canonical");
  }
  if (!response.is_page || response.page.links.size() > limits::kLinksPerPage) {
    return fail(ErrorCode::invalid_argument, "what was observed is no page, or too large");
  }
  fill();
  if (!scope_.contains(response.final_url)) return {};
  const auto flight = flight_of_observed(urls_.intern(response.final_url));
  if (!flight) return {};
  reopen();
  now_ms_ = std::max(now_ms_, response.at_ms);
  const std::size_t open = open_pages_.size();
  settle_answer(*flight, flight->url, response);
  if (open_pages_.size() > open) consider_observed_page();
  return {};
}

/// The request that the page is an answer to, or might have been; nothing when it was answered
/// before.
std::optional<Crawl::Flight> Crawl::flight_of_observed(UrlId id) {
  const auto same = [&](const Flight& flight) {
    return flight.url == id && !flight.observed && flight.origin != Origin::revisit;
  };
  std::optional<Flight> answered;
  if (const auto out = std::find_if(flights_.begin(), flights_.end(), same);
      out != flights_.end()) {
    answered = *out;
    if (belongs_to_page(*out)) --open_pages_[out->open_page].outstanding;
    out->observed = true;
  } else if (const auto next = std::find_if(pending_.begin(), pending_.end(), same);
             next != pending_.end()) {
    answered = *next;
    if (belongs_to_page(*next)) --open_pages_[next->open_page].outstanding;
    pending_.erase(next);
  }
  UrlFacts& facts = urls_.facts(id);
  if (!answered) {
    if (facts.state == UrlState::visited) return std::nullopt;
    if (facts.state == UrlState::frontier) policy_->remove(id);
    Flight flight;
    flight.url = flight.link = id;
    flight.origin = Origin::chosen;
    answered = std::move(flight);
  }
  facts.state = UrlState::visited;
  return answered;
}

/// At once, room or not: who only looks on makes no requests, and learns all the same.
void Crawl::consider_observed_page() {
  const std::size_t page = open_pages_.size() - 1;
  while (open_pages_[page].next < open_pages_[page].links.size()) {
    consider_next_link(open_pages_[page], Room::later);
  }
  if (open_pages_[page].outstanding > 0) return;
  close_page();
  policy_->page_observed();
}

}  // namespace tagtrail

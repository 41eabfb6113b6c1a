#include "crawl/redirects.hpp"

#include "traps/hashes.hpp"

namespace tagtrail {
std::optional<Flight> Redirects::onward(const Flight& flight, const Response& response) {
  const std::string& location = response.location;
  if (location.empty()) return std::nullopt;
  heed_cookie(flight.link, response);
  const bool may_go = may_leave_scope(flight) || parts_.admission.admits(location);
  return may_go ? follow(flight, location) : onward_elsewhere(flight, location);
}

std::optional<Flight> Redirects::onward_elsewhere(const Flight& flight,
                                                  const std::string& location) {
  const bool takes = !location.empty() && parts_.elsewhere.takes_redirect(flight, location);
  return takes ? follow(flight, location) : std::nullopt;
}

std::optional<Flight> Redirects::follow(const Flight& flight, const std::string& location) {
  if (flight.redirects >= kMostRedirects || lead_to_act(flight, location)) return std::nullopt;
  const UrlId destination = parts_.urls.intern(location);
  UrlFacts& facts = parts_.urls.facts(destination);
  const bool is_new = facts.state == UrlState::known || facts.state == UrlState::beyond;
  if (!is_new &&
      !(shows_more(flight.link, destination) && may_lead_back(flight.link, destination))) {
    parts_.traps.led_nowhere(flight.link);
    return std::nullopt;
  }
  if (is_new) facts.found_as(parts_.urls.facts(flight.link));
  facts.state = UrlState::visited;
  Flight onward = flight;
  onward.url = destination;
  ++onward.redirects;
  onward.request.reason.words = "redirected from " + flight.request.url;
  return onward;
}

std::optional<UrlId> Redirects::answered_by(const Flight& flight, const Response& response) {
  for (const RedirectHop& hop : response.redirects) {
    // Pages that send a tab to and fro come by where it ends, too.
    if (hop.url == response.final_url) continue;
    if (parts_.admission.in_scope(hop.url)) parts_.frontier.reached(parts_.urls.intern(hop.url));
  }
  if (response.final_url.empty() || response.final_url == flight.request.url) return flight.url;
  if (!may_leave_scope(flight) && !parts_.admission.admits(response.final_url)) return std::nullopt;
  const UrlId url = parts_.urls.intern(response.final_url);
  UrlFacts& facts = parts_.urls.facts(url);
  // A browser may be led back to where the link's way began, and be told more there.
  const bool led_back = url == flight.link && facts.fate == UrlFate::moved;
  if (facts.state == UrlState::visited && !led_back) return std::nullopt;
  if (facts.state == UrlState::known) facts.found_as(parts_.urls.facts(flight.link));
  parts_.frontier.reached(url);
  return url;
}

bool Redirects::shows_more(UrlId link, UrlId destination) const {
  const UrlFacts& facts = parts_.urls.facts(destination);
  if (facts.state != UrlState::visited || with_cookie_.empty()) return false;
  const bool gave_page = facts.fate == UrlFate::page || facts.fate == UrlFate::moved;
  return with_cookie_.contains(link) ||
         (gave_page && parts_.admission.promises_file(parts_.urls.key(destination)));
}

bool Redirects::may_lead_back(UrlId link, UrlId destination) {
  if (back_.size() >= kMostBack) return false;
  return back_.insert((static_cast<std::uint64_t>(link) << 32U) | destination).second;
}

void Redirects::heed_cookie(UrlId link, const Response& response) {
  if (response.new_cookie && with_cookie_.size() < kMostBack) with_cookie_.insert(link);
}

void Redirects::save(ByteWriter& out) const {
  for (const auto* set : {&with_cookie_, &back_}) save_set(out, *set);
}

bool Redirects::load(ByteReader& in) {
  for (auto* set : {&with_cookie_, &back_}) {
    load_set(in, *set);
    if (set->size() > kMostBack) return false;
  }
  return in.ok();
}

/// What the user asked for by its URL is his business.
bool Redirects::may_leave_scope(const Flight& flight) const {
  return parts_.config.follow_out_of_scope_redirects || flight.origin == Origin::asked;
}

/// A redirect to what acts is not followed, unless the user asked for the link himself.
bool Redirects::lead_to_act(const Flight& flight, std::string_view location) {
  if (!parts_.acting.watches() || flight.origin == Origin::asked) return false;
  const UrlId id = parts_.urls.intern(location);
  UrlFacts& facts = parts_.urls.facts(id);
  if (facts.state == UrlState::acting) return true;
  if (facts.state != UrlState::known) return false;
  if (facts.source == StringTable::kNone) facts.found_as(parts_.urls.facts(flight.link));
  LinkObservation link;
  link.url = std::string(location);
  return parts_.acting.leaves(id, link);
}

}  // namespace tagtrail

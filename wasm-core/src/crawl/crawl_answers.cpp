// What an answer means: count it, judge it, open the page, follow the redirect, tell the policy.
#include <algorithm>

#include "crawl/answers.hpp"
#include "crawl/crawl.hpp"
#include "crawl/link_sources.hpp"
#include "tagtrail/http_status.hpp"
#include "tagtrail/may_list_links.hpp"

namespace tagtrail {
namespace {

constexpr std::uint32_t kMaxRedirects = 20;

}  // namespace

Expected<Judgement> Crawl::deliver(Response response) {
  const auto bad = [](std::string what) {
    return fail(ErrorCode::invalid_argument, std::move(what));
  };
  const std::uint64_t room =
      config_.in_flight - std::min<std::uint64_t>(config_.in_flight, flights_.size());
  if (response.issued < response.request_id || response.issued > progress_.issued + room) {
    return bad("response delivered after " + std::to_string(response.issued) +
               " requests, but the engine has handed out " + std::to_string(progress_.issued));
  }
  const bool may_be_asked = response.request_id > progress_.issued;
  if (may_be_asked || in_flight(response.request_id) != nullptr) fill();
  auto flight = flights_.take(response.request_id);
  if (!flight) {
    return bad("no request " + std::to_string(response.request_id) + " is in flight");
  }
  waits_ = false;
  now_ms_ = std::max(now_ms_, response.at_ms);
  const Judgement judgement = settle(*flight, response);
  open_pages_.answered(*flight);
  if (config_.second_tries) retries_.keep(*flight, response, urls_.facts(flight->url));
  if (!round_.is_on()) {
    early_stopper_.update(progress_.requests, progress_.targets);
    advisor_.update(progress_.requests, progress_.targets, *policy_);
  }
  return judgement;
}

void Crawl::count(const Flight& flight, const Response& response, UrlClass url_class) {
  progress_.requests += response.requests;
  (flight.request.method == Method::head ? progress_.heads : progress_.gets) += response.requests;
  if (flight.request.method == Method::head) {
    progress_.other_bytes += response.header_bytes;
  } else if (url_class == UrlClass::target) {
    progress_.target_bytes += response.body_bytes;
  } else {
    progress_.other_bytes += response.body_bytes;
  }
}

UrlClass Crawl::classify(const Response& response, std::string_view url) const {
  if (response.error != FetchError::none || !has_content(response.status)) return UrlClass::dead;
  return objective_->classify(response, url);
}

Judgement Crawl::settle(const Flight& flight, Response& response) {
  if (flight.observed) {
    const UrlClass url_class = classify(response, flight.request.url);
    count(flight, response, url_class);
    return {url_class, false};
  }
  if (flight.origin == Origin::revisit) return settle_revisit(flight, response);
  if (flight.origin == Origin::type_check) return settle_type_check(flight, response);
  if (is_redirect(response)) return settle_redirect(flight, response);
  UrlId url = flight.url;
  if (!follow_loader_redirects(flight, response, url)) {
    count(flight, response, UrlClass::neither);
    report(flight, std::nullopt, UrlClass::neither, true, false);
    return {UrlClass::neither, false};
  }
  return settle_answer(flight, url, response);
}

Judgement Crawl::settle_type_check(const Flight& flight, const Response& response) {
  // Anything but success and failure, a redirect above all, counts as html, as published.
  UrlClass url_class =
      is_redirect(response) ? UrlClass::html : classify(response, flight.request.url);
  if (url_class == UrlClass::neither && config_.sitemaps &&
      may_list_links(response.mime, flight.request.url)) {
    url_class = UrlClass::html;
  }
  count(flight, response, url_class);
  UrlFacts& facts = urls_.facts(flight.link);
  if (facts.state == UrlState::visited) return {url_class, false};  // the user loaded it
  if (is_excluded(response.error)) {
    facts.state = UrlState::useless;
    return {UrlClass::dead, false};
  }
  const LinkView view = view_of(urls_, flight.link);
  switch (policy_->on_type_check(view, url_class, response.status)) {
    case Verdict::later:
      facts.state = UrlState::frontier;
      break;
    case Verdict::fetch_now: {
      Flight again = flight;
      again.origin = Origin::at_once;
      again.request.method = Method::get;
      again.request.purpose = Purpose::target;
      again.request.reason.words = "a type check said: a file";
      facts.state = UrlState::visited;
      follow_up(std::move(again));
      break;
    }
    case Verdict::check_type:
    case Verdict::drop:
      facts.state = UrlState::useless;
      break;
  }
  return {url_class, false};
}

/// To be requested next, in the name of a flight that has been answered.
void Crawl::follow_up(Flight flight) {
  open_pages_.expect(flight);
  flights_.follow_up(std::move(flight));
}

Judgement Crawl::settle_redirect(const Flight& flight, const Response& response) {
  count(flight, response, UrlClass::neither);
  const std::string& location = response.location;
  const bool allowed = !location.empty() && flight.redirects < kMaxRedirects &&
                       (may_leave_scope(flight) || admission_.admits(location)) &&
                       !leads_to_act(flight, location);
  if (allowed) {
    const UrlId destination = urls_.intern(location);
    UrlFacts& facts = urls_.facts(destination);
    if (facts.state == UrlState::known) {
      facts.found_as(urls_.facts(flight.link));
      facts.state = UrlState::visited;
      Flight onward = flight;
      onward.url = destination;
      onward.redirects = flight.redirects + 1;
      onward.request.reason.words = "redirected from " + flight.request.url;
      follow_up(std::move(onward));
      return {UrlClass::neither, false};
    }
  }
  if (config_.leave_traps && allowed) traps_.led_nowhere(urls_.key(flight.link));
  report(flight, std::nullopt, UrlClass::neither, false, false);
  return {UrlClass::neither, false};
}

/// A redirect to what acts is not followed, unless the user asked for the link himself.
bool Crawl::leads_to_act(const Flight& flight, std::string_view location) {
  if (!acting_.watches() || flight.origin == Origin::asked) return false;
  const UrlId id = urls_.intern(location);
  UrlFacts& facts = urls_.facts(id);
  if (facts.state == UrlState::acting) return true;
  if (facts.state != UrlState::known) return false;
  if (facts.source == StringTable::kNone) facts.found_as(urls_.facts(flight.link));
  LinkObservation link;
  link.url = std::string(location);
  return acting_.leaves(id, link);
}

/// Another way than by the policy's choice.
void Crawl::mark_visited(UrlId url) {
  UrlFacts& facts = urls_.facts(url);
  if (facts.state == UrlState::frontier) policy_->remove(url);
  facts.state = UrlState::visited;
}

/// A browser has followed redirects by itself. Sets `url` to the URL that answered; false when its
/// content must be discarded: out of scope, or visited before.
bool Crawl::follow_loader_redirects(const Flight& flight, const Response& response, UrlId& url) {
  for (const RedirectHop& hop : response.redirects) {
    if (admission_.in_scope(hop.url)) mark_visited(urls_.intern(hop.url));
  }
  if (response.final_url.empty() || response.final_url == flight.request.url) return true;
  if (!may_leave_scope(flight) && !admission_.admits(response.final_url)) return false;
  url = urls_.intern(response.final_url);
  UrlFacts& facts = urls_.facts(url);
  if (facts.state == UrlState::visited) return false;
  if (facts.state == UrlState::known) facts.found_as(urls_.facts(flight.link));
  mark_visited(url);
  return true;
}

Judgement Crawl::settle_answer(const Flight& flight, UrlId url, Response& response) {
  const UrlClass url_class = classify(response, urls_.key(url));
  count(flight, response, url_class);
  const TrapWatch::Weight weight = weigh(flight, url, url_class, response);
  // Files that add nothing again and again are none to the policy, so that what leads there falls.
  // A single one says nothing about its kind.
  const bool counts = url_class != UrlClass::target || !weight.worthless;
  Judgement judgement{url_class, false};
  if (url_class == UrlClass::target && !urls_.facts(url).target) {
    urls_.facts(url).target = true;
    judgement.new_target = !weight.repeated;
  }
  if (judgement.new_target) {
    ++progress_.targets;
    // As published: only a link that was taken for a file and is one rewards its page.
    const bool direct = url == flight.link && flight.origin == Origin::at_once;
    if (direct && counts) open_pages_.reward(flight);
    book_.found_file(flight.link);
    round_.found_file(flight.link);
  }
  if (url_class == UrlClass::target || url_class == UrlClass::html) {
    round_.add(url, url_class == UrlClass::target, urls_.facts(url).depth);
  }
  report(flight, url, counts ? url_class : UrlClass::neither, is_excluded(response.error),
         judgement.new_target && counts);
  if (url_class == UrlClass::html) {
    ++progress_.pages;
    read_page(flight, url, response.page);
  }
  return judgement;
}

TrapWatch::Weight Crawl::weigh(const Flight& flight, UrlId url, UrlClass url_class,
                               const Response& response) {
  if (!config_.leave_traps || is_excluded(response.error)) return {Addition::strong, false, false};
  const UrlFacts& facts = urls_.facts(flight.link);
  TrapWatch::Answer answer;
  answer.link = urls_.key(flight.link);
  answer.url = url;
  answer.url_class = url_class;
  if (facts.source != StringTable::kNone) {
    answer.source = facts.source;
    answer.page_of_link = urls_.key(facts.source);
  }
  return traps_.answered(answer, response);
}

/// What the user asked for by its URL is his business.
bool Crawl::may_leave_scope(const Flight& flight) const {
  return config_.follow_out_of_scope_redirects || flight.origin == Origin::asked;
}

void Crawl::report(const Flight& flight, std::optional<UrlId> url, UrlClass url_class,
                   bool excluded, bool new_target) {
  if (flight.origin == Origin::again || flight.origin == Origin::trial) return;
  Outcome outcome;
  outcome.url = flight.link;
  outcome.url_class = url_class;
  outcome.excluded = excluded;
  outcome.new_target = new_target;
  outcome.via_redirect = url.value_or(flight.url) != flight.link;
  outcome.redirected = !url || outcome.via_redirect;
  outcome.chosen = flight.was_chosen();
  if (!excluded) book_.answered(flight.link);
  policy_->on_outcome(outcome);
}

void Crawl::read_page(const Flight& flight, UrlId url, Page& content) {
  if (!config_.sitemaps) {
    leave_out_sources(content);
  } else if (flight.origin == Origin::seed) {
    add_usual_sources(content, urls_.key(url));
  }
  if (acting_.learn(urls_.key(url), content)) leave_what_acts();
  open_page(url, view_of(urls_, flight.link), flight.was_chosen(), content);
}

Judgement Crawl::settle_revisit(const Flight& flight, Response& response) {
  const std::string_view asked = urls_.key(flight.url);
  const bool elsewhere = !response.final_url.empty() && response.final_url != asked;
  const UrlClass url_class = response.not_modified ? UrlClass::neither : classify(response, asked);
  count(flight, response, url_class);
  if (!round_.answered(flight.url, response, url_class)) return {url_class, false};
  if (is_redirect(response) && !response.location.empty()) {
    // It leads elsewhere by now: that is a link of it.
    LinkObservation link = observation_of(urls_, flight.url);
    link.url = response.location;
    open_known_page(flight.url, {std::move(link)});
  } else if (url_class == UrlClass::html && (!elsewhere || admission_.admits(response.final_url))) {
    open_known_page(flight.url, std::move(response.page.links));
  }
  return {url_class, false};
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
  open_page(page, view_of(urls_, urls_.intern(config_.seed_url)), false, content);
}

}  // namespace tagtrail

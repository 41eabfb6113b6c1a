#include "crawl/settler.hpp"

#include "crawl/answers.hpp"
#include "crawl/known_link.hpp"
#include "tagtrail/http_status.hpp"
#include "tagtrail/may_list_links.hpp"

namespace tagtrail {

Judgement Settler::settle(const Flight& flight, Response& response) {
  if (flight.observed) {
    const UrlClass url_class = classify(response, flight.request.url);
    parts_.accounts.count(flight.request, response, url_class);
    return {url_class, false};
  }
  if (flight.origin == Origin::revisit) return settle_revisit(flight, response);
  if (flight.origin == Origin::type_check) return settle_type_check(flight, response);
  if (is_redirect(response)) return settle_redirect(flight, response);
  if (const auto url = parts_.redirects.answered_by(flight, response)) {
    return settle_answer(flight, *url, response);
  }
  parts_.accounts.count(flight.request, response, UrlClass::neither);
  report(flight, std::nullopt, UrlClass::neither, true, false);
  return {UrlClass::neither, false};
}

UrlClass Settler::classify(const Response& response, std::string_view url) const {
  if (response.error != FetchError::none || !has_content(response.status)) return UrlClass::dead;
  return parts_.objective.classify(response, url);
}

Judgement Settler::settle_type_check(const Flight& flight, const Response& response) {
  // Anything but success and failure, a redirect above all, counts as html, as published.
  UrlClass url_class =
      is_redirect(response) ? UrlClass::html : classify(response, flight.request.url);
  if (url_class == UrlClass::neither && parts_.config.sitemaps &&
      may_list_links(response.mime, flight.request.url)) {
    url_class = UrlClass::html;
  }
  parts_.accounts.count(flight.request, response, url_class);
  UrlFacts& facts = parts_.urls.facts(flight.link);
  if (facts.state == UrlState::visited) return {url_class, false};  // the user loaded it
  if (is_excluded(response.error)) {
    facts.state = UrlState::useless;
    return {UrlClass::dead, false};
  }
  const LinkView view = view_of(parts_.urls, flight.link);
  switch (parts_.policy.on_type_check(view, url_class, response.status)) {
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
      parts_.flights.follow_up(std::move(again));
      break;
    }
    case Verdict::check_type:
    case Verdict::drop:
      facts.state = UrlState::useless;
      break;
  }
  return {url_class, false};
}

Judgement Settler::settle_redirect(const Flight& flight, const Response& response) {
  parts_.accounts.count(flight.request, response, UrlClass::neither);
  if (auto onward = parts_.redirects.onward(flight, response.location)) {
    parts_.flights.follow_up(std::move(*onward));
  } else {
    report(flight, std::nullopt, UrlClass::neither, false, false);
  }
  return {UrlClass::neither, false};
}

Judgement Settler::settle_answer(const Flight& flight, UrlId url, Response& response) {
  const UrlClass url_class = classify(response, parts_.urls.key(url));
  parts_.accounts.count(flight.request, response, url_class);
  const bool excluded = is_excluded(response.error);
  const TrapWatch::Weight weight =
      excluded ? TrapWatch::Weight{} : parts_.traps.answered(flight.link, url, url_class, response);
  // Files that add nothing again and again are none to the policy, so that what leads there falls.
  // A single one says nothing about its kind.
  const bool counts = url_class != UrlClass::target || !weight.worthless;
  Judgement judgement{url_class, false};
  if (url_class == UrlClass::target && !parts_.urls.facts(url).target) {
    parts_.urls.facts(url).target = true;
    judgement.new_target = !weight.repeated;
  }
  if (judgement.new_target) {
    parts_.accounts.count_target();
    // As published: only a link that was taken for a file and is one rewards its page.
    const bool direct = url == flight.link && flight.origin == Origin::at_once;
    if (direct && counts) parts_.open_pages.reward(flight);
    parts_.book.found_file(flight.link);
    parts_.round.found_file(flight.link);
  }
  if (url_class == UrlClass::target || url_class == UrlClass::html) {
    parts_.round.add(url, url_class == UrlClass::target, parts_.urls.facts(url).depth);
  }
  report(flight, url, counts ? url_class : UrlClass::neither, excluded,
         judgement.new_target && counts);
  if (url_class == UrlClass::html) {
    parts_.accounts.count_page();
    parts_.page_links.read(flight, url, response.page);
  }
  return judgement;
}

Judgement Settler::settle_revisit(const Flight& flight, Response& response) {
  const std::string_view asked = parts_.urls.key(flight.url);
  const bool elsewhere = !response.final_url.empty() && response.final_url != asked;
  const UrlClass url_class = response.not_modified ? UrlClass::neither : classify(response, asked);
  parts_.accounts.count(flight.request, response, url_class);
  if (!parts_.round.answered(flight.url, response, url_class)) return {url_class, false};
  if (is_redirect(response) && !response.location.empty()) {
    // It leads elsewhere by now: that is a link of it.
    LinkObservation link = observation_of(parts_.urls, flight.url);
    link.url = response.location;
    parts_.page_links.read_again(flight.url, {std::move(link)});
  } else if (url_class == UrlClass::html &&
             (!elsewhere || parts_.admission.admits(response.final_url))) {
    parts_.page_links.read_again(flight.url, std::move(response.page.links));
  }
  return {url_class, false};
}

/// `url` answered it; nothing: none that counts.
void Settler::report(const Flight& flight, std::optional<UrlId> url, UrlClass url_class,
                     bool excluded, bool new_target) {
  if (flight.origin == Origin::again || flight.origin == Origin::trial) return;
  Outcome outcome;
  outcome.url = flight.link;
  outcome.url_class = url_class;
  outcome.excluded = excluded;
  outcome.new_target = new_target;
  outcome.gain = new_target ? 1 : 0;
  outcome.via_redirect = url.value_or(flight.url) != flight.link;
  outcome.redirected = !url || outcome.via_redirect;
  outcome.chosen = flight.was_chosen();
  if (!excluded) parts_.book.answered(flight.link);
  parts_.policy.on_outcome(outcome);
}

}  // namespace tagtrail

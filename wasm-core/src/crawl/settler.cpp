#include "crawl/settler.hpp"

#include <algorithm>

#include "crawl/answers.hpp"
#include "crawl/known_link.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail {
namespace {

/// An application draws its routes in a tab, and one leads to the next.
constexpr int kAwayInARowByTab = 3;
constexpr int kAwayInARow = 1;
/// Behind these, pages have to say something new.
constexpr int kAwayWithoutNews = 2;

}  // namespace

Judgement Settler::settle(const Flight& flight, Response& response) {
  if (flight.observed) {
    const Finding found = judge(response, flight.request.url);
    parts_.accounts.count(flight.request, response, found);
    return {found.url_class};
  }
  if (flight.origin == Origin::revisit) return settle_revisit(flight, response);
  if (flight.origin == Origin::read_again) return settle_read_again(flight, response);
  if (flight.origin == Origin::type_check) return settle_type_check(flight, response);
  if (is_redirect(response)) return settle_redirect(flight, response);
  const auto url = parts_.redirects.answered_by(flight, response);
  parts_.fates.passed(response.redirects);
  if (url) return settle_answer(flight, *url, response);
  parts_.accounts.count(flight.request, response, {});
  auto onward = parts_.redirects.onward_elsewhere(flight, response.final_url);
  parts_.fates.redirected(flight, response.final_url, onward.has_value());
  if (onward) {
    parts_.flights.follow_up(std::move(*onward));
  } else {
    report(flight, std::nullopt, {.url_class = UrlClass::neither, .excluded = true});
  }
  return {UrlClass::neither};
}

Finding Settler::judge(const Response& response, std::string_view url) const {
  return brings_content(response) ? parts_.objective.judge(response, url) : Finding{};
}

/// Where a site stores one page for all addresses of an application, its server answers with that
/// page, and 404. What else it answers so with is its page for errors, whose links are known by
/// now. Relative links of such a page lead on for ever: it ends where as many in a row were so.
/// Gives how many these are, with this one; 0: it is none.
int Settler::away_in_a_row(const Flight& flight, const Response& response) const {
  if (!is_away(response) || !response.is_page || !is_html(response.mime)) return 0;
  UrlId source = parts_.urls.facts(flight.link).source;
  const int most = response.via == Via::tab ? kAwayInARowByTab : kAwayInARow;
  int row = 1;
  for (; source != StringTable::kNone && parts_.urls.facts(source).fate == UrlFate::dead; ++row) {
    if (row >= most) return 0;
    source = parts_.urls.facts(source).source;
  }
  const auto is_new = [this](const LinkObservation& link) {
    const bool leads_on = link.element == LinkElement::a || link.element == LinkElement::area;
    return leads_on && parts_.admission.in_scope(link.url) &&
           parts_.urls.find(link.url) == StringTable::kNone;
  };
  const auto& links = response.page.links;
  return std::any_of(links.begin(), links.end(), is_new) ? row : 0;
}

Judgement Settler::settle_type_check(const Flight& flight, const Response& response) {
  // Anything but success and failure, a redirect above all, counts as html, as published.
  Finding found = judge(response, flight.request.url);
  UrlClass url_class = is_redirect(response) ? UrlClass::html : found.url_class;
  const bool lists =
      (parts_.config.sitemaps && may_list_links(response.mime, flight.request.url)) ||
      (parts_.config.catalogues == "auto" && describes_links(response.mime));
  if (url_class == UrlClass::neither && lists) url_class = UrlClass::html;
  parts_.accounts.count(flight.request, response, found);
  UrlFacts& facts = parts_.urls.facts(flight.link);
  if (facts.state == UrlState::visited) return {url_class};  // the user loaded it
  const bool no_file =
      flight.request.only_file && !is_redirect(response) &&
      parts_.elsewhere.judge(flight, flight.url, found).url_class == UrlClass::neither;
  parts_.fates.type_checked(flight.link, response);
  if (is_excluded(response.error) || no_file) {
    facts.state = UrlState::useless;
    return {UrlClass::dead};
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
  return {url_class};
}

Judgement Settler::settle_redirect(const Flight& flight, const Response& response) {
  parts_.accounts.count(flight.request, response, {});
  auto onward = parts_.redirects.onward(flight, response);
  parts_.fates.redirected(flight, response.location, onward.has_value());
  if (onward) {
    parts_.flights.follow_up(std::move(*onward));
  } else {
    report(flight, std::nullopt, {.url_class = UrlClass::neither});
  }
  return {UrlClass::neither};
}

Judgement Settler::settle_answer(const Flight& flight, UrlId url, Response& response) {
  Finding found = judge(response, parts_.urls.key(url));
  const int away = away_in_a_row(flight, response);
  if (away > 0 || shows_where(response)) found = {UrlClass::html, 0, false, true};
  if (flight.request.only_file) found = parts_.elsewhere.judge(flight, url, found);
  const UrlClass url_class = found.url_class;
  parts_.accounts.count(flight.request, response, found);
  const bool excluded = is_excluded(response.error);
  const TrapWatch::Weight weight =
      excluded ? TrapWatch::Weight{} : parts_.traps.answered(flight.link, url, url_class, response);
  if (away > kAwayWithoutNews && weight.addition == Addition::none) found.follow = false;
  // Files that add nothing again and again are none to the policy, so that what leads there falls.
  // A single one says nothing about its kind.
  const bool counts = url_class != UrlClass::target || !weight.worthless;
  const Judgement judgement = credit(flight, url, found, weight.repeated, response);
  parts_.fates.answered(flight, url, found, judgement.new_target, response);
  if (judgement.new_target) {
    // As published: only a link that was taken for a file and is one rewards its page.
    const bool direct = url == flight.link && flight.origin == Origin::at_once;
    if (direct && counts) parts_.open_pages.reward(flight, judgement.gain);
  }
  if (url_class == UrlClass::target || url_class == UrlClass::html) {
    parts_.round.add(url, url_class == UrlClass::target, parts_.urls.facts(url).depth,
                     response.answered_unix);
  }
  const bool pays = judgement.new_target && counts;
  report(flight, url,
         {.url_class = counts ? url_class : UrlClass::neither,
          .excluded = excluded,
          .new_target = pays,
          .gain = pays ? judgement.gain : 0,
          .file_gain = counts && url_class == UrlClass::target ? found.gain : 0,
          .table_words = response.table_words});
  if (url_class == UrlClass::html) {
    parts_.accounts.count_page();
    parts_.hosts.read_page(url);
  }
  if (!parts_.catalogues.answered(flight.request.tag_path, flight.request.url, response)) {
    parts_.fates.list_refused(flight, url);
  }
  if (found.follow) {
    parts_.catalogues.add_links(flight.request.tag_path, parts_.urls.key(url), response.page);
    if (parts_.fates.list_changed(url, response.page)) {
      parts_.catalogues.read_list_again(parts_.urls.key(url), response.page);
    }
    parts_.page_links.read(flight, url, response.page, judgement.gain);
  }
  return judgement;
}

/// What it is worth, once: under one URL, and by what the objective has not got yet. A file that is
/// worth nothing is one all the same.
Judgement Settler::credit(const Flight& flight, UrlId url, const Finding& found, bool repeated,
                          const Response& response) {
  Judgement judgement{found.url_class};
  if (!found.is_target() || parts_.urls.facts(url).target) return judgement;
  parts_.urls.facts(url).target = true;
  if (repeated) return judgement;
  const double gain = parts_.objective.take(found, response);
  if (!found.is_target_for(gain)) return judgement;
  judgement.new_target = true;
  judgement.gain = gain;
  parts_.accounts.count_target(gain);
  parts_.book.found_file(flight.link);
  parts_.round.found_file(flight.link);
  return judgement;
}

Judgement Settler::settle_revisit(const Flight& flight, Response& response) {
  const std::string_view asked = parts_.urls.key(flight.url);
  const bool elsewhere = !response.final_url.empty() && response.final_url != asked;
  const Finding found = response.not_modified ? Finding{UrlClass::neither} : judge(response, asked);
  const UrlClass url_class = found.url_class;
  parts_.accounts.count(flight.request, response, found);
  parts_.fates.revisited(flight.url, found, response);
  if (!parts_.round.answered(flight.url, response, url_class)) return {url_class};
  if (is_redirect(response) && !response.location.empty()) {
    // It leads elsewhere by now: that is a link of it.
    LinkObservation link = observation_of(parts_.urls, flight.url);
    link.url = response.location;
    parts_.page_links.read_again(flight.url, {std::move(link)});
  } else if (url_class == UrlClass::html && !flight.request.only_file &&
             (!elsewhere || parts_.admission.admits(response.final_url))) {
    parts_.catalogues.add_links(flight.request.tag_path, asked, response.page);
    parts_.page_links.read_again(flight.url, std::move(response.page.links));
  }
  return {url_class};
}

bool Settler::was_page(UrlId url) const {
  const UrlFate fate = parts_.urls.facts(url).fate;
  return fate == UrlFate::page || fate == UrlFate::listing || fate == UrlFate::login;
}

/// What is new on a page joins the frontier; that it was read before, policies and traps have
/// learnt already. What was no page is answered as if it had failed before.
Judgement Settler::settle_read_again(const Flight& flight, Response& response) {
  const std::string_view asked = parts_.urls.key(flight.url);
  const Finding found = judge(response, asked);
  const bool stayed = response.final_url.empty() || response.final_url == asked;
  if (!was_page(flight.url) || !stayed || found.url_class != UrlClass::html) {
    Flight failed = flight;
    failed.origin = Origin::again;
    return settle(failed, response);
  }
  parts_.accounts.count(flight.request, response, found);
  parts_.fates.answered(flight, flight.url, found, false, response);
  if (!found.follow) return {found.url_class};
  parts_.catalogues.add_links(flight.request.tag_path, asked, response.page);
  parts_.page_links.read_more(flight, response.page);
  return {found.url_class};
}

/// `url` answered it; nothing: none that counts.
void Settler::report(const Flight& flight, std::optional<UrlId> url, Outcome outcome) {
  if (flight.origin == Origin::again || flight.origin == Origin::trial) return;
  outcome.url = flight.link;
  outcome.via_redirect = url.value_or(flight.url) != flight.link;
  outcome.redirected = !url || outcome.via_redirect;
  outcome.chosen = flight.was_chosen();
  if (!outcome.excluded) parts_.book.answered(flight.link);
  parts_.policy.on_outcome(outcome);
}

}  // namespace tagtrail

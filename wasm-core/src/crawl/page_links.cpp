#include "crawl/page_links.hpp"

#include <algorithm>

#include "crawl/known_link.hpp"
#include "crawl/link_sources.hpp"

namespace tagtrail {
void PageLinks::read(const Flight& flight, UrlId url, Page& content, double gain) {
  const bool only_catalogue = parts_.config.catalogues == "only";
  if (!parts_.config.sitemaps) {
    leave_out_sources(content, parts_.config.catalogues != "never");
  } else if (flight.origin == Origin::seed && !only_catalogue) {
    add_usual_sources(content, parts_.urls.key(url));
  }
  parts_.frontier.learn(url, content);
  parts_.queries.read(flight.link, parts_.urls.key(url), content);
  open(url, view_of(parts_.urls, flight.link), flight.was_chosen(), content, gain);
}

void PageLinks::read_again(UrlId page, std::vector<LinkObservation> links) {
  Page content;
  content.links = std::move(links);
  if (!parts_.config.sitemaps) leave_out_sources(content, parts_.config.catalogues != "never");
  std::erase_if(content.links, [&](const LinkObservation& link) {
    const UrlId id = parts_.urls.find(link.url);
    if (id != StringTable::kNone) parts_.round.listed(page, id, link.changed);
    return id != StringTable::kNone && parts_.urls.facts(id).state != UrlState::known;
  });
  open_unlearnt(page, std::move(content.links));
}

void PageLinks::read_more(const Flight& flight, Page& content) {
  parts_.frontier.learn(flight.url, content);
  parts_.queries.read(flight.link, parts_.urls.key(flight.url), content);
  read_again(flight.url, std::move(content.links));
}

bool PageLinks::request_next() {
  for (;;) {
    if (parts_.open_pages.empty()) {
      Offers::Page offered = parts_.frontier.offers().take_page(parts_.urls);
      if (!open_unlearnt(offered.page, std::move(offered.links))) return false;
    }
    OpenPage& page = parts_.open_pages.innermost();
    while (page.has_next()) {
      if (consider_next(page, Room::now)) return true;
    }
    if (page.outstanding > 0) return false;
    close();
  }
}

void PageLinks::go_through_observed() {
  OpenPage& page = parts_.open_pages.innermost();
  while (page.has_next()) consider_next(page, Room::later);
  if (page.outstanding > 0) return;
  close();
  parts_.policy.page_observed();
}

/// `link` led there.
void PageLinks::open(UrlId page, const LinkView& link, bool chosen, Page& content, double gain) {
  if (parts_.order == LinkOrder::four_passes) {
    // The published code's order: all a, then area, frame, iframe.
    std::stable_sort(
        content.links.begin(), content.links.end(),
        [](const LinkObservation& a, const LinkObservation& b) { return a.element < b.element; });
  }
  parts_.policy.page_begin(link, chosen, content);
  parts_.open_pages.open(page, std::move(content.links), gain);
}

/// In the name of the seed URL: how few the links are teaches nothing about the page. Not without
/// links.
bool PageLinks::open_unlearnt(UrlId page, std::vector<LinkObservation> links) {
  if (links.empty()) return false;
  Page content;
  content.links = std::move(links);
  open(page, view_of(parts_.urls, parts_.urls.intern(parts_.config.seed_url)), false, content, 0);
  return true;
}

void PageLinks::close() {
  parts_.policy.page_end(parts_.open_pages.close());
  parts_.book.give_due_lessons(parts_.policy);
}

/// True when the link led to a request.
bool PageLinks::consider_next(OpenPage& page, Room room) {
  const LinkObservation& link = page.links[page.next++];
  if (!parts_.admission.admits(link.url) && !parts_.elsewhere.takes(link, page.page)) {
    parts_.fates.met_outside(link, page.page);
    return false;
  }
  if (!parts_.room.takes(link, page.page)) {
    parts_.fates.no_room_for(link);
    return false;
  }
  const UrlId id = parts_.urls.intern_within(link.url, parts_.config.bounds.urls);
  if (id == StringTable::kNone) return false;
  parts_.round.listed(page.page, id, link.changed);
  UrlFacts& facts = parts_.urls.facts(id);
  if (facts.state != UrlState::known && facts.state != UrlState::beyond) return false;
  const bool is_new = facts.source == StringTable::kNone;
  const std::uint32_t depth = is_new ? parts_.urls.facts(page.page).depth + 1 : facts.depth;
  // Another page may be a shorter way there.
  facts.state = is_beyond(id, depth) ? UrlState::beyond : UrlState::known;
  if (facts.state == UrlState::beyond) return false;
  if (is_new) {
    facts.depth = depth;
    facts.source = page.page;
    facts.path = parts_.urls.intern_path(link.tag_path);
    facts.anchor = parts_.urls.intern_anchor(link.anchor);
  }
  if (parts_.frontier.keeps_back(id, link)) return false;
  LinkView view = view_of(parts_.urls, id);
  view.observation = &link;
  const Verdict verdict = parts_.policy.consider(view);
  if (verdict == Verdict::later) {
    facts.state = UrlState::frontier;
    parts_.book.arrived(id);
    return false;
  }
  if (verdict == Verdict::drop) {
    facts.state = UrlState::useless;
    return false;
  }
  const Origin origin = verdict == Verdict::check_type ? Origin::type_check : Origin::at_once;
  request(id, origin, parts_.open_pages.index_of(page), room, parts_.policy.explain(view));
  return true;
}

bool PageLinks::is_beyond(UrlId link, std::uint32_t depth) const {
  const std::uint64_t deepest = parts_.config.bounds.depth;
  return (deepest > 0 && depth > deepest) || parts_.hosts.is_full(link);
}

void PageLinks::request(UrlId link, Origin origin, std::size_t page, Room room, Reason reason) {
  const bool check = origin == Origin::type_check;
  Flight flight =
      flight_to(parts_.urls, link, link, origin, check ? Purpose::type_check : Purpose::target,
                parts_.book.with_word(std::move(reason), link));
  flight.open_page = page;
  if (room == Room::now && parts_.hosts.is_free(link)) {
    parts_.open_pages.expect(flight);
    parts_.flights.send(std::move(flight));
    return;
  }
  // Until its type is known, other pages are not to ask for it.
  parts_.urls.facts(link).state = check ? UrlState::useless : UrlState::visited;
  parts_.flights.follow_up(std::move(flight));
}

}  // namespace tagtrail

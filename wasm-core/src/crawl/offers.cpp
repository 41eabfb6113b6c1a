#include "crawl/offers.hpp"

#include <algorithm>
#include <tuple>

#include "crawl/known_link.hpp"

namespace tagtrail {

void Offers::replace(std::deque<UrlId> links, const UrlTable& urls) {
  links_ = std::move(links);
  const auto place = [&](UrlId link) { return std::tuple(urls.facts(link).source, link); };
  std::sort(links_.begin(), links_.end(), [&](UrlId a, UrlId b) { return place(a) < place(b); });
}

Offers::Page Offers::take_page(UrlTable& urls) {
  Page offered;
  while (!links_.empty()) {
    const UrlId id = links_.front();
    UrlFacts& facts = urls.facts(id);
    if (!offered.links.empty() && facts.source != offered.page) break;
    links_.pop_front();
    const bool waits = facts.state == UrlState::withheld || facts.state == UrlState::acting;
    if (!waits || facts.source == StringTable::kNone) continue;
    facts.state = UrlState::known;
    offered.page = facts.source;
    LinkObservation link = observation_of(urls, id);
    link.position = static_cast<std::uint32_t>(offered.links.size());
    offered.links.push_back(std::move(link));
  }
  return offered;
}

}  // namespace tagtrail

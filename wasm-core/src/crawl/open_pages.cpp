#include "crawl/open_pages.hpp"

#include <cmath>
#include <unordered_set>

namespace tagtrail {

void OpenPages::open(UrlId page, std::vector<LinkObservation> links, double reward) {
  OpenPage& open = pages_.emplace_back();
  open.page = page;
  open.links = std::move(links);
  open.reward = reward;
}

double OpenPages::close() {
  const double reward = pages_.back().reward;
  pages_.pop_back();
  return reward;
}

bool OpenPages::expect(const Flight& flight) {
  if (!flight.belongs_to_page()) return true;
  if (flight.open_page >= pages_.size()) return false;
  ++pages_[flight.open_page].outstanding;
  return true;
}

void OpenPages::answered(const Flight& flight) {
  if (flight.belongs_to_page()) --pages_[flight.open_page].outstanding;
}

OpenPages::Left OpenPages::count_left(const UrlTable& urls, const Admission& admission) const {
  std::unordered_set<std::string_view> left;
  Left counts;
  for (const OpenPage& page : pages_) {
    for (std::size_t at = page.next; at < page.links.size(); ++at) {
      const std::string_view url = page.links[at].url;
      if (!admission.admits(url)) continue;
      const UrlId id = urls.find(url);
      const bool is_new = id == StringTable::kNone;
      if (!is_new && urls.facts(id).state != UrlState::known) continue;
      if (!left.insert(url).second) continue;
      ++counts.links;
      if (is_new || urls.facts(id).source == StringTable::kNone) ++counts.unmet;
    }
  }
  return counts;
}

void OpenPages::save(ByteWriter& out) const {
  out.var(pages_.size());
  for (const OpenPage& page : pages_) {
    out.var(page.page);
    out.f64(page.reward);
    out.var(page.links.size() - page.next);
    for (std::size_t i = page.next; i < page.links.size(); ++i) write_link(out, page.links[i]);
  }
}

bool OpenPages::load(ByteReader& in, UrlId urls) {
  pages_.resize(in.count(10));
  for (OpenPage& page : pages_) {
    page.page = static_cast<UrlId>(in.var());
    page.reward = in.f64();
    const std::size_t links = in.count(9);
    if (links > limits::kLinksPerPage || page.page >= urls || !std::isfinite(page.reward)) {
      return false;
    }
    page.links.resize(links);
    for (LinkObservation& link : page.links) {
      if (!read_link(in, link)) return false;
    }
  }
  return in.ok();
}

}  // namespace tagtrail

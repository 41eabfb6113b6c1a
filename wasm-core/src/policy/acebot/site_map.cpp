#include "policy/acebot/site_map.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace tagtrail::acebot {
namespace {

constexpr std::size_t kItems = 10'000'000;
constexpr std::size_t kItemsPerPage = 10'000;
constexpr std::size_t kLinks = 10'000'000;
constexpr std::size_t kLinksPerPage = 3'000;
constexpr std::uint32_t kLabels = 50'000;
constexpr std::size_t kLabelBytes = 2'000;

/// As they stand, but each once, and at most so many.
void cut(std::vector<SiteMap::Link>& links, std::size_t most) {
  std::set<SiteMap::Link> met;
  std::erase_if(links, [&](const SiteMap::Link& link) {
    return met.size() >= most || !met.insert(link).second;
  });
  links.shrink_to_fit();
}

}  // namespace

SiteMap::SiteMap(std::size_t pages)
    : items_per_page_(std::min(kItemsPerPage, kItems / std::max<std::size_t>(pages, 1))),
      links_per_page_(std::min(kLinksPerPage, kLinks / std::max<std::size_t>(pages, 1))) {}

LabelId SiteMap::intern(const Label& label) {
  const std::string text = to_text(label);
  if (text.empty() || text.size() > kLabelBytes) return StringTable::kNone;
  return labels_.size() < kLabels ? labels_.intern(text) : labels_.find(text);
}

/// Added when it is new.
SiteMap::Page& SiteMap::at(UrlId url) {
  const auto next = static_cast<PageIndex>(pages_.size());
  const auto [found, is_new] = by_url_.try_emplace(url, next);
  if (is_new) pages_.emplace_back().url = url;
  return pages_[found->second];
}

void SiteMap::add(UrlId url, double gain) { at(url).gain = gain; }

void SiteMap::read(UrlId url, std::vector<std::uint32_t> items, std::vector<Link> links) {
  items.resize(std::min(items.size(), items_per_page_));
  cut(links, links_per_page_);
  Page& page = at(url);
  page.items = std::move(items);
  page.links = std::move(links);
}

PageIndex SiteMap::find(UrlId url) const {
  const auto found = by_url_.find(url);
  return found == by_url_.end() ? kNone : found->second;
}

void SiteMap::save(ByteWriter& out) const {
  labels_.save(out);
  out.var(pages_.size());
  for (const Page& page : pages_) {
    out.var(page.url);
    out.f64(page.gain);
    out.var(page.items.size());
    std::uint32_t before = 0;
    for (const std::uint32_t item : page.items) {
      out.var(item - before);
      before = item;
    }
    out.var(page.links.size());
    for (const Link& link : page.links) {
      out.var(link.label);
      out.var(link.target);
    }
  }
}

bool SiteMap::load(ByteReader& in, UrlId known) {
  if (!labels_.load(in)) return false;
  const std::size_t count = in.count(11);
  for (std::size_t i = 0; i < count; ++i) {
    if (!load_page(in, known)) return false;
  }
  return in.ok() && pages_.size() == count;
}

bool SiteMap::load_page(ByteReader& in, UrlId known) {
  const std::uint64_t url = in.var();
  const double gain = in.f64();
  if (url >= known || !std::isfinite(gain)) return false;
  std::vector<std::uint32_t> items(in.count());
  std::uint64_t item = 0;
  for (std::uint32_t& each : items) {
    const std::uint64_t step = in.var();
    if (step > 0xFFFFFFFFU || (step == 0 && &each != items.data())) return false;
    item += step;
    if (item > 0xFFFFFFFFU) return false;
    each = static_cast<std::uint32_t>(item);
  }
  std::vector<Link> links(in.count(2));
  for (Link& link : links) {
    const std::uint64_t label = in.var();
    const std::uint64_t target = in.var();
    if (label >= labels_.size() || target >= known) return false;
    link = {static_cast<LabelId>(label), static_cast<UrlId>(target)};
  }
  if (!in.ok()) return false;
  add(static_cast<UrlId>(url), gain);
  read(static_cast<UrlId>(url), std::move(items), std::move(links));
  return true;
}

}  // namespace tagtrail::acebot

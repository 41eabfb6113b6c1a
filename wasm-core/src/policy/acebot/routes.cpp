#include "policy/acebot/routes.hpp"

#include <algorithm>

namespace tagtrail::acebot {

void Routes::start(UrlId root, std::vector<UrlId>& changed) {
  if (reach(root, sets_.intern({Automaton::kStart}))) spread({root}, changed);
}

void Routes::add_links(UrlId page, std::vector<Link> links, std::vector<UrlId>& changed) {
  for (const Link& link : links) add_link(page, link, changed);
  std::erase_if(links, [&](const Link& link) { return !may_lead_on(page, link); });
  links.shrink_to_fit();
  if (!links.empty()) kept_.insert_or_assign(page, std::move(links));
}

void Routes::add_link(UrlId page, const Link& link, std::vector<UrlId>& changed) {
  if (reach(link.target, sets_.advance(set_of(page), link.act))) spread({link.target}, changed);
}

/// Whether that is news.
bool Routes::reach(UrlId url, SetId set) {
  const SetId before = set_of(url);
  const SetId now = sets_.unite(before, set);
  if (now == before) return false;
  if (url >= set_by_url_.size()) set_by_url_.resize(url + std::size_t{1}, StateSets::kEmpty);
  set_by_url_[url] = now;
  return true;
}

/// Sets only grow, so this ends.
void Routes::spread(std::vector<UrlId> grown, std::vector<UrlId>& changed) {
  while (!grown.empty()) {
    const UrlId page = grown.back();
    grown.pop_back();
    changed.push_back(page);
    const auto kept = kept_.find(page);
    if (kept == kept_.end()) continue;
    for (const Link& link : kept->second) {
      if (reach(link.target, sets_.advance(set_of(page), link.act))) grown.push_back(link.target);
    }
  }
}

/// A page that is not the entry page can't become it.
bool Routes::may_lead_on(UrlId page, const Link& link) const {
  const States& has = sets_.at(set_of(page));
  const States& sources = automaton_.inner_sources(link.act);
  return !std::includes(has.begin(), has.end(), sources.begin(), sources.end());
}

void Routes::save(ByteWriter& out) const {
  sets_.save(out);
  out.var(set_by_url_.size());
  for (const SetId set : set_by_url_) out.var(set);
  std::vector<UrlId> pages;
  for (const auto& [page, links] : kept_) pages.push_back(page);
  std::sort(pages.begin(), pages.end());
  out.var(pages.size());
  for (const UrlId page : pages) {
    const std::vector<Link>& links = kept_.at(page);
    out.var(page);
    out.var(links.size());
    for (const Link& link : links) {
      out.var(link.act);
      out.var(link.target);
    }
  }
}

bool Routes::load(ByteReader& in, UrlId known) {
  if (!sets_.load(in)) return false;
  set_by_url_.resize(in.count());
  if (set_by_url_.size() > known) return false;
  for (SetId& each : set_by_url_) {
    const std::uint64_t set = in.var();
    if (set >= sets_.size()) return false;
    each = static_cast<SetId>(set);
  }
  return load_kept(in, known);
}

bool Routes::load_kept(ByteReader& in, UrlId known) {
  const std::size_t pages = in.count(2);
  std::uint64_t least = 0;  // they are saved in ascending order
  for (std::size_t i = 0; i < pages; ++i) {
    const std::uint64_t page = in.var();
    if (page < least || page >= known) return false;
    least = page + 1;
    std::vector<Link>& links = kept_[static_cast<UrlId>(page)];
    links.resize(in.count(2));
    for (Link& link : links) {
      const std::uint64_t act = in.var();
      const std::uint64_t target = in.var();
      if (act >= automaton_.labels().size() || target >= known) return false;
      link = {static_cast<Act>(act), static_cast<UrlId>(target)};
    }
    if (links.empty()) return false;
  }
  return in.ok();
}

}  // namespace tagtrail::acebot

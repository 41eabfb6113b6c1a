#include <algorithm>
#include <cmath>

#include "policy/published_heap.hpp"
#include "policy/trail/trail_policy.hpp"
#include "tables/url_list.hpp"

namespace tagtrail {

void TrailPolicy::save_pages(ByteWriter& out, const std::vector<ReadPage>& pages) {
  out.var(pages.size());
  for (const ReadPage& page : pages) {
    out.u32(page.link);
    out.u32(page.page);
    out.f64(page.targets);
    out.f64(1);  // once a cost in bytes
    out.var(page.outstanding);
    save_ids(out, page.children);
    out.var(page.candidates.size());
    for (const Candidate& candidate : page.candidates) {
      out.f64(candidate.p);
      out.var(candidate.url);
    }
  }
}

bool TrailPolicy::load_pages(ByteReader& in, std::vector<ReadPage>& pages) const {
  const auto sound = [&](std::uint64_t id) {
    return id < links_.size() && links_.contains(static_cast<UrlId>(id));
  };
  pages.resize(in.count(27));
  for (ReadPage& page : pages) {
    page.link = in.u32();
    page.page = in.u32();
    page.targets = in.f64();
    in.f64();
    page.outstanding = static_cast<std::uint32_t>(in.var());
    if (page.link != kNoLink && !sound(page.link)) return false;
    if (page.page != kNoLink && page.page >= context_.known().urls) return false;
    if (!std::isfinite(page.targets)) return false;
    if (!load_ids(in, page.children, links_.size())) return false;
    if (!std::all_of(page.children.begin(), page.children.end(), sound)) return false;
    page.candidates.resize(in.count(9));
    for (Candidate& candidate : page.candidates) {
      candidate.p = in.f64();
      const std::uint64_t url = in.var();
      if (!sound(url) || !(candidate.p >= 0 && candidate.p <= 1)) return false;
      candidate.url = static_cast<UrlId>(url);
    }
    if (!is_published_heap(page.candidates, before)) return false;
  }
  return in.ok();
}

bool TrailPolicy::load_flights(ByteReader& in) {
  flights_.resize(in.count(9));
  for (Flight& flight : flights_) {
    const std::uint64_t url = in.var();
    flight.score = in.f64();
    if (url >= links_.size() || !std::isfinite(flight.score)) return false;
    flight.url = static_cast<UrlId>(url);
  }
  return in.ok();
}

void TrailPolicy::save(ByteWriter& out) const {
  places_.save(out);
  scouting_.save(out);
  for (const double none : {0.0, 0.0}) out.f64(none);  // once costs in bytes, and of each place
  out.var(0);
  links_.save(out);
  support_.save(out);
  targets_.save(out);
  values_model_.save(out);
  exploration_.save(out);
  records_.save(out);
  frontier_.save(out);
  save_ids(out, rotation_);
  out.var(turn_);
  save_pages(out, open_);
  save_pages(out, read_);
  out.var(flights_.size());
  for (const Flight& flight : flights_) {
    out.var(flight.url);
    out.f64(flight.score);
  }
}

bool TrailPolicy::load(ByteReader& in) {
  const PolicyContext::Known known = context_.known();
  if (!places_.load(in) || !scouting_.load(in, known.urls, places_.size())) return false;
  for (int i = 0; i < 2; ++i) in.f64();
  for (std::size_t costs = 2 * in.count(16); costs > 0; --costs) in.f64();
  if (!links_.load(in, known, places_.size()) || !support_.load(in) || !targets_.load(in) ||
      !values_model_.load(in) || !exploration_.load(in) || !records_.load(in, links_) ||
      !frontier_.load(in, links_.size()) || !load_ids(in, rotation_, links_.size())) {
    return false;
  }
  for (UrlId id = 0; id < links_.size(); ++id) worth_ += links_.at(id).worth;
  turn_ = static_cast<std::size_t>(in.var());
  if (!load_pages(in, open_) || !load_pages(in, read_) || !load_flights(in)) return false;
  if (!open_.empty() && open_.back().page != kNoLink) {
    const UrlId page = open_.back().page;
    source_ = LinkFeatures::source_facts(context_.url(page), page, context_.depth(page));
  }
  return in.ok() && open_.size() == known.open_pages;
}

}  // namespace tagtrail

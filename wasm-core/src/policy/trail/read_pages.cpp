#include "policy/trail/read_pages.hpp"

#include <algorithm>
#include <cmath>

#include "policy/published_heap.hpp"
#include "tables/url_list.hpp"

namespace tagtrail {
namespace {

constexpr double kCandidate =
    0.25;  // P(wanted target) from which a link may be fetched with its page
constexpr double kFetchWithPage = 0.5;   // and from which it is
constexpr double kStaleBy = 0.02;        // a candidate that lost so much waits for its new turn
constexpr std::size_t kBytesAPage = 27;  // at least

using Candidate = ReadPage::Candidate;

bool before(const Candidate& a, const Candidate& b) {
  return a.p != b.p ? a.p > b.p : a.url < b.url;
}

void save_page(ByteWriter& out, const ReadPage& page) {
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

}  // namespace

void ReadPages::open(UrlId link) { open_.emplace_back().link = link; }

const ReadPage& ReadPages::close() {
  closed_.push_back(std::move(open_.back()));
  open_.pop_back();
  return closed_.back();
}

void ReadPages::weigh(UrlId link, double p) {
  if (p >= kCandidate) heap_push(closed_.back().candidates, Candidate{p, link}, before);
}

ReadPage ReadPages::take_closed(double& foreseen) {
  ReadPage page = std::move(closed_.back());
  closed_.pop_back();
  foreseen = 0;
  for (const Candidate& candidate : page.candidates) {
    if (candidate.p >= kFetchWithPage) foreseen += 1;
  }
  return page;
}

/// With one request in flight, pages that were taken for files are finished before the page that
/// led to them.
ReadPages::Step ReadPages::next() {
  for (std::size_t i = closed_.size(); i-- > 0;) {
    if (auto candidate = next_with(closed_[i])) return {candidate, std::nullopt};
    if (closed_[i].outstanding > 0 || !closed_[i].candidates.empty()) continue;
    ReadPage page = std::move(closed_[i]);
    closed_.erase(closed_.begin() + static_cast<std::ptrdiff_t>(i));
    return {std::nullopt, std::move(page)};
  }
  return {};
}

HostState ReadPages::host_state(UrlId url) const {
  return context_.by_host() ? context_.host_state(context_.host(url)) : HostState::free;
}

/// Candidates are asked again before each fetch, so that a run of wrong guesses ends. Where the
/// host of the best is busy, the page waits for it.
std::optional<Candidate> ReadPages::next_with(ReadPage& page) {
  while (!page.candidates.empty()) {
    const HostState host = host_state(page.candidates.front().url);
    if (host == HostState::busy) return std::nullopt;
    const Candidate candidate = heap_pop(page.candidates, before);
    if (host == HostState::full) continue;
    const TrailLink& link = links_.at(candidate.url);
    if (!link.waiting) continue;
    const double p = models_.wanted(link);
    if (p < kFetchWithPage) continue;
    if (p < candidate.p - kStaleBy) {
      heap_push(page.candidates, Candidate{p, candidate.url}, before);
      continue;
    }
    ++page.outstanding;
    return Candidate{p, candidate.url};
  }
  return std::nullopt;
}

ReadPage* ReadPages::answered(const TrailLink& link) {
  for (ReadPage& page : closed_) {
    if (page.page != link.source || page.outstanding == 0) continue;
    --page.outstanding;
    return &page;
  }
  return nullptr;
}

void ReadPages::leave(UrlId url) {
  for (ReadPage& page : closed_) std::erase(page.children, url);
}

std::size_t ReadPages::links() const {
  std::size_t links = 0;
  for (const auto* pages : {&closed_, &open_}) {
    for (const ReadPage& page : *pages) links += page.children.size();
  }
  return links;
}

void ReadPages::save(ByteWriter& out) const {
  for (const auto* pages : {&open_, &closed_}) {
    out.var(pages->size());
    for (const ReadPage& page : *pages) save_page(out, page);
  }
}

bool ReadPages::load(ByteReader& in, const PolicyContext::Known& known) {
  for (auto* pages : {&open_, &closed_}) {
    pages->resize(in.count(kBytesAPage));
    for (ReadPage& page : *pages) {
      if (!load_page(in, known, page)) return false;
    }
  }
  return in.ok() && open_.size() == known.open_pages;
}

bool ReadPages::load_page(ByteReader& in, const PolicyContext::Known& known, ReadPage& page) const {
  const auto sound = [&](std::uint64_t id) {
    return id < links_.size() && links_.contains(static_cast<UrlId>(id));
  };
  page.link = in.u32();
  page.page = in.u32();
  page.targets = in.f64();
  in.f64();
  page.outstanding = static_cast<std::uint32_t>(in.var());
  if (page.link != ReadPage::kNoLink && !sound(page.link)) return false;
  if (page.page != ReadPage::kNoLink && page.page >= known.urls) return false;
  if (!std::isfinite(page.targets) || !load_ids(in, page.children, links_.size())) return false;
  if (!std::all_of(page.children.begin(), page.children.end(), sound)) return false;
  page.candidates.resize(in.count(9));
  for (Candidate& candidate : page.candidates) {
    candidate.p = in.f64();
    const std::uint64_t url = in.var();
    if (!sound(url) || !(candidate.p >= 0 && candidate.p <= 1)) return false;
    candidate.url = static_cast<UrlId>(url);
  }
  return is_published_heap(page.candidates, before);
}

}  // namespace tagtrail

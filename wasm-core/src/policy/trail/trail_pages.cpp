// Pages between being read and being valued. What looks like a target is fetched with its page;
// once all of that is in, the page is valued and its other links join the frontier.
#include "policy/published_heap.hpp"
#include "policy/trail/trail_policy.hpp"

namespace tagtrail {
namespace {

constexpr double kFetchWithPage = 0.5;  // P(target) from which a link is fetched with its page
constexpr double kStaleBy = 0.02;       // a candidate that lost so much waits for its new turn

}  // namespace

/// The newest page first: with one request in flight, pages that were taken for files are finished
/// before the page that led to them.
std::optional<Choice> TrailPolicy::finish_read_pages() {
  for (std::size_t i = read_.size(); i-- > 0;) {
    if (auto choice = next_with_page(read_[i])) return choice;
    if (read_[i].outstanding > 0) continue;
    ReadPage page = std::move(read_[i]);
    read_.erase(read_.begin() + static_cast<std::ptrdiff_t>(i));
    value_page(std::move(page));
  }
  return std::nullopt;
}

/// Candidates are asked again before each fetch, so that a run of wrong guesses ends.
std::optional<Choice> TrailPolicy::next_with_page(ReadPage& page) {
  while (!page.candidates.empty()) {
    const Candidate candidate = heap_pop(page.candidates, before);
    const TrailLink& link = links_.at(candidate.url);
    if (!link.waiting) continue;
    const double p = probability(link);
    if (p < kFetchWithPage) continue;
    if (p < candidate.p - kStaleBy) {
      heap_push(page.candidates, Candidate{p, candidate.url}, before);
      continue;
    }
    Choice choice;
    choice.url = candidate.url;
    choice.purpose = Purpose::target;
    choice.reason = explain_file(candidate.url, p);
    forget(candidate.url);
    ++page.outstanding;
    return choice;
  }
  return std::nullopt;
}

/// `foreseen`: files among its targets that have not been requested.
void TrailPolicy::value_page(ReadPage page, double foreseen) {
  std::erase_if(page.children, [&](UrlId child) { return !links_.at(child).waiting; });
  tell_children(page);
  if (page.link != kNoLink) {
    const double value = value_of(page.targets, page.children);
    learn(page.link, value, page.targets);
    if (page.page != kNoLink) {
      PageRecord& record = records_.add(page.page, page.link, page.children, context_.random());
      record.targets = page.targets;
      record.foreseen = foreseen;
      record.label = label_of_value(value);
    }
    realise(page.link, value);
  }
  for (const UrlId child : page.children) {
    frontier_.set(child, score(child));
    rotation_.push_back(child);
    scouting_.add(links_.at(child).list, child);
  }
}

/// What looks like a file of it counts as one, though nobody may ever request it, and joins the
/// frontier with the other links.
void TrailPolicy::page_observed() {
  ReadPage page = std::move(read_.back());
  read_.pop_back();
  double foreseen = 0;
  for (const Candidate& candidate : page.candidates) {
    if (candidate.p >= kFetchWithPage) foreseen += 1;
  }
  page.targets += foreseen;
  value_page(std::move(page), foreseen);
}

void TrailPolicy::leave_read_pages(UrlId url) {
  for (ReadPage& page : read_) std::erase(page.children, url);
}

/// Whether files were found on its page is a feature of each link.
void TrailPolicy::tell_children(const ReadPage& page) {
  const FeatureSlot unknown = LinkFeatures::page_slot(0);
  const FeatureSlot found = LinkFeatures::page_slot(page.targets);
  if (unknown == found) return;
  for (const UrlId child : page.children) {
    if (FeatureSlot* slot = links_.page_slot(links_.at(child))) {
      support_.replace(*slot, found);
      *slot = found;
    }
  }
}

/// The page a link was fetched with; null when the link came from the frontier.
TrailPolicy::ReadPage* TrailPolicy::read_page_of(const TrailLink& link) {
  for (ReadPage& page : read_) {
    if (page.page == link.source && page.outstanding > 0) return &page;
  }
  return nullptr;
}

}  // namespace tagtrail

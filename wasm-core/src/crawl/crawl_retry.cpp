// Failures that may pass are met once more, when all else is done.
#include <algorithm>
#include <array>

#include "crawl/crawl.hpp"

namespace tagtrail {
namespace {

/// A site that is down fails everywhere: what is kept of it is bounded.
constexpr std::size_t kMostSecondTries = 100'000;
constexpr auto kPassingStatus =
    std::to_array<std::uint16_t>({408, 425, 429, 500, 502, 503, 504, 520, 522, 524});

bool may_pass(const Response& response) {
  switch (response.error) {
    case FetchError::none:
      return std::find(kPassingStatus.begin(), kPassingStatus.end(), response.status) !=
             kPassingStatus.end();
    case FetchError::network:
    case FetchError::timeout:
    case FetchError::truncated:
    case FetchError::browser:
      return true;
    default:
      return false;
  }
}

}  // namespace

void Crawl::keep_for_second_try(const Flight& flight, const Response& response) {
  // What was asked for again is asked for in the next round, too.
  const bool first = flight.origin != Origin::second_try && flight.origin != Origin::seed &&
                     flight.origin != Origin::revisit;
  if (!config_.second_tries || !first || flight.observed || !may_pass(response)) return;
  if (second_tries_.size() >= kMostSecondTries) return;
  UrlFacts& facts = urls_.facts(flight.url);
  // Where a type check failed, the policy may want the link all the same.
  if (facts.state == UrlState::frontier) return;
  facts.state = UrlState::visited;
  Flight again;
  again.url = flight.url;
  again.link = flight.link;
  again.origin = Origin::second_try;
  again.redirects = flight.redirects;
  const bool check = flight.origin == Origin::type_check;
  again.request.purpose = check ? Purpose::page : flight.request.purpose;
  again.request.reason.words = "a second try, after a failure that may have passed";
  second_tries_.push_back(std::move(again));
}

/// The policy has learnt from the failure and is told no more of the link.
bool Crawl::try_again() {
  if (second_tries_.empty()) return false;
  Flight kept = std::move(second_tries_.front());
  second_tries_.pop_front();
  issue(kept.url, kept.link, kept.origin, Method::get, kept.request.purpose,
        std::move(kept.request.reason))
      .redirects = kept.redirects;
  return true;
}

}  // namespace tagtrail

#include "crawl/retries.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "crawl/hosts.hpp"
#include "tagtrail/http_status.hpp"
#include "tagtrail/mime.hpp"
#include "traps/hashes.hpp"

namespace tagtrail {
namespace {

/// A site that is down fails everywhere: what is kept of it is bounded.
constexpr std::size_t kMostFailed = 100'000;
/// Of errors that servers answer with; each is a round later than the one before.
constexpr std::uint32_t kMostTries = 4;
/// Of what is in the making, with pauses that double (native-host/src/load/fetcher).
constexpr std::uint32_t kMostPending = 6;
constexpr std::uint32_t kMostReadings = 3;  ///< of a page: without the session, with it, in a tab
constexpr std::uint32_t kMostInVain = 3;    ///< waits of the loader; then no others are begun
constexpr std::size_t kMostMaking = 10;     ///< things that are asked for so before one has come
/// A file for which the disk has no room comes behind all others, however often: its owner ends the
/// job before that is no end.
constexpr std::uint32_t kNoRoom = 100;
constexpr auto kPassingStatus =
    std::to_array<std::uint16_t>({202, 304, 408, 425, 429, 500, 502, 503, 504, 520, 522, 524});

}  // namespace

bool may_pass(const Response& response) {
  if (response.not_modified ||
      (response.is_page && !is_pending(response.status) && response.status < 400))
    return false;
  switch (response.error) {
    case FetchError::none:
      return std::find(kPassingStatus.begin(), kPassingStatus.end(), response.status) !=
             kPassingStatus.end();
    case FetchError::network:
    case FetchError::timeout:
    case FetchError::truncated:
    case FetchError::browser:
    case FetchError::disk_full:
    case FetchError::host_taken:
      return true;
    default:
      return false;
  }
}

bool is_error_to_stay(const Response& response) {
  return response.error == FetchError::none && response.status >= 400 && !may_pass(response);
}

/// A site that says of everything that it is being made is asked again and again for a few things,
/// and for all others once one of these has come.
bool Retries::may_be_made(const Flight& flight) {
  if (some_made_ || making_.contains(flight.url)) return true;
  if (making_.size() >= kMostMaking || in_vain_ >= kMostInVain) return false;
  making_.insert(flight.url);
  return true;
}

void Retries::note_made(const Flight& flight, const Response& response) {
  const bool made = response.error == FetchError::none && has_content(response.status) &&
                    !is_pending(response.status);
  if (!made || !making_.contains(flight.url)) return;
  some_made_ = true;
  failed_.insert(failed_.end(), unready_.begin(), unready_.end());
  unready_.clear();
}

void Retries::keep(const Flight& flight, const Response& response, UrlFacts& facts) {
  note_made(flight, response);
  // What was asked for again is asked for in the next round, too.
  if (flight.observed || !(may_pass(response) || flight.leads_back)) return;
  if (flight.origin == Origin::seed || flight.origin == Origin::revisit) return;
  // Broken connections, and hosts that asked for patience, were tried several times by the loader.
  // So was what a server said when to come again for.
  const bool pending = response.error == FetchError::none && is_pending(response.status);
  const bool waited = pending && response.requests > kMostReadings + response.redirects.size();
  if (waited) ++in_vain_;
  // A page that comes with 202 says something, and mostly stays as it is.
  const bool page = pending && is_html(response.mime);
  const bool tried =
      response.error != FetchError::none || asks_for_patience(response.status) || waited || page;
  const bool no_room = response.error == FetchError::disk_full;
  const bool not_asked = response.error == FetchError::host_taken;
  const std::uint32_t most = tried ? 1 : pending ? kMostPending : kMostTries;
  const bool bounded = !no_room && !not_asked;
  if (bounded && flight.tries >= most) return;
  // Whoever was not asked has failed in nothing: it must not be lost.
  if (!not_asked && failed_.size() >= kMostFailed) return;
  // Where a type check failed, the policy may want the link all the same.
  if (facts.state == UrlState::frontier) return;
  facts.state = UrlState::visited;
  Flight again;
  again.url = flight.leads_back ? flight.link : flight.url;
  again.link = flight.link;
  again.origin = Origin::again;
  again.redirects = flight.leads_back ? 0 : flight.redirects;
  again.tries = no_room ? kNoRoom : flight.tries + (not_asked ? 0 : 1);
  const bool check = flight.origin == Origin::type_check;
  again.request.purpose = check ? Purpose::page : flight.request.purpose;
  again.request.reason.words = "another try, after a failure that may have passed";
  if (pending && flight.tries > 0 && !may_be_made(flight)) {
    if (unready_.size() < kMostFailed) unready_.push_back(std::move(again));
    return;
  }
  auto at = failed_.end();
  while (!no_room && at != failed_.begin() && std::prev(at)->tries == kNoRoom) --at;
  failed_.insert(at, std::move(again));
}

std::optional<Flight> Retries::take(const Hosts& hosts) {
  std::erase_if(failed_, [&](const Flight& flight) { return hosts.is_full(flight.url); });
  const auto free = std::find_if(failed_.begin(), failed_.end(),
                                 [&](const Flight& flight) { return hosts.is_free(flight.url); });
  if (free == failed_.end()) return std::nullopt;
  Flight flight = std::move(*free);
  failed_.erase(free);
  return flight;
}

void Retries::save(ByteWriter& out) const {
  save_flights(out, failed_);
  save_flights(out, unready_);
  out.var(making_.size());
  for (const UrlId url : sorted_keys(making_)) out.u32(url);
  out.var(in_vain_);
  out.boolean(some_made_);
}

bool Retries::load(ByteReader& in, const UrlTable& urls) {
  if (!load_flights(in, failed_, urls) || !load_flights(in, unready_, urls)) return false;
  const std::size_t count = in.count(sizeof(UrlId));
  if (count > kMostMaking) return false;
  for (std::size_t i = 0; i < count; ++i) making_.insert(in.u32());
  in_vain_ = static_cast<std::uint32_t>(in.var());
  some_made_ = in.boolean();
  return in.ok();
}

}  // namespace tagtrail

// Where redirects lead, and which are followed.
#pragma once

#include <optional>
#include <string>
#include <unordered_set>

#include "crawl/acting_links.hpp"
#include "crawl/admission.hpp"
#include "crawl/files_elsewhere.hpp"
#include "crawl/flights.hpp"
#include "crawl/frontier.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/exchange.hpp"
#include "traps/trap_watch.hpp"

namespace tagtrail {

/// Followed one after another.
inline constexpr std::uint32_t kMostRedirects = 20;

class Redirects {
 public:
  /// What it borrows.
  struct Parts {
    const Config& config;
    UrlTable& urls;
    const Admission& admission;
    FilesElsewhere& elsewhere;
    ActingLinks& acting;
    TrapWatch& traps;
    Frontier& frontier;
  };
  explicit Redirects(const Parts& parts) : parts_(parts) {}

  /// The flight that follows when this one is answered with a redirect; nothing when it leads
  /// nowhere new, or where the crawl does not go. Redirects of which one brought a new cookie may
  /// lead back: who has it may be told more. So may, from then on, those to a file that gave a page
  /// before. Once for each link and place, and kMostBack times in all.
  std::optional<Flight> onward(const Flight& flight, const Response& response);
  /// The same for one whose answer a browser gave up, as its redirects had left the scope: there
  /// may be a file that is taken from elsewhere.
  std::optional<Flight> onward_elsewhere(const Flight& flight, const std::string& location);
  /// The URL that answered, after redirects that a browser has followed by itself; nothing when its
  /// content must be discarded: out of scope, or visited before.
  std::optional<UrlId> answered_by(const Flight& flight, const Response& response);

  void save(ByteWriter& out) const;
  /// False when malformed.
  bool load(ByteReader& in);

 private:
  static constexpr std::size_t kMostBack = 1'000;

  bool may_leave_scope(const Flight& flight) const;
  std::optional<Flight> follow(const Flight& flight, const std::string& location);
  bool shows_more(UrlId link, UrlId destination) const;
  bool may_lead_back(UrlId link, UrlId destination);
  void heed_cookie(UrlId link, const Response& response);
  bool lead_to_act(const Flight& flight, std::string_view location);

  Parts parts_;
  std::unordered_set<std::uint64_t> with_cookie_;  ///< links on whose way a new one was set
  std::unordered_set<std::uint64_t> back_;         ///< links and where they led back to
};

}  // namespace tagtrail

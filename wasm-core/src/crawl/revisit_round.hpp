// Rounds of revisiting: pages and files that are known are asked for again, those first that are
// expected to have most to tell; what is new on them is crawled as ever.
#pragma once

#include <optional>

#include "crawl/link_groups.hpp"
#include "crawl/revisit_ledger.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail {

class RevisitRound {
 public:
  /// What a crawl has cost.
  struct Spent {
    std::uint64_t requests = 0;
    std::uint64_t bytes = 0;
    std::uint64_t ms = 0;
  };

  /// Borrows both.
  RevisitRound(const UrlTable& urls, LinkGroups& groups);

  /// 0: the crawl itself.
  std::uint32_t number() const { return ledger_.round(); }
  bool is_on() const { return number() > 0; }
  void begin(const Spent& so_far);
  /// Of what the crawl has cost, the part of this round: its budget counts from its beginning.
  Spent spent_of(const Spent& so_far) const;

  /// A page or file has been answered at `when`, in seconds since 1970 (0: not known).
  void add(UrlId url, bool target, std::uint32_t depth, std::uint32_t when);
  /// A file was found by this link: the pages on the way to it have led there.
  void found_file(UrlId link);
  /// A sitemap that was read says when what it lists changed last.
  void listed(UrlId sitemap, UrlId url, TimeSpan changed);
  /// What belongs to which group has changed.
  void group_anew() { ledger_.group_anew(); }

  /// The known URL that is expected to bring most, but first the sitemaps that say what has
  /// changed; nothing when all were asked for.
  std::optional<RevisitLedger::Choice> best();
  /// Whether a link of the frontier, if there is one, comes before `known`.
  bool prefers_fresh(const std::optional<RevisitLedger::Choice>& known) const;
  /// Such a link is requested. `contested`: there was a known URL, too.
  void chose_fresh(bool contested);
  /// It is asked for again. `contested`: there are links in the frontier, too.
  Reason chose_known(const RevisitLedger::Choice& known, bool contested);
  /// It was. False when it is not known as a page or file.
  bool answered(UrlId url, const Response& response, UrlClass url_class);

  void save(ByteWriter& out) const;
  /// False when malformed, or when it cost more until it began than `so_far`.
  bool load(ByteReader& in, const Spent& so_far);

 private:
  void took_turn(bool fresh, bool contested);
  void gained(UrlId url, unsigned links_between);

  /// Of the round that is on.
  struct Course {
    Spent before;
    std::uint64_t fresh_finds = 0;     ///< files found in it
    std::uint64_t fresh_requests = 0;  ///< links of the frontier chosen in it
    /// Choices of the same side, frontier or known URLs, while the other had something, too.
    unsigned in_a_row = 0;
    bool last_was_fresh = false;
    UrlId sitemap = StringTable::kNone;  ///< up to which they were asked first
  };

  const UrlTable& urls_;
  ListedDates dates_;
  RevisitLedger ledger_;
  Course course_;
};

}  // namespace tagtrail

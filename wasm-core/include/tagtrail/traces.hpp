// What a crawl with a person's session has done without meaning to, by what pages tell after it: a
// message of something saved or deleted that is there once, a count of unread that falls, a link
// that has gone from its page since it was opened.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/exchange.hpp"

namespace tagtrail {

/// Limits that both readers of pages keep.
namespace limits {
inline constexpr std::size_t kPageMessages = 20;
inline constexpr std::size_t kPageCounts = 50;
inline constexpr std::size_t kMessageBytes = 300;  ///< more is no message but a text
inline constexpr std::size_t kNamesBytes = 200;
}  // namespace limits

/// A short text that a page sets off from its contents.
struct PageMessage {
  std::string names;   ///< class, id and role of its element
  std::string within;  ///< of those around it that are called like messages, too, the inner first
  std::string text;    ///< white space collapsed

  bool operator==(const PageMessage&) const = default;
};

/// A number that stands at a link, perhaps of what is new behind it.
struct PageCount {
  std::string link;  ///< canonical key
  std::uint32_t number = 0;

  bool operator==(const PageCount&) const = default;
};

struct PageTold {
  std::vector<PageMessage> messages;  ///< document order
  std::vector<PageCount> counts;      ///< the same, one for each link
};

/// One answer that came with the session, as far as it may tell of traces. Canonical keys.
struct SessionView {
  std::string asked;
  std::string shown;                   ///< that answered
  std::vector<RedirectHop> redirects;  ///< already followed, from `asked` on
  std::uint16_t status = 0;
  std::string location;  ///< where a redirect leads that was not followed
  bool is_page = false;
  Via via = Via::host;
  PageTold told;
  std::vector<std::string> links;  ///< of the page
};

/// What seems to have been done, until it is proved.
struct Trace {
  /// What a page says, or that its link went from the page that it stood on.
  enum class Sign { message, count, gone };

  Sign sign = Sign::message;
  std::string url;      ///< of what did it, as far as is known
  std::string page;     ///< that tells of it
  Via via = Via::host;  ///< by which it was read
  std::string what;     ///< for people: `"Saved"`, `the count at https://h/inbox fell from 5 to 4`
  PageMessage message;  ///< of a message
  std::string counted;  ///< of a count: the link that it stands at
  std::vector<std::uint64_t> before;  ///< of what may have gone: digests of the page's links
  bool led_back = false;              ///< to that page
  unsigned readings = 0;              ///< that have not shown it any more
};

/// Pure: decides from what it is told, counts answers and knows no clock. By origin.
///
/// A message is a trace where it says that something was done, by the names of its element or, if
/// these say nothing, by its words; where an answer shortly before led elsewhere for now, as is
/// done after an act, by no login; and where it is gone when its page is read once more. A count is
/// one where it was steady, fell when its link or what is below it was opened, and no stranger is
/// shown any. What complains is none, nor what the first page of a site shows.
///
/// The first link of each template that is opened has the page that it stood on read again, for ten
/// links and one answer in forty at most. It left a trace where two readings of that page agree in
/// all links and neither has it any more, nor another of its path in its place; if it led back
/// there, nothing may have come in its place.
class TraceWatch {
 public:
  /// An answer, in the order in which they came. What it seems to tell is to be proved, or dropped.
  std::optional<Trace> see(const SessionView& view);
  /// How: by reading `page` once more with the session, or without it (a count).
  static bool proved_with_session(const Trace& trace) { return trace.sign != Trace::Sign::count; }
  enum class Proof { none, unclear, given };
  /// What that reading says. Unclear: the same once more, as scripts may have drawn the page late.
  /// Given: what did it is remembered, and not told again.
  Proof prove(Trace& trace, const SessionView& again);

  /// link_shape() of what has left traces: kept with the job.
  const std::set<std::string, std::less<>>& traced() const { return traced_; }
  void restore(std::string shape);
  /// Counts up when traced() changes.
  unsigned changes() const { return changes_; }

 private:
  struct Led {
    std::string url;
    unsigned pages = 0;  ///< that were shown since
  };
  struct Count {
    std::uint32_t number = 0;
    unsigned times = 0;
    bool for_anyone = false;
  };
  /// A page as it stood.
  struct Stood {
    std::string page;
    Via via = Via::host;
    std::vector<std::uint64_t> links;  ///< digests, sorted
  };
  struct Site {
    bool shown = false;                        ///< a page of it was
    std::deque<Led> led;                       ///< what led elsewhere for now, newest last
    std::deque<std::string> asked;             ///< newest last
    std::set<std::string, std::less<>> texts;  ///< of messages that were seen
    std::map<std::string, unsigned, std::less<>> usual;  ///< names of those that no act explains
    std::map<std::string, Count, std::less<>> counts;    ///< by link
    std::deque<Stood> stood;                             ///< newest last
    std::set<std::string, std::less<>> looked_after;     ///< templates
    std::deque<Trace> due;                               ///< pages to be read again
    std::size_t answers = 0;
  };

  Site* site_of(std::string_view url);
  bool is_told(std::string_view url) const;
  void note_way(const SessionView& view, Site& site) const;
  std::optional<Trace> by_message(const SessionView& view, Site& site) const;
  std::optional<Trace> by_count(const SessionView& view, Site& site) const;
  static void note_look(const SessionView& view, Site& site);
  std::optional<Trace> next_look(Site& site) const;
  static void keep_links(const SessionView& view, Site& site);
  Proof prove_message(Trace& trace, const SessionView& again, Site& site) const;
  static Proof prove_absence(Trace& trace, const SessionView& again);

  std::map<std::string, Site, std::less<>> sites_;  ///< by origin
  std::set<std::string, std::less<>> traced_;
  unsigned changes_ = 0;
};

}  // namespace tagtrail

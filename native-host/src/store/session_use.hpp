// What a person's session was worth to a job, by the pages that were read with and without it.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "store/left_out.hpp"

namespace tagtrail::host {

/// Under which name a job keeps it, as text.
inline constexpr std::string_view kSessionUse = "session-use";
/// And what SessionDoubts tells.
inline constexpr std::string_view kSessionDoubts = "session-doubts";

class SessionUse {
 public:
  struct Site {
    std::uint64_t compared = 0;  ///< pages that were read both ways
    std::uint64_t differed = 0;  ///< those of them that showed more with the session
    std::uint64_t without = 0;   ///< pages that were read without it alone
    std::string example;         ///< the first of these
    bool refused = false;        ///< with it, what others may read was not to be had
    bool shown = false;          ///< a tab showed a page as to who is logged in
    /// The first of them that can be asked for with it.
    std::vector<std::string> unread;

    /// It shows more with the session.
    bool differs() const { return differed > 0 || shown; }
    /// The session makes a difference there.
    bool matters() const { return differs() || refused; }
  };

  /// Null: nothing is known of that origin.
  const Site* site(std::string_view origin) const;
  void add_compared(std::string origin, bool differs);
  /// A tab showed that the session makes a difference, of a page that was not read both ways.
  void add_shown(std::string origin);
  void add_without(std::string origin, std::string_view url, bool refused);
  /// With it, after all, if it was read without it before.
  void add_with(std::string_view url);
  /// Pages that were read without it where it makes a difference by now: to be asked for again, 50
  /// of a site, each once.
  std::vector<std::string> take_due();

  /// Pages that were read without the session where it makes a difference: the number is 0 where
  /// there are none.
  LeftOut left_out() const;
  /// What people are told when it made no difference anywhere; nothing else.
  std::vector<std::string> lines() const;

  /// None where the text is damaged: a folder may come from anyone.
  static SessionUse from_text(std::string_view text);
  /// What is to be kept, where something is new since it was asked for last.
  std::optional<std::string> news();

 private:
  Site* known_or_new(std::string origin);

  std::map<std::string, Site, std::less<>> sites_;  ///< by origin
  std::set<std::string, std::less<>> asked_;        ///< taken, and not answered yet
  bool is_new_ = false;
};

/// What was answered while nobody knew whether the session was still there. It is asked for again
/// once it is there again: after a run that lost it, and where a run ended before it was known.
class SessionDoubts {
 public:
  /// What was asked for again is in no old doubt any more. `doubtful`: it was answered with the
  /// session, as far as that was still there.
  void answered(std::string_view url, bool doubtful);
  /// It is asked for again anyway.
  void forget(std::string_view url);
  std::size_t count() const { return doubts_.size(); }
  /// Of these, each once.
  std::vector<std::string> origins() const;
  /// The session was there when the first `count` were answered: those of `origin` were answered
  /// with it, and what an earlier run has left is to be asked for again.
  void proved(std::string_view origin, std::size_t count);
  /// It was not, the last time that it was looked for.
  void lost();
  /// What is to be asked for again by now, each once.
  std::vector<std::string> take_due();

  /// Those that are not known to have been answered with the session, where it was lost, and those
  /// that were not asked for again yet: the number is 0 where there are none.
  LeftOut left_out() const;
  /// None where the text is damaged: a folder may come from anyone.
  static SessionDoubts from_text(std::string_view text);
  /// What is to be kept, where something is new since it was asked for last.
  std::optional<std::string> news();

 private:
  struct Doubt {
    std::string url;
    bool earlier = false;  ///< of a run before
  };
  std::deque<Doubt> doubts_;  ///< oldest first
  std::vector<std::string> due_;
  std::set<std::string, std::less<>> asked_;  ///< taken, and not answered yet
  std::uint64_t more_ = 0;                    ///< that there was no room for
  bool lost_ = false;
  bool is_new_ = false;
};

}  // namespace tagtrail::host

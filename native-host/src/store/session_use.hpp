// What a person's session was worth to a job, by the pages that were read with and without it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/left_out.hpp"

namespace tagtrail::host {

/// Under which name a job keeps it, as text.
inline constexpr std::string_view kSessionUse = "session-use";

class SessionUse {
 public:
  struct Site {
    std::uint64_t compared = 0;  ///< pages that were read both ways
    std::uint64_t differed = 0;  ///< those of them that showed more with the session
    std::uint64_t without = 0;   ///< pages that were read without it alone
    std::string example;         ///< the first of these
    bool refused = false;        ///< with it, what others may read was not to be had

    /// The session makes a difference there.
    bool matters() const { return differed > 0 || refused; }
  };

  /// Null: nothing is known of that origin.
  const Site* site(std::string_view origin) const;
  void add_compared(std::string origin, bool differs);
  void add_without(std::string origin, std::string_view url, bool refused);

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
  bool is_new_ = false;
};

}  // namespace tagtrail::host

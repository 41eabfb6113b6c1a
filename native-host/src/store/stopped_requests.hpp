// What scripts of pages in tabs wanted to send and was stopped, since it might have changed
// something (extension/src/compat/reading_rules.ts), what of it was sent because POST is free in
// the job, and what pages were kept from asking for because it leads into the user's own network.
// It makes no job incomplete; pages of what was stopped may show less.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tagtrail::host {

/// Under which name a job keeps them, as text.
inline constexpr std::string_view kStoppedRequests = "stopped-requests";

class StoppedRequests {
 public:
  enum class Kind {
    stopped,     ///< it might have changed something
    sent,        ///< it was not stopped
    own_network  ///< for the user's own network: stopped, or nothing taken from the answer
  };
  struct One {
    std::string method;
    std::string url;  ///< without its query
    std::string page;
    std::uint64_t count = 0;
    Kind kind = Kind::stopped;
  };

  /// The first 50 addresses of each kind are named; the others are counted.
  void add(One one);
  /// The page of some of them has no link; the first 20 are named.
  void add_empty_page(const std::string& url);

  /// Of those that were stopped since they might have changed something.
  std::uint64_t count() const;
  std::uint64_t count_of(std::string_view method) const;

  /// {"count", "methods": {"PUT": 2}, "requests": [{"method", "url", "page", "count"}],
  /// "emptyPages": [...], "sent": {"count", "requests"}, "ownNetwork": {"count", "requests"}}; null
  /// where there are none, and without the last members where there are none of these.
  nlohmann::ordered_json to_json() const;
  /// {"count", "methods", "example", "sent": {"count", "example"}, "ownNetwork": {...}}, for who
  /// sees the job run; null where there are none, and without the last two likewise.
  nlohmann::ordered_json brief_json() const;
  /// None where the text is damaged: a folder may come from anyone.
  static StoppedRequests from_text(std::string_view text);
  /// What is to be kept, where something is new since it was asked for last.
  std::optional<std::string> news();

  /// What people are told of them, a line each; nothing where there are none.
  std::vector<std::string> lines() const;

 private:
  std::map<std::string, std::uint64_t, std::less<>> methods_;  ///< of those that were stopped
  std::vector<One> named_;
  struct Counted {
    std::uint64_t count = 0;
    std::vector<One> named;
  };
  Counted sent_;
  Counted own_network_;
  std::vector<std::string> empty_pages_;
  bool is_new_ = false;
};

}  // namespace tagtrail::host

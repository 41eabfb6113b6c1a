// What scripts of pages in tabs wanted to send and was stopped, since it might have changed
// something (extension/src/compat/reading_rules.ts), and what of it was sent because POST is free
// in the job. It makes no job incomplete; pages of what was stopped may show less.
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
  struct One {
    std::string method;
    std::string url;  ///< without its query
    std::string page;
    std::uint64_t count = 0;
    bool sent = false;  ///< it was not stopped
  };

  /// The first 50 addresses of either kind are named; the others are counted.
  void add(One one);
  /// The page of some of them has no link; the first 20 are named.
  void add_empty_page(const std::string& url);

  /// Of those that were stopped.
  std::uint64_t count() const;
  std::uint64_t count_of(std::string_view method) const;

  /// {"count", "methods": {"PUT": 2}, "requests": [{"method", "url", "page", "count"}],
  /// "emptyPages": [...], "sent": {"count", "requests"}}; null where there are none, and without
  /// the last member where none was sent.
  nlohmann::ordered_json to_json() const;
  /// {"count", "methods", "example"}, for who sees the job run; null where there are none.
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
  std::uint64_t sent_ = 0;
  std::vector<One> named_sent_;
  std::vector<std::string> empty_pages_;
  bool is_new_ = false;
};

}  // namespace tagtrail::host

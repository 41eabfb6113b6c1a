// Waiting links by score, the highest first, of the hosts that may be asked now: what a frontier is
// in a crawl over many hosts. Each host has a heap of its own, and the hosts are in one by their
// best links. Where hosts make no difference (PolicyContext::by_host) it is a single heap.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "policy/score_heap.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

class HostedLinks {
 public:
  /// `context` is borrowed.
  explicit HostedLinks(const PolicyContext& context) : context_(context) {}

  std::size_t size() const { return size_; }
  bool contains(UrlId url) const { return url < at_.size() && at_[url] != kAbsent; }
  /// Whether the link waits and its host may be asked.
  bool may_take(UrlId url) const { return contains(url) && is_free(context_.part(url)); }
  /// Whether there is a link whose host may be asked; top() and top_score() are of the best such.
  bool has_top() const { return !free_.empty(); }
  UrlId top() const { return parts_[free_.top()].front().url; }
  double top_score() const { return free_.top_score(); }
  /// The score of the best of them but one, or nothing.
  std::optional<double> runner_up() const;

  /// Adds the link, or changes its score. Ties go to the lower id, of the same host.
  void set(UrlId url, double score);
  void remove(UrlId url);
  /// To be called by Policy::host_changed().
  void host_changed(HostId host);

  void save(ByteWriter& out) const;
  /// Reads what save() wrote into an object without links. False when malformed, or when a link is
  /// none of the `known` first ones or occurs twice.
  bool load(ByteReader& in, UrlId known);

 private:
  struct Entry {
    double score = 0;
    UrlId url = 0;
  };
  static constexpr std::uint32_t kAbsent = 0xFFFFFFFFU;
  bool is_free(HostId part) const {
    return !context_.by_host() || context_.host_state(part) == HostState::free;
  }
  auto heap(HostId part);
  void part_changed(HostId part);

  const PolicyContext& context_;
  std::vector<std::vector<Entry>> parts_;  ///< PolicyContext::part(); each a heap
  std::vector<std::uint32_t> at_;          ///< by URL: in its part
  ScoreHeap free_;                         ///< parts with links that may be taken, by the best
  std::size_t size_ = 0;
};

}  // namespace tagtrail

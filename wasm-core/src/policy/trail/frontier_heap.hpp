// The frontier as a binary max-heap of links by score; a link's score can be changed in place. Ties
// go to the lower id.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tagtrail/policy.hpp"

namespace tagtrail {

class FrontierHeap {
 public:
  std::size_t size() const { return heap_.size(); }
  bool empty() const { return heap_.empty(); }
  bool contains(UrlId id) const { return id < at_.size() && at_[id] != kAbsent; }
  UrlId top() const { return heap_.front().id; }
  double top_score() const { return heap_.front().score; }
  /// The score of the best link but one, or nothing.
  std::optional<double> runner_up() const;

  /// Adds the link, or changes its score.
  void set(UrlId id, double score);
  void remove(UrlId id);

  void save(ByteWriter& out) const;
  /// False when malformed, or when a link is none of the `known` first ones or occurs twice.
  bool load(ByteReader& in, UrlId known);

 private:
  struct Entry {
    double score = 0;
    UrlId id = 0;
  };
  static constexpr std::uint32_t kAbsent = 0xFFFFFFFFU;
  static bool before(const Entry& a, const Entry& b) {
    return a.score != b.score ? a.score > b.score : a.id < b.id;
  }
  void place(std::size_t at, Entry entry);
  void rise(std::size_t at);
  void sink(std::size_t at);

  std::vector<Entry> heap_;
  std::vector<std::uint32_t> at_;  ///< by URL id
};

}  // namespace tagtrail

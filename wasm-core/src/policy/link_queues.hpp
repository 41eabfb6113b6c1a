// Waiting links in queues, in each the likeliest result first, the oldest among equals.
#pragma once

#include <cstdint>
#include <vector>

#include "tagtrail/bytes.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

class LinkQueues {
 public:
  using QueueId = std::uint32_t;  ///< dense

  std::size_t size() const { return size_; }
  std::size_t size(QueueId queue) const {
    return queue < queues_.size() ? queues_[queue].size() : 0;
  }
  bool contains(UrlId url) const { return url < links_.size() && links_[url].at != kAbsent; }
  /// Of a waiting link.
  QueueId queue(UrlId url) const { return links_[url].queue; }
  double score(UrlId url) const { return links_[url].score; }
  /// Of a queue with waiting links.
  UrlId best(QueueId queue) const { return queues_[queue].front(); }

  /// A link that is not waiting yet.
  void add(UrlId url, QueueId queue, double score);
  /// A waiting link: has another score now.
  void rescore(UrlId url, double score);
  /// A waiting link.
  void remove(UrlId url);
  /// All waiting links, by id.
  std::vector<UrlId> all() const;

  void save(ByteWriter& out) const;
  /// False when malformed, when a score is not from 0 to 1, or a URL or queue is none of
  /// those there are.
  bool load(ByteReader& in, UrlId urls, QueueId queues);

 private:
  static constexpr std::uint32_t kAbsent = 0xFFFFFFFFU;
  struct Link {
    double score = 0;
    QueueId queue = 0;
    std::uint32_t at = kAbsent;  ///< in its queue
  };
  auto heap(QueueId queue);

  std::vector<Link> links_;                 ///< by URL
  std::vector<std::vector<UrlId>> queues_;  ///< as heaps
  std::size_t size_ = 0;
};

}  // namespace tagtrail

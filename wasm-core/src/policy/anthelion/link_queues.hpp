// The waiting links of each host: the likeliest result first, the oldest among equals.
#pragma once

#include <cstdint>
#include <vector>

#include "tagtrail/bytes.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

/// Dense index of a host, in order of first appearance.
using HostId = std::uint32_t;

class LinkQueues {
 public:
  std::size_t size() const { return size_; }
  std::size_t size(HostId host) const { return host < queues_.size() ? queues_[host].size() : 0; }
  bool contains(UrlId url) const { return url < links_.size() && links_[url].at != kAbsent; }
  /// Of a waiting link.
  HostId host(UrlId url) const { return links_[url].host; }
  double score(UrlId url) const { return links_[url].score; }
  /// Of a host with waiting links.
  UrlId best(HostId host) const { return queues_[host].front(); }

  /// A link that is not waiting yet.
  void add(UrlId url, HostId host, double score);
  /// A waiting link: has another score now.
  void rescore(UrlId url, double score);
  /// A waiting link.
  void remove(UrlId url);
  /// All waiting links, by id.
  std::vector<UrlId> all() const;

  void save(ByteWriter& out) const;
  /// False when malformed, when a score is not from 0 to 1, or a URL or host is none of those
  /// known.
  bool load(ByteReader& in, UrlId urls, HostId hosts);

 private:
  static constexpr std::uint32_t kAbsent = 0xFFFFFFFFU;
  struct Link {
    double score = 0;
    HostId host = 0;
    std::uint32_t at = kAbsent;  ///< in its host's queue
  };
  auto heap(HostId host);

  std::vector<Link> links_;                 ///< by URL
  std::vector<std::vector<UrlId>> queues_;  ///< by host, as heaps
  std::size_t size_ = 0;
};

}  // namespace tagtrail

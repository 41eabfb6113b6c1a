// Which host comes next: the hosts with waiting links, by one of the functions s(h).
#pragma once

#include <vector>

#include "policy/anthelion/host_functions.hpp"
#include "policy/link_queues.hpp"

namespace tagtrail {

class HostRanking {
 public:
  explicit HostRanking(HostFunction function) : function_(function) {}

  /// What a host has brought; nothing of one it was never told of.
  HostFacts facts(HostId host) const;
  /// An answer from the host.
  void answered(HostId host, bool good);
  /// The queue of the host has changed, or whether it may be asked now: whether a link may be taken
  /// from it, and the best prediction among them.
  void queue_changed(HostId host, bool may_be_taken, double best);

  /// Hosts from which a link may be taken.
  std::size_t size() const { return waiting_.size(); }
  struct Pick {
    HostId host = 0;
    double score = 0;  ///< s(h)
  };
  /// The highest s(h), the lowest id among equals. O(1); for functions that are drawn, a draw for
  /// each host with waiting links. There must be one.
  Pick best(Random& random) const;
  /// Any, all equally likely; s(h) of drawn functions is none, 0.
  Pick any(Random& random) const;

  void save(ByteWriter& out) const;
  /// Reads what save() wrote, with the links that wait. False when malformed.
  bool load(ByteReader& in, const LinkQueues& queues, const PolicyContext& context);

 private:
  static constexpr std::uint32_t kAbsent = 0xFFFFFFFFU;
  struct Host {
    HostFacts facts;
    double score = 0;            ///< s(h) unless drawn
    std::uint32_t at = kAbsent;  ///< in waiting_
  };
  Host& at(HostId host);
  auto heap();

  HostFunction function_;
  std::vector<Host> hosts_;
  std::vector<HostId> waiting_;  ///< as a heap by score; its arrangement is what any() draws from
};

}  // namespace tagtrail

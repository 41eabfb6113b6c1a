#include "policy/anthelion/host_ranking.hpp"

#include "policy/placed_heap.hpp"

namespace tagtrail {

HostRanking::Host& HostRanking::at(HostId host) {
  if (host >= hosts_.size()) hosts_.resize(host + std::size_t{1});
  return hosts_[host];
}

auto HostRanking::heap() {
  const auto before = [this](HostId a, HostId b) {
    return hosts_[a].score != hosts_[b].score ? hosts_[a].score > hosts_[b].score : a < b;
  };
  const auto place = [this](HostId host, std::size_t at) {
    hosts_[host].at = static_cast<std::uint32_t>(at);
  };
  return PlacedHeap(waiting_, before, place);
}

HostFacts HostRanking::facts(HostId host) const {
  return host < hosts_.size() ? hosts_[host].facts : HostFacts{};
}

void HostRanking::answered(HostId id, bool good) {
  Host& host = at(id);
  ++(good ? host.facts.good : host.facts.bad);
  host.score = host_score(function_, host.facts);
  if (host.at != kAbsent) heap().moved(host.at);
}

void HostRanking::queue_changed(HostId id, bool may_be_taken, double best) {
  Host& host = at(id);
  if (!may_be_taken) {
    if (host.at != kAbsent) heap().remove(host.at);
    host.at = kAbsent;
    return;
  }
  host.facts.best = best;
  host.score = host_score(function_, host.facts);
  if (host.at == kAbsent) {
    heap().add(id);
  } else {
    heap().moved(host.at);
  }
}

HostRanking::Pick HostRanking::best(Random& random) const {
  if (!is_drawn(function_)) return {waiting_.front(), hosts_[waiting_.front()].score};
  Pick best{waiting_.front(), -1};
  for (const HostId host : waiting_) {
    const double score = draw_host_score(function_, hosts_[host].facts, random);
    if (score > best.score || (score == best.score && host < best.host)) best = {host, score};
  }
  return best;
}

HostRanking::Pick HostRanking::any(Random& random) const {
  const HostId host = waiting_[static_cast<std::size_t>(random.below(waiting_.size()))];
  return {host, hosts_[host].score};
}

void HostRanking::save(ByteWriter& out) const {
  out.var(hosts_.size());
  for (const Host& host : hosts_) {
    out.var(host.facts.good);
    out.var(host.facts.bad);
  }
  out.var(waiting_.size());
  for (const HostId host : waiting_) out.var(host);
}

bool HostRanking::load(ByteReader& in, const LinkQueues& queues, const PolicyContext& context) {
  const std::uint64_t hosts = in.var();
  if (hosts > context.known().hosts) return false;
  hosts_.clear();
  std::size_t with_links = 0;
  for (HostId id = 0; id < hosts && in.ok(); ++id) {
    Host& host = hosts_.emplace_back();
    host.facts.good = static_cast<std::uint32_t>(in.var());
    host.facts.bad = static_cast<std::uint32_t>(in.var());
    if (queues.size(id) > 0) {
      if (context.host_state(id) == HostState::free) ++with_links;
      host.facts.best = queues.score(queues.best(id));
    }
    host.score = host_score(function_, host.facts);
  }
  waiting_.clear();
  for (std::size_t left = in.count(); left > 0; --left) {
    const std::uint64_t id = in.var();
    if (id >= hosts_.size() || queues.size(static_cast<HostId>(id)) == 0) return false;
    Host& host = hosts_[static_cast<std::size_t>(id)];
    const bool free = context.host_state(static_cast<HostId>(id)) == HostState::free;
    if (host.at != kAbsent || !free) return false;
    host.at = static_cast<std::uint32_t>(waiting_.size());
    waiting_.push_back(static_cast<HostId>(id));
  }
  return in.ok() && waiting_.size() == with_links && heap().is_heap();
}

}  // namespace tagtrail

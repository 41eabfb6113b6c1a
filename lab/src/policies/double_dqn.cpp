#include "policies/double_dqn.hpp"

#include <algorithm>

namespace tagtrail {
namespace {

constexpr float kDiscount = 0.99F;

}  // namespace

LinkVector link_vector(const LinkState& state, const LinkWords& words) {
  return {state[0], state[1], state[2], words[0], words[1], words[2], words[3]};
}

float double_q_target(const Transition& transition, const QNetwork& online,
                      const QNetwork& target) {
  LinkVector best = link_vector(transition.state, transition.outlinks.front());
  float best_value = online.value(best);
  for (std::size_t i = 1; i < transition.outlinks.size(); ++i) {
    const LinkVector link = link_vector(transition.state, transition.outlinks[i]);
    const float value = online.value(link);
    if (value > best_value) {
      best_value = value;
      best = link;
    }
  }
  return transition.reward + kDiscount * target.value(best);
}

void DoubleDqn::remember(Transition transition) {
  if (transition.outlinks.empty()) return;
  if (memory_.size() < kMemory) {
    memory_.push_back(std::move(transition));
    return;
  }
  memory_[oldest_] = std::move(transition);
  oldest_ = (oldest_ + 1) % kMemory;
}

void DoubleDqn::learn(Random& random) {
  if (memory_.size() < kBatch) return;
  std::vector<std::size_t> drawn;
  while (drawn.size() < kBatch) {
    const auto at = static_cast<std::size_t>(random.below(memory_.size()));
    if (std::find(drawn.begin(), drawn.end(), at) == drawn.end()) drawn.push_back(at);
  }
  std::vector<QNetwork::Example> batch;
  for (const std::size_t at : drawn) {
    batch.push_back({memory_[at].link, double_q_target(memory_[at], online_, target_)});
  }
  online_.fit(batch);
}

void save_transition(ByteWriter& out, const Transition& transition) {
  save_floats(out, transition.link.data(), transition.link.size());
  save_floats(out, &transition.reward, 1);
  save_floats(out, transition.state.data(), transition.state.size());
  out.var(transition.outlinks.size());
  for (const LinkWords& words : transition.outlinks) save_floats(out, words.data(), words.size());
}

bool load_transition(ByteReader& in, Transition& transition) {
  if (!load_floats(in, transition.link.data(), transition.link.size())) return false;
  if (!load_floats(in, &transition.reward, 1)) return false;
  if (!load_floats(in, transition.state.data(), transition.state.size())) return false;
  transition.outlinks.resize(in.count(sizeof(LinkWords)));
  for (LinkWords& words : transition.outlinks) {
    if (!load_floats(in, words.data(), words.size())) return false;
  }
  return in.ok();
}

void DoubleDqn::save(ByteWriter& out) const {
  online_.save(out);
  target_.save(out);
  out.var(oldest_);
  out.var(memory_.size());
  for (const Transition& transition : memory_) save_transition(out, transition);
}

bool DoubleDqn::load(ByteReader& in) {
  if (!online_.load(in) || !target_.load(in)) return false;
  oldest_ = static_cast<std::size_t>(in.var());
  const std::size_t count = in.count(sizeof(LinkVector));
  if (oldest_ >= kMemory || count > kMemory || (count < kMemory && oldest_ != 0)) return false;
  memory_.assign(count, Transition{});
  for (Transition& transition : memory_) {
    if (!load_transition(in, transition) || transition.outlinks.empty()) return false;
  }
  return in.ok();
}

}  // namespace tagtrail

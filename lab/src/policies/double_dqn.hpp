// Double deep Q-learning as TRES sets it: replay memory of 20,000, batches of 60, discount 0.99;
// the online network picks the best outlink, the target network says what it is worth.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "policies/q_network.hpp"

namespace tagtrail {

/// The part of a LinkVector that the link's own words decide; the other three numbers are those of
/// its page, the same for all its links.
using LinkWords = std::array<float, 4>;
using LinkState = std::array<float, 3>;

LinkVector link_vector(const LinkState& state, const LinkWords& words);

/// A link was followed, its page was (not) relevant, and offered these links.
struct Transition {
  LinkVector link{};
  float reward = 0;
  LinkState state{};                ///< of the links on the page
  std::vector<LinkWords> outlinks;  ///< never empty in the memory
};

void save_transition(ByteWriter& out, const Transition& transition);
bool load_transition(ByteReader& in, Transition& transition);

/// reward + 0.99 * target(best), where best is the outlink that `online` values most.
float double_q_target(const Transition& transition, const QNetwork& online, const QNetwork& target);

class DoubleDqn {
 public:
  static constexpr std::size_t kMemory = 20'000;
  static constexpr std::size_t kBatch = 60;

  /// The seed draws the first weights.
  explicit DoubleDqn(std::uint64_t seed) : DoubleDqn(Random(seed)) {}

  float value(const LinkVector& link) const { return online_.value(link); }
  /// Keeps it, in the place of the oldest when the memory is full. Without outlinks it is dropped.
  void remember(Transition transition);
  /// One gradient step on a drawn batch; nothing before the memory holds a batch.
  void learn(Random& random);
  void copy_to_target() { target_.copy_weights(online_); }
  std::size_t remembered() const { return memory_.size(); }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  explicit DoubleDqn(Random random) : online_(random), target_(online_) {}

  QNetwork online_;
  QNetwork target_;
  std::vector<Transition> memory_;
  std::size_t oldest_ = 0;  ///< index that the next transition replaces once the memory is full
};

}  // namespace tagtrail

// The one source of randomness of decisions: a seeded generator of our own, because the standard
// library's engines and distributions differ between compilers.
#pragma once

#include <cstdint>

namespace tagtrail {

/// SplitMix64 (Steele, Lea, Flood 2014). Its state is one word, so snapshots carry it whole.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next();
  /// Uniform in [0, bound), bound > 0, without modulo bias.
  std::uint64_t below(std::uint64_t bound);
  /// Uniform in [0, 1) with 53 bits.
  double uniform();

  std::uint64_t state() const { return state_; }
  void set_state(std::uint64_t state) { state_ = state; }

 private:
  std::uint64_t state_;
};

}  // namespace tagtrail

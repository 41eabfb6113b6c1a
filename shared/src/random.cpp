#include "tagtrail/random.hpp"

namespace tagtrail {

std::uint64_t Random::next() {
  state_ += 0x9E3779B97F4A7C15ULL;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31U);
}

std::uint64_t Random::below(std::uint64_t bound) {
  // Draws from the incomplete last interval are rejected, so that every value is equally likely.
  const std::uint64_t threshold = (0 - bound) % bound;
  for (;;) {
    const std::uint64_t value = next();
    if (value >= threshold) return value % bound;
  }
}

double Random::uniform() { return static_cast<double>(next() >> 11U) * (1.0 / 9007199254740992.0); }

}  // namespace tagtrail

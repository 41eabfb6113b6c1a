#include "generated/spread.hpp"

#include <algorithm>
#include <numeric>

#include "tagtrail/random.hpp"

namespace tagtrail::host::generated {
std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  return Random(a * 0x9E3779B97F4A7C15ULL ^ (b + 0x632BE59BD9B4E019ULL)).next();
}

Shuffled::Shuffled(std::uint64_t size, std::uint64_t seed)
    : size_(std::max<std::uint64_t>(size, 1)),
      factor_(std::max<std::uint64_t>(size_ * 618 / 1000, 1)),
      shift_(mix(seed, size_) % size_) {
  while (std::gcd(factor_, size_) != 1) ++factor_;
}

std::uint64_t Shuffled::operator()(std::uint64_t index) const {
  return (index * factor_ + shift_) % size_;
}

std::vector<std::uint64_t> divide(std::uint64_t total, const std::vector<std::uint64_t>& weights) {
  const std::uint64_t all = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  std::vector<std::uint64_t> parts(weights.size(), 0);
  if (all == 0) return parts;
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    parts[i] = (before + weights[i]) * total / all - before * total / all;
    before += weights[i];
  }
  return parts;
}

}  // namespace tagtrail::host::generated

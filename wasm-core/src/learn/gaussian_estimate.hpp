// Values of a numeric feature in the examples of one class, taken to be normally distributed.
#pragma once

#include <cstdint>

#include "tagtrail/bytes.hpp"

namespace tagtrail {

/// The share of a standard normal distribution up to `z`.
double normal_share(double z);

class GaussianEstimate {
 public:
  void add(double value);

  std::uint32_t count() const { return count_; }
  double mean() const { return mean_; }
  /// Of the sample, with count - 1; 0 for fewer than two values.
  double variance() const;
  double smallest() const { return smallest_; }  ///< undefined without values
  double largest() const { return largest_; }

  /// log of the density, for a variance over 0.
  double log_density(double value) const;
  /// How many of the values are up to `cut`, as far as the estimate tells.
  double count_up_to(double cut) const;

  void save(ByteWriter& out) const;
  /// False when malformed or when a figure is no finite number.
  bool load(ByteReader& in);

 private:
  std::uint32_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;  ///< of the distances from the mean
  double smallest_ = 0;
  double largest_ = 0;
};

}  // namespace tagtrail

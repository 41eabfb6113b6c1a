// Early stopping as published: the crawl ends when new targets have become rare (docs/policies.md).
#pragma once

#include <cstdint>

#include "tagtrail/bytes.hpp"
#include "tagtrail/config.hpp"

namespace tagtrail {

class EarlyStopper {
 public:
  explicit EarlyStopper(const EarlyStopping& options) : options_(options) {}

  /// After each answer: requests made and targets found so far. True once the crawl should stop:
  /// the moving average of slopes stayed under epsilon for kappa slopes in a row.
  bool update(std::uint64_t requests, std::uint64_t targets);

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

  bool stopped() const { return options_.enabled && low_ >= options_.kappa; }

 private:
  EarlyStopping options_;
  std::uint64_t last_requests_ = 0;
  std::uint64_t last_targets_ = 0;
  double average_ = 0;
  bool any_slope_ = false;
  std::uint32_t low_ = 0;
};

}  // namespace tagtrail

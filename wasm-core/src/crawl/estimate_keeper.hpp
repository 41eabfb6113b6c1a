// What people are told of how many files there are: nothing before it is narrow enough to act on,
// and then a number and a range that don't jump back and forth (docs/policies.md, "Stop advice").
#pragma once

#include <cstdint>
#include <optional>

#include "tagtrail/bytes.hpp"
#include "tagtrail/report.hpp"

namespace tagtrail {

class EstimateKeeper {
 public:
  /// After each answer; `requests` rises, `found` does not fall.
  void update(std::uint64_t requests, std::uint64_t found, const StopAdvice& advice);
  /// Nothing while the range is too wide. Its price is not set.
  const std::optional<FileEstimate>& told() const { return told_; }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  struct Files;
  void smooth(std::uint64_t requests, const StopAdvice& advice);
  void tell(const Files& fresh, std::uint64_t found);

  double level_ = 0;            ///< of the advice, over the last requests
  std::uint64_t requests_ = 0;  ///< of the newest advice; 0: there was none
  std::optional<FileEstimate> told_;
};

/// `number`, at least 1, on the scale 1, 2, 5, 10, 20, 50, ...: the nearest by ratio.
std::uint64_t rounded_coarsely(std::uint64_t number);

}  // namespace tagtrail

// What a link is worth trying for beyond what it promises (docs/policies.md, "trail"): the
// model's doubt about features that other waiting links share, and how rarely its place was tried.
#pragma once

#include "policy/trail/place_counts.hpp"
#include "tagtrail/config.hpp"

namespace tagtrail {

class Exploration {
 public:
  /// `least_scale`: of the labels, however small they are.
  Exploration(const TrailParameters& parameters, double least_scale)
      : parameters_(parameters), least_scale_(least_scale) {}

  /// A label log(1 + value) was learnt: the bonus is measured in the labels' own scale.
  void observe(double label);
  /// To be added to a predicted label. `novelty`: FeatureTable::Sums.
  double bonus(double novelty, const Place& tags, const Place& section) const;

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  TrailParameters parameters_;
  double least_scale_;
  double squares_ = 0;  ///< decaying sum of squared labels
  double weight_ = 0;
  std::uint64_t labels_ = 0;
  double scale_ = 1;     ///< root mean square of the labels
  double log_time_ = 1;  ///< ln(2 + labels)
};

}  // namespace tagtrail

// P(a link leads to a target): online Bayesian logistic regression with a diagonal posterior
// (docs/policies.md, "trail").
#pragma once

#include "learn/hashed_model.hpp"

namespace tagtrail {

/// What a URL's extension promises before anything was learnt.
enum class ExtensionClass : std::uint8_t { target = 0, page = 1, media = 2, unknown = 3 };

class TargetModel {
 public:
  /// `trust_extensions`: start from what a URL's extension promises.
  explicit TargetModel(bool trust_extensions) : trust_(trust_extensions), model_(0.2) {}

  double probability(std::span<const FeatureSlot> slots, ExtensionClass extension) const;
  /// After every answer: whether it was a target.
  void update(std::span<const FeatureSlot> slots, ExtensionClass extension, bool target);

  void save(ByteWriter& out) const { model_.save(out); }
  bool load(ByteReader& in) { return model_.load(in); }

 private:
  double prior(ExtensionClass extension) const;
  bool trust_;
  HashedModel model_;
};

}  // namespace tagtrail

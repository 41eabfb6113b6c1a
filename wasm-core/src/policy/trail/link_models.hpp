// What policy `trail` has learnt of links: what their features and places promise, and what the
// answers, the values of pages and the user teach it (docs/policies.md, "trail").
#pragma once

#include <array>
#include <span>
#include <vector>

#include "learn/target_model.hpp"
#include "learn/value_model.hpp"
#include "policy/trail/exploration.hpp"
#include "policy/trail/link_store.hpp"
#include "policy/trail/place_counts.hpp"

namespace tagtrail {

/// The label that a value is learnt as, and back.
double label_of_value(double value);
double value_of_label(double label);

/// What speaks for requesting a link.
struct Appraisal {
  double expected = 0;     ///< label
  double exploration = 0;  ///< added to it
  double p = 0;            ///< P(target)
  double score = 0;
};

class LinkModels {
 public:
  /// Borrows both tables; `trust_extensions` as of TargetModel.
  LinkModels(const TrailParameters& parameters, bool trust_extensions, LinkStore& links,
             PlaceCounts& places)
      : links_(links), places_(places), targets_(trust_extensions), exploration_(parameters) {}

  /// P(target).
  double probability(const TrailLink& link) const {
    return targets_.probability(links_.slots(link), link.extension);
  }
  /// What the page behind it is predicted to be worth, as a label.
  double label(const TrailLink& link) const { return values_.predict(links_.slots(link)); }
  Appraisal appraise(const TrailLink& link) const;
  /// Of a link that need not be in the table.
  Foresight foresee(const LinkFeatureSet& link) const;
  /// What each kind of feature is of the value of `label`, which label() gave.
  std::array<double, kFeatureKinds> shares_of_features(const TrailLink& link, double label) const;
  /// Other waiting links in the same place of pages like its own.
  std::uint32_t alike_waiting(const TrailLink& link) const;

  /// A new link waits, or one waits no longer.
  void arrived(const TrailLink& link) { support_.add(links_.slots(link)); }
  void left(const TrailLink& link) { support_.remove_waiting(links_.slots(link)); }
  /// How many targets were found on the page that the links stand on: a feature of each.
  void found_on_page(double targets, const std::vector<UrlId>& links);
  /// It turned out to be a target, or to be none.
  void answered(const TrailLink& link, bool target) {
    targets_.update(links_.slots(link), link.extension, target);
  }
  /// The page behind it was worth `value`, with `files` targets directly on it.
  void learn(const TrailLink& link, double value, double files);
  /// A label learnt before was off by `delta`; `rate`: of the way there.
  void correct(const TrailLink& link, double delta, double rate) {
    values_.correct(links_.slots(link), delta, rate);
  }
  /// Links with these features lead to pages of that value, as if `pages` such had been read.
  void teach(std::span<const FeatureSlot> slots, double value, double pages);

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  LinkStore& links_;
  PlaceCounts& places_;
  FeatureSupport support_;
  TargetModel targets_;
  ValueModel values_;
  Exploration exploration_;
};

}  // namespace tagtrail

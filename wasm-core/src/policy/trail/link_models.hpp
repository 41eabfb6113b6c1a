// What policy `trail` has learnt of links: what their features and places promise, and what the
// answers, the values of pages and the user teach it (docs/policies.md, "trail").
#pragma once

#include <array>
#include <span>
#include <vector>

#include "learn/target_model.hpp"
#include "learn/value_model.hpp"
#include "policy/trail/exploration.hpp"
#include "policy/trail/lessons.hpp"
#include "policy/trail/link_store.hpp"
#include "policy/trail/parts.hpp"
#include "policy/trail/place_counts.hpp"
#include "policy/trail/sisters.hpp"
#include "policy/trail/topic.hpp"

namespace tagtrail {

/// The label that a value is learnt as, and back.
double label_of_value(double value);
double value_of_label(double label);

/// What speaks for requesting a link.
struct Appraisal {
  double expected = 0;     ///< label
  double exploration = 0;  ///< added to it
  double p = 0;            ///< P(target)
  double gain = 1;         ///< what it counts as a target (Topic::gain)
  double fruitless = 0;    ///< P(neither a target nor a page that is new)
  double page = 1;         ///< what part of `expected` and `exploration` counts
  Sisters::Word sisters;   ///< what part of `expected` is theirs
  double score = 0;
};

class LinkModels {
 public:
  /// Borrows the tables and the topic. `seed`: which lessons are rehearsed.
  LinkModels(const TrailParameters& parameters, const TrailParts& parts, std::uint64_t seed,
             LinkStore& links, PlaceCounts& places, const Topic& topic);

  /// P(target).
  double probability(const TrailLink& link) const {
    return targets_.probability(links_.slots(link), link.extension);
  }
  /// The same, times what it counts as a target.
  double wanted(const TrailLink& link) const {
    return probability(link) * topic_.gain(links_.id_of(link), links_.view(link));
  }
  /// What the page behind it is predicted to be worth, if there may be none, too.
  double value(const TrailLink& link) const;
  Appraisal appraise(const TrailLink& link) const;
  /// Of a link that need not be in the table; `gain`: what it counts as a target.
  Foresight foresee(const LinkFeatureSet& link, double gain) const;
  /// What each kind of feature is of the value that was expected, and at the end what the sisters
  /// are.
  std::array<double, kFeatureKinds + 1> shares_of_expected(const TrailLink& link,
                                                           const Appraisal& appraisal) const;
  /// Other waiting links in the same place of pages like its own.
  std::uint32_t alike_waiting(const TrailLink& link) const;

  /// A new link waits, or one waits no longer.
  void arrived(const TrailLink& link) { features_.add(links_.slots(link)); }
  void left(const TrailLink& link) { features_.remove_waiting(links_.slots(link)); }
  /// How many targets were found on the page that the links stand on: a feature of each.
  void found_on_page(double targets, const std::vector<UrlId>& links);
  /// It turned out to be a target worth `gain`, at most 1, or a page, or neither.
  void answered(const TrailLink& link, UrlClass url_class, double gain);
  /// The page behind it was worth `value`, with `files` targets directly on it.
  LessonId learn(const TrailLink& link, double value, double files);
  const Lessons& lessons() const { return lessons_; }
  /// What was learnt was off by `delta`; `rate`: of the way there.
  void correct(LessonId lesson, double delta, double rate);
  /// Links with these features lead to pages of that value, as if `pages` such had been read.
  void teach(std::span<const FeatureSlot> slots, double value, double pages);

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  double chance_of_page(const FeatureTable::Sums& sums) const;
  double value(const FeatureTable::Sums& sums, std::uint32_t sisters) const;
  Sisters::Word sisters_of(std::uint32_t page) const;
  void rehearse();

  bool rehearses_;
  bool by_sisters_;
  bool tells_fruitless_;
  LinkStore& links_;
  PlaceCounts& places_;
  const Topic& topic_;
  FeatureTable features_;
  TargetModel targets_;
  TargetModel fruitless_;
  ValueModel values_;
  Exploration exploration_;
  Sisters sisters_;
  Lessons lessons_;
};

}  // namespace tagtrail

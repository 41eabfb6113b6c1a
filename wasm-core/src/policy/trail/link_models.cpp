#include "policy/trail/link_models.hpp"

#include <algorithm>

#include "tagtrail/math.hpp"

namespace tagtrail {
namespace {

constexpr double kMaxLabel = 20;
constexpr double kMaxProbability = 0.98;
constexpr double kMediaFactor = 0.01;
constexpr double kFailure = 0.02;  // value under which a try was fruitless

/// What one unit of the label is worth on the way from 0 to it: with this the shares of the
/// features add up to the value, each with its own sign.
double value_of_unit(double label) { return label > 1e-6 ? value_of_label(label) / label : 1.0; }

}  // namespace

double value_of_label(double label) { return math::expm1(std::clamp(label, 0.0, kMaxLabel)); }
double label_of_value(double value) { return math::log1p(std::max(0.0, value)); }

Appraisal LinkModels::appraise(const TrailLink& link) const {
  Appraisal result;
  result.p = probability(link);
  result.expected = label(link);
  result.exploration = exploration_.bonus(values_.novelty(links_.slots(link), support_),
                                          places_.at(link.tags), places_.at(link.section));
  const double p = std::min(result.p, kMaxProbability);
  result.score = p / (1 - p) + value_of_label(result.expected + result.exploration);
  if (link.extension == ExtensionClass::media) result.score *= kMediaFactor;
  return result;
}

Foresight LinkModels::foresee(const LinkFeatureSet& link) const {
  const double p = targets_.probability(link.slots, link.extension);
  return {p + value_of_label(values_.predict(link.slots)), p};
}

std::array<double, kFeatureKinds> LinkModels::shares_of_features(const TrailLink& link,
                                                                 double label) const {
  const double unit = value_of_unit(label);
  const auto slots = links_.slots(link);
  std::array<double, kFeatureKinds> shares{};
  std::size_t begin = 0;
  for (std::size_t kind = 0; kind < kFeatureKinds; ++kind) {
    shares[kind] = unit * values_.predict(slots.subspan(begin, link.of_kind[kind]));
    begin += link.of_kind[kind];
  }
  return shares;
}

std::uint32_t LinkModels::alike_waiting(const TrailLink& link) const {
  constexpr auto kPlace = static_cast<std::size_t>(FeatureKind::place);
  if (link.of_kind[kPlace] == 0) return 0;
  std::size_t before = 0;
  for (std::size_t kind = 0; kind < kPlace; ++kind) before += link.of_kind[kind];
  const std::uint32_t waiting = support_.waiting_links(links_.slots(link)[before]);
  return waiting - (link.waiting && waiting > 0 ? 1 : 0);
}

void LinkModels::found_on_page(double targets, const std::vector<UrlId>& links) {
  const FeatureSlot unknown = LinkFeatures::page_slot(0);
  const FeatureSlot found = LinkFeatures::page_slot(targets);
  if (unknown == found) return;
  for (const UrlId link : links) {
    if (FeatureSlot* slot = links_.page_slot(links_.at(link))) {
      support_.replace(*slot, found);
      *slot = found;
    }
  }
}

void LinkModels::learn(const TrailLink& link, double value, double files) {
  const double label = label_of_value(value);
  exploration_.observe(label);
  values_.update(links_.slots(link), label, support_);
  for (const PlaceId id : {link.list, link.tags, link.section}) ++places_.at(id).tries;
  places_.at(link.list).files += files;
  if (value < kFailure) ++places_.at(link.section).failures;
}

void LinkModels::teach(std::span<const FeatureSlot> slots, double value, double pages) {
  const double label = label_of_value(value);
  for (double page = 0; page + 0.5 < pages; page += 1) {
    exploration_.observe(label);
    values_.update(slots, label, support_);
  }
}

void LinkModels::save(ByteWriter& out) const {
  support_.save(out);
  targets_.save(out);
  values_.save(out);
  exploration_.save(out);
}

bool LinkModels::load(ByteReader& in) {
  return support_.load(in) && targets_.load(in) && values_.load(in) && exploration_.load(in);
}

}  // namespace tagtrail

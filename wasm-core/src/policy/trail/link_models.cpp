#include "policy/trail/link_models.hpp"

#include <algorithm>

#include "tagtrail/math.hpp"

namespace tagtrail {
namespace {

constexpr double kMaxLabel = 20;
constexpr double kLeastScale = 1e-3;
// Most pages bring next to nothing about a topic: what is new is to be tried all the same.
constexpr double kLeastScaleOfTopic = 0.5;
constexpr double kMaxProbability = 0.98;
constexpr double kMediaFactor = 0.01;
constexpr double kFailure = 0.02;       // value under which a try was fruitless
constexpr int kRehearsed = 5;           // lessons after each new one
constexpr double kRehearsalRate = 0.2;  // of the way to what was learnt

/// What one unit of the label is worth on the way from 0 to it: with this the shares of the
/// features add up to the value, each with its own sign.
double value_of_unit(double label) { return label > 1e-6 ? value_of_label(label) / label : 1.0; }

}  // namespace

double value_of_label(double label) { return math::expm1(std::clamp(label, 0.0, kMaxLabel)); }
double label_of_value(double value) { return math::log1p(std::max(0.0, value)); }

LinkModels::LinkModels(const TrailParameters& parameters, const TrailParts& parts,
                       std::uint64_t seed, LinkStore& links, PlaceCounts& places,
                       const Topic& topic)
    : rehearses_(!parts.without_rehearsal),
      by_sisters_(!parts.without_sisters),
      tells_fruitless_(!parts.without_fruitless),
      links_(links),
      places_(places),
      topic_(topic),
      targets_(features_, &FeatureRow::target, !parts.without_prior),
      fruitless_(features_, &FeatureRow::fruitless, false),
      values_(features_),
      exploration_(parameters, topic.is_set() ? kLeastScaleOfTopic : kLeastScale),
      lessons_(seed) {
  if (!topic.is_set()) return;
  for (const auto& [slot, label] : Topic::promises()) features_[slot].value.mean = label;
}

double LinkModels::chance_of_page(const FeatureTable::Sums& sums) const {
  if (!tells_fruitless_) return 1;
  return 1 - fruitless_.probability(sums.fruitless, ExtensionClass::unknown);
}

Sisters::Word LinkModels::sisters_of(std::uint32_t page) const {
  return by_sisters_ ? sisters_.of(page) : Sisters::Word{};
}

double LinkModels::value(const FeatureTable::Sums& sums, std::uint32_t sisters) const {
  return chance_of_page(sums) * value_of_label(sisters_of(sisters).joined_to(sums.value));
}

double LinkModels::value(const TrailLink& link) const {
  return value(features_.sums(links_.slots(link)), link.sisters);
}

Appraisal LinkModels::appraise(const TrailLink& link) const {
  const FeatureTable::Sums sums = features_.sums(links_.slots(link));
  Appraisal result;
  result.p = targets_.probability(sums.target, link.extension);
  result.fruitless = 1 - chance_of_page(sums);
  result.sisters = sisters_of(link.sisters);
  result.expected = result.sisters.joined_to(sums.value);
  // What translations say leaves that much less doubt.
  result.exploration =
      (1 - result.sisters.weight) *
      exploration_.bonus(sums.novelty, places_.at(link.tags), places_.at(link.section));
  result.gain = topic_.gain(links_.id_of(link), links_.view(link));
  const double p = std::min(result.p * result.gain, kMaxProbability);
  // Without a topic no file waits; with one it does, and is no page that is to be explored.
  result.page = (1 - result.fruitless) * (topic_.is_set() ? 1 - result.p : 1.0);
  result.score = p / (1 - p) + result.page * value_of_label(result.expected + result.exploration);
  if (link.extension == ExtensionClass::media) result.score *= kMediaFactor;
  return result;
}

Foresight LinkModels::foresee(const LinkFeatureSet& link, double gain) const {
  const FeatureTable::Sums sums = features_.sums(link.slots);
  const double p = targets_.probability(sums.target, link.extension);
  return {gain * p + value(sums, link.sisters), p};
}

std::array<double, kFeatureKinds + 1> LinkModels::shares_of_expected(
    const TrailLink& link, const Appraisal& appraisal) const {
  const double all = appraisal.page * value_of_unit(appraisal.expected);
  const double unit = (1 - appraisal.sisters.weight) * all;
  const auto slots = links_.slots(link);
  std::array<double, kFeatureKinds + 1> shares{};
  std::size_t begin = 0;
  for (std::size_t kind = 0; kind < kFeatureKinds; ++kind) {
    shares[kind] = unit * values_.predict(slots.subspan(begin, link.of_kind[kind]));
    begin += link.of_kind[kind];
  }
  shares[kFeatureKinds] = appraisal.sisters.weight * all * appraisal.sisters.mean;
  return shares;
}

std::uint32_t LinkModels::alike_waiting(const TrailLink& link) const {
  const auto place = links_.view(link).of(FeatureKind::place);
  if (place.empty()) return 0;
  const std::uint32_t waiting = features_[place.front()].waiting;
  return waiting - (link.waiting && waiting > 0 ? 1 : 0);
}

void LinkModels::found_on_page(double targets, const std::vector<UrlId>& links) {
  const FeatureSlot unknown = LinkFeatures::page_slot(0);
  const FeatureSlot found = LinkFeatures::page_slot(targets);
  if (unknown == found) return;
  for (const UrlId link : links) {
    if (FeatureSlot* slot = links_.page_slot(links_.at(link))) {
      features_.replace(*slot, found);
      *slot = found;
    }
  }
}

/// Values are those of living pages: what dead links and pages known before have in common is for
/// the third model to say. Without it their value is 0. A file that is worth less than others is
/// one for that share of it, and fruitless for the rest.
void LinkModels::answered(const TrailLink& link, UrlClass url_class, double gain) {
  const double file = url_class == UrlClass::target ? gain : 0.0;
  const double fruitless = url_class == UrlClass::html ? 0.0 : 1.0 - file;
  targets_.update(links_.slots(link), link.extension, file);
  if (tells_fruitless_) {
    fruitless_.update(links_.slots(link), ExtensionClass::unknown, fruitless);
    if (fruitless >= 1) ++places_.at(link.list).tries;
  } else if (fruitless >= 1) {
    learn(link, 0, 0);
  }
}

LessonId LinkModels::learn(const TrailLink& link, double value, double files) {
  const double label = label_of_value(value);
  const auto slots = links_.slots(link);
  if (by_sisters_) sisters_.learn(link.sisters, values_.predict(slots), label);
  exploration_.observe(label);
  values_.update(slots, label);
  for (const PlaceId id : {link.list, link.tags, link.section}) ++places_.at(id).tries;
  places_.at(link.list).files += files;
  if (value < kFailure) ++places_.at(link.section).failures;
  const LessonId lesson = lessons_.add(links_.id_of(link), label);
  if (rehearses_) rehearse();
  return lesson;
}

void LinkModels::rehearse() {
  for (int i = 0; i < kRehearsed; ++i) {
    const Lesson& lesson = lessons_.draw();
    const auto slots = links_.slots(links_.at(lesson.link));
    values_.correct(slots, double{lesson.label} - values_.predict(slots), kRehearsalRate);
  }
}

void LinkModels::correct(LessonId lesson, double delta, double rate) {
  const TrailLink& link = links_.at(lessons_.at(lesson).link);
  values_.correct(links_.slots(link), delta, rate);
  if (by_sisters_) sisters_.correct(link.sisters, delta);
  lessons_.correct(lesson, delta);
}

void LinkModels::teach(std::span<const FeatureSlot> slots, double value, double pages) {
  const double label = label_of_value(value);
  for (double page = 0; page + 0.5 < pages; page += 1) {
    exploration_.observe(label);
    values_.update(slots, label);
  }
}

void LinkModels::save(ByteWriter& out) const {
  features_.save(out);
  exploration_.save(out);
  sisters_.save(out);
  lessons_.save(out);
}

bool LinkModels::load(ByteReader& in) {
  return features_.load(in) && exploration_.load(in) && sisters_.load(in) &&
         lessons_.load(in, links_);
}

}  // namespace tagtrail

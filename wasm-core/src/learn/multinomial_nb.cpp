#include "learn/multinomial_nb.hpp"

#include "tagtrail/math.hpp"

namespace tagtrail {

MultinomialNb::MultinomialNb(std::size_t dimension) {
  for (Class& c : classes_) {
    c.counts.assign(dimension, 0.0);
    c.log_counts.assign(dimension, 0.0);
  }
}

void MultinomialNb::partial_fit(const std::vector<LabelledExample>& batch) {
  for (const LabelledExample& example : batch) {
    Class& c = of(example.positive);
    c.examples += 1.0;
    for (const Feature& feature : example.features) {
      c.counts[feature.index] += feature.value;
      c.total += feature.value;
    }
  }
  for (const LabelledExample& example : batch) {
    Class& c = of(example.positive);
    for (const Feature& feature : example.features) {
      c.log_counts[feature.index] = math::log(c.counts[feature.index] + 1.0);
    }
  }
}

double MultinomialNb::decision(const SparseVector& features) const {
  const Class& no = of(false);
  const Class& yes = of(true);
  if (no.examples + yes.examples == 0.0) return 0.0;
  double sum = 0.0;
  double occurrences = 0.0;
  for (const Feature& feature : features) {
    sum += feature.value * (yes.log_counts[feature.index] - no.log_counts[feature.index]);
    occurrences += feature.value;
  }
  return sum - occurrences * (log_total(yes) - log_total(no)) +
         (log_prior(true) - log_prior(false));
}

double MultinomialNb::log_total(const Class& c) const {
  return math::log(c.total + static_cast<double>(c.counts.size()));
}

double MultinomialNb::log_probability(bool positive, std::uint32_t feature) const {
  return of(positive).log_counts[feature] - log_total(of(positive));
}

double MultinomialNb::log_prior(bool positive) const {
  return math::log(of(positive).examples) - math::log(classes_[0].examples + classes_[1].examples);
}

void MultinomialNb::save(ByteWriter& out) const {
  for (const Class& c : classes_) {
    out.f64(c.total);
    out.f64(c.examples);
    for (const double count : c.counts) out.f64(count);
  }
}

bool MultinomialNb::load(ByteReader& in) {
  for (Class& c : classes_) {
    c.total = in.f64();
    c.examples = in.f64();
    for (std::size_t i = 0; i < c.counts.size() && in.ok(); ++i) {
      c.counts[i] = in.f64();
      c.log_counts[i] = math::log(c.counts[i] + 1.0);
    }
  }
  return in.ok();
}

}  // namespace tagtrail

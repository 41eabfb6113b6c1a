#include "learn/class_statistics.hpp"

#include <cmath>

#include "tagtrail/math.hpp"

namespace tagtrail {

ClassStatistics::ClassStatistics(InstanceShape shape) : shape_(shape) {
  for (Class& c : classes_) c.numbers.resize(shape.numbers);
}

void ClassStatistics::add(const Instance& instance, bool good) {
  Class& c = classes_[good ? 1 : 0];
  c.presences.add(instance.present);
  for (std::size_t i = 0; i < c.numbers.size(); ++i) c.numbers[i].add(instance.numbers[i]);
}

std::size_t ClassStatistics::slots() const {
  return classes_[0].presences.entries().size() + classes_[1].presences.entries().size();
}

double ClassStatistics::probability(const Instance& instance, const ByClass& weights) const {
  const double good = math::log(weights[1]) + log_likelihood(instance, true);
  const double bad = math::log(weights[0]) + log_likelihood(instance, false);
  if (std::isinf(good) && std::isinf(bad)) return 0.5;
  return 1 / (1 + math::exp(bad - good));
}

bool ClassStatistics::varies(std::size_t number) const {
  return classes_[0].numbers[number].variance() > 0 && classes_[1].numbers[number].variance() > 0;
}

double ClassStatistics::log_likelihood(const Instance& instance, bool good) const {
  const Class& c = of(good);
  double sum = c.presences.log_likelihood(instance.present);
  for (std::size_t i = 0; i < c.numbers.size(); ++i) {
    if (varies(i)) sum += c.numbers[i].log_density(instance.numbers[i]);
  }
  return sum;
}

void ClassStatistics::save(ByteWriter& out) const {
  for (const Class& c : classes_) {
    c.presences.save(out);
    for (const GaussianEstimate& estimate : c.numbers) estimate.save(out);
  }
}

bool ClassStatistics::load(ByteReader& in) {
  for (Class& c : classes_) {
    if (!c.presences.load(in, shape_.slots)) return false;
    for (GaussianEstimate& estimate : c.numbers) {
      if (!estimate.load(in) || estimate.count() != c.presences.examples()) return false;
    }
  }
  return in.ok();
}

}  // namespace tagtrail

// A classifier of instances into two classes that learns from one at a time.
#pragma once

#include <memory>
#include <string_view>

#include "learn/instance.hpp"
#include "tagtrail/bytes.hpp"

namespace tagtrail {

class InstanceClassifier {
 public:
  virtual ~InstanceClassifier() = default;

  virtual void learn(const Instance& instance, bool good) = 0;
  /// P(good | instance), from 0 to 1; 0.5 while nothing is known.
  virtual double probability(const Instance& instance) const = 0;

  virtual void save(ByteWriter& out) const = 0;
  /// False when malformed.
  virtual bool load(ByteReader& in) = 0;
};

/// `nb` (PresenceNb) or `ht` (HoeffdingTree); null when there is none of that name.
std::unique_ptr<InstanceClassifier> make_instance_classifier(std::string_view name,
                                                             InstanceShape shape);

}  // namespace tagtrail

#include "learn/instance_classifier.hpp"

#include "learn/hoeffding_tree.hpp"
#include "learn/presence_nb.hpp"

namespace tagtrail {

std::unique_ptr<InstanceClassifier> make_instance_classifier(std::string_view name,
                                                             InstanceShape shape) {
  if (name == "nb") return std::make_unique<PresenceNb>(shape);
  if (name == "ht") return std::make_unique<HoeffdingTree>(shape);
  return nullptr;
}

}  // namespace tagtrail

#include "learn/presence_nb.hpp"

namespace tagtrail {

double PresenceNb::probability(const Instance& instance) const {
  const ByClass weights{static_cast<double>(statistics_.examples(false)),
                        static_cast<double>(statistics_.examples(true))};
  if (weights[0] + weights[1] == 0) return 0.5;
  return statistics_.probability(instance, weights);
}

}  // namespace tagtrail

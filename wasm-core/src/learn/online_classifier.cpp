#include "learn/online_classifier.hpp"

#include "learn/multinomial_nb.hpp"
#include "learn/passive_aggressive.hpp"
#include "learn/sgd_logistic.hpp"
#include "learn/sgd_svm.hpp"
#include "tagtrail/math.hpp"

namespace tagtrail {

double OnlineClassifier::probability(const SparseVector& features) const {
  return 1.0 / (1.0 + math::exp(-decision(features)));
}

std::unique_ptr<OnlineClassifier> make_classifier(std::string_view name, std::size_t dimension) {
  if (name == "lr") return std::make_unique<SgdLogistic>(dimension);
  if (name == "svm") return std::make_unique<SgdSvm>(dimension);
  if (name == "nb") return std::make_unique<MultinomialNb>(dimension);
  if (name == "pa") return std::make_unique<PassiveAggressive>(dimension);
  return nullptr;
}

}  // namespace tagtrail

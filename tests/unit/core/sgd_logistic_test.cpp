// Number for number what scikit-learn learns: the table is made by sgd_reference.py.
#include "learn/sgd_logistic.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <fstream>
#include <string>

#include "features/url_bigrams.hpp"
#include "test_data.hpp"

using namespace tagtrail;

namespace {

/// After one batch: all weights that are not zero, and the intercept.
struct Learnt {
  std::vector<LabelledExample> batch;
  double intercept = 0;
  std::vector<std::pair<std::uint32_t, double>> weights;
};

std::vector<Learnt> reference() {
  std::ifstream in(tagtrail::test::test_data() / "unit/core/sgd_reference.txt");
  BOOST_REQUIRE(in.good());
  std::vector<Learnt> batches;
  bool reading_examples = false;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::size_t tab = line.rfind('\t');
    const std::string last = line.substr(tab + 1);
    if (line.front() == 'e') {
      if (!reading_examples) batches.emplace_back();
      batches.back().batch.push_back({url_bigrams(last), line.substr(2, 4) == "html"});
    } else if (line.front() == 'b') {
      batches.back().intercept = std::stod(last);
    } else {
      const std::string bigram = line.substr(2, 2);
      const auto index = static_cast<std::uint32_t>((bigram[0] - 32) * 95 + (bigram[1] - 32));
      batches.back().weights.emplace_back(index, std::stod(last));
    }
    reading_examples = line.front() == 'e';
  }
  return batches;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sgd_logistic)

BOOST_AUTO_TEST_CASE(weights_are_scikit_learns) {
  const auto batches = reference();
  BOOST_REQUIRE(batches.size() == 3U);
  SgdLogistic model(kUrlBigrams);
  std::size_t examples = 0;
  for (const Learnt& learnt : batches) {
    examples += learnt.batch.size();
    model.partial_fit(learnt.batch);
    BOOST_TEST(std::fabs(model.intercept() - learnt.intercept) < 1e-9);
    std::vector<double> expected(kUrlBigrams, 0.0);
    for (const auto& [index, weight] : learnt.weights) expected[index] = weight;
    BOOST_TEST(learnt.weights.size() > 100U);
    const std::vector<double> weights = model.weights();
    for (std::size_t i = 0; i < kUrlBigrams; ++i) {
      BOOST_REQUIRE_SMALL(weights[i] - expected[i], 1e-9);
    }
  }
  BOOST_TEST(examples == 30U);
}

BOOST_AUTO_TEST_CASE(before_the_first_batch_nothing_is_known) {
  const SgdLogistic model(4);
  BOOST_TEST(model.decision({{1, 2.0}}) == 0.0);
  BOOST_TEST(model.probability({{1, 2.0}}) == 0.5);
}

BOOST_AUTO_TEST_CASE(one_step_by_hand) {
  SgdLogistic model(3);
  // eta = 10, gradient -1/2: the step is 5 along x, and a hundredth of it for the intercept.
  model.partial_fit({{{{0, 1.0}, {2, 3.0}}, true}});
  BOOST_TEST(model.weights()[0] == 5.0, boost::test_tools::tolerance(1e-15));
  BOOST_TEST(model.weights()[1] == 0.0);
  BOOST_TEST(model.weights()[2] == 15.0, boost::test_tools::tolerance(1e-15));
  BOOST_TEST(model.intercept() == 0.05, boost::test_tools::tolerance(1e-15));
  BOOST_TEST(model.decision({{2, 1.0}}) == 15.05, boost::test_tools::tolerance(1e-15));
}

BOOST_AUTO_TEST_CASE(many_steps_keep_weights_finite) {
  // The scale shrinks by 0.999 a step at first: far beyond 1e-9 it must be folded in.
  SgdLogistic model(2);
  for (int i = 0; i < 3000; ++i) {
    model.partial_fit({{{{0, 50.0}}, i % 2 == 0}, {{{1, 50.0}}, i % 3 == 0}});
  }
  for (const double weight : model.weights()) BOOST_TEST(std::isfinite(weight));
}

BOOST_AUTO_TEST_CASE(an_empty_batch_teaches_nothing) {
  SgdLogistic model(2);
  model.partial_fit({});
  BOOST_TEST(model.intercept() == 0.0);
}

BOOST_AUTO_TEST_SUITE_END()

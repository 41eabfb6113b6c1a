// All learners, number for number what scikit-learn learns from URLs and from URLs with their
// context: the table is made by learners_reference.py.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <string>

#include "features/context_bigrams.hpp"
#include "learn/multinomial_nb.hpp"
#include "learn/passive_aggressive.hpp"
#include "learn/sgd_logistic.hpp"
#include "learn/sgd_svm.hpp"
#include "test_data.hpp"

using namespace tagtrail;

namespace {

struct Example {
  std::size_t batch = 0;
  bool html = false;
  std::string url, anchor, path, around;
};

/// One class of naive Bayes, or a linear model in [0].
struct Learnt {
  double intercept = 0;  ///< or log prior
  double usual = 0;      ///< of all weights not listed
  std::map<std::size_t, double> weights;
};

struct Reference {
  std::vector<Example> examples;
  /// By learner, blocks of features and batches learnt.
  std::map<std::string, std::array<Learnt, 2>> models;
};

std::vector<std::string> split_tabs(const std::string& line) {
  std::vector<std::string> parts(1);
  for (const char c : line) {
    if (c == '\t') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

Reference read_reference() {
  std::ifstream in(tagtrail::test::test_data() / "unit/core/learners_reference.txt");
  BOOST_REQUIRE(in.good());
  Reference reference;
  std::array<Learnt, 2>* model = nullptr;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') continue;
    const auto parts = split_tabs(line);
    if (parts[0] == "e") {
      BOOST_REQUIRE(parts.size() == 7U);
      reference.examples.push_back(
          {std::stoul(parts[1]), parts[2] == "html", parts[3], parts[4], parts[5], parts[6]});
    } else if (parts[0] == "m") {
      model = &reference.models[parts[1] + " " + parts[2] + " " + parts[3]];
    } else if (parts[0] == "b") {
      (*model)[0].intercept = std::stod(parts[1]);
    } else if (parts[0] == "p") {
      (*model)[std::stoul(parts[1])].intercept = std::stod(parts[2]);
    } else if (parts[0] == "u") {
      (*model)[std::stoul(parts[1])].usual = std::stod(parts[2]);
    } else if (parts.size() == 4) {
      (*model)[std::stoul(parts[1])].weights[std::stoul(parts[2])] = std::stod(parts[3]);
    } else {
      (*model)[0].weights[std::stoul(parts[1])] = std::stod(parts[2]);
    }
  }
  return reference;
}

const Reference& reference() {
  static const Reference read = read_reference();
  return read;
}

std::vector<LabelledExample> batch(std::size_t number, std::size_t blocks) {
  std::vector<LabelledExample> examples;
  for (const Example& e : reference().examples) {
    if (e.batch != number) continue;
    examples.push_back(
        {blocks == 1 ? url_bigrams(e.url) : context_bigrams({e.url, e.anchor, e.path, e.around}),
         e.html});
  }
  return examples;
}

/// Learns batch by batch and hands the model and what is expected to `check`.
template <typename Model, typename Check>
void learn(Model make(std::size_t), const std::string& name, Check check) {
  for (const std::size_t blocks : {1U, 4U}) {
    Model model = make(blocks * kUrlBigrams);
    for (std::size_t number = 0; number < 3; ++number) {
      model.partial_fit(batch(number, blocks));
      const std::string key =
          name + " " + std::to_string(blocks) + " " + std::to_string(number + 1);
      const auto found = reference().models.find(key);
      BOOST_REQUIRE_MESSAGE(found != reference().models.end(), key);
      BOOST_TEST(found->second[0].weights.size() > 100U);
      BOOST_TEST_CONTEXT(key) { check(model, found->second, blocks * kUrlBigrams); }
    }
  }
}

template <typename Model>
void check_linear(const Model& model, const std::array<Learnt, 2>& expected,
                  std::size_t dimension) {
  BOOST_TEST(std::fabs(model.intercept() - expected[0].intercept) < 1e-9);
  const std::vector<double> weights = model.weights();
  BOOST_REQUIRE(weights.size() == dimension);
  for (std::size_t i = 0; i < dimension; ++i) {
    const auto at = expected[0].weights.find(i);
    BOOST_REQUIRE_SMALL(weights[i] - (at == expected[0].weights.end() ? 0.0 : at->second), 1e-9);
  }
}

template <typename Model>
Model make(std::size_t dimension) {
  return Model(dimension);
}
SgdLogistic make_dense(std::size_t dimension) { return SgdLogistic(dimension, InputKind::dense); }

}  // namespace

BOOST_AUTO_TEST_SUITE(learners)

BOOST_AUTO_TEST_CASE(thirty_urls_in_three_batches) {
  BOOST_TEST(reference().examples.size() == 30U);
  BOOST_TEST(reference().models.size() == 5U * 2U * 3U);
}

BOOST_AUTO_TEST_CASE(logistic_regression_is_scikit_learns) {
  learn(make<SgdLogistic>, "lr", check_linear<SgdLogistic>);
}

BOOST_AUTO_TEST_CASE(logistic_regression_of_dense_inputs_is_scikit_learns) {
  learn(make_dense, "lr-dense", check_linear<SgdLogistic>);
}

BOOST_AUTO_TEST_CASE(support_vector_machine_is_scikit_learns) {
  learn(make<SgdSvm>, "svm", check_linear<SgdSvm>);
}

BOOST_AUTO_TEST_CASE(passive_aggressive_is_scikit_learns) {
  learn(make<PassiveAggressive>, "pa", check_linear<PassiveAggressive>);
}

BOOST_AUTO_TEST_CASE(naive_bayes_is_scikit_learns) {
  learn(
      make<MultinomialNb>, "nb",
      [](const MultinomialNb& model, const std::array<Learnt, 2>& expected, std::size_t dimension) {
        for (const std::size_t c : {0U, 1U}) {
          const bool html = c == 0;  // alphabetical order
          BOOST_TEST(std::fabs(model.log_prior(html) - expected[c].intercept) < 1e-9);
          for (std::uint32_t i = 0; i < dimension; ++i) {
            const auto at = expected[c].weights.find(i);
            const double value = at == expected[c].weights.end() ? expected[c].usual : at->second;
            BOOST_REQUIRE_SMALL(model.log_probability(html, i) - value, 1e-9);
          }
        }
      });
}

BOOST_AUTO_TEST_CASE(naive_bayes_decides_by_all_its_numbers) {
  MultinomialNb model(4);
  model.partial_fit(
      {{{{0, 2.0}, {1, 1.0}}, true}, {{{1, 1.0}, {2, 3.0}}, false}, {{{2, 1.0}}, false}});
  // By hand: positive has counts 2 1 0 0 and one example of three, negative 0 1 4 0 and two.
  const double yes = std::log(1.0 / 3) + 2 * std::log(3.0 / 7) + std::log(1.0 / 7);
  const double no = std::log(2.0 / 3) + 2 * std::log(1.0 / 9) + std::log(1.0 / 9);
  BOOST_TEST(model.decision({{0, 2.0}, {3, 1.0}}) == yes - no, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(naive_bayes_that_saw_one_class_believes_in_no_other) {
  MultinomialNb model(4);
  BOOST_TEST(model.decision({{0, 1.0}}) == 0.0);
  model.partial_fit({{{{0, 1.0}}, false}});
  BOOST_TEST(model.decision({{1, 1.0}}) == -std::numeric_limits<double>::infinity());
  BOOST_TEST(model.probability({{1, 1.0}}) == 0.0);
}

BOOST_AUTO_TEST_CASE(passive_aggressive_steps_by_hand) {
  PassiveAggressive model(3);
  // Loss 1, squared norm 10: a tenth along x; then right by enough, so nothing more.
  const std::vector<LabelledExample> one{{{{0, 1.0}, {2, 3.0}}, true}};
  model.partial_fit(one);
  BOOST_TEST(model.weights()[0] == 0.1, boost::test_tools::tolerance(1e-15));
  BOOST_TEST(model.weights()[2] == 0.3, boost::test_tools::tolerance(1e-15));
  BOOST_TEST(model.intercept() == 0.001, boost::test_tools::tolerance(1e-15));
  model.partial_fit(one);
  BOOST_TEST(model.weights()[0] == 0.1, boost::test_tools::tolerance(1e-15));
  // A step is never longer than C.
  PassiveAggressive weak(1);
  weak.partial_fit({{{{0, 0.1}}, false}});
  BOOST_TEST(weak.weights()[0] == -0.1, boost::test_tools::tolerance(1e-15));
  // Nothing can be learnt from nothing.
  weak.partial_fit({{{}, true}});
  BOOST_TEST(weak.intercept() == -0.01, boost::test_tools::tolerance(1e-15));
}

BOOST_AUTO_TEST_CASE(all_names_are_known) {
  for (const char* name : {"lr", "svm", "nb", "pa"}) {
    const auto model = make_classifier(name, 2);
    BOOST_REQUIRE_MESSAGE(model != nullptr, name);
    BOOST_TEST(model->decision({{0, 1.0}}) == 0.0);
    for (int i = 0; i < 20; ++i) model->partial_fit({{{{0, 1.0}}, true}, {{{1, 1.0}}, false}});
    BOOST_TEST(model->decision({{0, 1.0}}) > 0.0);
    BOOST_TEST(model->decision({{1, 1.0}}) < 0.0);
    BOOST_TEST(model->probability({{0, 1.0}}) > 0.5);
  }
  BOOST_TEST(make_classifier("tree", 2) == nullptr);
}

BOOST_AUTO_TEST_CASE(bigrams_of_each_text_have_a_block_of_their_own) {
  const auto features = context_bigrams({"ab", "ABab", "",
                                         "a\xC3\xA9"
                                         "ab"});
  BOOST_REQUIRE(features.size() == 4U);
  const std::uint32_t ab = (97 - 32) * 95 + (98 - 32);
  BOOST_TEST(features[0].index == ab);
  BOOST_TEST(features[1].index == kUrlBigrams + ab);
  BOOST_TEST(features[1].value == 2.0);
  BOOST_TEST(features[2].index == kUrlBigrams + (98 - 32) * 95 + (97 - 32));
  BOOST_TEST(features[3].index == 3 * kUrlBigrams + ab);
}

BOOST_AUTO_TEST_SUITE_END()

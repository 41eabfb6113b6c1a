// The learners of TRES: sizes, gradients against finite differences, a toy task, double Q-learning
// and the tree by hand.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numeric>

#include "policies/double_dqn.hpp"
#include "policies/kernels.hpp"
#include "policies/kw_bilstm.hpp"

using namespace tagtrail;

namespace {

std::vector<float> random_floats(Random& random, std::size_t count) {
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(2.0 * random.uniform() - 1.0);
  return values;
}

KwText random_text(Random& random, const KwSizes& sizes, std::size_t words) {
  KwText text;
  text.words = random_floats(random, words * sizes.word);
  text.keywords = thermometer_code(random.below(5), sizes.thermometer);
  const std::vector<float> extras = random_floats(random, 3);
  text.keywords.insert(text.keywords.end(), extras.begin(), extras.end());
  return text;
}

constexpr KwSizes kTiny{3, 2, 4};

/// The slope of the loss along `direction`, by a difference.
double slope(const KwBiLstm& network, const KwBiLstm::Example& example,
             const std::vector<float>& direction, float step) {
  const auto loss_at = [&](float distance) {
    KwBiLstm moved = network;
    std::vector<float> weights = network.weights();
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] += distance * direction[i];
    moved.set_weights(std::move(weights));
    std::vector<float> unused(direction.size());
    return moved.add_gradient(example, nullptr, unused);
  };
  return (loss_at(step) - loss_at(-step)) / (2.0 * static_cast<double>(step));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tres_learning)

BOOST_AUTO_TEST_CASE(published_sizes) {
  Random random(1);
  BOOST_TEST(KwBiLstm(KwSizes{}, random).weights().size() == 1'689'987U);
  BOOST_TEST(QNetwork(random).weights().size() == 721U);
  BOOST_TEST((LstmShape{300, 300}.weights() * 2) == 1'442'400U);
}

BOOST_AUTO_TEST_CASE(rational_functions_are_near_the_true_ones) {
  for (int i = -200; i <= 200; ++i) {
    const double x = i / 20.0;
    auto tanh = static_cast<float>(x);
    auto sigmoid = static_cast<float>(x);
    kernels::tanh_all(&tanh, 1);
    kernels::sigmoid_all(&sigmoid, 1);
    BOOST_TEST(std::fabs(static_cast<double>(tanh) - std::tanh(x)) < 2e-4, x);
    BOOST_TEST(std::fabs(static_cast<double>(sigmoid) - 1 / (1 + std::exp(-x))) < 1e-4, x);
  }
}

BOOST_AUTO_TEST_CASE(kernels_agree_with_plain_loops) {
  Random random(2);
  constexpr std::size_t m = 7;
  constexpr std::size_t n = 13;
  constexpr std::size_t steps = 6;
  const auto x = random_floats(random, steps * m);
  const auto y = random_floats(random, steps * n);
  const auto w = random_floats(random, m * n);
  std::vector<float> product(n, 0.5F);
  kernels::add_product(x.data(), m, w.data(), n, product.data());
  for (std::size_t j = 0; j < n; ++j) {
    float sum = 0.5F;
    for (std::size_t i = 0; i < m; ++i) sum += x[i] * w[i * n + j];
    BOOST_TEST(product[j] == sum);  // the same bits: the same order
  }
  std::vector<float> transposed(m);
  kernels::transposed_product(w.data(), m, n, y.data(), transposed.data());
  std::vector<float> outer(m * n);
  kernels::add_outer(x.data(), m, y.data(), n, steps, outer.data());
  for (std::size_t i = 0; i < m; ++i) {
    const float sum = std::inner_product(y.begin(), y.begin() + n, &w[i * n], 0.0F);
    BOOST_TEST(std::fabs(transposed[i] - sum) < 1e-5F);
    for (std::size_t j = 0; j < n; ++j) {
      float outer_sum = 0;
      for (std::size_t t = 0; t < steps; ++t) outer_sum += x[t * m + i] * y[t * n + j];
      BOOST_TEST(outer[i * n + j] == outer_sum);
    }
  }
}

BOOST_AUTO_TEST_CASE(thermometer_codes) {
  using Code = std::vector<float>;
  BOOST_TEST(thermometer_code(0, 4) == (Code{1, 0, 0, 0}), boost::test_tools::per_element());
  BOOST_TEST(thermometer_code(2, 4) == (Code{0, 1, 1, 0}), boost::test_tools::per_element());
  BOOST_TEST(thermometer_code(9, 4) == (Code{0, 1, 1, 1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(classifier_gradient_is_the_slope_of_the_loss) {
  Random random(15);
  KwBiLstm network(kTiny, random);
  const std::size_t lstm = LstmShape{kTiny.word, kTiny.units}.weights();
  const std::size_t weights = network.weights().size();
  // Larger dense weights, so that every part of the LSTMs matters.
  std::vector<float> larger = network.weights();
  for (std::size_t i = 2 * lstm; i < weights; ++i) larger[i] *= 1.3F;
  network.set_weights(std::move(larger));
  // The parts of the two LSTMs, then the dense layers as one.
  const LstmShape shape{kTiny.word, kTiny.units};
  const std::vector<std::size_t> borders{0,
                                         shape.recurrent(),
                                         shape.biases(),
                                         lstm,
                                         lstm + shape.recurrent(),
                                         lstm + shape.biases(),
                                         2 * lstm,
                                         weights};
  for (const bool relevant : {true, false}) {
    const KwText text = random_text(random, kTiny, 5);
    const KwBiLstm::Example example{&text, relevant};
    std::vector<float> gradient(weights, 0.0F);
    network.add_gradient(example, nullptr, gradient);
    for (std::size_t part = 0; part + 1 < borders.size(); ++part) {
      // Along the gradient itself the slope is its length.
      double length = 0;
      for (std::size_t i = borders[part]; i < borders[part + 1]; ++i) {
        length += static_cast<double>(gradient[i]) * static_cast<double>(gradient[i]);
      }
      length = std::sqrt(length);
      BOOST_TEST_REQUIRE(length > 1e-3, "part " << part);
      std::vector<float> direction(weights, 0.0F);
      for (std::size_t i = borders[part]; i < borders[part + 1]; ++i) {
        direction[i] = gradient[i] / static_cast<float>(length);
      }
      // Short, because the rectifiers have kinks, but long enough for the precision of floats.
      const double measured =
          slope(network, example, direction, static_cast<float>(std::min(0.002, 1e-4 / length)));
      BOOST_TEST(std::fabs(measured - length) < 0.05 * length + 2e-4,
                 "part " << part << ": " << measured << " for " << length);
    }
  }
}

BOOST_AUTO_TEST_CASE(classifier_learns_which_word_matters) {
  Random random(3);
  const KwSizes sizes{8, 6, 3};
  const std::vector<float> mark = random_floats(random, sizes.word);
  std::vector<KwText> texts;
  for (int i = 0; i < 60; ++i) {
    KwText text = random_text(random, sizes, 6);
    std::fill(text.keywords.begin(), text.keywords.end(), 0.0F);
    // One kind of text has the mark somewhere, the other its opposite.
    const std::size_t at = random.below(6) * sizes.word;
    for (std::size_t k = 0; k < sizes.word; ++k) {
      text.words[at + k] = (i % 2 == 0 ? 2.0F : -2.0F) * mark[k];
    }
    texts.push_back(std::move(text));
  }
  KwBiLstm network(sizes, random);
  const auto right = [&](std::size_t begin, std::size_t end) {
    int count = 0;
    for (std::size_t i = begin; i < end; ++i) {
      count += (network.probability(texts[i]) >= 0.5) == (i % 2 == 0) ? 1 : 0;
    }
    return count;
  };
  for (int step = 0; step < 200; ++step) {
    std::vector<KwBiLstm::Example> batch;
    for (int k = 0; k < 8; ++k) {
      const std::size_t i = random.below(40);
      batch.push_back({&texts[i], i % 2 == 0});
    }
    network.train(batch, random);
  }
  BOOST_TEST(right(0, 40) >= 38);
  BOOST_TEST(right(40, 60) >= 17);  // not seen in training
}

BOOST_AUTO_TEST_CASE(a_text_without_words_is_not_relevant) {
  Random random(1);
  const KwBiLstm network(kTiny, random);
  KwText text = random_text(random, kTiny, 0);
  BOOST_TEST(network.probability(text) == 0.0);
}

BOOST_AUTO_TEST_CASE(classifier_survives_saving) {
  Random random(1);
  const KwBiLstm network(kTiny, random);
  const KwText text = random_text(random, kTiny, 3);
  ByteWriter out;
  network.save(out);
  KwBiLstm other(kTiny, random);
  ByteReader in(out.bytes());
  BOOST_TEST(other.load(in));
  BOOST_TEST(in.at_end());
  BOOST_TEST(other.probability(text) == network.probability(text));
  for (std::size_t size = 0; size < out.bytes().size(); size += 97) {
    ByteReader cut(out.bytes().data(), size);
    BOOST_TEST(!other.load(cut));
  }
}

BOOST_AUTO_TEST_CASE(q_gradient_is_the_slope_of_the_error_and_clipped) {
  Random random(4);
  QNetwork network(random);
  QNetwork::Example example{{1, 0.5F, 0.25F, 1, 0, 1, 0.7F}, 0};
  example.wanted = network.value(example.input) - 0.3F;
  const std::vector<float> gradient = network.gradient({example});
  const auto error = [&](std::size_t at, float step) {
    QNetwork moved = network;
    std::vector<float> weights = network.weights();
    weights[at] += step;
    moved.set_weights(std::move(weights));
    const auto off = static_cast<double>(moved.value(example.input) - example.wanted);
    return off * off;
  };
  double largest = 0;
  for (std::size_t i = 0; i < gradient.size(); i += 7) {
    const double expected = (error(i, 5e-3F) - error(i, -5e-3F)) / 1e-2;
    BOOST_TEST(std::fabs(expected - static_cast<double>(gradient[i])) < 2e-3, "weight " << i);
    largest = std::max(largest, std::fabs(expected));
  }
  BOOST_TEST(largest > 0.01);
  example.wanted -= 1000;
  for (const float value : network.gradient({example})) BOOST_TEST(std::fabs(value) <= 1.0F);
}

BOOST_AUTO_TEST_CASE(q_network_learns_a_sum) {
  Random random(5);
  QNetwork network(random);
  const auto example = [&] {
    QNetwork::Example drawn;
    for (float& x : drawn.input) x = static_cast<float>(random.uniform());
    drawn.wanted = drawn.input[0] + 2.0F * drawn.input[6];
    return drawn;
  };
  for (int step = 0; step < 1500; ++step) {
    std::vector<QNetwork::Example> batch;
    for (int i = 0; i < 30; ++i) batch.push_back(example());
    network.fit(batch);
  }
  double off = 0;
  for (int i = 0; i < 50; ++i) {
    const QNetwork::Example probe = example();
    off += std::fabs(static_cast<double>(network.value(probe.input) - probe.wanted)) / 50;
  }
  BOOST_TEST(off < 0.1);
}

/// All weights zero but one chain of ones from input `feature` to the output.
QNetwork chain_from(std::size_t feature, float factor) {
  Random random(0);
  QNetwork network(random);
  std::vector<float> weights(QNetwork::kWeights, 0.0F);
  weights[feature * QNetwork::kFirst] = 1.0F;
  const std::size_t second = QNetwork::kInputs * QNetwork::kFirst + QNetwork::kFirst;
  weights[second] = 1.0F;
  weights[second + QNetwork::kFirst * QNetwork::kSecond + QNetwork::kSecond] = factor;
  network.set_weights(std::move(weights));
  return network;
}

BOOST_AUTO_TEST_CASE(double_q_target_by_hand) {
  // Online likes the seventh number (the words' relevance), the target network says 2 x the fourth.
  const QNetwork online = chain_from(6, 1.0F);
  const QNetwork target = chain_from(3, 2.0F);
  Transition transition;
  transition.reward = 1;
  transition.outlinks = {{1, 0, 0, 0.2F}, {0.25F, 0, 0, 0.9F}, {1, 0, 0, 0.5F}};
  // Online picks the second; plain Q-learning would take 2.0 of the first.
  BOOST_TEST(double_q_target(transition, online, target) == 1.0F + 0.99F * 0.5F);
  transition.reward = 0;
  transition.outlinks = {{0.5F, 0, 0, 0.4F}, {1, 0, 0, 0.4F}};
  BOOST_TEST(double_q_target(transition, online, target) == 0.99F);  // the first of equals
}

BOOST_AUTO_TEST_CASE(the_memory_keeps_the_newest_and_drops_dead_ends) {
  DoubleDqn dqn(1);
  dqn.remember({});
  BOOST_TEST(dqn.remembered() == 0U);
  Transition transition;
  transition.outlinks = {{}};
  for (std::size_t i = 0; i < DoubleDqn::kMemory + 10; ++i) dqn.remember(transition);
  BOOST_TEST(dqn.remembered() == DoubleDqn::kMemory);
}

BOOST_AUTO_TEST_CASE(values_follow_what_pays) {
  DoubleDqn dqn(1);
  Random random(9);
  for (int i = 0; i < 200; ++i) {
    Transition transition;
    const bool pays = i % 2 == 0;
    transition.link = {0, 0, 0, pays ? 1.0F : 0.0F, 0, 0, 0};
    transition.reward = pays ? 1.0F : 0.0F;
    transition.outlinks = {{0, 0, 0, 0}};
    dqn.remember(transition);
  }
  for (int i = 0; i < 400; ++i) dqn.learn(random);
  BOOST_TEST(dqn.value({0, 0, 0, 1, 0, 0, 0}) > dqn.value({0, 0, 0, 0, 0, 0, 0}) + 0.5F);
}

BOOST_AUTO_TEST_SUITE_END()

// What `anthelion` learns with: tokens, naive Bayes, host functions, by hand.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "learn/beta_draw.hpp"
#include "learn/presence_nb.hpp"
#include "policy/anthelion/host_functions.hpp"
#include "policy/anthelion/url_tokens.hpp"
#include "tagtrail/math.hpp"

using namespace tagtrail;

namespace {

using Words = std::vector<std::string>;
using Slots = std::vector<std::uint32_t>;

Words tokens(std::string_view path) { return url_tokens("http://site.test" + std::string(path)); }

Bytes saved(const InstanceClassifier& classifier) {
  ByteWriter out;
  classifier.save(out);
  return out.take();
}

double probability_in(const PresenceCounts& counts, std::uint32_t slot, bool present) {
  return math::exp(counts.log_probability(slot, present));
}

/// Four good and four bad examples; good ones have slot 3, bad ones slot 9.
template <typename Classifier>
Classifier taught() {
  Classifier classifier({10'000, 0});
  for (int i = 0; i < 4; ++i) {
    classifier.learn({{3, 5}, {}}, true);
    classifier.learn({{5, 9}, {}}, false);
  }
  return classifier;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(anthelion_learning)

BOOST_AUTO_TEST_CASE(tokens_of_urls) {
  BOOST_TEST(tokens("/Shop/P123/red-shoes_2012/42?id=7&lang=EN") ==
             (Words{"shop", "red", "shoes", "[NUMBER]", "lang"}));
  // The host counts for nothing; each word once, over path and query together.
  BOOST_TEST(tokens("/").empty());
  BOOST_TEST(tokens("/news/news?page=100&year=2020&news") ==
             (Words{"news", "page", "[NUMBER]", "year"}));
  // Escapes are decoded; a letter that is not ASCII separates.
  BOOST_TEST(tokens("/caf%C3%A9teria/%41bc%2Fdef") == (Words{"caf", "teria", "abc", "def"}));
}

BOOST_AUTO_TEST_CASE(hashes_are_javas) {
  const std::vector<std::tuple<std::string, std::int32_t, std::uint32_t>> known{
      {"product", -309474065, 4065}, {"review", -934348968, 8968}, {"[NUMBER]", -1600582279, 2279},
      {"index", 100346066, 6066},    {"category", 50511102, 1102}, {"aaa", 96321, 6321}};
  for (const auto& [token, hash, slot] : known) {
    BOOST_TEST(java_hash(token) == hash);
    BOOST_TEST(token_slot(token) == slot);
  }
  // Over UTF-16: U+1F600 is D83D DE00.
  BOOST_TEST(java_hash("\xF0\x9F\x98\x80") == 31 * 0xD83D + 0xDE00);
  BOOST_TEST(url_slots("http://site.test/product/aaa?index=product") == (Slots{4065, 6066, 6321}));
}

BOOST_AUTO_TEST_CASE(smoothing_is_over_the_values_a_class_has_shown) {
  PresenceCounts counts;
  for (int i = 0; i < 8; ++i) counts.add(i < 3 ? Slots{7} : Slots{});
  BOOST_TEST(probability_in(counts, 7, true) == 4.0 / 10, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(probability_in(counts, 7, false) == 6.0 / 10, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(probability_in(counts, 8, false) == 1.0);
  BOOST_TEST(probability_in(counts, 8, true) == 1.0 / 9, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(a_likelihood_is_the_sum_over_all_slots) {
  Random random(4);
  PresenceCounts counts;
  constexpr std::uint32_t kSlots = 40;
  for (int example = 0; example < 60; ++example) {
    Slots present;
    for (std::uint32_t slot = 0; slot < kSlots; ++slot) {
      if (random.below(slot + 2) == 0) present.push_back(slot);
    }
    double sum = 0;
    for (std::uint32_t slot = 0; slot < kSlots; ++slot) {
      const bool has = std::binary_search(present.begin(), present.end(), slot);
      sum += counts.log_probability(slot, has);
    }
    if (example > 0) {
      BOOST_TEST(counts.log_likelihood(present) == sum, boost::test_tools::tolerance(1e-10));
    }
    counts.add(present);
  }
}

BOOST_AUTO_TEST_CASE(naive_bayes_by_hand) {
  BOOST_TEST(PresenceNb({10'000, 0}).probability({{3}, {}}) == 0.5);
  const auto classifier = taught<PresenceNb>();
  // Slot 3: 5/6 good, 1/5 bad. Slot 9 absent: 1 good, 1/6 bad. Slot 5 absent: 1/6 in both.
  const double good = 5.0 / 6;
  const double bad = 1.0 / 5 * 1 / 6;
  BOOST_TEST(classifier.probability({{3}, {}}) == good / (good + bad),
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(classifier.probability({{3, 9}, {}}) == 0.5, boost::test_tools::tolerance(1e-12));
  // A class never seen is impossible.
  PresenceNb one_class({10'000, 0});
  one_class.learn({{1}, {}}, false);
  BOOST_TEST(one_class.probability({{1}, {}}) == 0.0);
}

BOOST_AUTO_TEST_CASE(numbers_are_taken_to_be_normal) {
  PresenceNb classifier({10, 1});
  for (const double x : {1.0, 2.0, 3.0}) classifier.learn({{}, {x}}, true);
  for (const double x : {4.0, 6.0, 8.0}) classifier.learn({{}, {x}}, false);
  // Means 2 and 6, variances 1 and 4.
  const double good = std::exp(-0.5);
  const double bad = std::exp(-9.0 / 8) / 2;
  BOOST_TEST(classifier.probability({{}, {3}}) == good / (good + bad),
             boost::test_tools::tolerance(1e-12));
}

/// Else a class that has shown one value only would make all others impossible, and greedy choices
/// would never find out.
BOOST_AUTO_TEST_CASE(a_number_says_nothing_until_it_has_varied_in_both_classes) {
  PresenceNb classifier({10, 1});
  for (int i = 0; i < 2; ++i) classifier.learn({{}, {0}}, true);
  for (const double x : {0.0, 1.0}) classifier.learn({{}, {x}}, false);
  BOOST_TEST(classifier.probability({{}, {1}}) == 0.5);
  classifier.learn({{}, {2}}, true);
  classifier.learn({{}, {0}}, false);
  BOOST_TEST(classifier.probability({{}, {2}}) > 0.6);
}

BOOST_AUTO_TEST_CASE(shares_of_the_normal_distribution) {
  for (int i = -790; i <= 790; ++i) {
    const double z = i / 100.0;
    BOOST_TEST(std::abs(normal_share(z) - 0.5 * std::erfc(-z / std::sqrt(2.0))) < 4e-15);
  }
  BOOST_TEST(normal_share(-9) == 0.0);
  BOOST_TEST(normal_share(9) == 1.0);
}

BOOST_AUTO_TEST_CASE(naive_bayes_is_saved_whole) {
  const auto classifier = taught<PresenceNb>();
  const Bytes bytes = saved(classifier);
  PresenceNb loaded({10'000, 0});
  ByteReader in(bytes);
  BOOST_REQUIRE(loaded.load(in) && in.at_end());
  BOOST_TEST((saved(loaded) == bytes));
  BOOST_TEST(loaded.probability({{3, 5}, {}}) == classifier.probability({{3, 5}, {}}));
  PresenceNb smaller({9, 0});
  ByteReader again(bytes);
  BOOST_TEST(!smaller.load(again));
}

BOOST_AUTO_TEST_CASE(host_functions_by_hand) {
  const auto score = [](const char* name, std::uint32_t good, std::uint32_t bad, double best) {
    return host_score(*parse_host_function(name), {good, bad, best});
  };
  BOOST_TEST(score("negative-bad", 7, 5, 0.9) == -5.0);
  BOOST_TEST(score("best-score", 7, 5, 0.9) == 0.9);
  BOOST_TEST(score("success-rate", 0, 0, 0.9) == 1.0);
  BOOST_TEST(score("success-rate", 3, 1, 0.9) == 2.0);
  BOOST_TEST(score("success-rate", 0, 9, 0.9) == 0.1);
  BOOST_TEST(score("good-best", 3, 1, 0.5) == 1.5);
  BOOST_TEST(score("success-best", 3, 1, 0.5) == 1.0);
  BOOST_TEST(is_drawn(*parse_host_function("thompson")));
  BOOST_TEST(is_drawn(*parse_host_function("thompson-best")));
  BOOST_TEST(!is_drawn(*parse_host_function("success-best")));
  BOOST_TEST(!parse_host_function("holistic"));
}

BOOST_AUTO_TEST_CASE(beta_draws_have_the_right_mean_and_variance) {
  Random random(5);
  for (const auto& [a, b] : std::vector<std::pair<double, double>>{{1, 1}, {1, 9}, {30, 4}}) {
    constexpr int kDraws = 40'000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < kDraws; ++i) {
      const double x = draw_beta(a, b, random);
      BOOST_REQUIRE((x >= 0 && x <= 1));
      sum += x;
      squares += x * x;
    }
    const double mean = sum / kDraws;
    const double variance = squares / kDraws - mean * mean;
    const double expected = a * b / ((a + b) * (a + b) * (a + b + 1));
    BOOST_TEST(std::abs(mean - a / (a + b)) < 5 * std::sqrt(expected / kDraws));
    BOOST_TEST(std::abs(variance / expected - 1) < 0.05);
  }
  // Thompson's functions are such draws.
  const HostFacts host{29, 3, 0.5};
  Random one(6);
  Random other(6);
  const double draw = draw_host_score(HostFunction::thompson, host, one);
  BOOST_TEST(draw_beta(30, 4, other) == draw);
  Random again(6);
  BOOST_TEST(draw_host_score(HostFunction::thompson_best, host, again) == draw * 0.5);
}

BOOST_AUTO_TEST_CASE(exploration_decays) {
  BOOST_TEST(random_share(0.5, 10'000, 0) == 0.5);
  BOOST_TEST(random_share(0.5, 10'000, 10'000) == 0.25);
  BOOST_TEST(random_share(0.5, 10'000, 90'000) == 0.05, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(random_share(0.5, 10'000, 990'000) == 0.005, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(random_share(0.2, 0, 990'000) == 0.2);
}

BOOST_AUTO_TEST_SUITE_END()

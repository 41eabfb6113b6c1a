// The Hoeffding tree: its bound, when and where it splits, its leaves, its memory, its snapshots.
#include "learn/hoeffding_tree.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "learn/presence_nb.hpp"
#include "tagtrail/random.hpp"

using namespace tagtrail;

namespace {

constexpr InstanceShape kShape{10'000, 2};

Bytes saved(const HoeffdingTree& tree) {
  ByteWriter out;
  tree.save(out);
  return out.take();
}

/// Slots below 50 at random; the count of good parents, and whether there is one.
Instance random_instance(Random& random) {
  Instance instance;
  for (std::uint32_t slot = 0; slot < 50; ++slot) {
    if (random.below(3) == 0) instance.present.push_back(slot);
  }
  const auto parents = static_cast<double>(random.below(4));
  instance.numbers = {parents, parents > 0 ? 1.0 : 0.0};
  return instance;
}

bool has(const Instance& instance, std::uint32_t slot) {
  return SplitTest{SplitTest::Kind::slot, slot, 0}.is_true_of(instance);
}

/// Naive Bayes can't say it: good with exactly one of two words.
bool exactly_one(const Instance& instance) { return has(instance, 7) != has(instance, 20); }

template <typename Concept>
void teach(InstanceClassifier& classifier, Random& random, int examples, Concept good) {
  for (int i = 0; i < examples; ++i) {
    const Instance instance = random_instance(random);
    classifier.learn(instance, good(instance));
  }
}

template <typename Concept>
double accuracy(const InstanceClassifier& classifier, Concept good) {
  Random random(99);
  int right = 0;
  constexpr int kTests = 4000;
  for (int i = 0; i < kTests; ++i) {
    const Instance instance = random_instance(random);
    right += (classifier.probability(instance) >= 0.5) == good(instance) ? 1 : 0;
  }
  return static_cast<double>(right) / kTests;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(hoeffding_tree)

BOOST_AUTO_TEST_CASE(the_bound) {
  BOOST_TEST(std::abs(hoeffding_bound(200) - 0.2007) < 5e-5);
  BOOST_TEST(std::abs(hoeffding_bound(1000) - 0.0898) < 5e-5);
  BOOST_TEST(std::abs(hoeffding_bound(3200) - 0.0502) < 5e-5);
  int n = 200;
  while (hoeffding_bound(n) >= 0.05) n += 200;
  BOOST_TEST(n == 3400);
}

BOOST_AUTO_TEST_CASE(the_gain_of_a_question) {
  ClassStatistics statistics({10, 0});
  // Slot 2: 3 of 4 good ones, 1 of 4 bad ones. Slot 5: all.
  for (int i = 0; i < 4; ++i) {
    statistics.add(i < 3 ? Instance{{2, 5}, {}} : Instance{{5}, {}}, true);
    statistics.add(i < 1 ? Instance{{2, 5}, {}} : Instance{{5}, {}}, false);
  }
  const SplitSearch search = search_split(statistics);
  BOOST_REQUIRE(search.best);
  BOOST_TEST(search.best->test.feature == 2U);
  // Both sides: 3 to 1, 0.8113 bits.
  BOOST_TEST(std::abs(search.best->gain - (1 - 0.811278)) < 1e-6);
  BOOST_TEST(search.best->branches[1] == (ByClass{1, 3}));
  BOOST_TEST(search.best->branches[0] == (ByClass{3, 1}));
  // Slot 5 leaves nothing on one side.
  BOOST_TEST(std::isinf(search.second_gain));
}

BOOST_AUTO_TEST_CASE(a_branch_has_over_a_hundredth_of_the_examples) {
  const auto best = [](int examples) {
    ClassStatistics statistics({10, 0});
    statistics.add({{1}, {}}, true);
    for (int i = 1; i < examples; ++i) statistics.add({}, i % 2 == 0);
    return search_split(statistics).best;
  };
  BOOST_TEST(best(99).has_value());
  BOOST_TEST(!best(100).has_value());
}

BOOST_AUTO_TEST_CASE(cuts_of_a_number) {
  ClassStatistics statistics({10, 1});
  for (const double x : {0.0, 1.0, 2.0}) statistics.add({{}, {x}}, false);
  for (const double x : {9.0, 10.0, 11.0}) statistics.add({{}, {x}}, true);
  const SplitSearch search = search_split(statistics);
  BOOST_REQUIRE(search.best);
  BOOST_TEST((search.best->test.kind == SplitTest::Kind::number));
  // Cuts are 1, 2, ..., 10: from 2 on all bad ones are on the left, with no good one.
  BOOST_TEST(search.best->test.cut == 2.0);
  BOOST_TEST(search.best->gain == 1.0);
  BOOST_TEST(search.best->test.is_true_of({{}, {2.5}}));
  BOOST_TEST(!search.best->test.is_true_of({{}, {2.0}}));
}

BOOST_AUTO_TEST_CASE(splits_when_the_best_is_ahead_by_the_bound) {
  HoeffdingTree tree(kShape);
  Random random(3);
  const auto good = [](const Instance& instance) { return has(instance, 7); };
  teach(tree, random, 199, good);
  BOOST_TEST(tree.nodes() == 1U);
  teach(tree, random, 1, good);
  BOOST_TEST(tree.nodes() == 3U);
  BOOST_TEST(accuracy(tree, good) == 1.0);
  // Its leaves are pure: there is nothing to part.
  teach(tree, random, 5000, good);
  BOOST_TEST(tree.nodes() == 3U);
  BOOST_TEST(tree.probability({{7}, {0, 0}}) > 0.99);
  BOOST_TEST(tree.probability({{8}, {0, 0}}) < 0.01);
}

BOOST_AUTO_TEST_CASE(splits_by_a_number) {
  HoeffdingTree tree(kShape);
  Random random(3);
  const auto good = [](const Instance& instance) { return instance.numbers[0] >= 2; };
  teach(tree, random, 2000, good);
  BOOST_TEST(tree.nodes() >= 3U);
  BOOST_TEST(accuracy(tree, good) > 0.99);
}

BOOST_AUTO_TEST_CASE(learns_what_naive_bayes_cannot) {
  HoeffdingTree tree(kShape);
  PresenceNb bayes(kShape);
  for (InstanceClassifier* classifier : std::initializer_list<InstanceClassifier*>{&tree, &bayes}) {
    Random random(3);
    teach(*classifier, random, 40'000, exactly_one);
  }
  BOOST_TEST(accuracy(tree, exactly_one) > 0.95);
  BOOST_TEST(accuracy(tree, exactly_one) > accuracy(bayes, exactly_one) + 0.05);
}

BOOST_AUTO_TEST_CASE(a_tie_is_broken_at_3400) {
  // Two words that always come together, and tell little: neither is ever ahead.
  HoeffdingTree tree({10, 0});
  Random random(8);
  for (int i = 1; i <= 3400; ++i) {
    const bool word = random.below(2) == 0;
    const bool good = random.below(10) < (word ? 6U : 4U);
    tree.learn(word ? Instance{{1, 2}, {}} : Instance{}, good);
    if (i == 3399) BOOST_TEST(tree.nodes() == 1U);
  }
  BOOST_TEST(tree.nodes() == 3U);
}

BOOST_AUTO_TEST_CASE(a_new_leaf_speaks_by_its_classes_until_it_has_seen_both) {
  HoeffdingLeaf leaf({10, 0}, {3, 1});
  BOOST_TEST(leaf.probability({{1}, {}}) == 0.25);
  leaf.learn({{1}, {}}, true);
  BOOST_TEST(leaf.probability({{1}, {}}) == 0.4);
  leaf.learn({{2}, {}}, false);
  // 2 of 6 good; slot 1 present 2/3 and absent slot 2 certain if good, 1/2 and 1/3 if bad.
  const double good = 2.0 / 6 * 2 / 3;
  const double bad = 4.0 / 6 * 1 / 2 * 1 / 3;
  // The larger class was wrong, then right; naive Bayes had nothing else to go by: equal, so it.
  BOOST_TEST(leaf.probability({{1}, {}}) == good / (good + bad),
             boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(the_larger_class_speaks_where_it_was_right_more_often) {
  HoeffdingLeaf noise({1000, 0}, {});
  Random random(12);
  for (int i = 0; i < 2000; ++i) {
    Instance instance;
    instance.present.push_back(static_cast<std::uint32_t>(random.below(1000)));
    noise.learn(instance, random.below(20) != 0);
  }
  const double share = noise.probability({{1}, {}});
  BOOST_TEST(share == noise.probability({{2}, {}}));
  BOOST_TEST(std::abs(share - 0.95) < 0.02);
}

BOOST_AUTO_TEST_CASE(memory_is_bounded) {
  constexpr std::size_t kMax = 120;
  HoeffdingTree tree(kShape, kMax);
  Random random(3);
  std::size_t most = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Instance instance = random_instance(random);
    tree.learn(instance, exactly_one(instance));
    most = std::max(most, tree.slots());
  }
  BOOST_TEST(most > 90U);
  BOOST_TEST(most <= kMax);
  BOOST_TEST(tree.nodes() > 1U);
  const double p = tree.probability(random_instance(random));
  BOOST_TEST((p >= 0 && p <= 1));
}

BOOST_AUTO_TEST_CASE(a_snapshot_goes_on_as_the_tree_does) {
  HoeffdingTree tree(kShape, 150);
  HoeffdingTree other(kShape, 150);
  Random random(3);
  for (int i = 0; i < 9000; ++i) {
    const Instance instance = random_instance(random);
    const bool good = exactly_one(instance);
    tree.learn(instance, good);
    // `other` is read anew before every example at first, and now and then later.
    if (i < 600 || i % 97 == 0) {
      const Bytes bytes = saved(other);
      HoeffdingTree loaded(kShape, 150);
      ByteReader in(bytes);
      BOOST_REQUIRE(loaded.load(in) && in.at_end());
      BOOST_REQUIRE((saved(loaded) == bytes));
      other = std::move(loaded);
    }
    other.learn(instance, good);
    BOOST_REQUIRE(tree.probability(instance) == other.probability(instance));
    BOOST_REQUIRE(tree.slots() == other.slots());
  }
  BOOST_TEST(tree.nodes() > 3U);
  BOOST_TEST((saved(tree) == saved(other)));
}

BOOST_AUTO_TEST_CASE(broken_snapshots_are_refused_or_harmless) {
  HoeffdingTree tree(kShape);
  Random random(3);
  teach(tree, random, 12'000, exactly_one);
  const Bytes whole = saved(tree);
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    HoeffdingTree loaded(kShape);
    ByteReader in(whole.data(), size);
    BOOST_REQUIRE(!loaded.load(in));
  }
  for (int round = 0; round < 2000; ++round) {
    Bytes bytes = whole;
    bytes[random.below(bytes.size())] = static_cast<std::uint8_t>(random.next());
    HoeffdingTree loaded(kShape);
    ByteReader in(bytes);
    if (!loaded.load(in)) continue;
    const double p = loaded.probability(random_instance(random));
    BOOST_REQUIRE((p >= 0 && p <= 1));
    loaded.learn(random_instance(random), true);
  }
}

BOOST_AUTO_TEST_SUITE_END()

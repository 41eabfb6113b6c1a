// The tree-frontier's rules on small examples.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "policies/tree_frontier.hpp"

using namespace tagtrail;

namespace {

/// A vector whose feature `feature` is `value`.
LinkVector at(std::size_t feature, float value) {
  LinkVector vector{};
  vector[feature] = value;
  return vector;
}

Bytes saved(const TreeFrontier& tree) {
  ByteWriter out;
  tree.save(out);
  return out.take();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tres_tree)

BOOST_AUTO_TEST_CASE(splits_at_five_samples_where_the_variance_falls_most) {
  TreeFrontier tree;
  // Feature 6 tells paying links apart exactly (up to 0.3 pays not), feature 3 does not.
  const auto sample = [](float a, float b) {
    LinkVector vector = at(6, a);
    vector[3] = b;
    return vector;
  };
  tree.experience(sample(0.1F, 1), 0);
  tree.experience(sample(0.3F, 0), 0);
  tree.experience(sample(0.6F, 1), 1);
  tree.experience(sample(0.9F, 0), 1);
  BOOST_TEST(tree.leaf_of(at(6, 0.9F)).depth == 0U);
  tree.experience(sample(0.2F, 0), 0);
  const auto left = tree.leaf_of(at(6, 0.3F));
  const auto right = tree.leaf_of(at(6, 0.31F));
  BOOST_TEST(left.depth == 1U);
  BOOST_TEST(left.samples == 3U);
  BOOST_TEST(left.mean_reward == 0.0);
  BOOST_TEST(right.id != left.id);
  BOOST_TEST(right.samples == 2U);
  BOOST_TEST(right.mean_reward == 1.0);
}

BOOST_AUTO_TEST_CASE(no_split_without_a_gain) {
  TreeFrontier same_rewards;
  for (int i = 0; i < 20; ++i) same_rewards.experience(at(0, static_cast<float>(i)), 1);
  BOOST_TEST(same_rewards.leaf_of({}).samples == 20U);
  TreeFrontier same_links;
  for (int i = 0; i < 20; ++i) same_links.experience({}, i % 2 == 0 ? 1.0F : 0.0F);
  BOOST_TEST(same_links.leaf_of({}).samples == 20U);
  // Both sides of the only border pay the same.
  TreeFrontier no_gain;
  for (const float reward : {1.0F, 0.0F}) no_gain.experience(at(2, 1), reward);
  for (const float reward : {1.0F, 0.0F, 0.5F}) no_gain.experience({}, reward);
  BOOST_TEST(no_gain.leaf_of({}).samples == 5U);
}

BOOST_AUTO_TEST_CASE(never_deeper_than_eighteen) {
  TreeFrontier tree;
  Random random(1);
  for (int i = 0; i < 4000; ++i) {
    const auto x = static_cast<float>(random.uniform());
    tree.experience(at(6, x), random.below(2) == 0 ? 1.0F : 0.0F);
    BOOST_REQUIRE(tree.leaf_of(at(6, x)).depth <= TreeFrontier::kMaxDepth);
  }
  BOOST_TEST(tree.leaf_of(at(6, 0.5F)).depth > 3U);
}

BOOST_AUTO_TEST_CASE(open_links_move_with_a_split_and_each_leaf_gives_one) {
  TreeFrontier tree;
  Random random(1);
  for (int i = 0; i < 10; ++i) tree.add(at(6, static_cast<float>(i) / 10));
  BOOST_TEST(tree.open_leaves() == 1U);
  BOOST_TEST(tree.draw_from_each_leaf(random).size() == 1U);
  for (const float x : {0.0F, 0.1F, 0.2F}) tree.experience(at(6, x), 0);
  for (const float x : {0.7F, 0.8F}) tree.experience(at(6, x), 1);
  BOOST_TEST(tree.open_leaves() == 2U);
  BOOST_TEST(tree.leaf_of(at(6, 0)).open_links == 3U);
  BOOST_TEST(tree.leaf_of(at(6, 1)).open_links == 7U);
  std::vector<bool> drawn(10, false);
  for (int i = 0; i < 200; ++i) {
    const auto links = tree.draw_from_each_leaf(random);
    BOOST_REQUIRE(links.size() == 2U);
    BOOST_REQUIRE(tree.leaf_of(tree.vector(links[0])).id != tree.leaf_of(tree.vector(links[1])).id);
    for (const auto link : links) drawn[link] = true;
  }
  BOOST_TEST(std::count(drawn.begin(), drawn.end(), true) == 10);
}

BOOST_AUTO_TEST_CASE(removed_links_are_never_drawn) {
  TreeFrontier tree;
  Random random(1);
  for (int i = 0; i < 6; ++i) tree.add({});
  for (const TreeFrontier::LinkId gone : {1U, 5U, 0U, 1U}) tree.remove(gone);
  BOOST_TEST(tree.open_links() == 3U);
  for (int i = 0; i < 50; ++i) {
    const auto link = tree.draw(random);
    BOOST_REQUIRE(link.has_value());
    BOOST_REQUIRE((*link >= 2 && *link <= 4));
  }
  for (const TreeFrontier::LinkId gone : {2U, 3U, 4U}) tree.remove(gone);
  BOOST_TEST(!tree.draw(random).has_value());
  BOOST_TEST(tree.draw_from_each_leaf(random).empty());
}

BOOST_AUTO_TEST_CASE(saved_and_loaded_it_is_the_same_and_damage_is_refused) {
  TreeFrontier tree;
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    LinkVector vector{};
    for (float& x : vector) x = static_cast<float>(random.uniform());
    tree.add(vector);
    tree.experience(vector, vector[1] > 0.6F ? 1.0F : 0.0F);
    if (i % 3 == 0) tree.remove(static_cast<TreeFrontier::LinkId>(random.below(tree.links())));
  }
  BOOST_TEST(tree.open_leaves() > 1U);
  const Bytes bytes = saved(tree);
  TreeFrontier other;
  ByteReader in(bytes);
  BOOST_TEST(other.load(in));
  BOOST_TEST(in.at_end());
  BOOST_TEST((saved(other) == bytes));
  Random a(3);
  Random b(3);
  BOOST_TEST(tree.draw_from_each_leaf(a) == other.draw_from_each_leaf(b),
             boost::test_tools::per_element());
  for (std::size_t size = 0; size < bytes.size(); size += 11) {
    TreeFrontier cut_tree;
    ByteReader cut(bytes.data(), size);
    BOOST_TEST(!cut_tree.load(cut));
  }
  for (int round = 0; round < 3000; ++round) {
    Bytes forged = bytes;
    // The nodes' part is at the end.
    forged[forged.size() - 1 - random.below(forged.size() / 2)] =
        static_cast<std::uint8_t>(random.next());
    TreeFrontier forged_tree;
    ByteReader reader(forged);
    if (!forged_tree.load(reader)) continue;
    for (int i = 0; i < 20; ++i) {
      forged_tree.experience(at(6, static_cast<float>(i) / 20), i % 2 == 0 ? 1.0F : 0.0F);
      if (const auto link = forged_tree.draw(a)) forged_tree.remove(*link);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

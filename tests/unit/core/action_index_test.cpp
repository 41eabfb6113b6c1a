// Fast searches find exactly what looking at everything finds; the approximate index can be saved.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <utility>

#include "learn/centroid_index.hpp"
#include "learn/nearest_centroid.hpp"
#include "learn/unit_vector.hpp"
#include "policy/awake_actions.hpp"
#include "tagtrail/random.hpp"

using namespace tagtrail;

namespace {

struct Arm {
  bool awake = false;
  std::uint64_t visits = 0;
  double mean = 0;
};

SparseVector some_vector(Random& random, std::uint32_t dimension) {
  SparseVector vector;
  for (std::uint32_t i = 0; i < dimension; ++i) {
    // Low dimensions are common, as the first elements of tag paths are.
    if (random.below(i + 2) < 2) vector.push_back({i, 0.1 + random.uniform()});
  }
  return vector;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(action_index)

BOOST_AUTO_TEST_CASE(the_best_awake_action_is_the_one_a_scan_finds) {
  Random random(3);
  std::vector<Arm> arms(60);
  AwakeActions awake;
  for (int round = 0; round < 20'000; ++round) {
    const auto id = static_cast<ActionId>(random.below(arms.size()));
    Arm& arm = arms[id];
    if (arm.awake) awake.erase(id, arm.visits, arm.mean);
    if (random.below(3) == 0) arm.awake = !arm.awake;
    if (random.below(2) == 0 && arm.visits < 9) {
      ++arm.visits;
      // Few different means, some a rounding error apart.
      arm.mean = static_cast<double>(random.below(3)) +
                 (random.below(2) == 0 ? 1e-15 * static_cast<double>(random.below(9)) : 0.0);
    }
    if (arm.awake) awake.insert(id, arm.visits, arm.mean);

    const double weight = static_cast<double>(random.below(4));
    const auto exploration = [weight](std::uint64_t visits) {
      return weight / std::sqrt(static_cast<double>(visits) + 1e-6);
    };
    std::optional<AwakeActions::Best> scanned;
    for (ActionId i = 0; i < arms.size(); ++i) {
      if (!arms[i].awake) continue;
      const double score = arms[i].mean + exploration(arms[i].visits);
      if (!scanned || score > scanned->score) scanned = AwakeActions::Best{i, score};
    }
    const auto best = awake.best(exploration);
    BOOST_REQUIRE(best.has_value() == scanned.has_value());
    if (!best) continue;
    BOOST_REQUIRE_EQUAL(best->id, scanned->id);
    BOOST_REQUIRE_EQUAL(best->score, scanned->score);
    BOOST_REQUIRE(awake.oldest().has_value());
  }
}

BOOST_AUTO_TEST_CASE(leaving_common_dimensions_out_changes_no_match) {
  constexpr std::uint32_t kDimension = 64;
  Random random(8);
  NearestCentroid index(kDimension);
  int matches = 0;
  for (int round = 0; round < 1500; ++round) {
    const SparseVector vector = some_vector(random, kDimension);
    const auto all = index.nearest(vector, 0.0);  // looks at every dimension
    for (const double least : {0.3, 0.75, 0.9, 1.0}) {
      const auto match = index.nearest(vector, least);
      BOOST_REQUIRE(match.has_value() == (all && all->similarity >= least));
      if (!match) continue;
      ++matches;
      BOOST_REQUIRE_EQUAL(match->id, all->id);
      BOOST_REQUIRE_EQUAL(match->similarity, all->similarity);
    }
    if (all && all->similarity >= 0.9) {
      index.merge(all->id, vector);
    } else {
      index.add(vector);
    }
  }
  BOOST_TEST(matches > 1000);
  BOOST_TEST(index.size() > 100U);
}

BOOST_AUTO_TEST_CASE(hnsw_finds_near_centroids_and_goes_on_from_a_snapshot) {
  constexpr std::uint32_t kBits = 7;
  SbParameters parameters;
  parameters.m = kBits;
  parameters.action_index = "hnsw";
  BOOST_REQUIRE(has_hnsw_index());
  const auto index = make_centroid_index(parameters);
  NearestCentroid exact(1U << kBits);
  Random random(5);
  BOOST_TEST(!index->nearest({{1, 1.0}}, 0.0).has_value());
  std::unique_ptr<CentroidIndex> restored;
  int agreed = 0;
  for (int round = 0; round < 300; ++round) {
    const SparseVector vector = some_vector(random, 1U << kBits);
    const auto match = index->nearest(vector, 0.8);
    const auto best = exact.nearest(vector, 0.8);
    agreed += match.has_value() == best.has_value() && (!match || match->id == best->id) ? 1 : 0;
    if (restored) {
      const auto again = restored->nearest(vector, 0.8);
      BOOST_REQUIRE(again.has_value() == match.has_value());
      if (match) BOOST_REQUIRE_EQUAL(again->id, match->id);
    }
    for (CentroidIndex* each : {index.get(), static_cast<CentroidIndex*>(&exact), restored.get()}) {
      if (each == nullptr) continue;
      if (match) {
        each->merge(match->id, vector);
      } else {
        each->add(vector);
      }
    }
    if (round == 150) {
      ByteWriter out;
      index->save(out);
      ByteReader in(out.bytes());
      restored = make_centroid_index(parameters);
      BOOST_REQUIRE(restored->load(in));
      BOOST_TEST(in.at_end());
    }
  }
  BOOST_TEST(agreed > 270);
}

// Tag paths of six elements that differ in one have 6 of 8 pairs in common, those of two elements
// 3 of 4: cosines of exactly the threshold. The published crawler compares in single precision,
// where the first is below it and the second is not.
BOOST_AUTO_TEST_CASE(at_the_threshold_single_precision_decides) {
  const auto sharing = [](std::uint32_t pairs, std::uint32_t shared) {
    SparseVector one;
    SparseVector other;
    const double share = 1.0 / pairs;
    for (std::uint32_t i = 0; i < pairs; ++i) {
      one.push_back({i, share});
      other.push_back({i < shared ? i : i + pairs, share});
    }
    return std::pair{one, other};
  };
  const auto [six, six_but_one] = sharing(8, 6);
  BOOST_TEST(UnitVector(six).similarity(UnitVector(six_but_one)) == 0.74999994F);
  const auto [two, two_but_one] = sharing(4, 3);
  BOOST_TEST(UnitVector(two).similarity(UnitVector(two_but_one)) == 0.75F);

  NearestCentroid index(64);
  index.add(six);
  BOOST_TEST(!index.nearest(six_but_one, 0.75).has_value());
  NearestCentroid short_paths(64);
  short_paths.add(two);
  BOOST_TEST(short_paths.nearest(two_but_one, 0.75).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

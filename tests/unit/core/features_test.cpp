// Features of the published method: bigrams of URLs, projected tag paths, nearest centroids.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>

#include "features/tag_path_projection.hpp"
#include "features/url_bigrams.hpp"
#include "learn/nearest_centroid.hpp"
#include "tagtrail/random.hpp"

using namespace tagtrail;

namespace {

std::uint32_t bigram(char a, char b) {
  return static_cast<std::uint32_t>((a - 32) * 95 + (b - 32));
}

std::map<std::uint32_t, double> as_map(const SparseVector& vector) {
  std::map<std::uint32_t, double> map;
  for (const Feature& entry : vector) {
    BOOST_TEST(map.emplace(entry.index, entry.value).second);
  }
  return map;
}

SparseVector random_vector(Random& random, std::size_t dimension) {
  std::map<std::uint32_t, double> entries;
  for (std::uint64_t n = 1 + random.below(6); n > 0; --n) {
    entries[static_cast<std::uint32_t>(random.below(dimension))] = random.uniform() + 0.01;
  }
  SparseVector vector;
  for (const auto& [index, value] : entries) vector.push_back({index, value});
  return vector;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(features)

BOOST_AUTO_TEST_CASE(url_bigrams_count_lower_cased_pairs) {
  const auto counts = as_map(url_bigrams("ABab~\x7F~a"));
  const std::map<std::uint32_t, double> expected{{bigram('a', 'b'), 2.0},
                                                 {bigram('b', 'a'), 1.0},
                                                 {bigram('b', '~'), 1.0},
                                                 {bigram('~', 'a'), 1.0}};
  BOOST_TEST((counts == expected));
  BOOST_TEST(bigram('~', '~') == kUrlBigrams - 1);
  BOOST_TEST(url_bigrams("").empty());
  BOOST_TEST(url_bigrams("a").empty());
  BOOST_TEST(url_bigrams("\xC3\xA9\n").empty());
}

BOOST_AUTO_TEST_CASE(buckets_of_the_hash) {
  const TagPathProjection projection{SbParameters{}};
  const std::uint32_t first[] = {0, 3896, 3697, 3497, 3298, 3099, 2899, 2700};
  for (std::uint32_t x = 0; x < 8; ++x) BOOST_TEST(projection.bucket(x) == first[x]);
  std::vector<int> counts(4096, 0);
  for (std::uint32_t x = 0; x < 32768; ++x) ++counts[projection.bucket(x)];
  for (const int count : counts) BOOST_REQUIRE(count == 8);
  BOOST_TEST(projection.bucket(32768 + 5) == projection.bucket(5));
}

BOOST_AUTO_TEST_CASE(projection_by_hand) {
  TagPathProjection projection{SbParameters{}};
  // [SOS]/ /html html/a a/[EOS]: n-grams 0 to 3, a quarter each, alone in their buckets.
  const auto first = as_map(projection.project("/html/a"));
  const std::map<std::uint32_t, double> expected{
      {0, 0.25}, {3896, 0.25}, {3697, 0.25}, {3497, 0.25}};
  BOOST_TEST((first == expected));
  BOOST_TEST(projection.vocabulary_size() == 4U);
  // New ones are html/p (4) and p/a (5).
  const auto second = as_map(projection.project("/html/p/a"));
  const std::map<std::uint32_t, double> expected_second{
      {0, 0.2}, {3896, 0.2}, {3298, 0.2}, {3099, 0.2}, {3497, 0.2}};
  BOOST_TEST((second == expected_second));
  BOOST_TEST(projection.vocabulary_size() == 6U);
  // The empty path of the seed has [SOS]/ and /[EOS].
  BOOST_TEST(projection.project("").size() == 2U);
}

BOOST_AUTO_TEST_CASE(projection_divides_by_the_ngrams_of_a_bucket) {
  SbParameters parameters;
  parameters.w = 3;
  parameters.m = 1;  // two buckets: with 31173 = 5 mod 8, n-grams 0, 2, 5, 7 and 1, 3, 4, 6
  TagPathProjection projection(parameters);
  for (const std::uint32_t x : {0U, 2U, 5U, 7U}) BOOST_TEST(projection.bucket(x) == 0U);
  for (const std::uint32_t x : {1U, 3U, 4U, 6U}) BOOST_TEST(projection.bucket(x) == 1U);
  const auto before = as_map(projection.project("/html/a"));
  BOOST_TEST(before.at(0) == 0.25);  // n-grams 0 and 2: a half over two
  BOOST_TEST(before.at(1) == 0.25);
  projection.project("/html/p/a");  // adds 4 and 5: one to each
  const auto after = as_map(projection.project("/html/a"));
  BOOST_TEST(after.at(0) == 0.5 / 3, boost::test_tools::tolerance(1e-15));
  BOOST_TEST(after.at(1) == 0.5 / 3, boost::test_tools::tolerance(1e-15));
}

BOOST_AUTO_TEST_CASE(repeated_ngrams_and_slashes_in_classes) {
  SbParameters parameters;
  parameters.n = 1;
  TagPathProjection projection(parameters);
  // [SOS], "", div, div, a.w-1, 2, [EOS]: seven, six of them distinct.
  const auto vector = as_map(projection.project("/div/div/a.w-1/2"));
  BOOST_TEST(vector.size() == 6U);
  BOOST_TEST(vector.at(3697) == 2.0 / 7, boost::test_tools::tolerance(1e-15));
}

BOOST_AUTO_TEST_CASE(nearest_centroid_agrees_with_dense_search) {
  constexpr std::size_t kDimension = 40;
  Random random(4);
  NearestCentroid index(kDimension);
  BOOST_TEST(!index.nearest({{1, 1.0}}, 0.0).has_value());
  std::vector<std::vector<double>> means;
  std::vector<double> counts;
  for (int round = 0; round < 400; ++round) {
    const SparseVector vector = random_vector(random, kDimension);
    double best = 0;
    std::uint32_t best_id = 0;
    double norm = 0;
    for (const Feature& entry : vector) norm += entry.value * entry.value;
    for (std::uint32_t id = 0; id < means.size(); ++id) {
      double dot = 0;
      double squared = 0;
      for (const double value : means[id]) squared += value * value;
      for (const Feature& entry : vector) dot += entry.value * means[id][entry.index];
      const double similarity = dot / std::sqrt(norm * squared);
      if (similarity > best + 1e-12) {
        best = similarity;
        best_id = id;
      }
    }
    const auto match = index.nearest(vector, 0.0);
    BOOST_REQUIRE(match.has_value() == (best > 0));
    if (match) {
      BOOST_REQUIRE(match->id == best_id);
      BOOST_REQUIRE_SMALL(match->similarity - best, 1e-6);
    }
    if (match && random.below(2) == 0) {
      index.merge(match->id, vector);
      for (double& value : means[best_id]) value *= counts[best_id];
      counts[best_id] += 1;
      for (const Feature& entry : vector) means[best_id][entry.index] += entry.value;
      for (double& value : means[best_id]) value /= counts[best_id];
    } else {
      BOOST_REQUIRE(index.add(vector) == means.size());
      means.emplace_back(kDimension, 0.0);
      counts.push_back(1);
      for (const Feature& entry : vector) means.back()[entry.index] = entry.value;
    }
  }
}

BOOST_AUTO_TEST_CASE(of_equal_centroids_the_oldest_is_nearest) {
  NearestCentroid index(3);
  index.add({{0, 1.0}});
  index.add({{1, 2.0}});
  index.add({{1, 2.0}});
  const auto match = index.nearest({{1, 5.0}}, 0.0);
  BOOST_REQUIRE(match.has_value());
  BOOST_TEST(match->id == 1U);
  BOOST_TEST(match->similarity == 1.0);
  BOOST_TEST(!index.nearest({{2, 1.0}}, 0.0).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

// The arithmetic that generated sites are planned with.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numeric>
#include <set>

#include "generated/make_site_plan.hpp"
#include "generated/sizes.hpp"
#include "generated/traps.hpp"
#include "generated/words.hpp"

using namespace tagtrail;
using namespace tagtrail::host::generated;

namespace {

constexpr Kind kAll[] = {Kind::home,    Kind::language_home, Kind::about,        Kind::catalogue,
                         Kind::dataset, Kind::empty_dataset, Kind::dataset_copy, Kind::news,
                         Kind::article, Kind::article_copy,  Kind::archive,      Kind::target,
                         Kind::image,   Kind::dead,          Kind::dead_file,    Kind::redirect};

struct MeanAndDeviation {
  double mean = 0;
  double deviation = 0;
};

MeanAndDeviation depths_of_targets(const SitePlan& plan) {
  double count = 0;
  double sum = 0;
  double squares = 0;
  for (std::uint32_t depth = 0; depth < plan.depths(); ++depth) {
    const auto targets = static_cast<double>(plan.count(Kind::target, depth));
    count += targets;
    sum += targets * depth;
    squares += targets * depth * depth;
  }
  return {sum / count, std::sqrt(squares / count - sum * sum / count / count)};
}

void check_within(double is, double wanted, double tolerance, const std::string& what) {
  BOOST_TEST(std::abs(is / wanted - 1) < tolerance, what << ": " << is << " instead of " << wanted);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(generated_plan)

BOOST_AUTO_TEST_CASE(children_and_parents_agree) {
  for (const auto& [children, parents] :
       {std::pair<std::uint64_t, std::uint64_t>{100, 7}, {7, 7}, {3, 10}, {1, 1}, {999, 1000}}) {
    const Deal deal{children, parents};
    BOOST_TEST(deal.first_child(0) == 0U);
    BOOST_TEST(deal.first_child(parents) == children);
    for (std::uint64_t parent = 0; parent < parents; ++parent) {
      for (auto i = deal.first_child(parent); i < deal.first_child(parent + 1); ++i) {
        BOOST_TEST(deal.parent(i) == parent);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(shuffling_is_one_to_one) {
  for (const std::uint64_t size : {1U, 2U, 10U, 618U, 1000U}) {
    const Shuffled shuffled(size, 3);
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < size; ++i) seen.insert(shuffled(i));
    BOOST_TEST(seen.size() == size);
    BOOST_TEST(*seen.rbegin() == size - 1);
  }
}

BOOST_AUTO_TEST_CASE(parts_add_up_and_none_exceeds_its_weight_by_more_than_its_share) {
  const auto parts = divide(10, {0, 3, 3, 3, 1, 0});
  BOOST_TEST(std::accumulate(parts.begin(), parts.end(), std::uint64_t{0}) == 10U);
  BOOST_TEST((parts == std::vector<std::uint64_t>{0, 3, 3, 3, 1, 0}));
  BOOST_TEST((divide(5, {0, 0}) == std::vector<std::uint64_t>{0, 0}));
}

BOOST_AUTO_TEST_CASE(sizes_have_the_moments_asked_for) {
  for (const std::uint64_t count : {60U, 1000U, 83'018U}) {
    const Sizes sizes(count, 1.4e6, 5.0e6, 1);
    double sum = 0;
    double squares = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto bytes = static_cast<double>(sizes.bytes(i));
      sum += bytes;
      squares += bytes * bytes;
    }
    const double mean = sum / static_cast<double>(count);
    const double deviation = std::sqrt(squares / static_cast<double>(count) - mean * mean);
    BOOST_TEST(std::abs(mean / 1.4e6 - 1) < 0.01);
    BOOST_TEST(std::abs(deviation / 5.0e6 - 1) < 0.01);
  }
}

BOOST_AUTO_TEST_CASE(every_node_is_linked_from_one_a_depth_above) {
  for (const Profile& profile : profiles()) {
    const auto plan = make_site_plan(profile, 2500, 1);
    BOOST_REQUIRE_MESSAGE(plan, (plan ? "" : plan.error().message));
    BOOST_TEST(plan->pages() == 2500U);
    std::set<std::uint64_t> ids;
    for (std::uint32_t depth = 1; depth < plan->depths(); ++depth) {
      for (const Kind kind : kAll) {
        for (std::uint64_t i = 0; i < plan->count(kind, depth); ++i) {
          const Node node{kind, depth, i};
          ids.insert(plan->id(node));
          const Node parent = plan->parent(node);
          BOOST_REQUIRE(parent.depth + 1 == depth);
          BOOST_REQUIRE(parent.index < plan->count(parent.kind, parent.depth));
          const Run run = kind == Kind::target ? plan->files(parent) : plan->children(parent, kind);
          BOOST_REQUIRE((run.begin <= i && i < run.end));
        }
      }
    }
    BOOST_TEST(ids.size() + 1 == plan->nodes());
  }
}

BOOST_AUTO_TEST_CASE(sites_as_large_as_published_keep_the_profile) {
  for (const Profile& profile : profiles()) {
    const std::string name(profile.name);
    const auto pages = static_cast<std::uint64_t>(profile.pages.value);
    const auto plan = make_site_plan(profile, pages, 0);
    BOOST_REQUIRE_MESSAGE(plan, name);
    BOOST_TEST(plan->pages() == pages);
    const auto linking =
        static_cast<double>(plan->total(Kind::dataset) + plan->total(Kind::dataset_copy));
    check_within(linking / profile.pages.value, profile.linking_share.value, 0.01, name);
    const auto [mean, deviation] = depths_of_targets(*plan);
    check_within(mean, profile.depth_mean.value, 0.01, name + " depth");
    check_within(deviation, profile.depth_sd.value, 0.01, name + " depth deviation");
  }
}

BOOST_AUTO_TEST_CASE(no_page_of_a_large_site_has_endless_links) {
  for (const char* name : {"nc", "ok", "in", "ju", "cl"}) {
    const auto profile = find_profile(name);
    BOOST_REQUIRE(profile);
    const auto plan = make_site_plan(*profile, static_cast<std::uint64_t>(profile->pages.value), 0);
    BOOST_REQUIRE(plan);
    std::uint64_t home = 0;
    for (const Kind kind : kAll) home += plan->count(kind, 1);
    BOOST_TEST(home < 400U, name << "'s start links to " << home);
    std::uint64_t longest = 0;
    std::uint64_t most_files = 0;
    for (std::uint32_t depth = 1; depth < plan->depths(); ++depth) {
      for (const Kind list : {Kind::catalogue, Kind::news}) {
        for (std::uint64_t i = 0; i < plan->count(list, depth); ++i) {
          for (const Kind entry : {Kind::dataset, Kind::article, list}) {
            longest = std::max(longest, plan->children({list, depth, i}, entry).size());
          }
        }
      }
      for (std::uint64_t i = 0; i < plan->count(Kind::dataset, depth); ++i) {
        most_files = std::max(most_files, plan->files({Kind::dataset, depth, i}).size());
      }
    }
    BOOST_TEST(longest <= 150U, name << " has a list of " << longest);
    BOOST_TEST(most_files < 400U, name << " has a page of " << most_files << " files");
  }
}

BOOST_AUTO_TEST_CASE(orders_and_sessions_combine) {
  const Traps traps({0, 2, true}, 1);
  BOOST_TEST(traps.variants() == 6 + 2 + 2 * 6U);
  // Whatever a list at depth 1 leads to, and that again, is all there is.
  std::set<unsigned> met;
  std::vector<unsigned> open = traps.offered({}, true);
  BOOST_TEST(open.size() == 8U);
  while (!open.empty()) {
    const unsigned variant = open.back();
    open.pop_back();
    if (!met.insert(variant).second) continue;
    for (const unsigned next : traps.offered(variant, true)) open.push_back(next);
  }
  BOOST_TEST(met.size() == traps.variants());
  BOOST_TEST(*met.rbegin() + 1 == traps.variants());
  std::set<std::string> paths;
  for (const unsigned variant : met) paths.insert(traps.variant_path("/list", variant));
  BOOST_TEST(paths.size() == traps.variants());
  // Deeper down a plain list leads to no session.
  BOOST_TEST(traps.offered({}, false).size() == 6U);
  BOOST_TEST(Traps({10, 0, false}, 1).variants() == 0U);
}

BOOST_AUTO_TEST_CASE(text_is_escaped) {
  BOOST_TEST(escaped("a<b> & \"c\" 'd'") == "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
}

BOOST_AUTO_TEST_SUITE_END()

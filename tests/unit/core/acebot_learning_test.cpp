// What policy `acebot` makes of a sample: items, near twins, clusters, the greedy selection.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numeric>

#include "policy/acebot/learning.hpp"
#include "policy/acebot/near_twins.hpp"
#include "policy/acebot/page_items.hpp"

namespace tagtrail::acebot {
namespace {

using Items = std::vector<std::uint32_t>;

Items from_to(std::uint32_t first, std::uint32_t end) {
  Items items(end - first);
  std::iota(items.begin(), items.end(), first);
  return items;
}

/// A site map of pages numbered from 0, the entry page.
struct Map {
  SiteMap map{100};

  void page(UrlId url, Items items, const std::vector<std::pair<std::string, UrlId>>& links = {}) {
    std::vector<SiteMap::Link> seen;
    for (const auto& [label, target] : links) {
      seen.push_back({map.intern(label_of("/" + label, {})), target});
    }
    map.add(url, 0);
    map.read(url, std::move(items), std::move(seen));
  }
  std::vector<std::vector<std::uint32_t>> items() const {
    std::vector<std::vector<std::uint32_t>> items;
    for (const SiteMap::Page& page : map.pages()) items.push_back(page.items);
    items[0].clear();
    return items;
  }
  std::vector<Cluster> clusters(const ClusterRules& rules = {}) const {
    return cluster(map, 0, rules, first_of_twins(items()));
  }
  /// `a+ b`: pages, for each cluster.
  std::vector<std::string> shown(const ClusterRules& rules = {}) const {
    const std::vector<Cluster> all = clusters(rules);
    std::vector<std::string> texts;
    for (const Cluster& each : all) {
      std::string text;
      for (const PageIndex page : each.pages) text += ' ' + std::to_string(page);
      for (const Cluster* at = &each;; at = &all[at->parent]) {
        const std::string_view label = map.label(at->label);
        text = std::string(label.substr(1, label.find('/', 1) - 1)) + (at->repeated ? "+" : "") +
               (at == &each ? ":" : " ") + text;
        if (at->parent == Cluster::kRoot) break;
      }
      texts.push_back(text);
    }
    return texts;
  }
  std::vector<std::string> patterns(const AcebotParameters& parameters = {}) const {
    std::vector<std::string> texts;
    for (const auto& learnt : learn_patterns(map, 0, parameters)) {
      texts.push_back(to_text(learnt.pattern));
    }
    return texts;
  }
};

/// The example of the paper: l1 leads to two pages, l1 l4 to one more, l3 and l2 to one each.
Map worked_example() {
  Map map;
  map.page(0, from_to(90'000, 91'000), {{"l1", 1}, {"l1", 2}, {"l2", 3}, {"l3", 4}});
  map.page(1, from_to(0, 3000), {{"l4", 5}});
  map.page(2, from_to(3000 - 159, 5107));
  map.page(3, from_to(20'000, 20'239));
  map.page(4, from_to(30'000, 30'754));
  map.page(5, from_to(5107 - 493, 5107 + 2107));
  return map;
}

using Texts = std::vector<std::string>;

BOOST_AUTO_TEST_SUITE(acebot_learning)

BOOST_AUTO_TEST_CASE(the_worked_example_of_the_paper) {
  const Map map = worked_example();
  BOOST_TEST(map.shown() == (Texts{"l1: 1 2", "l2: 3", "l3: 4", "l1 l4: 5"}),
             boost::test_tools::per_element());
  const std::vector<Cluster> clusters = map.clusters();
  GreedySelection greedy(clusters, map.items());
  const auto tenths = [&](std::uint32_t at) { return std::lround(10 * greedy.gain(at).score()); };
  BOOST_TEST(greedy.gain(0).score() == 2553.5);
  BOOST_TEST(greedy.gain(3).items == 7214U);
  BOOST_TEST(tenths(3) == 24'047);
  BOOST_TEST(greedy.gain(2).score() == 754.0);
  BOOST_TEST(greedy.gain(1).score() == 239.0);
  const std::vector<Selected> selected = greedy.run(1);
  BOOST_REQUIRE(selected.size() == 4U);
  const std::vector<std::pair<std::uint32_t, double>> expected{
      {0, 2553.5}, {3, 2107}, {2, 754}, {1, 239}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    BOOST_TEST(selected[i].cluster == expected[i].first);
    BOOST_TEST(selected[i].gain.score() == expected[i].second);
  }
}

BOOST_AUTO_TEST_CASE(selection_ends_with_the_completion_ratio) {
  const Map map = worked_example();  // 5107, 7214, 7968, 8207 items
  const auto selected_for = [&](double ratio) {
    AcebotParameters parameters;
    parameters.cr = ratio;
    return map.patterns(parameters).size();
  };
  BOOST_TEST(selected_for(0.6) == 1U);
  BOOST_TEST(selected_for(0.85) == 2U);
  BOOST_TEST(selected_for(0.95) == 3U);
  BOOST_TEST(selected_for(1) == 4U);
  BOOST_TEST(map.patterns()[1] == "/(/l1/@href)/(/l4/@href)");
}

BOOST_AUTO_TEST_CASE(beginnings_of_a_selected_pattern_are_not_selected) {
  Map map;
  map.page(0, {}, {{"a", 1}, {"c", 3}});
  map.page(1, from_to(0, 10), {{"b", 2}});
  map.page(2, from_to(10, 200));
  map.page(3, from_to(200, 220));
  BOOST_TEST(map.patterns() == (Texts{"/(/a/@href)/(/b/@href)", "/(/c/@href)"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_pattern_that_brings_nothing_new_is_not_selected) {
  Map map;
  map.page(0, {}, {{"tags", 1}, {"years", 2}});
  map.page(1, {}, {{"post", 3}, {"post", 4}});
  map.page(2, {}, {{"entry", 3}, {"entry", 4}});
  map.page(3, from_to(0, 100));
  map.page(4, from_to(100, 200));
  BOOST_TEST(map.shown().size() == 4U);
  AcebotParameters all;
  all.cr = 1;
  BOOST_TEST(map.patterns(all) == Texts{"/(/tags/@href)/(/post/@href)"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(equal_labels_in_a_row_become_one_repeated_step) {
  Map map;
  map.page(0, {}, {{"next", 1}, {"home", 0}});
  for (UrlId at = 1; at <= 5; ++at) {
    map.page(at, from_to(10 * at, 10 * at + 5), {{"next", at + 1}, {"home", 0}, {"post", at + 20}});
  }
  for (UrlId at = 21; at <= 25; ++at)
    map.page(at, from_to(100 * at, 100 * at + 50), {{"next", at}});
  // By three repetitions, or by all; a link of a page to itself does not make it repeated.
  BOOST_TEST(map.shown({3, true}) == (Texts{"next+: 1 2 3", "next+ post: 6 7 8"}),
             boost::test_tools::per_element());
  BOOST_TEST(map.shown({3, false}) == (Texts{"next+: 1 2 3 4 5", "next+ post: 6 7 8 9 10"}),
             boost::test_tools::per_element());
  BOOST_TEST(map.patterns() == Texts{"/(/next/@href)+/(/post/@href)"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_step_is_repeated_although_the_next_page_was_not_in_the_sample) {
  Map map;
  map.page(0, {}, {{"next", 1}, {"post", 2}});
  map.page(1, from_to(0, 9), {{"next", 50}});
  map.page(2, from_to(10, 19), {{"post", 2}, {"post", 0}});
  BOOST_TEST(map.shown() == (Texts{"next+: 1", "post: 2"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(patterns_have_k_steps_at_most) {
  Map map;
  map.page(0, {}, {{"a", 1}});
  map.page(1, from_to(0, 1), {{"b", 2}});
  map.page(2, from_to(1, 10), {{"c", 3}});
  map.page(3, from_to(10, 100), {{"d", 4}});
  map.page(4, from_to(100, 1000));
  for (const std::size_t k : {2U, 3U, 4U}) BOOST_TEST(map.shown({k, true}).size() == k);
}

BOOST_AUTO_TEST_CASE(a_longer_way_to_the_same_pages_is_left_out) {
  Map map;
  map.page(0, {}, {{"menu", 1}, {"menu", 2}, {"post", 3}});
  map.page(1, from_to(0, 9), {{"menu", 2}});
  map.page(2, from_to(10, 19));
  map.page(3, from_to(20, 40), {{"menu", 1}, {"up", 2}, {"new", 4}});
  map.page(4, from_to(50, 60));
  BOOST_TEST(map.shown() == (Texts{"menu+: 1 2", "post: 3", "post new: 4"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(of_near_twins_a_cluster_takes_one) {
  Map map;
  map.page(0, {}, {{"a", 1}, {"a", 2}, {"a", 3}, {"b", 2}, {"a", 4}, {"a", 5}});
  map.page(1, from_to(0, 100));
  map.page(2, from_to(2, 102));  // 98 of 102
  map.page(3, from_to(3, 103));  // 97 of 103: less than .95
  map.page(4, {});
  map.page(5, {});
  BOOST_TEST(map.shown() == (Texts{"a: 1 3 4 5", "b: 2"}), boost::test_tools::per_element());
}

/// Against comparing all with all.
BOOST_AUTO_TEST_CASE(twins_are_found_without_comparing_all) {
  Random random(3);
  std::vector<Items> items;
  for (int i = 0; i < 300; ++i) {
    Items page = from_to(0, 40 + static_cast<std::uint32_t>(random.below(80)));
    for (std::uint32_t& item : page) item += 40 * static_cast<std::uint32_t>(i % 7);
    for (auto gone = random.below(6); gone > 0; --gone) {
      page.erase(page.begin() + static_cast<std::ptrdiff_t>(random.below(page.size())));
    }
    items.push_back(std::move(page));
  }
  std::vector<std::uint32_t> firsts;
  std::size_t twins = 0;
  const std::vector<std::uint32_t> found = first_of_twins(items);
  for (std::uint32_t page = 0; page < items.size(); ++page) {
    std::vector<std::uint32_t> alike;
    for (const std::uint32_t first : firsts) {
      Items both;
      std::set_intersection(items[page].begin(), items[page].end(), items[first].begin(),
                            items[first].end(), std::back_inserter(both));
      const double all = static_cast<double>(items[page].size() + items[first].size());
      const auto common = static_cast<double>(both.size());
      if (common / (all - common) >= 0.95) alike.push_back(first);
    }
    if (alike.empty()) {
      firsts.push_back(page);
      BOOST_TEST(found[page] == page);
    } else {
      ++twins;
      BOOST_TEST((std::find(alike.begin(), alike.end(), found[page]) != alike.end()));
    }
  }
  BOOST_TEST(twins > 20U);
  BOOST_TEST(firsts.size() > 20U);
}

BOOST_AUTO_TEST_CASE(items_are_the_pairs_of_words_or_those_of_the_text) {
  Page page;
  page.text = "one two  three\none two";
  const Items of_text = items_of(page, 100);
  BOOST_TEST(of_text.size() == 3U);
  BOOST_TEST(std::is_sorted(of_text.begin(), of_text.end()));
  page.text = "three one two three";
  BOOST_TEST(items_of(page, 100) == of_text, boost::test_tools::per_element());
  page.text = "alone";
  BOOST_TEST(items_of(page, 100).empty());
  page.content.pairs = {3, 5, 9};
  BOOST_TEST(items_of(page, 100) == (Items{3, 5, 9}), boost::test_tools::per_element());
  BOOST_TEST(items_of(page, 2) == (Items{3, 5}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(of_too_many_items_some_stand_for_all) {
  std::vector<Items> items{from_to(0, 1000), from_to(500, 2500)};
  BOOST_TEST(thin(items, 3000) == 1U);
  BOOST_TEST(items[1].size() == 2000U);
  BOOST_TEST(thin(items, 1000) == 3U);
  BOOST_TEST(items[0].size() == 334U);
  BOOST_TEST(items[1].front() == 501U);
  // Scores stay what they would have been.
  Map large;
  large.page(0, {}, {{"a", 1}});
  for (UrlId page = 1; page <= 400; ++page) {
    large.page(page, from_to(3000 * page, 3000 * (page + 1)), {{"a", page + 1}});
  }
  AcebotParameters all;
  all.ac = false;
  const auto learnt = learn_patterns(large.map, 0, all);
  BOOST_REQUIRE(learnt.size() == 1U);
  BOOST_TEST(learnt[0].score == 3000.0);
}

BOOST_AUTO_TEST_CASE(a_site_map_keeps_its_limits_and_is_read_as_written) {
  SiteMap map(30'000);  // 333 items and links each
  std::vector<SiteMap::Link> links;
  const LabelId label = map.intern(label_of("/a", {}));
  for (UrlId target = 0; target < 1000; ++target) {
    links.push_back({label, target / 2});
  }
  map.add(7, 2.5);
  map.read(7, from_to(5, 5005), links);
  BOOST_TEST(map.pages()[0].items.size() == 333U);
  BOOST_TEST(map.pages()[0].links.size() == 333U);
  BOOST_TEST(map.pages()[0].gain == 2.5);
  BOOST_TEST((map.intern(label_of("/" + std::string(3000, 'x'), {})) == StringTable::kNone));
  map.add(9, 0);
  ByteWriter out;
  map.save(out);
  SiteMap again(30'000);
  ByteReader in(out.bytes());
  BOOST_REQUIRE(again.load(in, 1000));
  BOOST_TEST(in.at_end());
  ByteWriter twice;
  again.save(twice);
  BOOST_TEST((twice.bytes() == out.bytes()));
  BOOST_TEST(again.find(9) == 1U);
  BOOST_TEST((again.find(8) == SiteMap::kNone));
  SiteMap other(30'000);
  ByteReader fewer(out.bytes());
  BOOST_TEST(!other.load(fewer, 300));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace tagtrail::acebot

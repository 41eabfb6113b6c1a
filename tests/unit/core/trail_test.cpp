// The parts of policy `trail`, on examples worked out by hand.
#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <iterator>
#include <map>

#include "features/link_features.hpp"
#include "learn/feature_table.hpp"
#include "learn/target_model.hpp"
#include "learn/value_model.hpp"
#include "policy/trail/exploration.hpp"
#include "policy/trail/page_values.hpp"
#include "policy/trail/parts.hpp"
#include "tagtrail/random.hpp"

namespace tagtrail {
namespace {

LinkFeatureSet describe(const std::string& key, const std::string& anchor = "",
                        FeatureMask without = 0) {
  const TargetSet wanted = *TargetSet::parse("data");
  const LinkFeatures features(wanted, without, false);
  LinkObservation link;
  link.anchor = anchor;
  LinkFeatureSet out;
  features.describe(key, link, LinkFeatures::path_facts("/html/body/ul.list/li/a"),
                    LinkFeatures::source_facts("https://a.example/data/index.html", 7, 1), out);
  return out;
}

bool share(const LinkFeatureSet& a, const LinkFeatureSet& b, std::size_t at) {
  return a.slots[at] == b.slots[at];
}

BOOST_AUTO_TEST_SUITE(trail)

BOOST_AUTO_TEST_CASE(the_value_of_a_page_is_its_best_rate_over_children) {
  // 4 targets, children promise 9, 2 and 10 at 0.9: 10 and 9 raise the rate (4+9)/2, (13+8.1)/3;
  // 2 would lower it.
  std::vector<ChildValue> children{{9, 9}, {2, 2}, {10, 10}};
  BOOST_TEST(page_value(4, children, 0.9) == (4 + 9.0 + 8.1) / 3,
             boost::test_tools::tolerance(1e-12));
  std::vector<ChildValue> none;
  BOOST_TEST(page_value(3, none, 0.9) == 3);
  std::vector<ChildValue> ignored{{100, 100}};
  BOOST_TEST(page_value(3, ignored, 0) == 3);
}

BOOST_AUTO_TEST_CASE(a_known_child_counts_for_what_it_was_worth_in_the_order_of_predictions) {
  std::vector<ChildValue> children{{10, 0}, {1, 50}};
  // Only the first is taken: 0.9 * 1 is less than the rate (0 + 9) / 2 it is compared with.
  BOOST_TEST(page_value(0, children, 0.9) == 0);
}

/// Pages of a host may differ in all but it, and be results all the same.
BOOST_AUTO_TEST_CASE(on_many_hosts_the_host_is_a_feature_of_its_own) {
  const TargetSet wanted = *TargetSet::parse("data");
  const auto shared = [&](bool many_hosts, const char* one, const char* other) {
    const LinkFeatures features(wanted, 0, many_hosts);
    std::array<LinkFeatureSet, 2> sets;
    LinkObservation link;
    for (const std::size_t i : {0U, 1U}) {
      features.describe(i == 0 ? one : other, link, LinkFeatures::path_facts("/html/body/a"),
                        LinkFeatures::source_facts("https://hub.example/", 7, 1), sets.at(i));
      std::sort(sets.at(i).slots.begin(), sets.at(i).slots.end());
    }
    std::vector<FeatureSlot> both;
    std::set_intersection(sets[0].slots.begin(), sets[0].slots.end(), sets[1].slots.begin(),
                          sets[1].slots.end(), std::back_inserter(both));
    return both.size();
  };
  const char* const page = "https://a.example/shop/7-lamp";
  const char* const of_same_host = "https://a.example/news/old/lines.html";
  const char* const of_another = "https://b.example/news/old/lines.html";
  BOOST_TEST(shared(true, page, of_same_host) == shared(false, page, of_same_host) + 1);
  BOOST_TEST(shared(true, page, of_another) == shared(false, page, of_another));
}

BOOST_AUTO_TEST_CASE(numbers_and_identifiers_do_not_tell_urls_apart_in_the_template) {
  const auto first = describe("https://a.example/data/report-2019.csv");
  const auto second = describe("https://a.example/data/report-7.csv");
  BOOST_TEST(share(first, second, 0));
  const auto hex = describe("https://a.example/data/0a1b2c3d4e");
  const auto other_hex = describe("https://a.example/data/ff00ff00ff00");
  BOOST_TEST(share(hex, other_hex, 0));
  BOOST_TEST(!share(first, hex, 0));
  BOOST_TEST((first.extension == ExtensionClass::target));
  BOOST_TEST((hex.extension == ExtensionClass::page));
  BOOST_TEST((describe("https://a.example/logo.png").extension == ExtensionClass::media));
  BOOST_TEST((describe("https://a.example/x.unheard").extension == ExtensionClass::unknown));
}

BOOST_AUTO_TEST_CASE(parts_can_be_left_out) {
  const auto parts = parse_trail_parts("url,prior,page,fruitless,rehearsal");
  BOOST_REQUIRE(parts.has_value());
  BOOST_TEST(parts->without_prior);
  BOOST_TEST(parts->without_fruitless);
  BOOST_TEST(parts->without_rehearsal);
  BOOST_TEST(!parts->without_sisters);
  const auto whole = describe("https://a.example/data/x.csv", "Download");
  const auto less = describe("https://a.example/data/x.csv", "Download", parts->without_features);
  BOOST_TEST(less.of_kind[static_cast<std::size_t>(FeatureKind::url)] == 0);
  BOOST_TEST(less.of_kind[static_cast<std::size_t>(FeatureKind::page)] == 0);
  BOOST_TEST(less.of_kind[static_cast<std::size_t>(FeatureKind::anchor)] ==
             whole.of_kind[static_cast<std::size_t>(FeatureKind::anchor)]);
  BOOST_TEST(!parse_trail_parts("url,wheels").has_value());
}

BOOST_AUTO_TEST_CASE(parts_that_are_weights_are_left_out_by_setting_them_to_zero) {
  const auto parts = parse_trail_parts("exploration,late");
  BOOST_REQUIRE(parts.has_value());
  const TrailParameters whole;
  const TrailParameters less = parts->applied_to(whole);
  BOOST_TEST(less.novelty_bonus == 0);
  BOOST_TEST(less.count_bonus == 0);
  BOOST_TEST(less.late_rate == 0);
  BOOST_TEST(less.realised_rate == whole.realised_rate);
  BOOST_TEST(less.discount == whole.discount);
  for (const std::string_view part : trail_parts()) {
    BOOST_TEST(parse_trail_parts(part).has_value(), part);
  }
}

BOOST_AUTO_TEST_CASE(the_target_model_starts_with_the_extension_and_follows_what_it_sees) {
  FeatureTable features;
  TargetModel model(features, &FeatureRow::target, true);
  const std::vector<FeatureSlot> slots{1, 2, 3};
  BOOST_TEST(model.probability(slots, ExtensionClass::target) == 1 / (1 + std::exp(-3.0)),
             boost::test_tools::tolerance(1e-12));
  // One miss: a = p(1-p), each weight moves by 0.2 (0 - p) / (1 + 0.6 a).
  const double p = 1 / (1 + std::exp(-3.0));
  model.update(slots, ExtensionClass::target, 0);
  const double logit = 3 - 3 * 0.2 * p / (1 + 0.6 * p * (1 - p));
  BOOST_TEST(model.probability(slots, ExtensionClass::target) == 1 / (1 + std::exp(-logit)),
             boost::test_tools::tolerance(1e-6));
  FeatureTable others;
  TargetModel without(others, &FeatureRow::target, false);
  BOOST_TEST(without.probability(slots, ExtensionClass::target) ==
             without.probability(slots, ExtensionClass::media));
}

BOOST_AUTO_TEST_CASE(the_value_model_gives_credit_to_features_that_links_share) {
  FeatureTable support;
  const std::vector<FeatureSlot> link{10, 20};
  const std::vector<FeatureSlot> shared{10};
  support.add(link);
  support.add(shared);
  support.add(shared);
  support.add(shared);
  // h(4) = 1 - 1/2 for slot 10, h(1) = 0 for slot 20, floored at 0.02.
  BOOST_TEST(FeatureTable::shared_by(support[10].waiting) == 0.5);
  BOOST_TEST(FeatureTable::shared_by(support[20].waiting) == 0);
  ValueModel model(support);
  model.update(link, 1.0);
  const double s10 = 0.8 / 30 * 0.5;
  const double s20 = 0.8 / 30 * 0.02;
  const double expected = (s10 + s20) / (s10 + s20 + 0.8);
  BOOST_TEST(model.predict(link) == expected, boost::test_tools::tolerance(1e-5));
  BOOST_TEST(model.predict(shared) == s10 / (s10 + s20 + 0.8), boost::test_tools::tolerance(1e-5));
  const double before = model.predict(shared);
  model.correct(link, -0.5, 0.3);
  BOOST_TEST(model.predict(shared) < before);
  support.remove_waiting(link);
  BOOST_TEST(FeatureTable::shared_by(support[10].waiting) == 1 - 1 / std::sqrt(3.0),
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(FeatureTable::shared_by(support[10].seen) == 0.5);
}

BOOST_AUTO_TEST_CASE(one_look_at_the_features_gives_what_each_model_says) {
  FeatureTable features;
  const std::vector<FeatureSlot> link{10, 20, 30};
  const std::vector<FeatureSlot> other{20, 40};
  features.add(link);
  features.add(other);
  TargetModel targets(features, &FeatureRow::target, true);
  TargetModel fruitless(features, &FeatureRow::fruitless, false);
  ValueModel values(features);
  targets.update(link, ExtensionClass::unknown, true);
  fruitless.update(other, ExtensionClass::unknown, true);
  values.update(link, 1.5);
  const FeatureTable::Sums sums = features.sums(link);
  BOOST_TEST(sums.value == values.predict(link));
  BOOST_TEST(targets.probability(sums.target, ExtensionClass::target) ==
             targets.probability(link, ExtensionClass::target));
  BOOST_TEST(fruitless.probability(sums.fruitless, ExtensionClass::unknown) ==
             fruitless.probability(link, ExtensionClass::unknown));
  BOOST_TEST(sums.target > 0);
  BOOST_TEST(sums.fruitless > 0);
  // Of the three only slot 20 is shared by waiting links, two of them.
  BOOST_TEST(sums.novelty == double{features[20].value.variance} * (1 - 1 / std::sqrt(2.0)),
             boost::test_tools::tolerance(1e-12));
  ByteWriter out;
  features.save(out);
  const Bytes bytes = out.take();
  FeatureTable read;
  ByteReader in(bytes);
  BOOST_REQUIRE(read.load(in));
  BOOST_TEST(in.at_end());
  for (const FeatureSlot slot : {10U, 20U, 30U, 40U, 50U}) {
    BOOST_TEST((read[slot] == features[slot]));
  }
}

BOOST_AUTO_TEST_CASE(the_extension_is_a_feature_together_with_path_text_and_directory) {
  constexpr auto kCross = static_cast<std::size_t>(FeatureKind::cross);
  const auto crosses = [](const LinkFeatureSet& set) {
    BOOST_REQUIRE(set.of_kind[kCross] == 3);
    std::size_t begin = 0;
    for (std::size_t kind = 0; kind < kCross; ++kind) begin += set.of_kind[kind];
    const auto first = set.slots.begin() + static_cast<std::ptrdiff_t>(begin);
    return std::vector<FeatureSlot>(first, first + 3);
  };
  const auto plain = crosses(describe("https://a.example/data/x1.csv", "Table 1"));
  BOOST_TEST(plain == crosses(describe("https://a.example/data/other.csv", "table 27")));
  const auto other_text = crosses(describe("https://a.example/data/x1.csv", "Figure 1"));
  BOOST_TEST(plain[0] == other_text[0]);
  BOOST_TEST(plain[1] != other_text[1]);
  BOOST_TEST(plain[2] == other_text[2]);
  const auto other_folder = crosses(describe("https://a.example/maps/x1.csv", "Table 1"));
  BOOST_TEST(plain[1] == other_folder[1]);
  BOOST_TEST(plain[2] != other_folder[2]);
  const auto other_extension = crosses(describe("https://a.example/data/x1.html", "Table 1"));
  for (const std::size_t i : {0U, 1U, 2U}) BOOST_TEST(plain[i] != other_extension[i]);
}

BOOST_AUTO_TEST_CASE(places_seldom_tried_and_sections_without_failures_are_worth_exploring) {
  const Exploration exploration{TrailParameters{}, 1e-3};
  Place fresh;
  Place tried;
  tried.tries = 8;
  Place failing = tried;
  failing.failures = 5;
  BOOST_TEST(exploration.bonus(0.04, fresh, fresh) == 0.6 * 0.2 + 0.5,
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(exploration.bonus(0.04, fresh, tried) == 0.6 * 0.2 + 0.5 / 3,
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(exploration.bonus(0.04, fresh, failing) == 0.6 * 0.2 / std::sqrt(2.0) + 0.5 / 3,
             boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace tagtrail

// The decision tree, by hand.
#include "learn/decision_tree.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail;

namespace {

std::vector<NumberCase> line(const std::string& classes) {
  std::vector<NumberCase> cases;
  for (std::size_t at = 0; at < classes.size(); ++at) {
    cases.push_back({{static_cast<double>(at)}, classes[at] == '+'});
  }
  return cases;
}

bool wants(const DecisionTree& tree, std::vector<double> values) { return tree.wants(values); }

}  // namespace

BOOST_AUTO_TEST_SUITE(decision_tree)

BOOST_AUTO_TEST_CASE(a_clean_border_is_cut_half_way) {
  const DecisionTree tree = learn_decision_tree(line("----++++"));
  BOOST_REQUIRE_EQUAL(tree.nodes.size(), 3U);
  BOOST_TEST(tree.nodes[0].cut == 3.5);
  BOOST_TEST(!wants(tree, {3.5}));
  BOOST_TEST(wants(tree, {3.6}));
}

BOOST_AUTO_TEST_CASE(a_leaf_has_two_cases_at_least) {
  // The single + could only be told apart by a leaf of its own.
  BOOST_TEST(learn_decision_tree(line("-------+")).nodes.size() == 1U);
  BOOST_TEST(learn_decision_tree(line("--")).nodes.size() == 1U);
  BOOST_TEST(learn_decision_tree(line("+")).nodes[0].wanted);
}

BOOST_AUTO_TEST_CASE(cases_that_are_equal_are_no_border) {
  const std::vector<NumberCase> cases{{{1}, true}, {{1}, false}, {{1}, true}, {{1}, false}};
  BOOST_TEST(learn_decision_tree(cases).nodes.size() == 1U);
}

BOOST_AUTO_TEST_CASE(two_attributes_tell_what_none_tells_alone) {
  std::vector<NumberCase> cases;
  for (int i = 0; i < 40; ++i) {
    const double a = i % 2;
    const double b = i / 2 % 2;
    cases.push_back({{a, b, 7.0}, a == 1 && b == 1});
  }
  const DecisionTree tree = learn_decision_tree(cases);
  BOOST_TEST(tree.nodes.size() == 5U);
  for (const NumberCase& one : cases) BOOST_TEST(tree.wants(one.values) == one.wanted);
}

BOOST_AUTO_TEST_CASE(what_only_tells_more_from_less_is_pruned) {
  // A cut behind the tenth gains, but says the same of both sides.
  BOOST_TEST(learn_decision_tree(line("----------+--+--")).nodes.size() == 1U);
}

BOOST_AUTO_TEST_CASE(the_upper_limit_of_errors) {
  // N (1 - CF^(1/N)): Quinlan's U_25%(0, 6) = .206, (0, 9) = .143, (0, 1) = .750.
  BOOST_TEST(pessimistic_errors(0, 6) / 6 == 0.206, boost::test_tools::tolerance(0.003));
  BOOST_TEST(pessimistic_errors(0, 9) / 9 == 0.143, boost::test_tools::tolerance(0.003));
  BOOST_TEST(pessimistic_errors(0, 1) == 0.75, boost::test_tools::tolerance(1e-9));
  // His U_25%(1, 16) = .157.
  BOOST_TEST(pessimistic_errors(1, 16) / 16 == 0.157, boost::test_tools::tolerance(0.02));
  BOOST_TEST(pessimistic_errors(0, 0) == 0);
  BOOST_TEST(pessimistic_errors(3, 3) == 3);
}

BOOST_AUTO_TEST_SUITE_END()

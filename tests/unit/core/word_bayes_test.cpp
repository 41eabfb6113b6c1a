// Naive Bayes over words, by hand.
#include "learn/word_bayes.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail;

namespace {

const std::vector<WordCase> kCases{
    {{"fare", "flight"}, 1}, {{"flight", "hotel"}, 1}, {{"goal", "match"}, 0}, {{"match"}, 0}};

}  // namespace

BOOST_AUTO_TEST_SUITE(word_bayes)

BOOST_AUTO_TEST_CASE(words_are_chosen_by_the_cases_that_have_them) {
  BOOST_TEST(frequent_words(kCases, 10) == (WordSet{"flight", "match"}),
             boost::test_tools::per_element());
  BOOST_TEST(frequent_words(kCases, 1) == (WordSet{"flight"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(probabilities_by_hand) {
  const WordBayes model(2, {"flight", "match"}, kCases);
  // Priors 3/6; P(flight|1) = 3/4, P(match|1) = 1/4, and the other way round for 0.
  const auto flight = model.probabilities({"flight", "unknown"});
  BOOST_TEST(flight[1] == 0.9, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(flight[0] + flight[1] == 1, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(model.probabilities({"flight", "match"})[1] == 0.5,
             boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(saved_and_loaded_it_is_the_same) {
  const WordBayes model(2, {"flight", "match"}, kCases);
  ByteWriter out;
  model.save(out);
  WordBayes copy;
  ByteReader in(out.bytes());
  BOOST_REQUIRE(copy.load(in, 2));
  BOOST_TEST(in.at_end());
  BOOST_TEST(copy.words() == model.words());
  BOOST_TEST(copy.probabilities({"match"}) == model.probabilities({"match"}));
  for (std::size_t size = 0; size < out.bytes().size(); ++size) {
    ByteReader cut(out.bytes().data(), size);
    BOOST_TEST(!WordBayes().load(cut, 2));
  }
}

BOOST_AUTO_TEST_CASE(counts_that_do_not_fit_are_refused) {
  BOOST_TEST(WordBayes::of({3, 2}, {{"a", {3, 2}}}).classes() == 2U);
  BOOST_TEST(WordBayes::of({3, 2}, {{"a", {4, 2}}}).classes() == 0U);
  BOOST_TEST(WordBayes::of({3, 2}, {{"a", {1}}}).classes() == 0U);
  BOOST_TEST(WordBayes::of({3, 1ULL << 32U}, {}).classes() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

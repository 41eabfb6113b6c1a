// How texts have the words of a topic.
#include "tagtrail/topic_words.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "fake_site.hpp"

namespace tagtrail {
namespace {

using namespace testing;

TopicWords words_of(const std::string& about) { return must(TopicWords::parse(about)); }

/// How the text has the topic's one word.
unsigned has(const std::string& word, const std::string& text) {
  return words_of(word).in(text).of(0);
}

constexpr unsigned kNone = TopicMatch::kNone;
constexpr unsigned kAlike = TopicWords::kAlike;
constexpr unsigned kSame = TopicWords::kSame;

BOOST_AUTO_TEST_SUITE(topic_words)

BOOST_AUTO_TEST_CASE(words_count_once_and_without_case_and_accents) {
  const TopicWords words = words_of("Éducation, EDUCATION – région");
  BOOST_REQUIRE(words.size() == 2U);
  BOOST_TEST(words.at(0) == "education");
  BOOST_TEST(words.at(1) == "region");
  BOOST_TEST(has("région", "Par REGION") == kSame);
}

BOOST_AUTO_TEST_CASE(function_words_count_only_where_there_are_no_others) {
  BOOST_TEST(words_of("rain in the north").size() == 2U);
  BOOST_TEST(words_of("of the").size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_topic_is_bounded_and_has_words) {
  BOOST_TEST(must(TopicWords::parse("")).size() == 0U);
  BOOST_TEST(!TopicWords::parse(" ,;- "));
  BOOST_TEST(!TopicWords::parse(std::string(TopicWords::kMostBytes + 1, 'a')));
  std::string many;
  for (std::size_t word = 0; word <= TopicWords::kMostWords; ++word) {
    many += std::to_string(word) + " ";
  }
  BOOST_TEST(!TopicWords::parse(many));
  BOOST_TEST(must(TopicWords::parse(many.substr(0, many.size() - 3))).size() ==
             TopicWords::kMostWords);
}

BOOST_AUTO_TEST_CASE(a_word_may_have_forms_which_count_as_one) {
  const TopicWords words = words_of("rent|Miete|loyer\tby regions|Région");
  BOOST_REQUIRE(words.size() == 2U);
  BOOST_TEST(words.at(0) == "rent");
  BOOST_TEST(words.at(1) == "regions");
  BOOST_TEST(words.in("Loyers 2023").of(0) == kSame);
  BOOST_TEST(words.in("Miete je Region").bits() == words.in("rent region").bits());
  BOOST_TEST(words.in("income").bits() == 0U);
  // One that begins with a function word is one as a whole; others count once.
  BOOST_TEST(words_of("by|von rent|Miete rent").size() == 1U);
  BOOST_TEST(words_of("|rent| || |").size() == 1U);
}

BOOST_AUTO_TEST_CASE(forms_are_bounded_and_may_be_long_together) {
  std::string forms = "rent";
  for (std::size_t form = 1; form < TopicWords::kMostForms; ++form) {
    forms += "|form" + std::to_string(form);
  }
  BOOST_TEST(words_of(forms).in("form127").of(0) == kSame);
  BOOST_TEST(!TopicWords::parse(forms + "|more"));
  BOOST_TEST(!TopicWords::parse(forms + " income"));
}

BOOST_AUTO_TEST_CASE(other_forms_of_a_word_are_found) {
  BOOST_TEST(has("regions", "by region") == kSame);
  BOOST_TEST(has("Arbeitslose", "Arbeitslosigkeit") == kAlike);
  BOOST_TEST(has("statistik", "Bevölkerungsstatistik 2019") == kAlike);
  BOOST_TEST(has("employment", "unemployment") == kAlike);
  BOOST_TEST(has("region", "religion") == kNone);
  BOOST_TEST(has("by", "byte") == kNone);
  BOOST_TEST(has("2019", "2018") == kNone);
}

BOOST_AUTO_TEST_CASE(languages_without_spaces_are_compared_by_pairs_of_letters) {
  BOOST_TEST(has("失業率", "都道府県別完全失業率の推移") == kSame);
  BOOST_TEST(has("失業率", "失業者数") == kAlike);
  BOOST_TEST(has("失業率", "人口推計") == kNone);
}

BOOST_AUTO_TEST_CASE(names_in_addresses_are_taken_apart) {
  const TopicWords words = words_of("unemployment rate");
  const TopicMatch match = words.in_name("UnemploymentRate%20by_age.csv");
  BOOST_TEST(match.of(0) == kSame);
  BOOST_TEST(match.of(1) == kSame);
  BOOST_TEST(words_of("œuvre ville").in_name("%FF%FEville").of(1) == kSame);
}

BOOST_AUTO_TEST_CASE(hostile_texts_are_cut) {
  const std::string endless(200'000, 'x');
  BOOST_TEST(has("unemployment", endless) == kNone);
  BOOST_TEST(has("unemployment", std::string("unemployment ") + endless) == kSame);
  BOOST_TEST(has("unemployment", std::string("\xFF\xFE\x80 unemployment")) == kSame);
  std::string words;
  for (int i = 0; i < 50'000; ++i) words += "ab ";
  BOOST_TEST(has("unemployment", words) == kNone);
}

BOOST_AUTO_TEST_CASE(a_match_keeps_the_best_of_each_word) {
  TopicMatch match;
  match.raise(31, 2);
  match.raise(31, 1);
  match.raise(0, 3);
  BOOST_TEST(match.of(31) == 2U);
  BOOST_TEST(match.of(30) == 0U);
  TopicMatch other;
  other.join(match, 1);
  BOOST_TEST(other.of(0) == 1U);
  BOOST_TEST(other.of(31) == 1U);
  BOOST_TEST(TopicMatch(match.bits()).bits() == match.bits());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace tagtrail

// The examples of the paper, each taken through all steps.
#include "words/porter_stemmer.hpp"

#include <boost/test/unit_test.hpp>

#include "words/stop_words.hpp"
#include "words/text_stems.hpp"

using namespace tagtrail;

namespace {

struct Pair {
  const char* word;
  const char* stem;
};

constexpr Pair kPairs[] = {{"caresses", "caress"},
                           {"ponies", "poni"},
                           {"ties", "ti"},
                           {"cats", "cat"},
                           {"feed", "feed"},
                           {"agreed", "agre"},
                           {"plastered", "plaster"},
                           {"bled", "bled"},
                           {"motoring", "motor"},
                           {"sing", "sing"},
                           {"conflated", "conflat"},
                           {"troubled", "troubl"},
                           {"sized", "size"},
                           {"hopping", "hop"},
                           {"tanned", "tan"},
                           {"falling", "fall"},
                           {"hissing", "hiss"},
                           {"fizzed", "fizz"},
                           {"failing", "fail"},
                           {"filing", "file"},
                           {"happy", "happi"},
                           {"sky", "sky"},
                           {"relational", "relat"},
                           {"conditional", "condit"},
                           {"rational", "ration"},
                           {"valenci", "valenc"},
                           {"hesitanci", "hesit"},
                           {"digitizer", "digit"},
                           {"conformabli", "conform"},
                           {"radicalli", "radic"},
                           {"differentli", "differ"},
                           {"vileli", "vile"},
                           {"analogousli", "analog"},
                           {"vietnamization", "vietnam"},
                           {"predication", "predic"},
                           {"operator", "oper"},
                           {"feudalism", "feudal"},
                           {"decisiveness", "decis"},
                           {"hopefulness", "hope"},
                           {"callousness", "callous"},
                           {"formaliti", "formal"},
                           {"sensitiviti", "sensit"},
                           {"sensibiliti", "sensibl"},
                           {"triplicate", "triplic"},
                           {"formative", "form"},
                           {"formalize", "formal"},
                           {"electriciti", "electr"},
                           {"electrical", "electr"},
                           {"hopeful", "hope"},
                           {"goodness", "good"},
                           {"revival", "reviv"},
                           {"allowance", "allow"},
                           {"inference", "infer"},
                           {"airliner", "airlin"},
                           {"gyroscopic", "gyroscop"},
                           {"adjustable", "adjust"},
                           {"defensible", "defens"},
                           {"irritant", "irrit"},
                           {"replacement", "replac"},
                           {"adjustment", "adjust"},
                           {"dependent", "depend"},
                           {"adoption", "adopt"},
                           {"homologou", "homolog"},
                           {"communism", "commun"},
                           {"activate", "activ"},
                           {"angulariti", "angular"},
                           {"homologous", "homolog"},
                           {"effective", "effect"},
                           {"bowdlerize", "bowdler"},
                           {"probate", "probat"},
                           {"rate", "rate"},
                           {"cease", "ceas"},
                           {"controll", "control"},
                           {"roll", "roll"},
                           {"generalizations", "gener"},
                           {"oscillators", "oscil"},
                           {"is", "is"},
                           {"search", "search"},
                           {"searching", "search"},
                           {"jobs", "job"},
                           {"flights", "flight"},
                           {"été", "été"},
                           {"b2b", "b2b"}};

}  // namespace

BOOST_AUTO_TEST_SUITE(words)

BOOST_AUTO_TEST_CASE(suffixes_are_stripped_as_published) {
  for (const Pair& pair : kPairs) {
    BOOST_TEST_CONTEXT(pair.word) { BOOST_TEST(porter_stem(pair.word) == pair.stem); }
  }
}

BOOST_AUTO_TEST_CASE(stop_words_are_found_from_first_to_last) {
  for (const char* word : {"about", "the", "yourself"}) BOOST_TEST(is_stop_word(word));
  for (const char* word : {"flight", "aaa", "zzz", ""}) BOOST_TEST(!is_stop_word(word));
  for (const char* word : {"asp", "www"}) BOOST_TEST(is_url_stop_word(word));
  BOOST_TEST(!is_url_stop_word("jobs"));
}

BOOST_AUTO_TEST_CASE(a_text_is_its_distinct_stems) {
  const std::vector<std::string> text{"café", "find", "flight"};
  BOOST_TEST(text_stems("Find the FLIGHTS, flight-no 12, to a caf\xC3\xA9") == text,
             boost::test_tools::per_element());
  const std::vector<std::string> url{"airlin", "search"};
  BOOST_TEST(url_stems("https://www.airlines.com/a1/search.php?x=7") == url,
             boost::test_tools::per_element());
  BOOST_TEST(text_stems(std::string(31, 'x')).empty());
}

BOOST_AUTO_TEST_SUITE_END()

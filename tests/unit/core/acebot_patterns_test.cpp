// Labels, patterns and the automaton of policy `acebot`.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "fake_site.hpp"
#include "policy/acebot/automaton.hpp"
#include "policy/acebot/state_sets.hpp"

namespace tagtrail::acebot {
namespace {

using testing::must;

constexpr KeptAttributes kIds{true, false};
const std::string kPath = "/html/body.home/div.wide first#main/ul/li.post#post-1234/a";

std::string label_text(const std::string& path, const std::string& kept) {
  return to_text(label_of(path, KeptAttributes::parse(kept)));
}

bool is_matched(const std::string& step, const std::string& path, KeptAttributes kept = kIds) {
  return matches(must(parse_pattern("/(" + step + ")")).steps.front().label, path, kept);
}

std::string problem_of(const std::string& text) {
  const auto pattern = parse_pattern(text);
  return pattern ? "" : pattern.error().message;
}

/// A word over labels `/a`, `/b`, `/c`, as `abc`: whether each link leads on.
bool accepts(const std::string& pattern, const std::string& word) {
  const Automaton automaton({must(parse_pattern(pattern))}, kIds);
  States states{Automaton::kStart};
  for (const char letter : word) {
    States reached;
    for (const Act act : automaton.acts_of(std::string("/") + letter)) {
      const States by_act = automaton.advance(states, act);
      reached.insert(reached.end(), by_act.begin(), by_act.end());
    }
    states = reached;
  }
  return !states.empty();
}

BOOST_AUTO_TEST_SUITE(acebot_patterns)

BOOST_AUTO_TEST_CASE(labels_keep_the_attributes_that_they_are_told_to) {
  BOOST_TEST(label_text(kPath, "id") ==
             R"(/html/body/div[@id="main"]/ul/li[contains(@id,"post-")]/a/@href)");
  BOOST_TEST(label_text(kPath, "class") == "/html/body[@class]/div[@class]/ul/li[@class]/a/@href");
  BOOST_TEST(label_text(kPath, "both") ==
             "/html/body[@class]/div[@id=\"main\"][@class]/ul/"
             "li[contains(@id,\"post-\")][@class]/a/@href");
  BOOST_TEST(label_text("/html/iframe", "id") == "/html/iframe/@src");
  BOOST_TEST(label_text("", "id") == "");
}

BOOST_AUTO_TEST_CASE(ids_are_cut_to_what_stays) {
  BOOST_TEST(label_text("/a#12", "id") == "/a[@id]/@href");
  BOOST_TEST(label_text("/a#two words", "id") == R"(/a[contains(@id,"two")]/@href)");
  BOOST_TEST(label_text("/a#h1-title", "id") == R"(/a[@id="h1-title"]/@href)");
  BOOST_TEST(label_text("/a#a\nb", "id") == R"(/a[contains(@id,"a")]/@href)");
  BOOST_TEST(label_text("/a#\xFFx", "id") == "/a[@id]/@href");
  BOOST_TEST(label_text("/x\"y(/a", "id") == "/*/a/@href");
}

BOOST_AUTO_TEST_CASE(what_a_label_was_made_of_matches_it) {
  for (const char* kept : {"id", "class", "both"}) {
    const KeptAttributes attributes = KeptAttributes::parse(kept);
    const Label label = label_of(kPath, attributes);
    BOOST_TEST(matches(label, kPath, attributes));
    BOOST_TEST(!matches(label, kPath + "/b", attributes));
    BOOST_TEST(!matches(label, "/html/body.home", attributes));
    const std::string other_post = "/html/body.home/div.wide#main/ul/li.post#post-9/a";
    BOOST_TEST(matches(label, other_post, attributes));
  }
}

BOOST_AUTO_TEST_CASE(node_tests_are_about_id_and_class) {
  BOOST_TEST(is_matched("/a", "/a.x"));
  BOOST_TEST(!is_matched("/a", "/a#x"));
  BOOST_TEST(is_matched("/a", "/a#x", {false, false}));
  BOOST_TEST(!is_matched("/a", "/a.x", {true, true}));
  BOOST_TEST(is_matched("/a[@id]", "/a#x"));
  BOOST_TEST(!is_matched("/a[@id]", "/a"));
  BOOST_TEST(is_matched("/a[contains(@id,\"ai\")]", "/a#main"));
  BOOST_TEST(!is_matched("/a[@id=\"ai\"]", "/a#main"));
  BOOST_TEST(is_matched("/a[@class=\"b c\"]", "/a.b c"));
  BOOST_TEST(!is_matched("/a[@class=\"b\"]", "/a.b c"));
  BOOST_TEST(is_matched("/a[contains(@class,'b')][@id]", "/a.b c#x"));
  BOOST_TEST(is_matched("/*/a", "/what/a"));
}

BOOST_DATA_TEST_CASE(
    patterns_are_read_as_they_were_written,
    boost::unit_test::data::make(
        {"/(/html/body/a/@href)", "/(/html/body/ul[@id=\"menu\"]/li/a/@href)+/(/a/@href)*",
         "/(/a[contains(@id,\"x\"\"y'z\")]/@href)3/(/iframe[@class]/@src){1,3}",
         "/(/a[@class=\"one two\"][@id]/@href){2,100}", "/(/*/a[@id=\"caf\u00e9\"]/@href)"}),
    text) {
  const Pattern pattern = must(parse_pattern(text));
  BOOST_TEST(to_text(pattern) == text);
  BOOST_TEST((must(parse_pattern(to_text(pattern))) == pattern));
}

BOOST_AUTO_TEST_CASE(other_spellings_are_read_too) {
  const auto respelt = [](const std::string& text) { return to_text(must(parse_pattern(text))); };
  BOOST_TEST(respelt("doc(\"http://h/\")/(/a/{click/})/(/b{click/})+") ==
             "/(/a/@href)/(/b/@href)+");
  BOOST_TEST(respelt("/(/a/@href/{click/})1") == "/(/a/@href)");
  BOOST_TEST(respelt("/(/a[@id='it''s'])") == "/(/a[@id=\"it's\"]/@href)");
  BOOST_TEST(respelt("/(/a/@href){3,3}") == "/(/a/@href)3");
  const auto lines = must(parse_patterns("# of May\n\n/(/a)\r\n  /(/b)+"));
  BOOST_REQUIRE(lines.size() == 2U);
  BOOST_TEST(to_text(lines[1]) == "/(/b/@href)+");
}

BOOST_AUTO_TEST_CASE(what_is_no_pattern_is_refused_with_the_place) {
  BOOST_TEST(problem_of("") == "expected '/(' at character 1");
  BOOST_TEST(problem_of("/(/a") == "expected '/' at character 5");
  BOOST_TEST(problem_of("/()") == "a step without an element at character 4");
  BOOST_TEST(problem_of("/(/a[@name])") == "expected @id or @class at character 6");
  BOOST_TEST(problem_of("/(/a[@id=\"x])") == "a text without its second quote at character 14");
  BOOST_TEST(problem_of("/(/a[@id=x])") == "expected a text in quotes at character 10");
  BOOST_TEST(problem_of("/(/a[@id=\"\"])") == "an empty value at character 12");
  BOOST_TEST(problem_of("/(/a){3,1}") == "a smallest number over the largest at character 11");
  for (const char* text : {"/(/a)0", "/(/a)101", "/(/a){1,}", "/(/a)++", "/(/A)", "/(/a@href)",
                           "doc(", "doc(x)/(/a)", "/(/a[@id=\"\n\"])", "/(/a) ", "\xFF"}) {
    BOOST_TEST(problem_of(text) != "", text);
  }
  std::string many;
  for (int i = 0; i < 21; ++i) many += "/(/a)";
  BOOST_TEST(problem_of(many).starts_with("more than 20 steps"));
  BOOST_TEST(parse_patterns("/(/a)\n\n/(/b").error().message.starts_with("line 3 of the patterns"));
  std::string states;
  for (int i = 0; i < 201; ++i) states += "/(/a)100\n";
  BOOST_TEST(!parse_patterns(states).has_value());
  BOOST_TEST(!parse_patterns(std::string(256 * 1024 + 1, '\n')).has_value());
}

/// Every truncation and every change of a character is read or refused, never more.
BOOST_AUTO_TEST_CASE(damaged_patterns_do_no_harm) {
  const std::string whole =
      R"(doc("http://h/")/(/html/div[contains(@id,"x")][@class='y']/a/@href){1,3}/(/a/{click/})*)";
  std::size_t read = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char c : {'"', '/', ')', '{', '9', '\0'}) {
      std::string changed = whole;
      changed[at] = c;
      for (const std::string& text : {changed, whole.substr(0, at)}) {
        const auto pattern = parse_pattern(text);
        if (!pattern) continue;
        ++read;
        BOOST_TEST((must(parse_pattern(to_text(*pattern))) == *pattern), text);
      }
    }
  }
  BOOST_TEST(read > 10U);
}

BOOST_AUTO_TEST_CASE(the_automaton_takes_what_begins_a_word_of_a_pattern) {
  const std::string once = "/(/a)/(/b)";
  for (const char* word : {"", "a", "ab"}) BOOST_TEST(accepts(once, word), word);
  for (const char* word : {"b", "aa", "aba"}) BOOST_TEST(!accepts(once, word), word);
  for (const char* word : {"a", "aaaa", "aaab"}) BOOST_TEST(accepts("/(/a)+/(/b)", word), word);
  for (const char* word : {"b", "ba", "abb"}) BOOST_TEST(!accepts("/(/a)+/(/b)", word), word);
  for (const char* word : {"b", "aab"}) BOOST_TEST(accepts("/(/a)*/(/b)", word), word);
  for (const char* word : {"ab", "aaab"}) BOOST_TEST(accepts("/(/a){1,3}/(/b)", word), word);
  for (const char* word : {"b", "aaaa"}) BOOST_TEST(!accepts("/(/a){1,3}/(/b)", word), word);
  for (const char* word : {"aa", "aab"}) BOOST_TEST(accepts("/(/a)2/(/b)", word), word);
  for (const char* word : {"ab", "aaa"}) BOOST_TEST(!accepts("/(/a)2/(/b)", word), word);
}

BOOST_AUTO_TEST_CASE(the_best_pattern_gives_the_rank) {
  const Automaton automaton({must(parse_pattern("/(/a)/(/b)")), must(parse_pattern("/(/a)+/(/c)"))},
                            kIds);
  const auto after = [&](const States& states, const std::string& path) {
    return automaton.advance(states, automaton.acts_of(path).at(0));
  };
  const States a = after({Automaton::kStart}, "/a");
  BOOST_TEST(automaton.rank({Automaton::kStart}) == kNoRank);
  BOOST_TEST(automaton.rank(a) == 0U);
  BOOST_TEST(automaton.rank(after(a, "/a")) == 1U);
  BOOST_TEST(automaton.rank(after(a, "/b")) == 0U);
  BOOST_TEST(automaton.rank(after(a, "/c")) == 1U);
  BOOST_TEST(automaton.acts_of("/d").empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace tagtrail::acebot

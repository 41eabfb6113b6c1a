#include "content/word_pairs.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "html/html_tree.hpp"
#include "said.hpp"
#include "tagtrail/page_content.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

std::vector<std::uint32_t> pairs_of(std::string_view html) {
  const HtmlTree tree(html);
  return read_word_pairs(tree.document());
}

/// The pairs of these words in a row.
std::vector<std::uint32_t> row(const std::vector<std::string>& words) {
  std::vector<std::uint32_t> pairs;
  for (std::size_t i = 1; i < words.size(); ++i) {
    pairs.push_back(word_pair_hash(words[i - 1], words[i]));
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(word_pairs)

// Others compute it, too: FNV-1a of "foo bar" and of a space.
BOOST_AUTO_TEST_CASE(the_hash_is_fnv) {
  BOOST_TEST(word_pair_hash("foo", "bar") == 0x45C122AAU);
  BOOST_TEST(word_pair_hash("", "") == (0x811C9DC5U ^ 0x20U) * 0x01000193U);
}

BOOST_AUTO_TEST_CASE(words_are_runs_of_letters_and_digits) {
  BOOST_TEST((pairs_of("One, TWO-3 (four)") == row({"one", "two", "3", "four"})));
  BOOST_TEST(
      (pairs_of("\xC3\x89t\xC3\xA9\xE2\x80\x94\xC2\xAB"
                "1\xC2\xBB\xC2\xA0o\xC3\xB9") == row({"\xC3\x89t\xC3\xA9", "1", "o\xC3\xB9"})));
  BOOST_TEST((pairs_of("\xE6\x9D\xB1\xE4\xBA\xAC\xE3\x80\x81\xE5\xA4\xA7 \xF0\x9F\x98\x80 x") ==
              row({"\xE6\x9D\xB1\xE4\xBA\xAC", "\xE5\xA4\xA7", "x"})));
}

BOOST_AUTO_TEST_CASE(each_pair_once) {
  BOOST_TEST(pairs_of("a b a b a").size() == 2U);
  BOOST_TEST(pairs_of("a").empty());
  BOOST_TEST(pairs_of("").empty());
}

BOOST_AUTO_TEST_CASE(elements_that_flow_in_a_line_do_not_part_words) {
  BOOST_TEST((pairs_of("a<b>b</b> <i>c</i><p>d</p>e<br>f") == row({"ab", "c", "d", "e", "f"})));
}

BOOST_AUTO_TEST_CASE(only_the_visible_text_of_the_body_counts) {
  BOOST_TEST((pairs_of("<head><title>t u</title></head><body>a<script>b c</script>"
                       "<style>d e</style><template>f g</template><noscript>h i</noscript>"
                       "<!-- j k --> l</body>") == row({"a", "l"})));
}

BOOST_AUTO_TEST_CASE(long_words_are_cut) {
  std::string words(5'000, 'x');
  words += " y";
  BOOST_TEST((pairs_of(words) == row({std::string(64, 'x'), "y"})));
  const auto cut = pairs_of(repeat("\xE6\x9D\xB1", 100) + " y");
  BOOST_TEST((cut == row({repeat("\xE6\x9D\xB1", 21), "y"})));
}

BOOST_AUTO_TEST_CASE(more_than_the_limit_are_the_lowest) {
  std::vector<std::string> words;
  std::string html;
  for (std::size_t i = 0; i < limits::kWordPairs + 200'000; ++i) {
    words.push_back("w" + std::to_string(i));
    html += words.back() + " ";
  }
  std::vector<std::uint32_t> all = row(words);
  BOOST_REQUIRE(all.size() > limits::kWordPairs);
  all.resize(limits::kWordPairs);
  BOOST_TEST((pairs_of(html) == all));
}

BOOST_AUTO_TEST_CASE(deep_nesting) {
  BOOST_TEST((pairs_of(repeat("<div>a ", 20'000)) == row({"a", "a"})));
}

BOOST_AUTO_TEST_SUITE_END()

#include "batch/site_list.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail::host;

namespace {

std::vector<std::string> words_of(std::string_view line) {
  const SiteList list = parse_site_list(line);
  BOOST_REQUIRE_EQUAL(list.faults.size(), 0);
  BOOST_REQUIRE_EQUAL(list.sites.size(), 1);
  return list.sites.front().words;
}

void check_words(std::string_view line, const std::vector<std::string>& expected) {
  const auto words = words_of(line);
  BOOST_TEST(words == expected, boost::test_tools::per_element());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(site_list)

BOOST_AUTO_TEST_CASE(lines_keep_their_numbers) {
  const SiteList list = parse_site_list(
      "\xEF\xBB\xBFhttps://a.example/\r\n\n  # a comment\n\t b.example --delay 2s # "
      "ours\nc.example");
  BOOST_TEST(list.faults.empty());
  BOOST_REQUIRE_EQUAL(list.sites.size(), 3);
  BOOST_TEST(list.sites[0].line == 1);
  BOOST_TEST(list.sites[0].words.front() == "https://a.example/");
  BOOST_TEST(list.sites[1].line == 4);
  BOOST_TEST(list.sites[1].words.size() == 3);
  BOOST_TEST(list.sites[2].line == 5);
}

BOOST_AUTO_TEST_CASE(quotes_as_in_a_shell) {
  check_words(R"(u 'a b' "c d" e\ f)", {"u", "a b", "c d", "e f"});
  check_words(R"(u 'a\b' "q\"r\\s\t" --x='1 2'3)", {"u", R"(a\b)", R"(q"r\s\t)", "--x=1 23"});
  check_words(R"(u '' "")", {"u", "", ""});
}

BOOST_AUTO_TEST_CASE(a_hash_within_a_word_or_quotes_is_no_comment) {
  check_words("https://a.example/#part '#x' \\#y #z", {"https://a.example/#part", "#x", "#y"});
}

BOOST_AUTO_TEST_CASE(faults_of_all_lines_are_told) {
  const std::string text = "a 'open\nb\nc \"open\nd \\\n" + std::string(kMaxListLine + 1, 'e') +
                           "\nf\x1b[2J\n" + std::string("g\0", 2) + "\n";
  const SiteList list = parse_site_list(text);
  BOOST_REQUIRE_EQUAL(list.sites.size(), 1);
  BOOST_TEST(list.sites.front().line == 2);
  std::vector<std::size_t> lines;
  for (const ListFault& fault : list.faults) lines.push_back(fault.line);
  const std::vector<std::size_t> expected{1, 3, 4, 5, 6, 7};
  BOOST_TEST(lines == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_list_without_end_is_refused) {
  std::string text;
  for (std::size_t i = 0; i < kMaxSites + 10; ++i) text += "a\n";
  BOOST_TEST(parse_site_list(text).faults.size() == 1);
}

BOOST_AUTO_TEST_SUITE_END()

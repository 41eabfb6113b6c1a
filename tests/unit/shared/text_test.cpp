#include "tagtrail/text.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

using namespace tagtrail;
using namespace std::string_literals;

namespace {
const std::string kBad = "\xEF\xBF\xBD";
}

BOOST_AUTO_TEST_SUITE(text)

// One replacement character for each maximal part of an ill-formed sequence, as the WHATWG decoder.
BOOST_AUTO_TEST_CASE(replacement) {
  struct Row {
    std::string bytes;
    std::string text;
  };
  const Row rows[] = {
      {"", ""},
      {"plain", "plain"},
      {"a\0b"s, "a\0b"s},
      {"\x7F", "\x7F"},
      {"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"},
      {"\x80", kBad},
      {"\xBF\xBF", kBad + kBad},
      {"\xC0\x80", kBad + kBad},
      {"\xC1\xBF", kBad + kBad},
      {"\xC3", kBad},
      {"\xC3x", kBad + "x"},
      {"\xC3\xC3\xA9", kBad + "\xC3\xA9"},
      {"\xE0\x80\x80", kBad + kBad + kBad},
      {"\xE0\x9F\xBF", kBad + kBad + kBad},
      {"\xE0\xA0\x80", "\xE0\xA0\x80"},
      {"\xE2\x82", kBad},
      {"\xE2\x82x", kBad + "x"},
      {"\xE2x", kBad + "x"},
      {"\xED\x9F\xBF", "\xED\x9F\xBF"},
      {"\xED\xA0\x80", kBad + kBad + kBad},
      {"\xED\xBF\xBF", kBad + kBad + kBad},
      {"\xEE\x80\x80", "\xEE\x80\x80"},
      {"\xF0\x8F\xBF\xBF", kBad + kBad + kBad + kBad},
      {"\xF0\x90\x80\x80", "\xF0\x90\x80\x80"},
      {"\xF0\x9F\x98", kBad},
      {"\xF0\x9F\x98\xF0\x9F\x98\x80", kBad + "\xF0\x9F\x98\x80"},
      {"\xF1\x80\x80\xE1\x80\xC2\x62\x80", kBad + kBad + kBad + "b" + kBad},
      {"\xF4\x8F\xBF\xBF", "\xF4\x8F\xBF\xBF"},
      {"\xF4\x90\x80\x80", kBad + kBad + kBad + kBad},
      {"\xF5\x80", kBad + kBad},
      {"\xFE\xFF", kBad + kBad},
      {kBad, kBad},
  };
  for (const Row& row : rows) {
    const std::string valid = to_valid_utf8(row.bytes);
    BOOST_TEST(valid == row.text);
    BOOST_TEST(to_valid_utf8(valid) == valid);
    BOOST_TEST(is_valid_utf8(row.bytes) == (row.bytes == valid));
    // Behind and before ASCII of every length that is looked at eight at a time.
    for (std::size_t before = 0; before < 18; ++before) {
      const std::string ascii(before, 'a');
      BOOST_TEST(to_valid_utf8(ascii + row.bytes + ascii) == ascii + row.text + ascii);
    }
  }
}

BOOST_AUTO_TEST_CASE(prefix) {
  const std::string text = "a\xC3\xA9\xF0\x9F\x98\x80z";
  const std::size_t expected[] = {0, 1, 1, 3, 3, 3, 3, 7, 8, 8};
  for (std::size_t bytes = 0; bytes < 10; ++bytes) {
    BOOST_TEST(utf8_prefix(text, bytes).size() == expected[bytes]);
  }
  BOOST_TEST(utf8_prefix("", 0).empty());
  BOOST_TEST(utf8_prefix("\x80\x80\x80", 2).size() <= 2U);
}

BOOST_AUTO_TEST_CASE(space) {
  BOOST_TEST(collapse_space(" \t a \r\n\f b  c ") == "a b c");
  BOOST_TEST(collapse_space(" \n ") == "");
  // Not HTML white space: vertical tab, no-break space.
  BOOST_TEST(collapse_space("a\vb \xC2\xA0") == "a\vb \xC2\xA0");
  BOOST_TEST(trim("\f\t x y \r\n") == "x y");
  BOOST_TEST(trim(" \n ").empty());
  BOOST_TEST(trim("").empty());
}

BOOST_AUTO_TEST_CASE(letters) {
  BOOST_TEST(ascii_lower("AZ az [`{@ \xC3\x89") == "az az [`{@ \xC3\x89");
  BOOST_TEST(starts_with_ignoring_case("HTTP://", "http:"));
  BOOST_TEST(!starts_with_ignoring_case("htt", "http"));
  BOOST_TEST(starts_with_ignoring_case("", ""));
  BOOST_TEST(equal_ignoring_case("PassWord", "password"));
  BOOST_TEST(!equal_ignoring_case("PassWords", "password"));
}

BOOST_AUTO_TEST_CASE(search) {
  BOOST_TEST(find_ignoring_case("a <<SCRIPT> <script>", "<script") == 3U);
  BOOST_TEST(find_ignoring_case("a <<SCRIPT> <script>", "<script", 4) == 12U);
  BOOST_TEST(find_ignoring_case("<scrip", "<script") == std::string_view::npos);
  BOOST_TEST(find_ignoring_case("", "x") == std::string_view::npos);
  BOOST_TEST(find_ignoring_case("x", "x", 9) == std::string_view::npos);
}

BOOST_AUTO_TEST_SUITE_END()

// Which characters a reader does not see, and where they are spelling.
#include "tagtrail/code_points.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail;

BOOST_AUTO_TEST_SUITE(code_points_of_text)

BOOST_AUTO_TEST_CASE(there_and_back) {
  const std::string text = "a\u00e9\u20ac\U0001F600";
  std::string again;
  for (const char32_t point : code_points(text)) append_utf8(again, point);
  BOOST_TEST(again == text);
  BOOST_TEST(code_points(text).size() == 4U);
}

BOOST_AUTO_TEST_CASE(what_is_not_seen) {
  for (const char32_t point :
       {U'\0',     U'\x1b',   U'\x7f',       U'\x80',       U'\x9b',      U'\u00AD',
        U'\u034F', U'\u061C', U'\u1160',     U'\u180E',     U'\u200B',    U'\u200C',
        U'\u200D', U'\u200F', U'\u202E',     U'\u2066',     U'\u3164',    U'\uFE0F',
        U'\uFEFF', U'\uFFA0', U'\U000E0001', U'\U000E0041', U'\U000E01EF'}) {
    BOOST_TEST(is_unseen(std::u32string{U'a', point, U'b'}, 1), static_cast<unsigned>(point));
  }
  for (const char32_t point : {U' ', U'~', U'\u00A0', U'\u00AE', U'\u0301', U'\u0600', U'\u06DD',
                               U'\u2010', U'\u202F', U'\uFFFD', U'\U0001F600', U'\U000F0000'}) {
    BOOST_TEST(!is_unseen(std::u32string{U'a', point, U'b'}, 1), static_cast<unsigned>(point));
  }
}

BOOST_AUTO_TEST_CASE(joiners_are_spelling_between_letters_that_need_them) {
  BOOST_TEST(!is_unseen(U"\u06CC\u200C\u062E", 1));
  BOOST_TEST(!is_unseen(U"\u0D4D\u200D", 1));
  BOOST_TEST(!is_unseen(U"\u182D\u180B", 1));
  BOOST_TEST(is_unseen(U"\u06CC\u200C", 1));
  BOOST_TEST(is_unseen(U"\u200C\u062E", 0));
  BOOST_TEST(is_unseen(U"\u06CC\u200Cx", 1));
  BOOST_TEST(is_unseen(U"\u06CC\u200C\u200C\u062E", 1));
  BOOST_TEST(is_unseen(U"\u182D\u200B\u182D", 1));
}

BOOST_AUTO_TEST_SUITE_END()

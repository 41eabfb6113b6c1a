#include "html/charset.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "html/page_reader.hpp"

using namespace tagtrail::host;
using namespace std::string_view_literals;

namespace {

std::string as_utf8(std::string_view html, std::string_view content_type = "") {
  std::string storage;
  return std::string(html_as_utf8(html, content_type, storage).text);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(charset)

BOOST_AUTO_TEST_CASE(order_of_precedence) {
  const std::string meta = "<meta charset=koi8-r>\xC1";
  BOOST_TEST(as_utf8("\xEF\xBB\xBF\xC3\xA9", "text/html; charset=koi8-r") == "\xC3\xA9");
  BOOST_TEST(as_utf8(meta, "text/html; charset=windows-1251").ends_with("\xD0\x91"));
  BOOST_TEST(as_utf8(meta).ends_with("\xD0\xB0"));
  BOOST_TEST(as_utf8("\xC3\xA9") == "\xC3\xA9");
  BOOST_TEST(as_utf8("caf\xE9") == "caf\xC3\xA9");
}

BOOST_AUTO_TEST_CASE(utf_16) {
  BOOST_TEST(as_utf8("\xFF\xFE\xE9\0x\0"sv) == "\xC3\xA9x");
  BOOST_TEST(as_utf8("\xFE\xFF\0\xE9\0x"sv) == "\xC3\xA9x");
  BOOST_TEST(as_utf8("x\0y\0"sv, "text/html; charset=utf-16le") == "xy");
  // A declaration in ASCII can't be in UTF-16.
  BOOST_TEST(as_utf8("<meta charset=utf-16>\xC3\xA9").ends_with("\xC3\xA9"));
}

BOOST_AUTO_TEST_CASE(browsers_take_latin1_for_windows_1252) {
  for (const char* label : {"latin1", "ISO-8859-1", "us-ascii", "ascii", " Windows-1252 "}) {
    BOOST_TEST(as_utf8("\x80", std::string("text/html; charset=") + label) == "\xE2\x82\xAC",
               label);
  }
}

BOOST_AUTO_TEST_CASE(other_scripts) {
  BOOST_TEST(as_utf8("\x82\xA0", "text/html; charset=Shift_JIS") == "\xE3\x81\x82");
  BOOST_TEST(as_utf8("\xA4\xA2", "text/html; charset=euc-jp") == "\xE3\x81\x82");
  BOOST_TEST(as_utf8("\xD6\xD0", "text/html; charset=gb2312") == "\xE4\xB8\xAD");
  BOOST_TEST(as_utf8("\xA4\xA4", "text/html; charset=big5") == "\xE4\xB8\xAD");
  BOOST_TEST(as_utf8("\xB0\xA1", "text/html; charset=euc-kr") == "\xEA\xB0\x80");
  BOOST_TEST(as_utf8("\xE1", "text/html; charset=iso-8859-7") == "\xCE\xB1");
}

BOOST_AUTO_TEST_CASE(broken_text_is_replaced) {
  BOOST_TEST(as_utf8("a\x81z", "text/html; charset=windows-1252") == "a\xEF\xBF\xBDz");
  BOOST_TEST(as_utf8("a\xD6", "text/html; charset=gbk") == "a\xEF\xBF\xBD");
  const auto page =
      read_page("<title>a\xFFz</title>", {"https://e.org/", "text/html; charset=utf-8", false});
  BOOST_TEST(page.title == "a\xEF\xBF\xBDz");
}

BOOST_AUTO_TEST_CASE(unknown_labels_do_not_count) {
  BOOST_TEST(as_utf8("caf\xE9", "text/html; charset=klingon") == "caf\xC3\xA9");
  BOOST_TEST(as_utf8("\xC3\xA9", "text/html; charset=klingon") == "\xC3\xA9");
  BOOST_TEST(as_utf8("<meta charset=koi8-r>\xC1", "text/html; charset=x").ends_with("\xD0\xB0"));
  // iconv knows names that a page must not choose, and suffixes that change what it does.
  BOOST_TEST(encoding_of_label("UTF-7").empty());
  BOOST_TEST(encoding_of_label("utf-8//TRANSLIT").empty());
}

BOOST_AUTO_TEST_CASE(charset_parameters) {
  BOOST_TEST(charset_parameter("text/html") == "");
  BOOST_TEST(charset_parameter("text/html;charset=a") == "a");
  BOOST_TEST(charset_parameter("text/html; x=y ; Charset = \"b c\" ; z") == "b c");
  BOOST_TEST(charset_parameter("text/html; charset") == "");
  BOOST_TEST(charset_parameter("text/html; charsets=a; charset='q'") == "q");
}

BOOST_AUTO_TEST_CASE(meta_elements) {
  struct Row {
    std::string html;
    std::string charset;
  };
  const Row rows[] = {
      {"<meta charset=a>", "a"},
      {"<META CHARSET = 'a b' >", "a b"},
      {"<meta/charset=\"a\"/>", "a"},
      {"<meta http-equiv=Content-Type content='text/html; charset=a'>", "a"},
      {"<meta content='text/html; charset = \"a\"' http-equiv=\"content-type\">", "a"},
      {"<meta content='text/html; charset=a'>", ""},
      {"<meta name=x content='charset=a'><meta charset=b>", "b"},
      {"<!-- <meta charset=a> --><meta charset=b>", "b"},
      {"<!--><meta charset=a>", "a"},
      {"<p title='<meta charset=a>'><meta charset=b>", "b"},
      {"<metadata charset=a><meta charset=b>", "b"},
      {"</p charset=a><?x <meta charset=b>", ""},
      {"<meta charset=", ""},
      {"<meta charset='a", ""},
      {"<", ""},
      {"", ""},
      {std::string(1000, ' ') + "<meta charset=a>", "a"},
      {std::string(1020, ' ') + "<meta charset=a>", ""},
  };
  for (const Row& row : rows) BOOST_TEST(prescan_meta_charset(row.html) == row.charset, row.html);
}

/// As Chromium and Firefox write the same (tests/differential/whole_pages.test.mjs holds them to
/// it).
BOOST_AUTO_TEST_CASE(queries_are_in_the_encoding_of_the_page) {
  struct Row {
    const char* encoding;
    std::string_view address;
    std::string_view sent;
  };
  const Row rows[] = {
      {"WINDOWS-1251", "/q?n=\xD0\xB9", "/q?n=%E9"},
      {"WINDOWS-1251", "/\xD0\xB9?n=1", "/\xD0\xB9?n=1"},
      {"WINDOWS-1251", "/q?a=\xD0\xB9#\xD0\xB9", "/q?a=%E9#\xD0\xB9"},
      {"WINDOWS-1251", "#?\xD0\xB9", "#?\xD0\xB9"},
      {"WINDOWS-1252", "?\xE2\x9C\x93=\xE2\x82\xAC", "?%26%2310003%3B=%80"},
      // 0x95 0x5C: the second byte is a backslash, and stays one.
      {"CP932", "?\xE8\xA1\xA8", "?%95\\"},
      {"WINDOWS-1252", "?%D0%B9+&\"", "?%D0%B9+&\""},
  };
  for (const Row& row : rows) {
    Encoder encoder(row.encoding);
    BOOST_REQUIRE(encoder.usable());
    BOOST_TEST(with_query_encoded(row.address, encoder) == row.sent, row.address);
  }
  for (const char* none : {"UTF-8", "UTF-16LE", "ISO-2022-JP"}) {
    BOOST_TEST(output_encoding(none).empty(), none);
  }
}

BOOST_AUTO_TEST_CASE(what_an_xml_declaration_says) {
  const std::string declared = "<?xml version='1.0' encoding='ISO-8859-7'?><html>\xE1</html>";
  BOOST_TEST(as_utf8(declared).ends_with("\xCE\xB1</html>"));
  BOOST_TEST(xml_declared_charset("<?xml version=\"1.0\"?>").empty());
  BOOST_TEST(xml_declared_charset("<?xml encoding=\"x").empty());
}

BOOST_AUTO_TEST_SUITE_END()

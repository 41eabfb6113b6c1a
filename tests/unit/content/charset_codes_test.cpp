#include "content/charset_codes.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "content/query_forms.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

Page read(std::string_view html, std::string_view content_type = "text/html") {
  const ReadOptions options{"http://e.org/", content_type, false};
  const ParsedPage parsed(html, options);
  Page page = parsed.read();
  page.forms = read_query_forms(parsed, options.url);
  add_charset_codes(page, parsed.encoding());
  return page;
}

/// `?`: nothing is said of the character.
std::string code_of(const Page& page, std::string_view charset, std::uint32_t character) {
  for (const auto& [name, codes] : page.charsets) {
    if (name != charset) continue;
    const auto found = std::find_if(codes.begin(), codes.end(),
                                    [&](const auto& code) { return code.character == character; });
    if (found != codes.end()) return found->bytes;
  }
  return "?";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(charset_codes)

BOOST_AUTO_TEST_CASE(a_page_tells_how_its_characters_are_written) {
  const Page cyrillic =
      read("<title>\xD0\xFB\xE1\xE0</title><form><input name=q value='&rarr;'></form>",
           "text/html; charset=windows-1251");
  BOOST_REQUIRE_EQUAL(cyrillic.forms.size(), 1);
  BOOST_TEST(cyrillic.forms[0].charset == "WINDOWS-1251");
  BOOST_TEST(code_of(cyrillic, "WINDOWS-1251", 0x44B) == "\xFB");
  BOOST_TEST(code_of(cyrillic, "WINDOWS-1251", 0x2192) == "");
  BOOST_TEST(code_of(cyrillic, "WINDOWS-1251", 0x410) == "?");

  const Page japanese = read(
      "<meta charset=shift_jis><a href=/x>\x93\xFA\x96\x7B &euro;</a>"
      "<form><select name=s><option>\x93\xFA</select></form>");
  BOOST_TEST(japanese.forms[0].charset == "CP932");
  BOOST_TEST(code_of(japanese, "CP932", 0x65E5) == "\x93\xFA");
  BOOST_TEST(code_of(japanese, "CP932", 0x672C) == "\x96\x7B");
  BOOST_TEST(code_of(japanese, "CP932", 0x20AC) == "");

  const Page latin = read("<title>Caf\xE9 &euro; &rarr;</title><form><input name=q></form>",
                          "text/html; charset=ISO-8859-1");
  BOOST_TEST(latin.forms[0].charset == "WINDOWS-1252");  // as browsers take that name
  BOOST_TEST(code_of(latin, "WINDOWS-1252", 0xE9) == "\xE9");
  BOOST_TEST(code_of(latin, "WINDOWS-1252", 0x20AC) == "\x80");
  BOOST_TEST(code_of(latin, "WINDOWS-1252", 0x2192) == "");
}

BOOST_AUTO_TEST_CASE(pages_in_utf8_say_nothing) {
  const Page page = read("<title>Caf\xC3\xA9</title><form><input name=q></form>");
  BOOST_TEST(page.forms[0].charset == "");
  BOOST_TEST(page.charsets.empty());
}

BOOST_AUTO_TEST_CASE(a_form_may_name_its_encoding) {
  BOOST_TEST(charset_of_form(std::nullopt, "WINDOWS-1251") == "WINDOWS-1251");
  BOOST_TEST(charset_of_form("", "WINDOWS-1251") == "");
  BOOST_TEST(charset_of_form(" none \n Shift_JIS utf-8", "UTF-8") == "CP932");
  BOOST_TEST(charset_of_form("utf-8", "WINDOWS-1251") == "");
  BOOST_TEST(charset_of_form("utf-16", "WINDOWS-1251") == "");
  BOOST_TEST(charset_of_form(std::nullopt, "UTF-16LE") == "");
  const Page page = read(
      "<meta charset=utf-8><form accept-charset='koi8-r'><input name=q value='&#1073;'></form>");
  BOOST_TEST(page.forms[0].charset == "KOI8-R");
  BOOST_TEST(code_of(page, "KOI8-R", 0x431) == "\xC2");
}

BOOST_AUTO_TEST_SUITE_END()

#include "forms/charset.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail;

namespace {

Charset shift_jis() {
  Charset charset;
  // The second byte of the second is a letter of ASCII.
  charset.learn({"CP932", {{0x65E5, "\x93\xFA"}, {0x672C, "\x96\x7B"}, {0xFF71, "\xB1"}}});
  return charset;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(charsets)

BOOST_AUTO_TEST_CASE(writes_and_reads_what_it_was_told) {
  const Charset charset = shift_jis();
  const std::string text = "a \xE6\x97\xA5\xE6\x9C\xAC\xEF\xBD\xB1{";
  BOOST_TEST(charset.write(text).value() == "a \x93\xFA\x96\x7B\xB1{");
  BOOST_TEST(charset.read("a \x93\xFA\x96\x7B\xB1{") == text);
  BOOST_TEST(!charset.write("\xE4\xB8\xAD").has_value());
  BOOST_TEST(charset.read("\xE0x\xFF") == "\xEF\xBF\xBDx\xEF\xBF\xBD");
  BOOST_TEST(Charset{}.write("plain").value() == "plain");
}

BOOST_AUTO_TEST_CASE(what_the_encoding_lacks_is_written_as_its_number) {
  Charset charset = shift_jis();
  charset.learn({"CP932", {{0x20AC, ""}, {0x65E5, "other"}}});
  BOOST_TEST(charset.write("5 \xE2\x82\xAC").value() == "5 &#8364;");
  BOOST_TEST(charset.write("\xE6\x97\xA5").value() == "\x93\xFA");  // the first word counts
}

BOOST_AUTO_TEST_CASE(stays_within_bounds_and_in_snapshots) {
  Charset charset;
  CharsetCodes codes;
  for (std::uint32_t i = 0x80; i < 0x80 + 2 * Charset::kMost; ++i)
    codes.codes.push_back({i, "\x80"});
  charset.learn(codes);
  ByteWriter out;
  charset.save(out);
  Charset again;
  ByteReader in(out.bytes());
  BOOST_TEST(again.load(in));
  BOOST_TEST(in.at_end());
  ByteWriter twice;
  again.save(twice);
  BOOST_TEST((twice.bytes() == out.bytes()));
  ByteWriter over;
  over.var(1);
  over.var(0x41);
  over.text("A");
  ByteReader damaged(over.bytes());
  BOOST_TEST(!Charset{}.load(damaged));
}

BOOST_AUTO_TEST_SUITE_END()

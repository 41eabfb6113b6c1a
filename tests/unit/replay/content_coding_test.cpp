#include "importers/content_coding.hpp"

#include "import_scratch.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::test;

BOOST_AUTO_TEST_SUITE(codings)

BOOST_AUTO_TEST_CASE(are_bounded_and_tolerant) {
  const std::string packed = gzipped(std::string(1'000'000, 'x'));
  const auto bomb = must(undo_codings("gzip", packed, 1000));
  BOOST_TEST(bomb.cut);
  BOOST_TEST(bomb.bytes.size() == 1000U);
  const auto twice = must(undo_codings("gzip, GZIP", gzipped(packed), 2'000'000));
  BOOST_TEST(!twice.cut);
  BOOST_TEST(twice.bytes.size() == 1'000'000U);
  BOOST_TEST(must(undo_codings("gzip", "plain text", 1000)).bytes == "plain text");
  BOOST_TEST(must(undo_codings("br", "plain text", 1000)).bytes.size() > 0U);
  BOOST_TEST(must(undo_codings("gzip", packed.substr(0, 500), 2'000'000)).cut);
  BOOST_TEST(!undo_codings("rot13", "x", 1000));
  BOOST_TEST(!undo_codings("gzip,gzip,gzip,gzip", "x", 1000));
}

BOOST_AUTO_TEST_CASE(chunks_that_lie) {
  BOOST_TEST(join_chunks("3\r\nabc\r\n0\r\n\r\n").bytes == "abc");
  BOOST_TEST(join_chunks("<html>").bytes == "<html>");
  BOOST_TEST(join_chunks("").bytes.empty());
  BOOST_TEST(join_chunks("ff\r\nabc").cut);
  BOOST_TEST(join_chunks("3\r\nabc\r\nzz\r\n").cut);
  BOOST_TEST(join_chunks("ffffffffffffffff\r\nabc").bytes == "abc");
  BOOST_TEST(join_chunks("fffffffffffffffffffff\r\nabc").bytes == "fffffffffffffffffffff\r\nabc");
}

BOOST_AUTO_TEST_SUITE_END()

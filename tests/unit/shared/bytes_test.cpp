#include "tagtrail/bytes.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tagtrail/bits.hpp"
#include "tagtrail/random.hpp"
#include "tagtrail/read_watch.hpp"

using namespace tagtrail;

BOOST_AUTO_TEST_SUITE(bytes)

BOOST_AUTO_TEST_CASE(layout_is_little_endian_without_padding) {
  ByteWriter out;
  out.u8(1);
  out.u16(0x0203);
  out.u32(0x04050607);
  out.u64(0x08090A0B0C0D0E0FULL);
  out.boolean(true);
  out.text("ab");
  const Bytes expected{1,    0x03, 0x02, 0x07, 0x06, 0x05, 0x04, 0x0F, 0x0E, 0x0D,
                       0x0C, 0x0B, 0x0A, 0x09, 0x08, 1,    2,    'a',  'b'};
  BOOST_TEST(out.bytes() == expected);
}

BOOST_AUTO_TEST_CASE(numbers_of_variable_length) {
  const std::uint64_t values[] = {
      0, 1, 127, 128, 300, 16383, 16384, 0xFFFFFFFFULL, std::numeric_limits<std::uint64_t>::max()};
  for (const std::uint64_t value : values) {
    ByteWriter out;
    out.var(value);
    ByteReader in(out.bytes());
    BOOST_TEST(in.var() == value);
    BOOST_TEST((in.ok() && in.at_end()));
  }
  ByteWriter out;
  out.var(300);
  BOOST_TEST(out.bytes() == (Bytes{0xAC, 0x02}));
}

BOOST_AUTO_TEST_CASE(numbers_that_do_not_fit_are_refused) {
  const Bytes eleven{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01};
  ByteReader too_long(eleven);
  BOOST_TEST(too_long.var() == 0U);
  BOOST_TEST(!too_long.ok());
  const Bytes two_to_64{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02};
  ByteReader too_large(two_to_64);
  BOOST_TEST(too_large.var() == 0U);
  BOOST_TEST(!too_large.ok());
}

BOOST_AUTO_TEST_CASE(doubles_keep_their_bits) {
  for (const double value :
       {0.0, -0.0, 1.5, std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::denorm_min(),
        std::numeric_limits<double>::quiet_NaN()}) {
    ByteWriter out;
    out.f64(value);
    ByteReader in(out.bytes());
    BOOST_TEST(bit_cast<std::uint64_t>(in.f64()) == bit_cast<std::uint64_t>(value));
  }
}

BOOST_AUTO_TEST_CASE(nothing_is_read_past_the_end) {
  const Bytes three{1, 2, 3};
  ByteReader in(three);
  BOOST_TEST(in.u32() == 0U);
  BOOST_TEST(!in.ok());
  // Once bad, always bad: what is there is not read either.
  BOOST_TEST(in.u8() == 0U);
  BOOST_TEST(in.view().empty());
  BOOST_TEST(in.count() == 0U);
  BOOST_TEST(in.var() == 0U);
  BOOST_TEST(in.f64() == 0.0);

  ByteReader none(nullptr, 0);
  BOOST_TEST(none.at_end());
  BOOST_TEST(none.text().empty());
  BOOST_TEST(!none.ok());
}

BOOST_AUTO_TEST_CASE(text_that_claims_more_than_there_is) {
  for (const std::uint64_t claimed :
       {std::uint64_t{3}, std::uint64_t{1} << 40U, std::numeric_limits<std::uint64_t>::max()}) {
    ByteWriter out;
    out.var(claimed);
    out.raw("ab", 2);
    ByteReader in(out.bytes());
    BOOST_TEST(in.text().empty());
    BOOST_TEST(!in.ok());
  }
}

BOOST_AUTO_TEST_CASE(counts_that_the_input_can_not_hold) {
  ByteWriter out;
  out.var(4);
  out.raw("12345678", 8);
  ByteReader fits(out.bytes());
  BOOST_TEST(fits.count(2) == 4U);
  BOOST_TEST(fits.ok());
  ByteReader short_of(out.bytes());
  BOOST_TEST(short_of.count(3) == 0U);
  BOOST_TEST(!short_of.ok());
  ByteWriter huge;
  huge.var(std::numeric_limits<std::uint64_t>::max());
  ByteReader in(huge.bytes());
  BOOST_TEST(in.count(0) == 0U);
  BOOST_TEST(!in.ok());
}

BOOST_AUTO_TEST_CASE(random_input_never_leaves_the_buffer) {
  Random random(7);
  for (int round = 0; round < 2000; ++round) {
    Bytes input(random.below(40));
    for (auto& byte : input) byte = static_cast<std::uint8_t>(random.next());
    ByteReader in(input);
    while (in.ok() && !in.at_end()) {
      switch (random.below(6)) {
        case 0:
          in.u16();
          break;
        case 1:
          in.var();
          break;
        case 2:
          BOOST_REQUIRE(in.view().size() <= input.size());
          break;
        case 3:
          BOOST_REQUIRE(in.count(2) * 2 <= input.size());
          break;
        case 4:
          in.f64();
          break;
        default:
          in.u8();
      }
      BOOST_REQUIRE(in.position() <= input.size());
    }
  }
}

// Restoring a snapshot of a gigabyte was deaf to Ctrl-C.
BOOST_AUTO_TEST_CASE(a_long_read_can_be_watched_and_ended) {
  constexpr std::size_t kMiB = std::size_t{1} << 20U;
  ByteWriter out;
  for (int i = 0; i < 5; ++i) out.text(std::string(kMiB - 10, 'x'));
  std::vector<std::size_t> positions;
  const auto read_all = [&] {
    ByteReader in(out.bytes());
    int texts = 0;
    while (in.ok() && !in.at_end()) texts += in.text().empty() ? 0 : 1;
    return texts;
  };
  BOOST_TEST(read_all() == 5);
  {
    const ReadWatch watch([&](std::size_t position) {
      positions.push_back(position);
      return positions.size() < 3;
    });
    BOOST_TEST(read_all() == 3);
  }
  BOOST_TEST(positions.size() == 3U);
  BOOST_TEST(positions.front() >= kMiB);
  BOOST_TEST(read_all() == 5);
}

BOOST_AUTO_TEST_SUITE_END()

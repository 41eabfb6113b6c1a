// Content codings: whole, in pieces of all sizes, cut at every byte, damaged, and one in the other.
#include "fetch/body_decoder.hpp"

#include <zlib.h>
#include <zstd.h>

#include <boost/test/unit_test.hpp>
#include <string>

using namespace tagtrail::host;
using Step = BodyDecoder::Step;

namespace {

const std::string kText = [] {
  std::string text;
  for (int i = 0; i < 4000; ++i) text += std::to_string(i * 7919 % 10007) + ",";
  return text;
}();

/// `bits` as deflateInit2 takes them: 31 gzip, 15 zlib, -15 neither.
std::string deflated(const std::string& text, int bits) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string zstandard(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

constexpr std::size_t kPiece = 64 * 1024;
constexpr std::size_t kMostCodings = 3;

/// "brotli: ", two hundred times.
const std::string kBrotli(
    "\x1b\x3f\x06\xf8\x1d\xa9\x53\x9f\xbb\x70\x09\x22\x26\x57\x3a\x74\x99\xc6\xf6\x16\xbe\x85\x03"
    "\xe4\xeb\x07");

struct Result {
  std::string text;
  Step step = Step::more;
  bool complete = false;
};

/// All of `bytes`, in as many slices as it takes.
Step feed(BodyDecoder& decoder, std::string_view bytes, const BodyDecoder::Take& take) {
  Step step = Step::slice;
  while (step == Step::slice) {
    const std::uint64_t before = decoder.made();
    step = decoder.feed(bytes, take);
    BOOST_TEST(decoder.made() - before <= BodyDecoder::kSlice + kMostCodings * kPiece);
  }
  return step;
}

Result decode(const std::string& coding, const std::string& body, std::size_t piece = 1 << 20) {
  auto decoder = BodyDecoder::create(coding);
  BOOST_REQUIRE(decoder.has_value());
  Result result;
  for (std::size_t at = 0; at < body.size() && result.step == Step::more; at += piece) {
    result.step =
        feed(*decoder, std::string_view(body).substr(at, piece), [&](std::string_view out) {
          BOOST_TEST((out.size() <= kPiece || coding == "identity"));
          result.text += out;
          return true;
        });
  }
  result.complete = decoder->complete();
  return result;
}

void is_whole(const std::string& coding, const std::string& body, const std::string& text) {
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{1} << 20U}) {
    const Result result = decode(coding, body, piece);
    BOOST_TEST((result.step == Step::more), coding);
    BOOST_TEST((result.text == text), coding);
    BOOST_TEST(result.complete, coding);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(body_decoder)

BOOST_AUTO_TEST_CASE(each_coding) {
  is_whole("gzip", deflated(kText, 31), kText);
  is_whole("X-GZIP", deflated(kText, 31), kText);
  is_whole("deflate", deflated(kText, 15), kText);
  is_whole("deflate", deflated(kText, -15), kText);
  is_whole("zstd", zstandard(kText), kText);
  std::string brotli;
  for (int i = 0; i < 200; ++i) brotli += "brotli: ";
  is_whole("br", kBrotli, brotli);
  is_whole("identity", kText, kText);
  is_whole("deflate, gzip", deflated(deflated(kText, 15), 31), kText);
  is_whole("gzip,, zstd", zstandard(deflated(kText, 31)), kText);
}

BOOST_AUTO_TEST_CASE(more_than_one_member_and_what_follows_the_last) {
  is_whole("gzip", deflated("one,", 31) + deflated("two", 31), "one,two");
  is_whole("zstd", zstandard("one,") + zstandard("two"), "one,two");
  BOOST_TEST(decode("gzip", deflated("one", 31) + std::string(100, '\0')).text == "one");
  BOOST_TEST(decode("gzip", deflated("one", 31) + std::string(100, '\0')).complete);
}

// Where a piece of the body happened to begin decided whether it was damaged.
BOOST_AUTO_TEST_CASE(what_follows_the_last_member_is_not_looked_at) {
  is_whole("gzip", deflated("one", 31) + std::string("\0\x1f no member", 12), "one");
}

BOOST_AUTO_TEST_CASE(a_cut_at_any_byte_is_seen) {
  for (const auto& [coding, body] :
       {std::pair<std::string, std::string>{"gzip", deflated(kText, 31)},
        {"deflate", deflated(kText, 15)},
        {"deflate", deflated(kText, -15)},
        {"zstd", zstandard(kText)},
        {"br", kBrotli},
        {"deflate, gzip", deflated(deflated(kText, 15), 31)}}) {
    BOOST_TEST(decode(coding, "").complete, coding);
    const std::size_t step = std::max<std::size_t>(body.size() / 500, 1);
    for (std::size_t size = 1; size < body.size(); size += step) {
      const Result result = decode(coding, body.substr(0, size));
      BOOST_TEST((result.step == Step::more), coding << " cut at " << size);
      BOOST_TEST(!result.complete, coding << " cut at " << size);
    }
    BOOST_TEST(!decode(coding, body.substr(0, body.size() - 1)).complete, coding);
  }
}

BOOST_AUTO_TEST_CASE(damage_is_seen) {
  for (const char* coding : {"gzip", "zstd", "br", "deflate"}) {
    const Result result = decode(coding, "<html>this is no compressed body at all</html>");
    BOOST_TEST((result.step == Step::damaged || !result.complete), coding);
  }
  std::string body = deflated(kText, 31);
  body[body.size() - 6] = static_cast<char>(body[body.size() - 6] ^ 1);
  BOOST_TEST((decode("gzip", body).step == Step::damaged));
}

BOOST_AUTO_TEST_CASE(decoding_stops_when_it_is_told_to) {
  auto decoder = BodyDecoder::create("gzip, gzip");
  int pieces = 0;
  const std::string bomb = deflated(deflated(std::string(10 << 20, '\0'), 31), 31);
  const Step step = feed(*decoder, bomb, [&](std::string_view) { return ++pieces < 3; });
  BOOST_TEST((step == Step::stopped));
  BOOST_TEST(pieces == 3);
}

// A body that ended where a piece was full was taken for one that breaks off.
BOOST_AUTO_TEST_CASE(bodies_that_end_with_a_piece) {
  const std::string text(3 * kPiece, 'x');
  is_whole("zstd", zstandard(text), text);
  is_whole("gzip", deflated(text, 31), text);
  is_whole("zstd, gzip", deflated(zstandard(text), 31), text);
}

// The inner coding took the end of its body for the end, and read over the gigabytes behind it:
// only what came out at last was counted.
BOOST_AUTO_TEST_CASE(what_one_coding_makes_for_the_next_counts) {
  const std::string middle = deflated("", 31) + std::string(32 << 20, '\0');
  auto decoder = BodyDecoder::create("gzip, gzip, gzip");
  const std::string body = deflated(deflated(middle, 31), 31);
  BOOST_REQUIRE(body.size() < 10'000U);
  std::string text;
  const Step step = feed(*decoder, body, [&](std::string_view out) {
    text += out;
    return true;
  });
  BOOST_TEST((step == Step::more));
  BOOST_TEST(text.empty());
  BOOST_TEST(decoder->made() > 32U << 20U);
}

BOOST_AUTO_TEST_CASE(the_work_is_done_in_slices) {
  auto decoder = BodyDecoder::create("gzip");
  const std::string body = deflated(std::string(10 << 20, '\0'), 31);
  std::string_view left = body;
  int slices = 1;
  while (decoder->feed(left, [](std::string_view) { return true; }) == Step::slice) ++slices;
  BOOST_TEST(slices >= 10);
  BOOST_TEST(left.empty());
  BOOST_TEST(decoder->complete());
}

BOOST_AUTO_TEST_CASE(codings_that_are_not_known_or_too_many) {
  for (const char* value : {"compress", "gzip, sdch", "gzip, gzip, gzip, gzip"}) {
    BOOST_TEST(!BodyDecoder::create(value).has_value(), value);
  }
}

/// Files of servers that call a character set a coding were not loaded; browsers load them.
BOOST_AUTO_TEST_CASE(what_is_no_coding_changes_nothing) {
  for (const char* value : {"utf-8", "none", "identity", "binary, ISO-8859-1", "\xff\xfe"}) {
    const Result result = decode(value, "a,b\n1,2\n");
    BOOST_TEST(result.text == "a,b\n1,2\n", value);
    BOOST_TEST(result.complete, value);
  }
}

BOOST_AUTO_TEST_SUITE_END()

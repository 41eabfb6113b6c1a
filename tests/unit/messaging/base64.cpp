#include <boost/test/unit_test.hpp>
#include <random>

#include "messaging/channel.hpp"

using tagtrail::host::from_base64;
using tagtrail::host::to_base64;

namespace {

std::string encoded(std::string_view text) {
  return to_base64(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(base64)

BOOST_AUTO_TEST_CASE(vectors_of_rfc_4648) {
  BOOST_TEST(encoded("") == "");
  BOOST_TEST(encoded("f") == "Zg==");
  BOOST_TEST(encoded("fo") == "Zm8=");
  BOOST_TEST(encoded("foo") == "Zm9v");
  BOOST_TEST(encoded("foob") == "Zm9vYg==");
  BOOST_TEST(encoded("fooba") == "Zm9vYmE=");
  BOOST_TEST(encoded("foobar") == "Zm9vYmFy");
}

BOOST_AUTO_TEST_CASE(any_bytes_come_back) {
  std::mt19937 random(7);
  for (std::size_t size = 0; size < 300; ++size) {
    std::vector<std::uint8_t> bytes(size);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
    const auto back = from_base64(to_base64(bytes.data(), bytes.size()));
    BOOST_REQUIRE(back.has_value());
    BOOST_TEST(*back == bytes, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(what_is_not_base64_is_refused) {
  for (const std::string_view text : {"Z", "Zg", "Zg=", "Zg===", "====", "Z===", "Zg=a", "Zg==Zg==",
                                      "Zm9v\n", "Zm-_", "Zh==", "Zm9=", "\xff\xff\xff\xff"}) {
    BOOST_TEST(!from_base64(text).has_value(), text);
  }
}

BOOST_AUTO_TEST_SUITE_END()

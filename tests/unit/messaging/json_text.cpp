#include "messaging/json_text.hpp"

#include <boost/test/unit_test.hpp>

#include "tagtrail/protocol.hpp"

using tagtrail::ErrorCode;
using tagtrail::host::Json;
using tagtrail::host::parse_json;
using tagtrail::host::write_json;

namespace {

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

}  // namespace

BOOST_AUTO_TEST_SUITE(json_text)

BOOST_AUTO_TEST_CASE(depth_is_limited) {
  BOOST_TEST(parse_json(nested(tagtrail::protocol::kJsonDepth)).has_value());
  const auto deep = parse_json(nested(tagtrail::protocol::kJsonDepth + 1));
  BOOST_REQUIRE(!deep.has_value());
  BOOST_TEST((deep.error().code == ErrorCode::too_large));
  BOOST_TEST(!parse_json(std::string(500'000, '[')).has_value());
  BOOST_TEST(!parse_json(std::string(500'000, '{')).has_value());
}

BOOST_AUTO_TEST_CASE(brackets_in_strings_are_no_depth) {
  const std::string text = "[\"" + std::string(1000, '[') + "\\\"" + std::string(1000, '{') + "\"]";
  const auto value = parse_json(text);
  BOOST_REQUIRE(value.has_value());
  BOOST_TEST(value->at(0).get<std::string>().size() == 2001U);
}

BOOST_AUTO_TEST_CASE(the_number_of_values_is_limited) {
  std::string text = "[0";
  for (std::size_t i = 0; i < tagtrail::host::kJsonValues; ++i) text += ",0";
  text += "]";
  const auto value = parse_json(text);
  BOOST_REQUIRE(!value.has_value());
  BOOST_TEST((value.error().code == ErrorCode::too_large));
}

BOOST_AUTO_TEST_CASE(broken_text_is_an_error) {
  for (const std::string_view text :
       {"", " ", "{", "{\"a\":}", "[1,]", "nul", "\"\\", "\"\\u12", "{\"a\":1}x", "\xff",
        "\"\xff\"", "\"\xed\xa0\x80\"", "NaN", "01", "1e999", "{'a':1}", "]", "\"a\nb\""}) {
    BOOST_TEST(!parse_json(text).has_value(), text);
  }
}

BOOST_AUTO_TEST_CASE(invalid_utf8_does_not_throw_when_written) {
  BOOST_TEST(write_json(Json{{"a", "x\xff"}}) == "{\"a\":\"x\xEF\xBF\xBD\"}");
}

BOOST_AUTO_TEST_SUITE_END()

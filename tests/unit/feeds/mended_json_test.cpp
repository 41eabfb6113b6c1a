#include "feeds/mended_json.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>
#include <vector>

using tagtrail::host::mended_json;

BOOST_AUTO_TEST_SUITE(json_with_mistakes)

BOOST_AUTO_TEST_CASE(is_mended_so_that_what_comes_behind_them_is_read) {
  const std::vector<std::pair<std::string, std::string>> mended = {
      {R"({"a": [1, 2,], "b": 3,})", R"({"a":[1,2],"b":3})"},
      {R"([1,, 2 3])", R"([1,2,3])"},
      {"{\"a\": \"b\"\n \"c\": \"d\"}", R"({"a":"b","c":"d"})"},
      {R"({"a": "so "called", and "free" data", "b": 1})",
       R"({"a":"so \"called\", and \"free\" data","b":1})"},
      {"{\"a\": \"two\nlines\\x\\ud800\\ud83d\\ude00\"}",
       R"({"a":"two lines\\x\ufffd\ud83d\ude00"})"},
      {R"({// why
          a: NaN, /* so */ 'b': None, c: word})",
       R"({"a":null,"'b'":null,"c":"word"})"},
      {R"({"a": {"b": [1, 2}, "c": 3)", R"({"a":{"b":[1,2]},"c":3})"},
      {R"({"a", "b": , {}})", R"({"a":null,"b":null,"":{}})"},
      {R"([1] and more)", R"([1])"},
      {"{", "{}"},
      {"]", ""},
      {"", ""},
  };
  for (const auto& [written, expected] : mended) BOOST_TEST(mended_json(written) == expected);
  // Deep ones end where no reader goes.
  BOOST_TEST(mended_json("{,}" + std::string(1'000'000, '[')) == "{}");
  BOOST_TEST(mended_json(std::string(1'000'000, '[') + std::string(1'000'000, '}')).size() < 1000U);
}

BOOST_AUTO_TEST_SUITE_END()

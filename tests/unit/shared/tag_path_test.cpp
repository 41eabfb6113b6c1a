#include "tagtrail/tag_path.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "tagtrail/link.hpp"

using namespace tagtrail;

BOOST_AUTO_TEST_SUITE(tag_path)

BOOST_AUTO_TEST_CASE(token) {
  BOOST_TEST(tag_path_token("A", "", "") == "a");
  BOOST_TEST(tag_path_token("ul", "datasets \n\t wide", "") == "ul.datasets wide");
  BOOST_TEST(tag_path_token("div", "b a", "main") == "div.b a#main");
  BOOST_TEST(tag_path_token("div", " \f\r ", "\t") == "div");
  BOOST_TEST(tag_path_token("div", "", " as written ") == "div# as written ");
  BOOST_TEST(tag_path_token("DIV", "Upper", "Case") == "div.Upper#Case");
}

BOOST_AUTO_TEST_CASE(token_is_cut_at_a_character_border) {
  const std::string e_acute = "\xC3\xA9";
  std::string classes;
  for (int i = 0; i < 300; ++i) classes += e_acute;
  const std::string token = tag_path_token("a", classes, "id");
  BOOST_TEST(token.size() <= limits::kPathTokenBytes);
  BOOST_TEST(token.size() >= limits::kPathTokenBytes - 1);
  BOOST_TEST((token.size() - 2) % 2 == 0U);
}

BOOST_AUTO_TEST_CASE(whole_path) {
  std::string path;
  append_tag_path(path, "html");
  append_tag_path(path, "body");
  append_tag_path(path, "a.dl#x");
  BOOST_TEST(path == "/html/body/a.dl#x");
}

BOOST_AUTO_TEST_CASE(readable) {
  BOOST_TEST(readable_tag_path("") == "");
  BOOST_TEST(readable_tag_path("/html/body/div#main/ul.datasets wide/li/a") ==
             "html body div#main ul.datasets.wide li a");
  BOOST_TEST(readable_tag_path("/") == "");
}

BOOST_AUTO_TEST_SUITE_END()

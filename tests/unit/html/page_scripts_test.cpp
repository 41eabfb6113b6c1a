#include "html/page_scripts.hpp"

#include <boost/test/unit_test.hpp>

using tagtrail::host::page_scripts;

BOOST_AUTO_TEST_SUITE(page_scripts_of_pages)

BOOST_AUTO_TEST_CASE(a_script_is_known_again_by_its_address) {
  const auto one =
      page_scripts("<script src=/a.js></script><p><SCRIPT async SRC='/b.js'></SCRIPT>");
  const auto other = page_scripts("<script defer src = \"/b.js\" ></script>");
  BOOST_REQUIRE(one.size() == 2U);
  BOOST_REQUIRE(other.size() == 1U);
  BOOST_TEST(one[1] == other[0]);
  BOOST_TEST(one[0] != one[1]);
  BOOST_TEST(page_scripts("<script data-src=/b.js src=/a.js></script>")[0] == one[0]);
}

BOOST_AUTO_TEST_CASE(and_where_it_stands_in_the_page_by_what_does_not_change) {
  const auto script = [](const char* text) {
    return page_scripts(std::string("<script>") + text + "</script>");
  };
  BOOST_TEST(script("var page = 7, title = \"Births\";") ==
             script("var page = 12, title = \"It's \\\"odd\\\"\";"));
  BOOST_TEST(script("track(1)") != script("addLinks(1)"));
}

BOOST_AUTO_TEST_CASE(data_is_no_script) {
  BOOST_TEST(page_scripts("<script type=application/ld+json>{\"@type\": 1}</script>").empty());
  BOOST_TEST(page_scripts("<script type=\"text/template\"><a href=x></script>").empty());
  BOOST_TEST(page_scripts("<script type=module src=m.js></script>").size() == 1U);
  BOOST_TEST(page_scripts("<script type='text/javascript'>x()</script>").size() == 1U);
}

BOOST_AUTO_TEST_CASE(any_bytes_are_a_page) {
  for (const char* html :
       {"", "<script", "<script>", "<script src", "<script src=>", "<script src='",
        "<script>'never closed", "<script src=\"a\"", "</script><script></script"}) {
    BOOST_TEST(page_scripts(html).size() <= 1U, html);
  }
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "<script src=" + std::to_string(i) + "></script>";
  BOOST_TEST(page_scripts(many).size() == 200U);
}

BOOST_AUTO_TEST_SUITE_END()

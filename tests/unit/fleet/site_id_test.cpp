#include "fleet/site_id.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail::host;

using Words = std::vector<std::string>;

BOOST_AUTO_TEST_SUITE(site_ids)

BOOST_AUTO_TEST_CASE(options_come_back_as_they_were) {
  for (const Words& words : {Words{}, Words{"--delay=0"}, Words{"--name={a}/\"b\"", "--x=\n,\\"}}) {
    BOOST_TEST(options_of(options_text(words)) == words, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_list_of_texts_is_none) {
  for (const char* text : {"", "{}", "7", "[1]", R"(["a",null])", "[", "\xFF"}) {
    BOOST_TEST(options_of(text).empty(), text);
  }
}

BOOST_AUTO_TEST_CASE(an_id_is_the_url_and_the_options) {
  const std::string id = site_id("https://a.example/", {"--delay=1"});
  BOOST_TEST(id.size() == 32U);
  BOOST_TEST(id.find_first_not_of("0123456789abcdef") == std::string::npos);
  BOOST_TEST(id == site_id("https://a.example/", {"--delay=1"}));
  BOOST_TEST(id != site_id("https://a.example/", {}));
  BOOST_TEST(id != site_id("https://b.example/", {"--delay=1"}));
}

BOOST_AUTO_TEST_CASE(a_folder_has_the_host_and_the_id) {
  BOOST_TEST(site_folder("https://a.example/x", "0123456789abcdef") == "a.example-01234567");
  BOOST_TEST(site_folder("http://[::1]:8080/", "0123456789abcdef") == "__1-01234567");
}

/// Who can write the table could once lead a worker out of its folder by an id.
BOOST_AUTO_TEST_CASE(no_text_of_the_table_leads_elsewhere) {
  for (const char* id : {"/../../x", "../../..", "", "\n", "ABCDEFGH", "\xC3\xA4"}) {
    for (const char* url : {"https://a.example/", "https://../../x", "", "..", "https://..:1/"}) {
      const std::string folder = site_folder(url, id);
      BOOST_TEST(folder.find('/') == std::string::npos, folder);
      BOOST_TEST(folder.front() != '.', folder);
    }
  }
  BOOST_TEST(site_folder("https://a.example/", "/../../x") == "a.example-________");
}

BOOST_AUTO_TEST_SUITE_END()

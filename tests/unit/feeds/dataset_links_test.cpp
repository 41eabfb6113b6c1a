#include "feeds/dataset_links.hpp"

#include <boost/test/unit_test.hpp>

#include "html/page_reader.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

BOOST_AUTO_TEST_SUITE(dataset_links)

/// The JSON-LD that describes a data set is a script, whose texts are read for files, too.
BOOST_AUTO_TEST_CASE(files_of_data_sets_are_links_with_their_titles) {
  Page page =
      read_page(R"(<a href=/a.csv>A</a><script type="application/ld+json">["/a.csv", "/b.csv",
      "/other.csv"]</script>)",
                {"https://example.org/", "text/html", false});
  DatasetFacts set;
  set.title = "Births";
  for (const char* name : {"a.csv", "b.csv", "c"}) {
    set.files.push_back(std::string("https://example.org/") + name);
  }
  add_dataset_links(page, {set});
  BOOST_REQUIRE_EQUAL(page.links.size(), 5);
  BOOST_TEST(page.links[0].anchor == "A");
  BOOST_TEST(page.links[1].written == "/a.csv");
  BOOST_TEST(page.links[1].anchor.empty());
  BOOST_TEST(page.links[2].anchor == "Births");
  BOOST_TEST(page.links[2].tag_path == "/dataset/distribution");
  BOOST_TEST(page.links[3].tag_path == "/html/body/script");
  BOOST_TEST(page.links[4].url == "https://example.org/c");
  BOOST_TEST(page.links[4].position == 4);
}

BOOST_AUTO_TEST_SUITE_END()

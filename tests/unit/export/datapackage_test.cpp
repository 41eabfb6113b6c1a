// The manifest says what was harvested and where from, whatever servers sent.
#include "export/datapackage.hpp"

#include <nlohmann/json.hpp>

#include "../store/job_fixture.hpp"
#include "export/equal_contents.hpp"

namespace tagtrail::host::testing {
namespace {

using namespace std::string_literals;

const PackageFacts kFacts = {"https://Stats.example.org/",
                             "native",
                             "sb-classifier",
                             7,
                             "0.1.0",
                             true,
                             1500,
                             1,
                             {},
                             1,
                             "Prices",
                             "2020-01-02T03:04:05.000Z",
                             "data-files",
                             "rents by region"};

struct PackageFixture : JobFixture {
  nlohmann::json package() {
    must(write_datapackage(*store, kFacts));
    auto json = nlohmann::json::parse(read_file(dir / "datapackage.json"), nullptr, false);
    BOOST_REQUIRE(json.is_object());
    return json;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(datapackage, PackageFixture)

BOOST_AUTO_TEST_CASE(how_complete_a_job_is_stays_the_same_when_it_is_exported) {
  BOOST_TEST(!package().at("tagtrail").contains("complete"));
  PackageFacts facts = kFacts;
  facts.ending = Ending{Ending::How::about, "about complete: \xff", "", ""};
  Account account;
  account.met = account.saved = 3;
  account.other_types = {{"application/pdf", 4}};
  facts.account = account_to_json(account).dump();
  facts.stopped = R"({"count": 2})";
  must(write_datapackage(*store, facts));
  const std::string written = read_file(dir / "datapackage.json");
  const auto json = nlohmann::json::parse(written, nullptr, false);
  BOOST_REQUIRE(json.is_object());
  BOOST_TEST(json.at("tagtrail").at("complete") == false);
  BOOST_TEST(json.at("tagtrail").at("ending").at("how") == "about");
  BOOST_TEST(json.at("tagtrail").at("account").at("otherTypes").at("application/pdf") == 4);
  BOOST_TEST(json.at("tagtrail").at("stopped").at("count") == 2);
  must(write_datapackage(*store, must(facts_from_json(facts_to_json(facts)))));
  BOOST_TEST(read_file(dir / "datapackage.json") == written);
}

BOOST_AUTO_TEST_CASE(the_package_of_an_empty_job_says_so) {
  const auto json = package();
  BOOST_TEST(json.at("profile") == "data-package");
  BOOST_TEST(json.at("name") == "stats.example.org");
  BOOST_TEST(json.at("resources") == nlohmann::json::array({nlohmann::json::parse(kNoFiles)}));
  const auto& crawl = json.at("tagtrail");
  BOOST_TEST(crawl.at("seedUrl") == kFacts.seed_url);
  BOOST_TEST(crawl.at("engine") == "native");
  BOOST_TEST(crawl.at("policy") == "sb-classifier");
  BOOST_TEST(crawl.at("seed") == 7);
  BOOST_TEST(crawl.at("version") == "0.1.0");
  BOOST_TEST(crawl.at("robots") == true);
  BOOST_TEST(crawl.at("delay") == 1.5);
  BOOST_TEST(crawl.at("connections") == 1);
  BOOST_TEST(crawl.at("objective") == "data-files");
  BOOST_TEST(crawl.at("about") == "rents by region");
  BOOST_TEST(!crawl.contains("seeds"));
  BOOST_TEST(json.at("title") == "Prices");
  BOOST_TEST(json.at("created") == "2020-01-02T03:04:05.000Z");
  BOOST_TEST(json.at("homepage") == kFacts.seed_url);
}

BOOST_AUTO_TEST_CASE(what_was_left_out_is_named) {
  BOOST_TEST(!package().at("tagtrail").contains("leftOut"));
  ResponseCommit cut = page_commit(1, "https://example.org/hub");
  cut.response.page.truncated = true;
  cut.response.page.links_cut = 2248;
  ResponseCommit refused = page_commit(2, "https://example.org/in");
  refused.response.status = 403;
  must(store->commit(batch_of(std::move(cut), std::move(refused))));
  const auto json = package();
  const auto& left_out = json.at("tagtrail").at("leftOut");
  BOOST_TEST(
      left_out.dump() ==
      R"([{"cause":"partly_read","count":1,"example":"https://example.org/hub","links":2248})"
      R"(,{"cause":"refused","count":1,"example":"https://example.org/in"}])");
}

BOOST_AUTO_TEST_CASE(a_resource_says_where_the_file_came_from) {
  auto item = file_commit(*store, 1, "https://example.org/data/Prices 1.csv", "a,b\n");
  item.redirect_chain = {"https://example.org/go"};
  item.page_via = "tab";
  const std::string sha256 = item.file->sha256;
  must(store->commit(batch_of(std::move(item))));
  const auto json = package();
  BOOST_REQUIRE(json.at("resources").size() == 1U);
  const auto& resource = json.at("resources").at(0);
  BOOST_TEST(resource.at("name") == "prices-1.csv");
  BOOST_TEST(resource.at("path") == "files/Prices 1.csv");
  BOOST_TEST(resource.at("mediatype") == "text/csv");
  BOOST_TEST(resource.at("bytes") == 4);
  BOOST_TEST(resource.at("hash") == "sha256:" + sha256);
  BOOST_TEST(resource.at("sources").at(0).at("path") == "https://example.org/data/Prices 1.csv");
  const auto& trail = resource.at("tagtrail");
  BOOST_TEST(trail.at("page") == "https://example.org/");
  BOOST_TEST(trail.at("tagPath") == "/html/body/ul.list/li/a");
  BOOST_TEST(trail.at("anchor") == "link");
  BOOST_TEST(trail.at("redirects").at(0) == "https://example.org/go");
  BOOST_TEST(trail.at("fetchedAt").is_string());
  BOOST_TEST(trail.at("status") == 200);
  BOOST_TEST(trail.at("via") == "host");
  BOOST_TEST(trail.at("pageVia") == "tab");
  BOOST_TEST(!trail.contains("alsoAt"));
}

BOOST_AUTO_TEST_CASE(equal_contents_are_listed_once_with_their_other_addresses) {
  must(store->commit(batch_of(file_commit(*store, 1, "https://example.org/a.csv", "same"),
                              file_commit(*store, 2, "https://example.org/b.csv", "other"),
                              file_commit(*store, 3, "https://example.org/c.csv", "same"),
                              file_commit(*store, 4, "https://example.org/d.csv", "same"))));
  const auto resources = package().at("resources");
  BOOST_REQUIRE(resources.size() == 2U);
  BOOST_TEST(resources.at(0).at("path") == "files/a.csv");
  const nlohmann::json others = {{{"url", "https://example.org/c.csv"}, {"path", "files/c.csv"}},
                                 {{"url", "https://example.org/d.csv"}, {"path", "files/d.csv"}}};
  BOOST_TEST(resources.at(0).at("tagtrail").at("alsoAt") == others);
  BOOST_TEST(!resources.at(0).at("tagtrail").contains("moreAt"));
  BOOST_TEST(resources.at(1).at("path") == "files/b.csv");
  BOOST_TEST(!resources.at(1).at("tagtrail").contains("alsoAt"));
}

BOOST_AUTO_TEST_CASE(many_equal_files_do_not_multiply) {
  std::vector<ResponseCommit> batch;
  for (std::uint64_t id = 1; id <= 2 * kMaxAlsoAt; ++id) {
    batch.push_back(
        file_commit(*store, id, "https://example.org/" + std::to_string(id) + "/x.csv", "same"));
  }
  must(store->commit(std::move(batch)));
  const auto resources = package().at("resources");
  BOOST_REQUIRE(resources.size() == 1U);
  const auto& trail = resources.at(0).at("tagtrail");
  BOOST_TEST(trail.at("alsoAt").size() == kMaxAlsoAt);
  BOOST_TEST(trail.at("moreAt") == kMaxAlsoAt - 1);
}

BOOST_AUTO_TEST_CASE(broken_text_costs_a_character_not_the_manifest) {
  auto item = file_commit(*store, 1, "https://example.org/a.csv", "x");
  item.request.anchor = "\xff\xfe \"quoted\"\n\0</script>"s;
  item.request.tag_path = "/html/\xc3";
  item.response.mime = "";
  item.redirect_chain = {"https://example.org/\xe2\x82"};
  must(store->commit(batch_of(std::move(item))));
  const auto resources = package().at("resources");
  const auto& resource = resources.at(0);
  BOOST_TEST(!resource.contains("mediatype"));
  const std::string anchor = resource.at("tagtrail").at("anchor");
  BOOST_TEST(anchor == "\uFFFD\uFFFD \"quoted\"\n\0</script>"s);
  BOOST_TEST(resource.at("tagtrail").at("tagPath") == "/html/\uFFFD");
}

BOOST_AUTO_TEST_CASE(the_manifest_is_replaced_whole_or_not_at_all) {
  package();
  must(store->commit(batch_of(file_commit(*store, 1, "https://example.org/a.csv", "x"))));
  const std::string before = read_file(dir / "datapackage.json");
  // A folder in the way of the temporary file stands in for a write that fails.
  fs::create_directory(dir / ".datapackage.json.partial");
  BOOST_TEST(!write_datapackage(*store, kFacts).has_value());
  BOOST_TEST(read_file(dir / "datapackage.json") == before);
  fs::remove(dir / ".datapackage.json.partial");
  BOOST_TEST(package().at("resources").size() == 1U);
  BOOST_TEST(!fs::exists(dir / ".datapackage.json.partial"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing

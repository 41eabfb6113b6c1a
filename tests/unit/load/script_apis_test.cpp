#include "load/script_apis.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail;
using host::ScriptApis;

namespace {

const std::string kHost = "https://example.org";

ScriptApis apis() { return ScriptApis(*Scope::parse("host", kHost + "/")); }

Page page_of(std::initializer_list<std::string> paths) {
  Page page;
  for (const std::string& path : paths) {
    page.links.emplace_back();
    page.links.back().url = kHost + path;
    page.links.back().tag_path = "/html/body/a";
  }
  return page;
}

std::vector<std::string> told(ScriptApis& apis, const std::string& page_url,
                              const std::vector<std::string>& asked, Page page = {}) {
  apis.shown(page_url, asked, page);
  std::vector<std::string> urls;
  for (const LinkObservation& link : page.links) {
    if (link.tag_path.starts_with(kScriptJson)) urls.push_back(link.url);
  }
  return urls;
}

Request request(const std::string& url, const std::string& tag_path) {
  Request asked;
  asked.url = url;
  asked.tag_path = tag_path;
  return asked;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(script_apis)

BOOST_AUTO_TEST_CASE(what_generators_call_the_data_of_a_page_is_known) {
  for (const char* path : {"/_payload.json?ab-12", "/sets/_payload.json", "/a/__data.json?x=1",
                           "/_next/data/b1/sets/a.json", "/page-data/sets/page-data.json",
                           "/page-data/app-data.json", "/_nuxt/builds/meta/a1.json"}) {
    BOOST_TEST(host::is_payload_of_page(kHost + path), path);
  }
  for (const char* path : {"/payload.json", "/data.json", "/_next/static/a.json", "/_nuxt/a.json",
                           "/page-data.json/", "/get?file=_payload.json"}) {
    BOOST_TEST(!host::is_payload_of_page(kHost + path), path);
  }
}

BOOST_AUTO_TEST_CASE(json_becomes_links_with_the_shape_of_its_address_as_place) {
  ScriptApis known = apis();
  Page page = page_of({"/about"});
  known.shown(kHost + "/datasets/7", {kHost + "/API/datasets/7?page=2&key=x"}, page);
  BOOST_TEST_REQUIRE(page.links.size() == 2);
  BOOST_TEST(page.links[1].url == kHost + "/API/datasets/7?page=2&key=x");
  BOOST_TEST(page.links[1].tag_path == "/script/json/api/datasets/0_page_key");
  BOOST_TEST((page.links[1].element == LinkElement::link));
  BOOST_TEST(page.links[1].position == 1);
}

BOOST_AUTO_TEST_CASE(what_is_out_of_scope_linked_already_or_named_like_a_file_is_left) {
  ScriptApis known = apis();
  const std::vector<std::string> asked{"https://elsewhere.example/api", kHost + "/linked",
                                       kHost + "/data/list.json", kHost + "/api", kHost + "/api"};
  const auto urls = told(known, kHost + "/", asked, page_of({"/linked"}));
  BOOST_TEST(urls == std::vector<std::string>{kHost + "/api"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(of_thousands_a_few_are_told) {
  ScriptApis known = apis();
  std::vector<std::string> asked;
  for (int i = 0; i < 3000; ++i) asked.push_back(kHost + "/api/cells/" + std::to_string(i));
  BOOST_TEST(told(known, kHost + "/", asked).size() == 3);
  BOOST_TEST(told(known, kHost + "/", asked).empty());
  known.answered(asked[0], page_of({"/files/new.csv"}));
  BOOST_TEST(told(known, kHost + "/", asked).size() == 5);
  asked.clear();
  for (int i = 0; i < 3000; ++i) {
    asked.push_back(kHost + "/api/" + std::string(static_cast<std::size_t>(i % 200 + 1), 'x'));
  }
  BOOST_TEST(told(known, kHost + "/", asked).size() == 20);
}

BOOST_AUTO_TEST_CASE(a_shape_that_gave_nothing_new_three_times_is_hardly_told_any_more) {
  ScriptApis known = apis();
  const auto item = [](int i) { return kHost + "/api/items/" + std::to_string(i); };
  int count = 0;
  for (int i = 0; i < 3; ++i) {
    const std::string file = "/files/" + std::to_string(i) + ".csv";
    BOOST_TEST(told(known, kHost + "/items/1", {item(i)}, page_of({file})).size() == 1);
    known.answered(item(i), page_of({file}));
  }
  for (int i = 3; i < 103; ++i) {
    count += static_cast<int>(told(known, kHost + "/items/1", {item(i)}).size());
  }
  BOOST_TEST(count == 2);
  known.answered(item(103), page_of({"/files/new.csv"}));
  BOOST_TEST(told(known, kHost + "/items/1", {item(104)}).size() == 1);
}

BOOST_AUTO_TEST_CASE(an_answer_is_known_by_its_link_or_by_its_address) {
  ScriptApis known = apis();
  told(known, kHost + "/datasets", {kHost + "/api/datasets?page=1"});
  BOOST_TEST(known.is_one(request(kHost + "/x", "/script/json/x")));
  BOOST_TEST(known.is_one(request(kHost + "/api/datasets?page=2", "/json/next")));
  BOOST_TEST(!known.is_one(request(kHost + "/api/datasets?page=2", "/html/body/a")));
  BOOST_TEST(!known.is_one(request(kHost + "/api/other?page=2", "/json/next")));
  BOOST_TEST(!known.is_one(request(kHost + "/files/1.json", "/json/resources/url")));
}

BOOST_AUTO_TEST_CASE(pages_whose_links_json_gave_before_need_no_tab) {
  ScriptApis known = apis();
  const auto page = [](int i) { return kHost + "/datasets/" + std::to_string(i); };
  const auto file = [](int i) { return "/files/" + std::to_string(i) + ".csv"; };
  // Pages may have linked to what JSON names before that came.
  told(known, kHost + "/", {kHost + "/api/datasets"}, page_of({"/about", "/datasets/9"}));
  for (int i = 0; i < 20; ++i) {
    known.answered(kHost + "/api/datasets", page_of({"/datasets/" + std::to_string(i), file(i)}));
  }
  for (int i = 0; i < 5; ++i) {
    BOOST_TEST(!known.cover(page(i)));
    told(known, page(i), {}, page_of({"/about", file(i)}));
  }
  BOOST_TEST(known.cover(page(9)));
  BOOST_TEST(!known.cover(kHost + "/topics/9"));
  // What JSON gave for others says nothing of a page that it did not name: six of 24 pages were not
  // shown once, and their files not found.
  BOOST_TEST(!known.cover(page(20)));
  // It is looked at again after 5 pages, then after 10, and one with a link of its own ends it.
  for (int i = 0; i < 5; ++i) known.spared(page(i));
  BOOST_TEST(!known.cover(page(9)));
  told(known, page(9), {}, page_of({"/about", file(9)}));
  for (int i = 0; i < 5; ++i) known.spared(page(i));
  BOOST_TEST(known.cover(page(10)));
  for (int i = 0; i < 5; ++i) known.spared(page(i));
  BOOST_TEST(!known.cover(page(10)));
  told(known, page(10), {}, page_of({"/about", file(10), "/files/only-here.csv"}));
  BOOST_TEST(!known.cover(page(11)));
}

// A site whose pages are JSON to scripts that ask for it was asked for JSON, gave pages, and these
// counted as read: what their scripts show was never seen.
BOOST_AUTO_TEST_CASE(what_is_a_page_to_others_is_no_json) {
  ScriptApis known = apis();
  const auto item = [](int i) { return kHost + "/items/" + std::to_string(i); };
  BOOST_TEST(told(known, item(1), {item(1)}).empty());
  BOOST_TEST(told(known, kHost + "/", {kHost + "/list"}, page_of({"/lists"})).size() == 1);
  BOOST_TEST(told(known, kHost + "/", {kHost + "/lists"}).empty());  // a page links there
  BOOST_TEST(told(known, kHost + "/", {kHost + "/api/1"}).size() == 1);
  BOOST_TEST(known.is_one(request(kHost + "/api/1", "/script/json/api/0")));
  known.came_as_page(kHost + "/api/1");
  BOOST_TEST(!known.is_one(request(kHost + "/api/2", "/script/json/api/0")));
  BOOST_TEST(told(known, kHost + "/", {kHost + "/api/2"}).empty());
}

BOOST_AUTO_TEST_CASE(links_that_other_pages_had_are_no_reason_to_do_without_tabs) {
  ScriptApis known = apis();
  told(known, kHost + "/", {kHost + "/api/datasets"}, page_of({"/about"}));
  known.answered(kHost + "/api/datasets", page_of({"/about"}));
  for (int i = 0; i < 20; ++i) {
    told(known, kHost + "/datasets/" + std::to_string(i), {}, page_of({"/about"}));
  }
  BOOST_TEST(!known.cover(kHost + "/datasets/21"));
}

BOOST_AUTO_TEST_SUITE_END()

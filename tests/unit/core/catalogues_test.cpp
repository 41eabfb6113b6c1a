// Catalogues of data: asked where signs say so, page after page, and no more where they do not
// answer.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "fake_site.hpp"
#include "tagtrail/policy.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

constexpr const char* kSearch = "/api/3/action/package_search?sort=name%20asc&rows=100&start=";

Response page_with_signs(std::vector<std::string> signs, std::vector<LinkObservation> links) {
  Response response;
  response.status = 200;
  response.mime = "text/html";
  response.is_page = true;
  response.page.links = std::move(links);
  response.page.catalogue.signs = std::move(signs);
  return response;
}

Response listing(std::uint64_t items, std::uint64_t total, std::vector<LinkObservation> links) {
  Response response;
  response.status = 200;
  response.mime = "application/json";
  response.is_page = true;
  response.page.links = std::move(links);
  response.page.catalogue = {
      .signs = {}, .kind = "ckan", .total = total, .items = items, .entries = {}};
  return response;
}

/// A part of a tree of lists.
Response tree(std::vector<LinkObservation> links) {
  Response response = listing(0, 0, std::move(links));
  response.page.catalogue.kind = "pxweb-1";
  return response;
}

LinkObservation listed(const std::string& url) {
  return link(url, "/json/result/results/resources/url", LinkElement::link);
}

LinkObservation at_place(const std::string& url, const std::string& place) {
  return link(url, place, LinkElement::link);
}

FakeSite portal() {
  FakeSite site;
  site.set("/", page_with_signs({"generator ckan 2.10"}, links({"/about"})));
  site.page("/about", {});
  site.set(kSearch + std::string("0"), listing(100, 150, {listed("/1.csv")}));
  site.set(kSearch + std::string("100"), listing(50, 150, {listed("/2.csv")}));
  site.file("/1.csv");
  site.file("/2.csv");
  return site;
}

Config config_of(const std::string& policy, const std::string& catalogues) {
  Config config = config_for(policy);
  config.catalogues = catalogues;
  return config;
}

std::string crawled_with(const FakeSite& site, const std::string& catalogues,
                         const std::string& policy = "bfs") {
  const auto engine = engine_for(config_of(policy, catalogues));
  return crawl_text(*engine, site);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(catalogues)

BOOST_AUTO_TEST_CASE(are_asked_page_after_page_where_the_configuration_says_so) {
  const FakeSite site = portal();
  const std::string first = kSearch + std::string("0");
  const std::string second = kSearch + std::string("100");
  BOOST_TEST(crawled_with(site, "auto") == "/ " + first + " /about /1.csv " + second + " /2.csv");
  BOOST_TEST(crawled_with(site, "never") == "/ /about");
}

BOOST_AUTO_TEST_CASE(that_do_not_answer_are_not_asked_again) {
  FakeSite site;
  site.set("/", page_with_signs({"generator ckan 2.10"}, links({"/a", "/b"})));
  site.set("/a", page_with_signs({"url http://site.test/x/webassets/base/a.css"}, {}));
  site.set("/b", page_with_signs({"url http://site.test/y/webassets/base/a.css"}, {}));
  std::string text = crawled_with(site, "auto");
  std::size_t asked = 0;
  for (std::size_t at = 0; (at = text.find("package_search", at)) != std::string::npos; ++at) {
    ++asked;
  }
  BOOST_TEST(asked <= 2U, text);
}

/// A database of PxWeb, whose table gives two values of a variable at once.
FakeSite database(const std::string& named) {
  FakeSite site;
  site.set("/", page_with_signs({}, links({"/pxweb/en/db/", "/pxweb/sv/db/"})));
  site.set("/pxweb/en/db/", page_with_signs({}, links({"/pxweb/en/db/T/"})));
  site.set("/api/v1/en", tree({at_place("/api/v1/en/T.px", "/catalogue/pxweb-1/table")}));
  const std::string table = "/api/v1/en/T.px";
  site.set(table, tree({at_place(table + "#query:" + named + ".csv", "/catalogue/pxweb-1/data")}));
  Response refused;
  refused.status = 403;
  for (const char* many : {"a=1,2,3,4", "a=1,2,3"}) {
    site.set(table + "#query:" + many + ".csv", refused);
  }
  for (const char* few : {"a=1,2", "a=3", "a=4", "a=3,4"}) {
    site.file(table + "#query:" + few + ".csv");
  }
  return site;
}

std::string refused_of(const Engine& engine) {
  for (const LeftBehind& one : engine.progress(true).account.left_out) {
    if (one.cause == LeftOutCause::refused) return one.example;
  }
  return {};
}

// Version 2 is asked for first; in another language there are the same tables.
BOOST_AUTO_TEST_CASE(of_an_older_version_are_asked_once_where_there_is_no_newer_one) {
  FakeSite site = database("a=3");
  const std::string newer = "/api/v2/tables?lang=en&pageSize=1000";
  BOOST_TEST(crawled_with(site, "auto") == "/ " + newer +
                                               " /api/v1/en /pxweb/en/db/ /pxweb/sv/db/ "
                                               "/api/v1/en/T.px /pxweb/en/db/T/ "
                                               "/api/v1/en/T.px#query:a=3.csv");
  Response tables = tree({});
  tables.page.catalogue.kind = "pxweb";
  site.set(newer, tables);
  BOOST_TEST(crawled_with(site, "auto").find("/api/v1/") == std::string::npos);
}

// Pages for people of a directory of ArcGIS show what its JSON lists; a query may give data.
BOOST_AUTO_TEST_CASE(that_have_answered_are_not_read_once_more_in_pages) {
  const std::string root = "/arcgis/rest/services";
  const std::string layer = root + "/W/FeatureServer/0";
  FakeSite site;
  site.set("/", page_with_signs({}, links({root, "/about"})));
  site.set(root, page_with_signs({}, links({root + "/W/FeatureServer", root + "?f=pjson"})));
  site.set("/about", page_with_signs({}, links({layer, layer + "/query?f=csv", "/news"})));
  site.page("/news", {});
  site.file(layer + "/query?f=csv");
  site.file(layer + "/query?f=geojson");
  Response directory = tree({at_place(layer + "/query?f=geojson", "/json/layer/query")});
  directory.page.catalogue.kind = "arcgis-rest";
  site.set(root + "?f=json", directory);
  const std::string data = layer + "/query?f=geojson";
  BOOST_TEST(crawled_with(site, "auto") == "/ " + root + "?f=json " + root + " /about " + data +
                                               " " + layer + "/query?f=csv /news");
  BOOST_TEST(crawled_with(site, "never").find("/W/FeatureServer ") != std::string::npos);
}

/// Of `portal()`: its pages begin with these entries, as many as its items.
void set_entries(FakeSite& site, std::uint64_t first, std::uint64_t second) {
  for (const auto& [start, begin] : {std::pair{"0", first}, std::pair{"100", second}}) {
    const bool is_first = start == std::string("0");
    Response page = listing(is_first ? 100 : 50, 150, {listed(is_first ? "/1.csv" : "/2.csv")});
    for (std::uint64_t i = 0; i < page.page.catalogue.items; ++i) {
      page.page.catalogue.entries.push_back(begin + i);
    }
    site.set(kSearch + std::string(start), page);
  }
}

BOOST_AUTO_TEST_CASE(that_changed_while_they_were_read_are_read_once_more) {
  const std::string again = "/api/3/action/package_search?sort=name%20asc&rows=99&start=0";
  FakeSite site = portal();
  set_entries(site, 1, 101);
  BOOST_TEST(crawled_with(site, "auto").find(again) == std::string::npos);
  // One entry came twice, so another one is missing.
  set_entries(site, 1, 100);
  Response page = listing(1, 150, {listed("/3.csv")});
  page.page.catalogue.entries = {150};
  site.set(again, page);
  site.file("/3.csv");
  const std::string crawled = crawled_with(site, "auto");
  BOOST_TEST(crawled.find(again) != std::string::npos);
  BOOST_TEST(crawled.find("/3.csv") != std::string::npos);
  // It is said twice that there are 150, and no more can be done.
  page.page.catalogue.entries = {149};
  site.set(again, page);
  BOOST_TEST(crawled_with(site, "auto") == crawled);
}

BOOST_AUTO_TEST_CASE(give_a_table_by_halves_where_it_is_too_much) {
  const FakeSite site = database("a=1,2,3,4");
  const auto engine = engine_for(config_of("bfs", "auto"));
  const std::string text = crawl_text(*engine, site);
  const std::string table = "/api/v1/en/T.px#query:a=";
  BOOST_TEST(text.ends_with(table + "1,2,3,4.csv " + table + "3,4.csv " + table + "1,2.csv"), text);
  BOOST_TEST(refused_of(*engine) == "");
}

BOOST_AUTO_TEST_CASE(name_a_table_that_is_too_much_and_has_no_halves) {
  FakeSite site = database("a");
  Response refused;
  refused.status = 403;
  site.set("/api/v1/en/T.px#query:a.csv", refused);
  const auto engine = engine_for(config_of("bfs", "auto"));
  crawl_text(*engine, site);
  BOOST_TEST(refused_of(*engine) == on_site("/api/v1/en/T.px") + "#query:a.csv");
}

// A policy that first asks for types took JSON that is no wanted file for nothing at all, and so
// dropped the next page.
BOOST_AUTO_TEST_CASE(go_on_where_a_type_check_says_json) {
  const FakeSite site = portal();
  Config config = config_of("sb-classifier", "auto");
  config.targets = "csv";
  const auto engine = engine_for(config);
  const std::string text = crawl_text(*engine, site);
  BOOST_TEST(text.find("/2.csv") != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(out_of_scope_are_left) {
  FakeSite site;
  site.set("/", page_with_signs({"url http://other.test/webassets/base/a.css"},
                                links({"http://other.test/api/3/action/package_list"})));
  BOOST_TEST(crawled_with(site, "auto") == "/");
}

BOOST_AUTO_TEST_CASE(without_signs_nothing_is_asked) {
  BOOST_TEST(crawled_with(small_tree(), "auto") == crawled_with(small_tree(), "never"));
}

BOOST_AUTO_TEST_CASE(of_what_scripts_load_the_first_of_each_place_is_asked_at_once) {
  FakeSite site;
  const auto loaded = [](const std::string& url, const std::string& shape) {
    return link(url, "/script/json" + shape, LinkElement::link);
  };
  site.set("/", page_with_signs({}, {link("/a"), link("/b"), loaded("/api/x?page=1", "/api/x_page"),
                                     loaded("/api/x?page=2", "/api/x_page"),
                                     loaded("http://other.test/api", "/api")}));
  site.page("/a", {});
  site.page("/b", {});
  BOOST_TEST(crawled_with(site, "auto") == "/ /api/x?page=1 /a /b /api/x?page=2");
  site.set("/", page_with_signs({}, {}));
  std::vector<LinkObservation> many{link("/a")};
  for (int i = 0; i < 100; ++i) {
    const std::string shape = "/api/" + std::string(static_cast<std::size_t>(i + 1), 'x');
    many.push_back(loaded(shape, shape));
  }
  site.set("/", page_with_signs({}, many));
  const std::string text = crawled_with(site, "auto");
  const std::string before = text.substr(0, text.find(" /a "));
  BOOST_TEST(std::count(before.begin(), before.end(), ' ') == 20, text);
}

BOOST_AUTO_TEST_CASE(data_of_embedded_charts_is_a_link_of_the_page) {
  FakeSite site;
  const std::string chart = "https://datawrapper.dwcdn.net/AbC12/3/";
  site.set("/", page_with_signs({}, {link(chart, "/html/body/iframe", LinkElement::iframe),
                                     link("https://other.test/x/1/", "/html/body/iframe",
                                          LinkElement::iframe)}));
  const auto files_elsewhere = [&](const std::string& catalogues) {
    const auto engine = engine_for(config_of("bfs", catalogues));
    crawl_text(*engine, site);
    return engine->progress().elsewhere.files;
  };
  BOOST_TEST(files_elsewhere("auto") == 1U);
  BOOST_TEST(files_elsewhere("never") == 0U);
}

BOOST_AUTO_TEST_CASE(every_policy_takes_json_files_with_links_for_files_and_follows_them) {
  for (const PolicyInfo& info : policies()) {
    // acebot asks for what its patterns choose, and nothing else.
    if (info.needs_oracle || info.name == "acebot") continue;
    FakeSite site;
    site.page("/", links({"/list.json"}));
    Response json = listing(0, 0, {link("/inside.csv", "/json/url", LinkElement::link)});
    json.page.catalogue = {};
    site.set("/list.json", json);
    site.file("/inside.csv");
    const auto engine = engine_for(config_of(std::string(info.name), "auto"));
    const std::string text = crawl_text(*engine, site);
    BOOST_TEST(text.find("/inside.csv") != std::string::npos, info.name << ": " << text);
    BOOST_TEST(engine->progress().targets == 2U, info.name);
  }
}

BOOST_AUTO_TEST_CASE(answers_are_files_only_to_those_who_name_their_type) {
  for (const auto& [mime, named] :
       {std::pair("application/json", "csv,json"), std::pair("text/turtle", "csv,ttl")}) {
    FakeSite site;
    site.page("/", links({kSearch + std::string("0")}));
    Response answer = listing(1, 1, {listed("/1.csv")});
    answer.mime = mime;
    site.set(kSearch + std::string("0"), answer);
    site.file("/1.csv");
    for (const auto& [targets, files] : {std::pair("data", 1U), std::pair(named, 2U)}) {
      Config config = config_of("bfs", "auto");
      config.targets = targets;
      const auto engine = engine_for(config);
      crawl_text(*engine, site);
      BOOST_TEST(engine->progress().targets == files, mime << " " << targets);
    }
  }
}

BOOST_AUTO_TEST_CASE(what_was_asked_is_in_a_snapshot) {
  const FakeSite site = portal();
  const auto whole = engine_for(config_of("trail", "auto"));
  const std::vector<std::string> requests = crawl(*whole, site);
  auto engine = engine_for(config_of("trail", "auto"));
  std::vector<std::string> again;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const Bytes bytes = engine->snapshot();
    engine = must(Engine::restore(bytes.data(), bytes.size()));
    const Request request = next_request(*engine);
    again.push_back(request.url.substr(std::string(FakeSite::kRoot).size()));
    answer_from(*engine, site, request);
  }
  BOOST_TEST(again == requests, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(alone_are_kept_to_with_the_files_they_list) {
  FakeSite site = portal();
  Response first =
      listing(100, 150, {listed("/1.csv"), at_place("/logo.csv", "/json/result/help")});
  site.set(kSearch + std::string("0"), first);
  site.file("/logo.csv");
  const std::string all = crawled_with(site, "only");
  BOOST_TEST(all == "/ " + (kSearch + std::string("0")) + " /1.csv " + kSearch + "100 /2.csv");
  // Nor does a page among the files lead on.
  site.set("/1.csv", page_with_signs({"generator ckan 2.10"}, links({"/about"})));
  BOOST_TEST(crawled_with(site, "only") == all);
}

BOOST_AUTO_TEST_CASE(alone_give_the_files_of_pages_that_they_name_and_lead_from_list_to_list) {
  const auto list_of = [](const std::string& kind, std::vector<LinkObservation> found) {
    Response list = listing(1, 0, std::move(found));
    list.page.catalogue.kind = kind;
    return list;
  };
  FakeSite site;
  site.set("/", list_of("oai-pmh", {at_place("/item",
                                             "/oai-pmh/listrecords/record/metadata/dc/"
                                             "identifier")}));
  LinkObservation called = link("/get/2");
  called.anchor = "Table (CSV, 2 MB)";
  site.page("/item", {link("/about"), link("/1.csv"), called});
  site.page("/about", links({"/3.csv"}));
  for (const char* file : {"/1.csv", "/get/2", "/3.csv"}) site.file(file);
  BOOST_TEST(crawled_with(site, "only") == "/ /item /1.csv /get/2");
  site.set("/", list_of("stac", {at_place("/x", "/json/links/href.root"),
                                 at_place("/list", "/json/links/href.items")}));
  site.set("/list", list_of("dcat", {at_place("/1.csv", "/rdf/dataset/distribution/x"),
                                     at_place("/more", "/rdf/pagedcollection/nextpage")}));
  site.set("/more", list_of("stac-items", {at_place("/3.csv", "/json/features/assets/data/href"),
                                           at_place("/x", "/json/features/links/href.self")}));
  BOOST_TEST(crawled_with(site, "only") == "/ /list /1.csv /more /3.csv");
}

BOOST_AUTO_TEST_CASE(alone_are_narrowed_on_every_page) {
  const std::string fq = "&fq=%2Borganization%3A%22health%22";
  FakeSite site = portal();
  site.set(kSearch + ("0" + fq), listing(100, 101, {listed("/1.csv")}));
  site.set(kSearch + ("100" + fq), listing(1, 101, {listed("/3.csv")}));
  site.file("/3.csv");
  Config config = config_of("bfs", "only");
  config.catalogue_filter = "organisation=health";
  const auto engine = engine_for(config);
  BOOST_TEST(crawl_text(*engine, site) ==
             "/ " + (kSearch + ("0" + fq)) + " /1.csv " + kSearch + ("100" + fq) + " /3.csv");
  // One that can't be narrowed so is not asked at all.
  config.catalogue_filter = "group=x";
  site.set("/", page_with_signs({}, links({"/data.json"})));
  BOOST_TEST(crawl_text(*engine_for(config), site) == "/");
}

BOOST_AUTO_TEST_CASE(alone_are_narrowed_where_the_crawl_begins_at_one) {
  FakeSite site = portal();
  const std::string narrowed = kSearch + std::string("0&fq=%2Bgroups%3A%22x%22");
  site.set(narrowed, listing(1, 1, {listed("/3.csv")}));
  site.file("/3.csv");
  Config config = config_of("bfs", "only");
  config.seed_url = FakeSite::kRoot + std::string(kSearch) + "0";
  const auto all = engine_for(config);
  BOOST_TEST(crawl_text(*all, site) ==
             (kSearch + std::string("0")) + " /1.csv " + kSearch + "100 /2.csv");
  config.catalogue_filter = "group=x";
  const auto some = engine_for(config);
  BOOST_TEST(crawl_text(*some, site) == (kSearch + std::string("0 ")) + narrowed + " /3.csv");
}

BOOST_AUTO_TEST_CASE(alone_are_asked_one_after_the_other_until_one_answers) {
  FakeSite site;
  site.set("/", page_with_signs({"generator ckan 2.10"}, links({"/data.json", "/about"})));
  site.page("/about", {});
  Response document = listing(1, 0, {at_place("/4.csv", "/json/dataset/distribution/downloadurl")});
  document.page.catalogue.kind = "dcat-us";
  site.set("/data.json", document);
  site.file("/4.csv");
  for (const PolicyInfo& info : policies()) {
    if (info.needs_oracle || info.name == "acebot") continue;
    const std::string text = crawled_with(site, "only", std::string(info.name));
    BOOST_TEST(text.find("/about") == std::string::npos, info.name << ": " << text);
    BOOST_TEST(text.find("/4.csv") != std::string::npos, info.name << ": " << text);
    const bool in_turn = text.find(kSearch) < text.find("/data.json");
    BOOST_TEST(in_turn, info.name << ": " << text);
  }
  // Where the first answers, the second is not asked.
  site.set(kSearch + std::string("0"), listing(0, 0, {}));
  BOOST_TEST(crawled_with(site, "only") == "/ " + (kSearch + std::string("0")));
}

BOOST_AUTO_TEST_CASE(alone_go_on_after_a_snapshot) {
  FakeSite site;
  site.set("/", page_with_signs({"generator ckan 2.10"}, links({"/data.json", "/about"})));
  Response document = listing(1, 0, {at_place("/4.csv", "/json/dataset/distribution/downloadurl")});
  document.page.catalogue.kind = "dcat-us";
  site.set("/data.json", document);
  site.file("/4.csv");
  auto engine = engine_for(config_of("trail", "only"));
  std::string text;
  for (int i = 0; i < 4; ++i) {
    const Bytes bytes = engine->snapshot();
    engine = must(Engine::restore(bytes.data(), bytes.size()));
    const Request request = next_request(*engine);
    text += " " + request.url.substr(std::string(FakeSite::kRoot).size());
    answer_from(*engine, site, request);
  }
  BOOST_TEST(text == " / " + (kSearch + std::string("0")) + " /data.json /4.csv");
}

BOOST_AUTO_TEST_CASE(a_filter_needs_a_crawl_that_keeps_to_them) {
  Config config = config_of("bfs", "auto");
  config.catalogue_filter = "format=CSV";
  BOOST_TEST(!Engine::create(config));
  config.catalogues = "only";
  BOOST_TEST(Engine::create(config).has_value());
  config.catalogue_filter = "colour=red";
  BOOST_TEST(!Engine::create(config));
}

BOOST_AUTO_TEST_SUITE_END()

// Everything that a crawl meets is in one column of its account, and what leads to no request is
// named by its cause.
#include <boost/test/unit_test.hpp>
#include <numeric>

#include "fake_site.hpp"
#include "tagtrail/engine.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

/// Until nothing is left to request; each step by an engine restored from the one before.
Progress crawled(FakeSite& site, Config config) {
  auto engine = engine_for(config, &site);
  for (int step = 0; step < 10'000; ++step) {
    const Bytes bytes = engine->snapshot();
    engine = must(Engine::restore(bytes.data(), bytes.size(), &site));
    const Decision decision = engine->next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) return engine->progress();
    BOOST_REQUIRE(engine->deliver(site.answer(*request)));
  }
  return {};
}

Progress crawled(FakeSite& site) { return crawled(site, config_for("bfs")); }

std::uint64_t sum(const Account& a) {
  const auto columns = {a.saved, a.pages, a.moved,  a.unwanted,  a.dead,
                        a.equal, a.left,  a.failed, a.not_tried, a.unaccounted};
  return std::accumulate(columns.begin(), columns.end(), std::uint64_t{0});
}

/// As `cause count example`.
std::string left_of(const Progress& progress) {
  std::string all;
  for (const LeftBehind& left : progress.account.left_out) {
    all += std::string(to_string(left.cause)) + " " + std::to_string(left.count) + " " +
           left.example + "\n";
  }
  return all;
}

Response answer_of(std::uint16_t status, std::string mime, std::uint64_t bytes) {
  Response response;
  response.status = status;
  response.mime = std::move(mime);
  response.body_bytes = bytes;
  return response;
}

Response page_of(std::string mime, std::vector<LinkObservation> links,
                 std::vector<LeftOnPage> left) {
  Response response = answer_of(200, std::move(mime), 10);
  response.is_page = true;
  response.page.links = std::move(links);
  response.page.left = std::move(left);
  return response;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fates)

BOOST_AUTO_TEST_CASE(everything_met_is_in_one_column) {
  FakeSite site;
  site.page("/",
            links({"/a", "/b.csv", "/gone", "/moved", "/picture", "/broken", "http://o.test/"}));
  site.page("/a", links({"/b.csv", "/"}));
  site.file("/b.csv");
  site.redirect("/moved", on_site("/a"));
  site.set("/picture", answer_of(200, "image/png", 10));
  site.error("/broken", FetchError::network);
  const Account account = crawled(site).account;
  BOOST_TEST(account.met == sum(account));
  BOOST_TEST(account.met == 8U);
  BOOST_TEST(account.saved == 1U);
  BOOST_TEST(account.pages == 2U);
  BOOST_TEST(account.moved == 1U);
  BOOST_TEST(account.dead == 1U);
  BOOST_TEST(account.failed == 1U);
  BOOST_TEST(account.unwanted == 2U);  // the picture, and the other host
  BOOST_TEST(account.unaccounted == 0U);
  BOOST_REQUIRE(account.other_types.size() == 1U);
  BOOST_TEST(account.other_types[0].mime == "image/png");
}

BOOST_AUTO_TEST_CASE(what_a_limit_leaves_was_not_tried) {
  FakeSite site;
  site.page("/", links({"/a", "/b", "/c", "/d"}));
  Config config = config_for("bfs");
  config.budget.requests = 2;
  const Account account = crawled(site, config).account;
  BOOST_TEST(account.met == sum(account));
  BOOST_TEST(account.not_tried == 3U);
  BOOST_TEST(!account.waiting.empty());
}

BOOST_AUTO_TEST_CASE(files_that_are_none_are_named) {
  FakeSite site;
  site.page("/", links({"/page.csv", "/about.csv", "/type.csv", "/later", "/nothing", "/bytes",
                        "/round"}));
  site.page("/page.csv", {});
  site.page("/about.csv", links({"/raw/about.csv"}));
  site.file("/raw/about.csv");
  site.set("/type.csv", answer_of(200, "image/png", 10));
  site.set("/later", answer_of(202, "text/plain", 10));
  site.set("/nothing", answer_of(204, "", 0));
  site.set("/bytes", answer_of(200, "application/octet-stream", 10));
  site.redirect("/round", on_site("/round"));
  BOOST_TEST(left_of(crawled(site)) ==
             "page_for_file 1 http://site.test/page.csv\n"
             "other_type 1 http://site.test/type.csv\n"
             "no_content 3 http://site.test/later\n"
             "unnamed 1 http://site.test/bytes\n");
}

BOOST_AUTO_TEST_CASE(what_pages_hold_besides_counts_once) {
  FakeSite site;
  const LinkObservation frame =
      link("http://docs.test/list", "/html/body/iframe", LinkElement::iframe);
  const LinkObservation film =
      link("http://www.youtube.com/embed/1", "/html/body/iframe", LinkElement::iframe);
  const std::vector<LeftOnPage> left = {{LeftOutCause::routes, "http://site.test/#/a"},
                                        {LeftOutCause::controls, "Next on http://site.test/", 2}};
  // What it shows is a link of its own.
  const LinkObservation viewer = link("http://docs.test/gview?url=http%3A%2F%2Fsite.test%2Fa.pdf",
                                      "/html/body/iframe", LinkElement::iframe);
  site.set("/", page_of("text/html", {frame, film, viewer, link("/b")}, left));
  site.set("/b", page_of("text/html", {frame}, left));
  BOOST_TEST(left_of(crawled(site)) ==
             "controls 2 Next on http://site.test/\n"
             "routes 1 http://site.test/#/a\n"
             "frames 1 http://docs.test/list\n");
}

// An application that answers whatever is asked for with itself was read as a sitemap without
// scripts.
BOOST_AUTO_TEST_CASE(what_is_in_the_place_of_a_sitemap_holds_nothing) {
  FakeSite site;
  const std::vector<LeftOnPage> left = {{LeftOutCause::scripts, "http://site.test/sitemap.xml"}};
  site.page("/", {});
  site.set("/sitemap.xml", page_of("text/html", {}, left));
  Config config = config_for("bfs");
  config.sitemaps = true;
  const Progress progress = crawled(site, config);
  BOOST_TEST(progress.account.pages == 2U);
  BOOST_TEST(left_of(progress) == "");
}

// A site whose robots.txt is empty, as many are, was not complete.
BOOST_AUTO_TEST_CASE(what_is_empty_in_the_place_of_a_sitemap_is_no_loss) {
  for (const bool as_page : {true, false}) {
    FakeSite site;
    site.page("/", {});
    Response robots = answer_of(200, "text/plain", 0);
    robots.is_page = as_page;
    site.set("/robots.txt", robots);
    site.set("/sitemap.xml", robots);
    Config config = config_for("bfs");
    config.sitemaps = true;
    BOOST_TEST(left_of(crawled(site, config)) == "");
  }
}

BOOST_AUTO_TEST_CASE(who_is_sent_to_a_login_is_named) {
  FakeSite site;
  const std::vector<std::string> members = {"/members", "/administration/tables", "/my-account",
                                            "/user/login"};
  site.page("/", links(members));
  for (const std::string& from : members) site.redirect(from, on_site("/entry"), 302);
  site.set("/entry", page_of("text/html", {}, {{LeftOutCause::login, on_site("/entry")}}));
  // Who links to an account knows what it takes.
  BOOST_TEST(left_of(crawled(site)) == "login 2 http://site.test/members\n");
}

BOOST_AUTO_TEST_CASE(a_file_is_promised_by_the_way_to_it_too) {
  FakeSite site;
  site.page("/", links({"/get/"}));
  site.redirect("/get/", on_site("/a.csv"));
  site.page("/a.csv", links({"/"}));
  BOOST_TEST(left_of(crawled(site)) == "page_for_file 1 http://site.test/get/\n");
}

BOOST_AUTO_TEST_CASE(a_catalogue_that_lists_less_than_it_states_is_named) {
  FakeSite site;
  Response list = page_of("application/json", links({"/1.csv"}), {});
  list.page.catalogue = {{}, "ckan", 30, 10, {}};
  site.page("/", links({"/api?start=0", "/api?start=0&rows=10", "/api?start=10"}));
  site.set("/api?start=0", list);
  site.set("/api?start=0&rows=10", list);  // the same once more
  list.page.links = links({"/2.csv"});
  site.set("/api?start=10", list);
  for (const char* file : {"/1.csv", "/2.csv"}) site.file(file);
  const Progress progress = crawled(site);
  BOOST_TEST(left_of(progress) == "listed_part 10 http://site.test/api\n");
  const std::vector<Listing> expected{{"http://site.test/api", 30, 20}};
  BOOST_TEST((progress.account.listings == expected));
}

BOOST_AUTO_TEST_CASE(a_list_that_is_read_in_parts_of_two_sizes_counts_once) {
  FakeSite site;
  const auto part = [&](const char* url, const std::vector<std::string>& files) {
    std::vector<LinkObservation> of_items;
    for (const std::string& file : files) {
      of_items.push_back(link(file, "/json/data/resources/url", LinkElement::link));
      site.file(file);
    }
    Response list = page_of("application/json", std::move(of_items), {});
    list.page.catalogue = {{}, "udata", 4, files.size(), {}};
    site.set(url, list);
  };
  site.page("/", links({"/api/?size=3", "/api/", "/api/?page=2"}));
  part("/api/?size=3", {"/1.csv", "/2.csv", "/3.csv"});
  part("/api/", {"/1.csv", "/2.csv"});
  part("/api/?page=2", {"/2.csv", "/3.csv"});
  BOOST_TEST(left_of(crawled(site)) == "listed_part 1 http://site.test/api/\n");
}

// What is edited meanwhile moves to the first page, and everything behind it by one.
BOOST_AUTO_TEST_CASE(an_entry_that_moves_between_parts_counts_once) {
  FakeSite site;
  site.page("/", links({"/api?start=0", "/api?start=2"}));
  Response list = page_of("application/json", links({"/1.csv"}), {});
  list.page.catalogue = {{}, "ckan", 4, 2, {11, 12}};
  site.set("/api?start=0", list);
  list.page.catalogue.entries = {12, 13};
  site.set("/api?start=2", list);
  site.file("/1.csv");
  const Progress progress = crawled(site);
  BOOST_TEST(left_of(progress) == "listed_part 1 http://site.test/api\n");
  const std::vector<Listing> expected{{"http://site.test/api", 4, 3}};
  BOOST_TEST((progress.account.listings == expected));
}

/// A file that says of itself that it has 10 of 30 rows.
Response rows_of(std::vector<LinkObservation> links) {
  Response data = page_of("application/json", std::move(links), {});
  data.page.catalogue = {{}, {}, 30, 10, {}};
  return data;
}

LinkObservation next_part(const std::string& url) {
  LinkObservation next = link("/", "/json/next", LinkElement::link);
  next.url = next.written = url;
  return next;
}

Config data_config() {
  Config config = config_for("bfs");
  config.targets = "csv,json";
  config.catalogues = "auto";
  return config;
}

BOOST_AUTO_TEST_CASE(data_that_says_that_it_is_cut_is_named) {
  FakeSite site;
  site.page("/", links({"/a.json", "/b.json", "/c.json", "/d.json"}));
  site.set("/a.json", rows_of({}));
  Response cut = page_of("application/json", {}, {{LeftOutCause::cut_files, on_site("/b.json")}});
  site.set("/b.json", cut);
  // It goes on where the crawl does not.
  site.set("/c.json", page_of("application/json", {next_part("http://inner.test/c?page=2")}, {}));
  Response whole = rows_of({});
  whole.page.catalogue.total = 10;
  site.set("/d.json", whole);
  BOOST_TEST(left_of(crawled(site, data_config())) == "cut_files 3 http://site.test/a.json\n");
}

BOOST_AUTO_TEST_CASE(parts_of_data_count_together) {
  FakeSite site;
  site.page("/", links({"/a.json"}));
  site.set("/a.json", rows_of({next_part(on_site("/a.json?page=2"))}));
  site.set("/a.json?page=2", rows_of({next_part(on_site("/a.json?page=3"))}));
  site.set("/a.json?page=3", rows_of({}));
  BOOST_TEST(left_of(crawled(site, data_config())) == "");
  site.set("/a.json?page=2", rows_of({}));
  BOOST_TEST(left_of(crawled(site, data_config())) == "listed_part 10 http://site.test/a.json\n");
}

BOOST_AUTO_TEST_CASE(a_list_that_goes_on_where_nothing_new_is_is_named) {
  // Of OAI-PMH, with no more parts than these, which name the next one.
  const auto left = [](std::uint64_t stated, const std::vector<std::string>& nexts) {
    FakeSite site;
    std::vector<std::string> firsts = {"/oai?verb=ListRecords&resumptionToken=1",
                                       "/oai?verb=ListRecords&resumptionToken=2", "/oai?set=a"};
    site.page("/", links({firsts[0], firsts[2]}));
    for (std::size_t i = 0; i < firsts.size(); ++i) {
      LinkObservation token = next_part(nexts[i]);
      token.tag_path = "/oai-pmh/listrecords/resumptiontoken";
      Response list = page_of("text/xml", {std::move(token)}, {});
      if (nexts[i].empty()) list.page.links.clear();
      list.page.catalogue = {{}, "oai-pmh", stated, 10, {}};
      site.set(firsts[i], list);
    }
    return left_of(crawled(site, data_config()));
  };
  const std::string one = on_site("/oai?verb=ListRecords&resumptionToken=1");
  const std::string two = on_site("/oai?verb=ListRecords&resumptionToken=2");
  BOOST_TEST(left(0, {two, "", one}) == "");
  BOOST_TEST(left(0, {two, two, one}) == "listed_part 1 " + two + "\n");
  BOOST_TEST(left(0, {two, one, one}) == "listed_part 1 " + two + "\n");
  BOOST_TEST(left(0, {"http://inner.test/oai", "", one}) == "listed_part 1 " + one + "\n");
  BOOST_TEST(left(50, {two, "http://inner.test/oai", ""}) ==
             "listed_part 20 http://site.test/oai\n");
}

/// A run may be stopped at any moment: what is open or under way was not tried.
BOOST_AUTO_TEST_CASE(a_crawl_that_goes_on_has_an_account_for_who_asks) {
  FakeSite site;
  site.page("/", links({"/a", "/b.csv", "/c.csv", "/missing"}));
  site.page("/a", links({"/d.csv"}));
  for (const char* file : {"/b.csv", "/c.csv", "/d.csv"}) site.file(file);
  auto engine = engine_for(config_for("bfs"), &site);
  for (int step = 0; step < 3; ++step) {
    const Decision decision = engine->next();
    const auto* request = std::get_if<Request>(&decision);
    BOOST_REQUIRE(request != nullptr);
    if (step < 2) BOOST_REQUIRE(engine->deliver(site.answer(*request)));
    BOOST_TEST(engine->progress().account.met == 0U);
    const Account account = engine->progress(true).account;
    BOOST_TEST(account.met == sum(account));
    BOOST_TEST(account.met > 0U);
    BOOST_TEST(account.not_tried > 0U);
    BOOST_TEST(account.unaccounted == 0U);
  }
}

BOOST_AUTO_TEST_CASE(paths_that_repeat_themselves_are_named_and_files_are_none) {
  FakeSite site;
  site.page("/", links({"/a/a/a/a/t.csv", "/b/b/b/b/page"}));
  site.file("/a/a/a/a/t.csv");
  Config config = config_for("bfs");
  config.blocklist = "data";
  const Progress progress = crawled(site, config);
  BOOST_TEST(progress.targets == 1U);
  BOOST_TEST(left_of(progress).find("trap 1 ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(logins_on_other_hosts_are_named) {
  FakeSite site;
  site.page("/", links({"/tables", "/old"}));
  site.redirect("/tables", "https://sso.example.net/start?for=tables");
  site.redirect("/old", "https://www.example.net/archive/");
  BOOST_TEST(left_of(crawled(site)).find("login 1 ") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

// What the crawl does with orders, dead links and strange answers, whatever the policy.
#include "tagtrail/engine.hpp"

#include <boost/test/unit_test.hpp>

#include "fake_site.hpp"
#include "tagtrail/policy.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

BOOST_AUTO_TEST_SUITE(engine)

BOOST_AUTO_TEST_CASE(breadth_first) {
  FakeSite site = small_tree();
  BOOST_TEST(crawled("bfs", site) == "/ /a /b /c /t.csv /d");
}

BOOST_AUTO_TEST_CASE(depth_first_takes_the_last_link_first) {
  FakeSite site = small_tree();
  BOOST_TEST(crawled("dfs", site) == "/ /b /d /a /t.csv /c");
}

BOOST_AUTO_TEST_CASE(omniscient_takes_only_targets) {
  FakeSite site = small_tree();
  site.file("/u.csv");
  BOOST_TEST(crawled("omniscient", site) == "/t.csv /u.csv");
}

BOOST_AUTO_TEST_CASE(tree_opens_what_pays_most_for_the_way_there) {
  FakeSite site;
  for (const char* name : {"/1", "/2", "/3", "/4", "/5", "/6", "/7"}) {
    site.file(std::string(name) + ".csv");
  }
  site.page("/", links({"/a", "/b", "/c", "/dead", "/picture"}));
  site.file("/picture", "image/png");
  site.page("/a", links({"/1.csv", "/dead", "/1.csv"}));  // 1 file
  site.page("/b", links({"/d"}));                         // none itself, 3 behind it: 3 / 2
  site.page("/c", links({"/4.csv", "/5.csv"}));           // 2 files
  site.page("/d", links({"/2.csv", "/3.csv", "/1.csv", "/"}));
  // From the start, with the start page to be read: a 1/2, d 3/3, c 2/2; d was found last of
  // equals. Then d 3/2 before a 1, whose only file is had with d: a is never opened.
  BOOST_TEST(crawled("tree", site) == "/ /c /4.csv /5.csv /b /d /2.csv /3.csv /1.csv");
}

BOOST_AUTO_TEST_CASE(tree_goes_through_redirects_and_takes_files_behind_them) {
  FakeSite site;
  site.file("/1.csv");
  site.file("/2.csv");
  site.redirect("/", "/home");
  site.page("/home", links({"/old", "/get", "/lost"}));
  site.redirect("/old", "/new");
  site.redirect("/get", "/2.csv");
  site.redirect("/lost", "/nowhere");
  site.page("/new", links({"/1.csv"}));
  BOOST_TEST(crawled("tree", site) == "/ /home /get /2.csv /old /new /1.csv");
}

BOOST_AUTO_TEST_CASE(tree_of_a_single_file_or_of_nothing) {
  FakeSite file;
  file.file("/");
  BOOST_TEST(crawled("tree", file) == "/");
  FakeSite nothing;
  BOOST_TEST(crawled("tree", nothing).empty());
}

BOOST_AUTO_TEST_CASE(random_takes_all_and_depends_on_the_seed) {
  FakeSite site = random_site(3, 20);
  Config config = config_for("random");
  config.seed = 1;
  const auto first = crawl(*engine_for(config), site);
  BOOST_TEST((crawl(*engine_for(config), site) == first));
  config.seed = 2;
  const auto second = crawl(*engine_for(config), site);
  BOOST_TEST((second != first));
  BOOST_TEST(second.size() == first.size());
}

BOOST_AUTO_TEST_CASE(links_in_four_passes) {
  FakeSite site;
  site.page("/", {link("/f", "/html/frame", LinkElement::frame),
                  link("/i", "/html/iframe", LinkElement::iframe), link("/1"),
                  link("/m", "/html/area", LinkElement::area), link("/2")});
  BOOST_TEST(crawled("bfs", site) == "/ /1 /2 /m /f /i");
}

BOOST_AUTO_TEST_CASE(a_request_says_where_its_link_was) {
  FakeSite site = small_tree();
  const auto engine = engine_for(config_for("bfs"));
  const Request seed = next_request(*engine);
  BOOST_TEST(seed.id == 1U);
  BOOST_TEST(seed.url == on_site("/"));
  BOOST_TEST(seed.source_page.empty());
  BOOST_TEST(seed.tag_path.empty());
  BOOST_TEST(seed.depth == 0U);
  BOOST_TEST(!seed.reason.words.empty());
  BOOST_TEST(std::holds_alternative<Wait>(engine->next()));
  BOOST_REQUIRE(engine->in_flight(1) != nullptr);
  BOOST_TEST(engine->in_flight(2) == nullptr);
  answer_from(*engine, site, seed);
  BOOST_TEST(engine->in_flight(1) == nullptr);
  const Request second = next_request(*engine);
  BOOST_TEST(second.id == 2U);
  BOOST_TEST(second.source_page == on_site("/"));
  BOOST_TEST(second.tag_path == "/html/body/a");
  BOOST_TEST(second.anchor == "to /a");
  BOOST_TEST(second.depth == 1U);
}

BOOST_AUTO_TEST_CASE(progress_counts) {
  FakeSite site = small_tree();
  site.page("/b", links({"/d", "/dead", "/x.png", "http://other.test/"}));
  site.file("/x.png", "image/png", 5);
  const auto engine = engine_for(config_for("bfs"));
  crawl(*engine, site);
  const Progress progress = engine->progress();
  BOOST_TEST(progress.requests == 8U);
  BOOST_TEST(progress.gets == 8U);
  BOOST_TEST(progress.heads == 0U);
  BOOST_TEST(progress.pages == 5U);
  BOOST_TEST(progress.targets == 1U);
  BOOST_TEST(progress.target_bytes == 70U);
  BOOST_TEST(progress.other_bytes == 5005U);
  BOOST_TEST(progress.known_urls == 8U);
  BOOST_TEST(progress.frontier == 0U);
  BOOST_TEST(progress.issued == 8U);
  BOOST_TEST(progress.in_flight == 0U);
  BOOST_TEST((finished(*engine) == StopReason::frontier_empty));
}

BOOST_AUTO_TEST_CASE(judgements) {
  FakeSite site = small_tree();
  site.page("/", links({"/t.csv", "/dead", "/x", "/r", "/robots"}));
  site.file("/x", "image/png");
  site.redirect("/r", "/t.csv");
  site.error("/robots", FetchError::robots);
  const auto engine = engine_for(config_for("bfs"));
  const auto step = [&] { return answer_from(*engine, site, next_request(*engine)); };
  BOOST_TEST((step().url_class == UrlClass::html));
  const Judgement target = step();
  BOOST_TEST((target.url_class == UrlClass::target));
  BOOST_TEST(target.new_target);
  BOOST_TEST((step().url_class == UrlClass::dead));
  BOOST_TEST((step().url_class == UrlClass::neither));
  const Judgement redirect = step();
  BOOST_TEST((redirect.url_class == UrlClass::neither));
  BOOST_TEST(!redirect.new_target);
  BOOST_TEST((step().url_class == UrlClass::dead));
  BOOST_TEST(engine->progress().requests == 5U);  // nothing was sent for the last one
}

BOOST_AUTO_TEST_CASE(answers_of_visited_or_foreign_urls_are_discarded) {
  FakeSite site;
  site.page("/", links({"/a", "/foreign"}));
  for (const auto& [path, final_url] :
       {std::pair{"/a", on_site("/")}, std::pair{"/foreign", std::string("http://other.test/")}}) {
    Response response;
    response.status = 200;
    response.mime = "text/html";
    response.is_page = true;
    response.final_url = final_url;
    response.page.links = links({"/never"});
    site.set(path, response);
  }
  const auto engine = engine_for(config_for("bfs"));
  BOOST_TEST(crawl_text(*engine, site) == "/ /a /foreign");
  BOOST_TEST(engine->progress().pages == 1U);
}

BOOST_AUTO_TEST_CASE(a_target_counts_once) {
  FakeSite site;
  site.page("/", links({"/a", "/t.csv"}));
  Response by_browser;
  by_browser.status = 200;
  by_browser.mime = "text/csv";
  by_browser.final_url = on_site("/t.csv");
  site.set("/a", by_browser);
  site.file("/t.csv");
  const auto engine = engine_for(config_for("bfs"));
  BOOST_TEST(crawl_text(*engine, site) == "/ /a");
  BOOST_TEST(engine->progress().targets == 1U);
}

BOOST_AUTO_TEST_CASE(blocked_links_and_traps_are_never_requested) {
  FakeSite site;
  site.page("/", links({"/a.png", "/x/x/x/x/", "/b"}));
  Config config = config_for("bfs");
  config.blocklist = "data";
  BOOST_TEST(crawl_text(*engine_for(config), site) == "/ /b");
}

BOOST_AUTO_TEST_CASE(oracles_are_needed_where_the_registry_says_so) {
  FakeSite site = small_tree();
  for (const PolicyInfo& info : policies()) {
    const auto without = Engine::create(config_for(std::string(info.name)), nullptr);
    BOOST_TEST(without.has_value() != info.needs_oracle, info.name);
    if (!without) BOOST_TEST((without.error().code == ErrorCode::invalid_argument));
    BOOST_TEST(Engine::create(config_for(std::string(info.name)), &site).has_value(), info.name);
  }
}

BOOST_AUTO_TEST_CASE(links_that_are_no_urls_do_no_harm) {
  FakeSite site;
  std::vector<LinkObservation> found = links({"/a"});
  for (const char* bad : {"", "x", "://", "http://", "http:", "mailto:x"}) {
    LinkObservation broken = found.front();
    broken.url = bad;
    found.push_back(broken);
  }
  site.page("/", found);
  for (const std::string scope : {"host", "site", "prefix", "regex:^http://site"}) {
    for (const char* blocklist : {"none", "paper", "data"}) {
      Config config = config_for("bfs");
      config.scope = scope;
      config.blocklist = blocklist;
      BOOST_TEST(crawl_text(*engine_for(config), site) == "/ /a");
    }
  }
}

BOOST_AUTO_TEST_CASE(responses_that_nobody_asked_for_change_nothing) {
  FakeSite site = small_tree();
  const auto engine = engine_for(config_for("bfs"));
  answer_from(*engine, site, next_request(*engine));
  const auto refused = [&](std::uint64_t id, std::uint64_t issued) {
    const Bytes before = engine->snapshot();
    Response response;
    response.request_id = id;
    response.issued = issued;
    response.status = 200;
    const auto judgement = engine->deliver(response);
    BOOST_REQUIRE(!judgement);
    BOOST_TEST((judgement.error().code == ErrorCode::invalid_argument));
    BOOST_TEST((engine->snapshot() == before));
  };
  refused(1, 1);  // answered before
  refused(0, 0);
  refused(9, 2);  // the next decision has another id
  refused(2, 9);  // decisions further on than one answer reaches
  refused(2, 1);
  const Request request = next_request(*engine);
  BOOST_TEST(request.url == on_site("/a"));
  refused(2, 1);
  refused(2, 3);
  refused(1, 2);
  refused(3, 3);
  answer_from(*engine, site, request);
  BOOST_TEST(crawl_text(*engine, site) == "/b /c /t.csv /d");
  Response late;
  late.request_id = 7;
  late.issued = 7;
  BOOST_TEST(!engine->deliver(late));
  BOOST_TEST((finished(*engine) == StopReason::frontier_empty));
}

// One page that is stored for all addresses of an application is sent with 404; so is the page for
// errors, whose relative links would lead on for ever.
BOOST_AUTO_TEST_CASE(pages_that_are_said_not_to_be_there_are_read_for_what_is_new) {
  FakeSite site;
  const auto missing = [&site](const std::string& path, const std::vector<std::string>& urls) {
    site.page(path, links(urls));
    Request request;
    request.url = on_site(path);
    Response response = site.answer(request);
    response.status = 404;
    site.set(path, std::move(response));
  };
  site.page("/", links({"/table/1", "/old", "/a/old"}));
  missing("/table/1", {"/", "/get/1.csv"});
  site.file("/get/1.csv");
  missing("/old", {"/", "/a/old"});
  missing("/a/old", {"/", "/a/a/old"});
  missing("/a/a/old", {"/", "/a/a/a/old"});
  BOOST_TEST(crawled("bfs", site) == "/ /table/1 /old /a/old /get/1.csv /a/a/old");
}

BOOST_AUTO_TEST_SUITE_END()

// How the crawl goes through redirects: those it is told of one by one, and those a browser
// followed.
#include <boost/test/unit_test.hpp>

#include "fake_site.hpp"
#include "tagtrail/engine.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

FakeSite chain(int redirects) {
  FakeSite site;
  site.page("/", links({"/r0"}));
  for (int i = 0; i < redirects; ++i) {
    site.redirect("/r" + std::to_string(i), "/r" + std::to_string(i + 1));
  }
  site.file("/r" + std::to_string(redirects));
  return site;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(engine_redirects)

BOOST_AUTO_TEST_CASE(a_redirect_is_followed_at_once) {
  FakeSite site;
  site.page("/", links({"/old", "/b"}));
  site.redirect("/old", "/new", 302);
  site.page("/new", links({"/c"}));
  BOOST_TEST(crawled("bfs", site) == "/ /old /new /b /c");
}

BOOST_AUTO_TEST_CASE(a_redirect_to_a_known_url_is_not_followed) {
  FakeSite site;
  site.page("/", links({"/old", "/b"}));
  site.redirect("/old", "/b");
  site.page("/b", links({"/back"}));
  site.redirect("/back", "/");
  BOOST_TEST(crawled("bfs", site) == "/ /old /b /back");
}

BOOST_AUTO_TEST_CASE(loops_of_redirects_end) {
  FakeSite site;
  site.page("/", links({"/self", "/x"}));
  site.redirect("/self", "/self");
  site.redirect("/x", "/y");
  site.redirect("/y", "/x");
  BOOST_TEST(crawled("bfs", site) == "/ /self /x /y");
}

// "http://x/ leads to http://x/, outside of the scope", where the second answer was the page.
BOOST_AUTO_TEST_CASE(a_redirect_that_brings_a_cookie_leads_back_once) {
  FakeSite site;
  site.page("/", links({"/self", "/gate", "/b"}));
  const auto wall = [&site](const std::string& path, const std::string& to) {
    Response response;
    response.status = 302;
    response.location = on_site(to);
    response.new_cookie = true;
    site.set(path, std::move(response));
  };
  wall("/self", "/self");
  wall("/gate", "/set");
  wall("/set", "/gate");
  site.page("/b", {});
  auto engine = engine_for(config_for("bfs"));
  BOOST_TEST(crawl_text(*engine, site) == "/ /self /self /gate /set /gate /set /b");
  BOOST_TEST(engine->progress().account.unaccounted == 0U);
}

// A browser that followed several redirects by itself left those between without a fate.
BOOST_AUTO_TEST_CASE(what_a_browser_passes_is_accounted_for) {
  FakeSite site;
  site.page("/", links({"/old"}));
  auto engine = engine_for(config_for("bfs"));
  answer_from(*engine, site, next_request(*engine));
  Response response;
  response.request_id = next_request(*engine).id;
  response.issued = 2;
  response.status = 200;
  response.mime = "text/html";
  response.is_page = true;
  response.requests = 3;
  response.redirects = {{on_site("/old"), 301}, {on_site("/between"), 302}};
  response.body_bytes = 10;
  response.final_url = on_site("/new");
  must(engine->deliver(std::move(response)));
  BOOST_TEST((finished(*engine) == StopReason::frontier_empty));
  const Account account = engine->progress().account;
  BOOST_TEST(account.unaccounted == 0U);
  BOOST_TEST(account.moved == 2U);
  BOOST_TEST(account.pages == 2U);
}

// Two pages whose scripts send a tab to each other: where it ended counted as known before, and
// was not read.
BOOST_AUTO_TEST_CASE(where_a_browser_ends_is_read_though_it_came_by_there_before) {
  FakeSite site;
  Response response;
  response.status = 200;
  response.mime = "text/html";
  response.is_page = true;
  response.page.links = links({"/b"});
  response.body_bytes = 10;
  response.redirects = {{on_site("/"), 200}, {on_site("/a"), 200}, {on_site("/"), 200}};
  response.final_url = on_site("/a");
  site.set("/", std::move(response));
  site.file("/b");
  auto engine = engine_for(config_for("bfs"));
  BOOST_TEST(crawl_text(*engine, site) == "/ /b");
  BOOST_TEST(engine->progress().account.saved == 1U);
  BOOST_TEST(engine->progress().account.unaccounted == 0U);
}

BOOST_AUTO_TEST_CASE(a_wall_that_a_cookie_opens_is_gone_through_after_a_restart_too) {
  FakeSite site;
  site.page("/", links({"/wall"}));
  Response response;
  response.status = 302;
  response.location = on_site("/wall");
  response.new_cookie = true;
  site.set("/wall", std::move(response));
  auto engine = engine_for(config_for("bfs"));
  answer_from(*engine, site, next_request(*engine));
  answer_from(*engine, site, next_request(*engine));
  const Bytes snapshot = engine->snapshot();
  engine = must(Engine::restore(snapshot.data(), snapshot.size()));
  site.file("/wall");
  BOOST_TEST(crawl_text(*engine, site) == "/wall");
  BOOST_TEST(engine->progress().account.saved == 1U);
}

// Each file shows terms until one has agreed to them: of many, the first came, and nothing told of
// the others.
BOOST_AUTO_TEST_CASE(files_behind_terms_come_once_these_are_agreed_to) {
  FakeSite site;
  site.page("/", links({"/a.csv", "/b.csv"}));
  for (const char* file : {"/a.csv", "/b.csv"}) {
    site.page(file, links({"/accept?next=" + std::string(file)}));
  }
  auto engine = engine_for(config_for("bfs"));
  for (int i = 0; i < 3; ++i) answer_from(*engine, site, next_request(*engine));
  BOOST_TEST(engine->progress().account.left_out.size() == 1U);
  Response first;
  first.status = 302;
  first.location = on_site("/a.csv");
  first.new_cookie = true;
  site.set("/accept?next=/a.csv", std::move(first));
  site.redirect("/accept?next=/b.csv", "/b.csv");
  site.file("/a.csv");
  site.file("/b.csv");
  BOOST_TEST(crawl_text(*engine, site) == "/accept?next=/a.csv /a.csv /accept?next=/b.csv /b.csv");
  const Account account = engine->progress().account;
  BOOST_TEST(account.saved == 2U);
  BOOST_TEST(account.left_out.empty());
}

BOOST_AUTO_TEST_CASE(chains_of_redirects_are_cut_at_twenty) {
  FakeSite site = chain(20);
  auto engine = engine_for(config_for("bfs"));
  BOOST_TEST(crawl(*engine, site).back() == "/r20");
  BOOST_TEST(engine->progress().targets == 1U);
  site = chain(30);
  engine = engine_for(config_for("bfs"));
  BOOST_TEST(crawl(*engine, site).back() == "/r20");
  BOOST_TEST(engine->progress().targets == 0U);
}

BOOST_AUTO_TEST_CASE(redirects_out_of_scope) {
  FakeSite site;
  site.page("/", links({"/out", "/no-location", "/not-modified"}));
  site.redirect("/out", "http://other.test/");
  site.redirect("/no-location", "");
  Response not_modified;
  not_modified.status = 304;
  site.set("/not-modified", not_modified);
  site.page("http://other.test/", {link("http://other.test/2"), link("/in")});
  BOOST_TEST(crawled("bfs", site) == "/ /out /no-location /not-modified");
  Config config = config_for("bfs");
  config.follow_out_of_scope_redirects = true;
  BOOST_TEST(crawl_text(*engine_for(config), site) ==
             "/ /out http://other.test/ /no-location /not-modified /in");
}

BOOST_AUTO_TEST_CASE(a_redirecting_seed) {
  FakeSite site;
  site.redirect("/", "/home");
  site.page("/home", links({"/a"}));
  for (const char* policy : {"bfs", "sb-oracle"}) {
    BOOST_TEST_CONTEXT(policy) {
      site.page("/a", {});
      BOOST_TEST(crawled(policy, site) == "/ /home /a");
    }
  }
}

BOOST_AUTO_TEST_CASE(redirects_that_a_browser_followed) {
  FakeSite site;
  site.page("/", links({"/old", "/hop", "/new", "/b"}));
  Response followed;
  followed.status = 200;
  followed.mime = "text/html";
  followed.is_page = true;
  followed.requests = 3;
  followed.redirects = {{on_site("/old"), 301}, {on_site("/hop"), 302}};
  followed.final_url = on_site("/new");
  followed.page.links = links({"/c"});
  site.set("/old", followed);
  const auto engine = engine_for(config_for("bfs"));
  BOOST_TEST(crawl_text(*engine, site) == "/ /old /b /c");
  BOOST_TEST(engine->progress().requests == 6U);
  BOOST_TEST(engine->progress().pages == 2U);
}

BOOST_AUTO_TEST_SUITE_END()

// Files that a site keeps on another host were left out without a word. Now they are counted, and
// taken where that is wanted: the file alone.
#include "crawl/files_elsewhere.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <set>

#include "fake_site.hpp"

namespace tagtrail {
namespace {

using namespace testing;

FakeSite linking_site() {
  FakeSite site;
  site.page("/", {link("/more"), link("http://assets.test/a.csv"), link("/own.csv"),
                  link("http://assets.test/page"), link("http://assets.test/style.css")});
  site.page("/more", {link("http://assets.test/a.csv"), link("http://files.test/b.PDF?v=2"),
                      link("http://files.test/private/c.xlsx")});
  site.file("/own.csv");
  return site;
}

Config linked(const std::string& policy) {
  Config config = config_for(policy);
  config.files = "linked";
  return config;
}

std::unique_ptr<Engine> restored_from(const Engine& engine) {
  const Bytes snapshot = engine.snapshot();
  return must(Engine::restore(snapshot.data(), snapshot.size()));
}

std::set<std::string> as_set(const std::vector<std::string>& urls) {
  return {urls.begin(), urls.end()};
}

ElsewhereReport left_by(const Config& config) {
  const FakeSite site = linking_site();
  const auto engine = engine_for(config);
  crawl(*engine, site);
  return engine->progress().elsewhere;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(files_elsewhere)

BOOST_AUTO_TEST_CASE(each_is_counted_once) {
  const ElsewhereReport left = left_by(config_for("bfs"));
  BOOST_TEST(left.files == 3U);
  BOOST_TEST(left.example == "http://assets.test/a.csv");
}

// Links to files on ever new hosts meant a robots.txt and a queue for each.
BOOST_AUTO_TEST_CASE(of_hosts_without_end_a_thousand_are_asked) {
  FakeSite site;
  std::vector<LinkObservation> many;
  for (std::size_t i = 0; i < FilesElsewhere::kMostHosts + 50; ++i) {
    many.push_back(link("http://h" + std::to_string(i) + ".test/a.csv"));
  }
  many.push_back(link("http://h0.test/b.csv"));
  site.page("/", many);
  const auto engine = engine_for(linked("bfs"));
  BOOST_TEST(crawl(*engine, site).size() == 1 + FilesElsewhere::kMostHosts + 1);
  BOOST_TEST(engine->progress().elsewhere.files == 50U);
}

// A link whose text names a file was taken for one where it leads elsewhere, and dropped without a
// word where the site sends on.
BOOST_AUTO_TEST_CASE(a_redirect_counts_by_what_its_link_is_called) {
  FakeSite site;
  LinkObservation table = link("/get?id=7");
  table.anchor = "Download CSV";
  LinkObservation partner = link("/out?id=8");
  partner.anchor = "Our partners";
  site.page("/", {table, partner});
  site.redirect("/get?id=7", "http://assets.test/blobs/7");
  site.redirect("/out?id=8", "http://assets.test/partners/8");
  const auto engine = engine_for(config_for("bfs"));
  crawl(*engine, site);
  BOOST_TEST(engine->progress().elsewhere.files == 1U);
  BOOST_TEST(engine->progress().elsewhere.example == "http://assets.test/blobs/7");
}

BOOST_AUTO_TEST_CASE(what_the_user_left_out_is_not_counted) {
  Config config = config_for("bfs");
  config.bounds.exclude = "/private/";
  BOOST_TEST(left_by(config).files == 2U);
  config.scope = "page";
  BOOST_TEST(left_by(config).files == 0U);
  config.scope = "web";
  BOOST_TEST(left_by(config).files == 0U);
}

BOOST_AUTO_TEST_CASE(other_parts_of_the_same_host_are_out_of_scope_by_the_users_will) {
  FakeSite site;
  site.page("/data/", {link("/elsewhere/a.csv"), link("http://assets.test/b.csv")});
  Config config = config_for("bfs");
  config.seed_url = on_site("/data/");
  config.scope = "prefix";
  const auto engine = engine_for(config);
  crawl(*engine, site);
  BOOST_TEST(engine->progress().elsewhere.files == 1U);
}

BOOST_AUTO_TEST_CASE(where_pages_are_wanted_no_file_is_missed) {
  Config config = config_for("bfs");
  config.objective = "content";
  BOOST_TEST(left_by(config).files == 0U);
}

BOOST_AUTO_TEST_CASE(a_snapshot_holds_them) {
  const FakeSite site = linking_site();
  const auto engine = engine_for(config_for("bfs"));
  crawl(*engine, site);
  const auto restored = restored_from(*engine);
  BOOST_TEST((restored->progress().elsewhere == engine->progress().elsewhere));
  BOOST_TEST((restored->snapshot() == engine->snapshot()));
}

BOOST_AUTO_TEST_CASE(their_hosts_are_named_those_with_most_files_first) {
  const ElsewhereReport left = left_by(config_for("bfs"));
  BOOST_TEST(left.hosts == 2U);
  const std::vector<HostFiles> most{{"files.test", 2}, {"assets.test", 1}};
  BOOST_TEST((left.most == most));
  BOOST_TEST(!left.more);
}

BOOST_AUTO_TEST_CASE(not_more_hosts_are_named_than_people_read) {
  FakeSite site;
  std::vector<LinkObservation> all;
  for (int host = 0; host < 30; ++host) {
    all.push_back(link("http://h" + std::to_string(host) + ".test/a.csv"));
  }
  site.page("/", std::move(all));
  const auto engine = engine_for(config_for("bfs"));
  crawl(*engine, site);
  BOOST_TEST(engine->progress().elsewhere.hosts == 30U);
  BOOST_TEST(engine->progress().elsewhere.most.size() == kMostHostsElsewhere);
}

BOOST_AUTO_TEST_CASE(a_redirect_to_one_counts) {
  FakeSite site;
  site.page("/", links({"/a.csv", "/news", "/b.csv"}));
  site.redirect("/a.csv", "http://assets.test/x?key=1", 302);
  site.redirect("/b.csv", "http://assets.test/b.csv", 302);
  site.redirect("/news", "http://paper.test/today", 302);
  const auto engine = engine_for(config_for("bfs"));
  crawl(*engine, site);
  BOOST_TEST(engine->progress().elsewhere.files == 2U);
}

BOOST_AUTO_TEST_CASE(what_a_link_is_called_tells_where_its_address_does_not) {
  FakeSite site;
  const auto called = [](const char* path, const char* words) {
    LinkObservation one = link(std::string("http://assets.test") + path);
    one.anchor = words;
    return one;
  };
  site.page("/", {called("/get/1", "Trade by country (XLSX, 2 MB)"), called("/get/2", "trade.csv"),
                  called("/get/3", "What is new"), called("/pdf/", "Our PDF pages"),
                  called("/page.html", "CSV"), called("/get/4", "export a csv"),
                  called("/get/5", "Why nobody in this office has a word for PDF any more")});
  const auto engine = engine_for(config_for("bfs"));
  crawl(*engine, site);
  BOOST_TEST(engine->progress().elsewhere.files == 2U);
}

BOOST_AUTO_TEST_CASE(with_linked_they_are_fetched_and_no_page_of_their_hosts) {
  FakeSite site = linking_site();
  site.file("http://assets.test/a.csv");
  site.page("http://files.test/b.PDF?v=2", links({"http://files.test/d.csv", "/more"}));
  site.file("http://files.test/private/c.xlsx", "application/vnd.ms-excel");
  for (const char* policy : {"bfs", "trail", "sb-classifier", "focused", "anthelion", "ache"}) {
    Config config = config_for(policy);
    config.files = "linked";
    const auto engine = engine_for(config);
    const std::set<std::string> asked = as_set(crawl(*engine, site));
    BOOST_TEST(asked.contains("http://assets.test/a.csv"), policy);
    BOOST_TEST(asked.contains("http://files.test/private/c.xlsx"), policy);
    BOOST_TEST(!asked.contains("http://files.test/d.csv"), policy);
    BOOST_TEST(!asked.contains("http://assets.test/page"), policy);
    BOOST_TEST(engine->progress().targets == 3U, policy);
    BOOST_TEST(engine->progress().elsewhere.files == 0U, policy);
  }
}

/// A frame of another host, with a file, a page and one more frame in it.
FakeSite framing_site() {
  FakeSite site;
  const auto frame = [](const std::string& url) {
    return link(url, "/html/body/div/iframe#data", LinkElement::iframe);
  };
  site.page("/", {frame("http://widget.test/list"), frame("http://www.youtube.com/embed/1")});
  site.page("http://widget.test/list",
            {link("http://widget.test/a.csv"), link("http://widget.test/more"),
             link("http://files.test/b.csv"), link("/own"), frame("http://deep.test/")});
  site.page("/own", {});
  for (const char* file : {"http://widget.test/a.csv", "http://files.test/b.csv"}) site.file(file);
  return site;
}

BOOST_AUTO_TEST_CASE(with_linked_frames_are_read_for_their_files) {
  const FakeSite site = framing_site();
  const auto engine = engine_for(linked("bfs"));
  const auto asked = as_set(crawl(*engine, site));
  const std::set<std::string> wanted{"/", "/own", "http://widget.test/list",
                                     "http://widget.test/a.csv", "http://files.test/b.csv"};
  BOOST_TEST(asked == wanted, boost::test_tools::per_element());
  BOOST_TEST(engine->progress().targets == 2U);
  // A frame in a frame is not looked into.
  std::string frames;
  for (const LeftBehind& one : engine->progress(true).account.left_out) {
    if (one.cause == LeftOutCause::frames) frames += one.example;
  }
  BOOST_TEST(frames == "http://deep.test/");
  // Without, it is named, and nobody asks there.
  const auto alone = engine_for(config_for("bfs"));
  BOOST_TEST(as_set(crawl(*alone, site)) == std::set<std::string>{"/"});
  BOOST_TEST(alone->progress().elsewhere.files == 0U);
}

BOOST_AUTO_TEST_CASE(the_loader_is_told_that_only_a_file_is_wanted) {
  Config config = linked("bfs");
  FakeSite site;
  site.page("/", links({"http://assets.test/a.csv", "/own.csv", "/moved.csv"}));
  site.file("/own.csv");
  site.redirect("http://assets.test/a.csv", "http://third.test/a", 302);
  site.redirect("/moved.csv", "http://assets.test/moved", 302);
  const auto engine = engine_for(config);
  std::map<std::string, bool> only_file;
  for (;;) {
    const Decision decision = engine->next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) break;
    only_file[request->url] = request->only_file;
    answer_from(*engine, site, Request(*request));
  }
  const std::map<std::string, bool> expected{
      {on_site("/"), false},          {on_site("/own.csv"), false},
      {on_site("/moved.csv"), false}, {"http://assets.test/a.csv", true},
      {"http://third.test/a", true},  {"http://assets.test/moved", true}};
  BOOST_TEST((only_file == expected));
}

BOOST_AUTO_TEST_CASE(a_redirect_from_elsewhere_leads_back_to_the_site) {
  FakeSite site;
  site.page("/", links({"http://short.test/a.pdf"}));
  site.redirect("http://short.test/a.pdf", on_site("/about"), 302);
  site.page("/about", links({"/a.csv"}));
  site.file("/a.csv");
  const auto engine = engine_for(linked("bfs"));
  BOOST_TEST(crawl_text(*engine, site) == "/ http://short.test/a.pdf /about /a.csv");
}

BOOST_AUTO_TEST_CASE(a_host_that_sends_pages_is_left) {
  FakeSite site;
  std::vector<std::string> urls;
  for (int at = 0; at < 20; ++at) {
    urls.push_back("http://pages.test/" + std::to_string(at) + ".pdf");
    site.page(urls.back(), {});
    urls.push_back("http://files.test/" + std::to_string(at) + ".pdf");
    site.file(urls.back(), "application/pdf");
  }
  site.page("/", links(urls));
  for (const char* policy : {"bfs", "trail"}) {
    const auto engine = engine_for(linked(policy));
    const auto asked = crawl(*engine, site);
    const auto of_pages = std::count_if(asked.begin(), asked.end(), [](const std::string& url) {
      return url.find("pages.test") != std::string::npos;
    });
    BOOST_TEST(of_pages == FilesElsewhere::kMostMisses, policy);
    BOOST_TEST(engine->progress().targets == 20U, policy);
    const ElsewhereReport left = engine->progress().elsewhere;
    BOOST_TEST(left.taken, policy);
    BOOST_TEST(left.files == 20U - FilesElsewhere::kMostMisses, policy);
  }
}

BOOST_AUTO_TEST_CASE(a_file_now_and_then_keeps_a_host) {
  FakeSite site;
  std::vector<std::string> urls;
  for (int at = 0; at < 20; ++at) {
    urls.push_back("http://mixed.test/" + std::to_string(at) + ".pdf");
    if (at % 4 == 0) {
      site.file(urls.back(), "application/pdf");
    } else {
      site.page(urls.back(), {});
    }
  }
  site.page("/", links(urls));
  const auto engine = engine_for(linked("bfs"));
  BOOST_TEST(crawl(*engine, site).size() == 21U);
}

BOOST_AUTO_TEST_CASE(what_is_left_may_be_taken_later) {
  FakeSite site = linking_site();
  site.page("/more", links({"http://files.test/b.PDF?v=2", "/get.csv"}));
  site.file("http://assets.test/a.csv");
  site.file("http://files.test/b.PDF?v=2", "application/pdf");
  site.redirect("/get.csv", "http://store.test/key?for=a-minute", 302);
  site.file("http://store.test/key?for=a-minute");
  for (const char* policy : {"bfs", "trail", "sb-classifier"}) {
    const auto engine = engine_for(config_for(policy));
    crawl(*engine, site);
    BOOST_TEST(engine->progress().targets == 1U, policy);
    BOOST_TEST(engine->progress().elsewhere.files == 3U, policy);
    const auto other = restored_from(*engine);
    for (Engine* each : {engine.get(), other.get()}) {
      Feedback word;
      word.word = Word::linked;
      BOOST_REQUIRE(each->teach(word).has_value());
    }
    const auto asked = crawl(*engine, site);
    BOOST_TEST((as_set(asked).contains("/get.csv")), policy);
    BOOST_TEST(engine->progress().targets == 4U, policy);
    BOOST_TEST(engine->progress().elsewhere.files == 0U, policy);
    BOOST_TEST((crawl(*other, site) == asked), policy);
    BOOST_TEST((other->snapshot() == engine->snapshot()), policy);
  }
}

BOOST_AUTO_TEST_CASE(a_snapshot_holds_what_is_out_and_whom_nobody_asks) {
  FakeSite site;
  std::vector<std::string> urls;
  for (int at = 0; at < 12; ++at)
    urls.push_back("http://pages.test/" + std::to_string(at) + ".pdf");
  for (const std::string& url : urls) site.page(url, {});
  site.page("/", links(urls));
  const auto engine = engine_for(linked("trail"));
  for (int at = 0; at < 4; ++at) answer_from(*engine, site, next_request(*engine));
  const Request out = next_request(*engine);
  BOOST_TEST(out.only_file);
  const auto restored = restored_from(*engine);
  const Request again = next_request(*restored);
  BOOST_TEST(again.url == out.url);
  BOOST_TEST(again.only_file);
  answer_from(*engine, site, out);
  answer_from(*restored, site, again);
  BOOST_TEST((crawl(*engine, site) == crawl(*restored, site)));
  BOOST_TEST((restored->snapshot() == engine->snapshot()));
}

BOOST_AUTO_TEST_CASE(the_choice_is_checked) {
  Config config = config_for("bfs");
  config.files = "all";
  BOOST_TEST(!validate(config).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail

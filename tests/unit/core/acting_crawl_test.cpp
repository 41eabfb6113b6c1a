// A crawl leaves out links that act, says which, and opens them when the user allows it.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "two_lists.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

const std::string kDelete = "/html/body/div.row/span/a";
const std::string kPlain = "/html/body/main/ul/li/a";

/// Pages with a link that deletes each, one file, and a redirect to a logout.
FakeSite site_with_actions() {
  FakeSite site;
  std::vector<LinkObservation> all;
  for (int i = 0; i < 6; ++i) {
    const std::string path = "/items/" + std::to_string(i);
    all.push_back(link(path, kPlain));
    site.page(path, {link(path + "/delete", kDelete)});
    site.page(path + "/delete", {});
  }
  all.push_back(link("/d.csv", kPlain));
  all.push_back(link("/quit", kPlain));
  all.push_back(link("/go", kPlain));
  site.file("/d.csv");
  site.page("/quit", {});
  site.redirect("/go", "/logout");
  site.page("/logout", {});
  site.page("/", all);
  return site;
}

Config config_with(ActingRule rule, const std::string& policy = "trail") {
  Config config = config_for(policy);
  config.acting = rule;
  return config;
}

std::size_t count_of(const std::string& requests, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = requests.find(part); at != std::string::npos;
       at = requests.find(part, at + 1)) {
    ++count;
  }
  return count;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(acting_crawl)

BOOST_AUTO_TEST_CASE(no_policy_requests_them) {
  for (const std::string& policy : kTeachable) {
    const FakeSite site = site_with_actions();
    const auto engine = engine_for(config_with(ActingRule::leave_all, policy));
    const std::string requests = crawl_text(*engine, site);
    BOOST_TEST_CONTEXT(policy) {
      BOOST_TEST(count_of(requests, "/delete") == 0U);
      BOOST_TEST(count_of(requests, "/quit") == 0U);
      BOOST_TEST(count_of(requests, "/logout") == 0U);
      BOOST_TEST(engine->progress().acting == 8U);
      BOOST_TEST(engine->progress().targets == 1U);
      const auto links = engine->acting_links(0, 100);
      BOOST_REQUIRE(links.size() == 8U);
      BOOST_TEST(engine->acting_links(6, 100).size() == 2U);
      BOOST_TEST(!std::any_of(links.begin(), links.end(),
                              [](const ActingLink& each) { return each.reason.empty(); }));
    }
  }
}

// Of 45 files of a STAC interface 10 came with a browser.
BOOST_AUTO_TEST_CASE(the_next_part_of_an_answer_is_no_act) {
  const std::string next = "/search?token=b3f7c2a9d1e84f60";
  for (const auto& [place, asked] :
       {std::pair{"/json/links/next/href", 1U}, std::pair{"/html/body/p/a.next", 0U}}) {
    FakeSite site;
    site.page("/", {link(next, place)});
    site.page(next, {});
    const auto engine = engine_for(config_with(ActingRule::leave_all, "bfs"));
    BOOST_TEST(count_of(crawl_text(*engine, site), "token=") == asked, place);
  }
}

/// No word of it is known, and nothing stands beside it. What has shown something is no act.
BOOST_AUTO_TEST_CASE(what_leads_back_is_opened_once) {
  FakeSite site;
  std::vector<LinkObservation> all;
  for (int i = 10; i < 15; ++i) {
    const std::string item = "/wpisy/" + std::to_string(i);
    const std::string table = "/tabele/" + std::to_string(i);
    all.push_back(link(item, kPlain));
    site.page(item, {link("/oznacz/" + std::to_string(i), kPlain), link(table, kPlain)});
    site.redirect("/oznacz/" + std::to_string(i), item + "?stan=1", 302);
    if (i == 10) {
      site.page(table, {});
    } else {
      site.redirect(table, item, 302);
    }
  }
  site.page("/", all);
  for (const ActingRule rule : {ActingRule::leave_suspects, ActingRule::leave_all}) {
    const bool session = rule == ActingRule::leave_suspects;
    const auto engine = engine_for(config_with(rule, "bfs"));
    const std::string requests = crawl_text(*engine, site);
    BOOST_TEST(count_of(requests, "/oznacz/") == (session ? 1U : 5U));
    BOOST_TEST(count_of(requests, "/tabele/") == 5U);
    BOOST_TEST(engine->progress().acting == (session ? 4U : 0U));
    const auto links = engine->acting_links(0, 100);
    BOOST_TEST(std::count_if(links.begin(), links.end(), [](const ActingLink& each) {
                 return each.reason.find("led back") != std::string::npos;
               }) == (session ? 5 : 0));
    const Bytes bytes = engine->snapshot();
    BOOST_TEST((must(Engine::restore(bytes.data(), bytes.size()))->snapshot() == bytes));
  }
}

BOOST_AUTO_TEST_CASE(without_a_session_doubt_is_opened) {
  const FakeSite site = site_with_actions();
  const auto engine = engine_for(config_with(ActingRule::leave_sure));
  const std::string requests = crawl_text(*engine, site);
  BOOST_TEST(count_of(requests, "/delete") == 0U);
  BOOST_TEST(count_of(requests, "/quit") == 1U);
  BOOST_TEST(engine->progress().acting == 7U);
}

BOOST_AUTO_TEST_CASE(a_group_is_allowed_and_forbidden_again) {
  const FakeSite site = site_with_actions();
  const auto engine = engine_for(config_with(ActingRule::leave_all));
  crawl_text(*engine, site);
  BOOST_TEST(group_of(*engine, kDelete).acting == 6U);
  teach(*engine, word(Word::allow, kDelete));
  BOOST_TEST(group_of(*engine, kDelete).acting == 0U);
  BOOST_TEST(group_of(*engine, kDelete).open == 6U);
  answer_from(*engine, site, next_request(*engine));
  teach(*engine, word(Word::forbid, kDelete));
  const std::string requests = crawl_text(*engine, site);
  // One was answered, and one was decided on before the word came.
  BOOST_TEST(count_of(requests, "/delete") <= 1U);
  BOOST_TEST(count_of(requests, "/quit") == 0U);
}

/// Those that stand in the same place and are built otherwise stay.
BOOST_AUTO_TEST_CASE(links_that_are_built_alike_are_allowed) {
  FakeSite site;
  std::vector<LinkObservation> all;
  for (int i = 10; i < 14; ++i) {
    for (const char* act : {"approve", "delete"}) {
      const std::string path = "/items/" + std::to_string(i) + "/" + act;
      all.push_back(link(path, kPlain));
      site.page(path, {});
    }
  }
  site.page("/", all);
  const auto engine = engine_for(config_with(ActingRule::leave_all));
  BOOST_TEST(crawl_text(*engine, site) == "/");
  Feedback allow = word(Word::allow, "");
  allow.url = on_site("/items/77/approve");
  teach(*engine, allow);
  const Bytes bytes = engine->snapshot();
  const auto restored = must(Engine::restore(bytes.data(), bytes.size()));
  BOOST_TEST((restored->snapshot() == bytes));
  for (Engine* each : {engine.get(), restored.get()}) {
    const std::string requests = crawl_text(*each, site);
    BOOST_TEST(count_of(requests, "/approve") == 4U);
    BOOST_TEST(count_of(requests, "/delete") == 0U);
    BOOST_TEST(each->progress().acting == 4U);
  }
}

BOOST_AUTO_TEST_CASE(all_are_allowed) {
  const FakeSite site = site_with_actions();
  const auto engine = engine_for(config_with(ActingRule::leave_all));
  crawl_text(*engine, site);
  teach(*engine, word(Word::allow, ""));
  const std::string requests = crawl_text(*engine, site);
  BOOST_TEST(count_of(requests, "/delete") == 6U);
  BOOST_TEST(count_of(requests, "/quit") == 1U);
  BOOST_TEST(count_of(requests, "/logout") == 1U);
  BOOST_TEST(engine->progress().acting == 0U);
}

/// Where a page shows it; the same template is left wherever else it is met, and named.
BOOST_AUTO_TEST_CASE(with_a_session_suspects_are_left) {
  FakeSite site;
  std::vector<LinkObservation> all;
  for (int i = 10; i < 14; ++i) {
    const std::string path = "/talep/" + std::to_string(i);
    for (const auto& [end, text] : {std::pair{"", "Talep no"}, std::pair{"/onayla", "Onayla"}}) {
      all.push_back(link(path + end, kPlain));
      all.back().anchor = text;
    }
    all[all.size() - 2].anchor += std::string(1, char('a' + i));
    site.page(path, {link("/talep/99/onayla", kPlain)});
    site.page(path + "/onayla", {});
  }
  site.page("/talep/99/onayla", {});
  site.page("/", all);
  const auto open = engine_for(config_with(ActingRule::leave_all));
  BOOST_TEST(count_of(crawl_text(*open, site), "/onayla") == 5U);
  const auto engine = engine_for(config_with(ActingRule::leave_suspects));
  const std::string requests = crawl_text(*engine, site);
  BOOST_TEST(count_of(requests, "/onayla") == 0U);
  BOOST_TEST(count_of(requests, "/talep/") == 4U);
  BOOST_TEST(engine->progress().acting == 5U);
  BOOST_TEST(engine->acting_links(0, 1).front().reason ==
             "its address ends in \"onayla\" behind what names one thing of many");
  const Bytes bytes = engine->snapshot();
  const auto restored = must(Engine::restore(bytes.data(), bytes.size()));
  BOOST_TEST((restored->snapshot() == bytes));
  teach(*restored, word(Word::allow, kPlain));
  BOOST_TEST(count_of(crawl_text(*restored, site), "/onayla") == 5U);
}

/// A job that went on with a session it had not had.
BOOST_AUTO_TEST_CASE(what_waits_already_is_left_when_the_rule_comes) {
  const FakeSite site = site_with_actions();
  const auto engine = after_start(config_with(ActingRule::open, "bfs"), site);
  teach(*engine, word(Word::forbid, ""));
  const std::string requests = crawl_text(*engine, site);
  BOOST_TEST(count_of(requests, "/delete") == 0U);
  BOOST_TEST(count_of(requests, "/quit") == 0U);
}

BOOST_AUTO_TEST_CASE(links_like_one_that_has_changed_something_are_left_from_then_on) {
  FakeSite site;
  std::vector<LinkObservation> links;
  for (int i = 1; i <= 6; ++i) {
    const std::string path = "/hoidla/" + std::to_string(i);
    links.push_back(link(path, kPlain));
    site.page(path, {});
  }
  site.page("/", links);
  const auto engine = after_start(config_with(ActingRule::leave_suspects, "bfs"), site);
  const Request first = next_request(*engine);
  answer_from(*engine, site, first);
  Feedback left;
  left.word = Word::forbid;
  left.url = first.url;
  teach(*engine, left);
  // One was answered, and one was decided on before the word came.
  BOOST_TEST(count_of(crawl_text(*engine, site), "/hoidla/") <= 1U);
  BOOST_TEST(engine->progress().acting >= 4U);
  BOOST_TEST(engine->acting_links(0, 1).front().reason ==
             "one like it has changed something, as a page told");
  const Bytes bytes = engine->snapshot();
  const auto restored = must(Engine::restore(bytes.data(), bytes.size()));
  BOOST_TEST((restored->snapshot() == bytes));
  left.word = Word::allow;
  teach(*restored, left);
  crawl_text(*restored, site);
  BOOST_TEST(restored->progress().acting == 0U);
}

BOOST_AUTO_TEST_CASE(what_the_user_fetches_is_opened) {
  const FakeSite site = site_with_actions();
  const auto engine = engine_for(config_with(ActingRule::leave_all));
  crawl_text(*engine, site);
  teach(*engine, about_link(Word::fetch, "/items/3/delete", kDelete));
  BOOST_TEST(crawl_text(*engine, site) == "/items/3/delete");
  BOOST_TEST(engine->progress().acting == 7U);
}

BOOST_AUTO_TEST_CASE(snapshots_keep_them) {
  const FakeSite site = site_with_actions();
  const auto engine = engine_for(config_with(ActingRule::leave_all));
  crawl_text(*engine, site);
  const Bytes bytes = engine->snapshot();
  const auto restored = must(Engine::restore(bytes.data(), bytes.size()));
  BOOST_TEST((restored->snapshot() == bytes));
  BOOST_TEST(restored->progress().acting == 8U);
  teach(*engine, word(Word::allow, kDelete));
  teach(*restored, word(Word::allow, kDelete));
  BOOST_TEST(crawl_text(*engine, site) == crawl_text(*restored, site));
  BOOST_TEST((restored->snapshot() == engine->snapshot()));
}

BOOST_AUTO_TEST_CASE(the_administration_is_left) {
  FakeSite site;
  site.page("/", links({"/wp-admin/", "/admin/list", "/news"}));
  site.page("/wp-admin/", links({"/wp-admin/a", "/wp-admin/b"}));
  site.page("/admin/list", links({"/admin/1/delete", "/admin/2/delete", "/admin/2/unpublish",
                                  "/admin/users", "/news/2"}));
  site.page("/admin/users", {});
  site.page("/news", {});
  site.page("/news/2", {});
  Config config = config_with(ActingRule::leave_all, "bfs");
  config.administration = false;
  BOOST_TEST(crawl_text(*engine_for(config), site) == "/ /admin/list /news /news/2");
  config.administration = true;
  const std::string all = crawl_text(*engine_for(config), site);
  BOOST_TEST(count_of(all, "/wp-admin/") == 3U);
  BOOST_TEST(count_of(all, "/admin/users") == 1U);
  // Who starts there wants it.
  config.administration = false;
  config.seed_url = on_site("/wp-admin/");
  BOOST_TEST(count_of(crawl_text(*engine_for(config), site), "/wp-admin/") == 3U);
}

BOOST_AUTO_TEST_SUITE_END()

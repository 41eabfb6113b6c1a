// Pages that the user loads himself: learnt from once, and looked at without learning.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "tagtrail/decision_json.hpp"
#include "tagtrail/url.hpp"
#include "two_lists.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

BOOST_AUTO_TEST_SUITE(looking)

BOOST_DATA_TEST_CASE(a_page_that_the_user_loaded_is_learnt_from_once,
                     boost::unit_test::data::make(kTeachable), policy) {
  const FakeSite site = two_lists();
  const auto engine = after_start(config_for(policy), site);
  const Request out = next_request(*engine);
  const std::string path = out.url == on_site("/sets/set-5") ? "/sets/set-6" : "/sets/set-5";
  Request as_asked;
  as_asked.url = on_site(path);
  Response page = site.answer(as_asked);
  page.requests = 0;
  const std::uint64_t requests = engine->progress().requests;
  BOOST_REQUIRE(engine->observe(page).has_value());
  BOOST_TEST(engine->progress().requests == requests);
  BOOST_TEST(engine->progress().pages == 2U);
  // sb-classifier has asked for the type of one link so far, and knows no other.
  if (policy != "sb-classifier") BOOST_TEST(group_of(*engine, kData).requests == 1U);
  const Bytes once = engine->snapshot();
  BOOST_REQUIRE(engine->observe(page).has_value());
  BOOST_TEST((engine->snapshot() == once));
  answer_from(*engine, site, out);
  for (const std::string& each : rest(*engine, site)) BOOST_TEST(each != path);
  BOOST_TEST(engine->progress().targets == 36U);
}

BOOST_AUTO_TEST_CASE(who_only_looks_on_learns_what_pages_lead_to) {
  const FakeSite site = two_lists();
  const auto engine = engine_for(config_for("trail"));
  const auto observe = [&](const std::string& path) {
    Request request;
    request.url = on_site(path);
    Response page = site.answer(request);
    page.requests = 0;
    BOOST_REQUIRE(engine->observe(page).has_value());
  };
  observe("/");  // in flight, and never answered
  for (int i = 0; i < 5; ++i) {
    observe("/sets/set-" + std::to_string(i));
    observe("/news/item-" + std::to_string(i));
  }
  BOOST_TEST(engine->progress().pages == 11U);
  BOOST_TEST(engine->progress().requests == 0U);
  const LinkGroup data = group_of(*engine, kData);
  const LinkGroup news = group_of(*engine, kNews);
  BOOST_REQUIRE((data.expected && news.expected));
  BOOST_TEST(*data.expected > 1.0);
  BOOST_TEST(*data.expected > 3 * *news.expected);
  // The answer that comes late is counted, and no more.
  const auto judgement = engine->deliver(site.answer(next_request(*engine)));
  BOOST_TEST(judgement.has_value());
  BOOST_TEST(engine->progress().pages == 11U);
  BOOST_TEST(engine->progress().requests == 1U);
}

BOOST_AUTO_TEST_CASE(what_is_no_page_of_the_site_is_not_observed) {
  const FakeSite site = two_lists();
  const auto engine = after_start(config_for("trail"), site);
  engine->next();
  const Bytes before = engine->snapshot();
  BOOST_TEST(engine->observe(seen("http://other.test/", links({"/x"}))).has_value());
  Response no_page = seen("/x", {});
  no_page.is_page = false;
  BOOST_TEST(!engine->observe(no_page).has_value());
  Response no_url = seen("/x", {});
  no_url.final_url = "x";
  BOOST_TEST(!engine->observe(no_url).has_value());
  BOOST_TEST((engine->snapshot() == before));
}

BOOST_AUTO_TEST_CASE(looking_tells_files_pages_and_groups_and_learns_nothing) {
  const FakeSite site = two_lists();
  const auto engine = after_start(config_for("trail"), site);
  engine->next();
  teach(*engine, word(Word::good, kData));
  const Bytes before = engine->snapshot();
  Page page;
  page.links = links({"/sets/set-90", "/sets/set-91"}, kData);
  page.links.push_back(link("/sets/x.csv", kElsewhere));
  page.links.push_back(link("http://other.test/page"));
  page.links.push_back(link("http://other.test/y.csv", kElsewhere));
  page.links.push_back(link("/"));
  for (LinkObservation& each : page.links) each.heading = "Data";
  const auto look = must(engine->look(page, on_site("/")));
  BOOST_TEST((engine->snapshot() == before));
  BOOST_REQUIRE(look.links.size() == 6U);
  BOOST_TEST((look.links[0].kind == LinkKind::page));
  BOOST_TEST((look.links[2].kind == LinkKind::file));
  BOOST_TEST(look.links[2].mime == "text/csv");
  BOOST_TEST((look.links[3].kind == LinkKind::out));
  BOOST_TEST(look.links[3].group == -1);
  BOOST_TEST((look.links[4].kind == LinkKind::file));
  BOOST_TEST((look.links[5].kind == LinkKind::out));
  BOOST_REQUIRE((look.links[0].expected && look.links[2].probability));
  BOOST_TEST(*look.links[2].probability > 0.5);
  BOOST_REQUIRE(look.groups.size() == 2U);
  for (const GroupLook& group : look.groups) {
    BOOST_TEST(group.heading == "Data");
    BOOST_TEST(group.links.size() == 2U);
    const bool known = group.group.tag_path == kData;
    BOOST_TEST((group.group.word == (known ? Word::good : Word::neutral)));
    BOOST_TEST(group.group.id == look.links[known ? 0 : 2].group);
  }
}

/// Before a harvest with a login, whatever the crawl that looks would do itself.
BOOST_AUTO_TEST_CASE(looking_tells_what_a_session_would_leave) {
  const FakeSite site = two_lists();
  const auto engine = after_start(config_for("trail"), site);
  Page page;
  for (const char* row : {"7", "8", "9", "10", "11"}) {
    const std::string at = std::string("/items/") + row;
    for (const char* rest : {"", "/onayla", "/duzelt"}) {
      page.links.push_back(link(at + rest, "/html/body/table/tbody/tr/td/a"));
      page.links.back().anchor = *rest == 0 ? "Item " + std::string(row) : rest + 1;
    }
  }
  page.links.push_back(link("/logout"));
  page.links.push_back(link("/wp-admin/users.php"));
  page.links.push_back(link("/about"));
  page.links.push_back(link("http://other.test/items/7/delete"));
  const auto look = must(engine->look(page, on_site("/")));
  std::string left;
  for (const LinkLook& each : look.links) {
    if (!each.acts.empty()) left += std::string(split_url(each.url).path) + " ";
  }
  BOOST_TEST(left ==
             "/items/7/onayla /items/7/duzelt /items/8/onayla /items/8/duzelt /items/9/onayla "
             "/items/9/duzelt /items/10/onayla /items/10/duzelt /items/11/onayla /items/11/duzelt "
             "/logout /wp-admin/users.php ");
  BOOST_TEST(look.links[15].acts == "its address says \"logout\"");
}

BOOST_AUTO_TEST_SUITE_END()

// Pages that are asked for again, because their answer may not have shown all.
#include <boost/test/unit_test.hpp>

#include "two_lists.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

FakeSite site_for(bool member) {
  FakeSite site;
  site.page("/", links({"/list", "/moved", "/d.csv"}));
  site.page("/list", links(member ? std::vector<std::string>{"/a.csv", "/b.csv", "/more"}
                                  : std::vector<std::string>{"/a.csv"}));
  if (member) {
    site.page("/moved", links({"/c.csv"}));
  } else {
    site.redirect("/moved", "/", 302);
  }
  site.page("/more", links({"/e.csv"}));
  for (const char* file : {"/a.csv", "/b.csv", "/c.csv", "/d.csv", "/e.csv"}) site.file(file);
  return site;
}

void ask_again(Engine& engine, const std::string& path) {
  Feedback again;
  again.word = Word::again;
  again.url = on_site(path);
  teach(engine, again);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(read_again)

BOOST_AUTO_TEST_CASE(what_is_new_on_them_is_crawled) {
  for (const std::string& policy : kTeachable) {
    BOOST_TEST_CONTEXT(policy) {
      const auto engine = engine_for(config_for(policy));
      crawl_text(*engine, site_for(false));
      BOOST_TEST(engine->progress().targets == 2U);
      const std::uint64_t pages = engine->progress().pages;
      for (const char* path : {"/list", "/moved", "/list", "/never-met"}) ask_again(*engine, path);
      const Bytes bytes = engine->snapshot();
      const auto restored = must(Engine::restore(bytes.data(), bytes.size()));
      BOOST_TEST((restored->snapshot() == bytes));
      const std::string requests = crawl_text(*engine, site_for(true));
      BOOST_TEST(starts_with(requests, "/list /moved"));
      BOOST_TEST(requests.find("/list", 1) == std::string::npos);
      BOOST_TEST(requests == crawl_text(*restored, site_for(true)));
      BOOST_TEST(engine->progress().targets == 5U);
      // What was a page before is none more.
      BOOST_TEST(engine->progress().pages == pages + 2);
      const Account account = engine->progress(true).account;
      BOOST_TEST(account.unaccounted == 0U);
      BOOST_TEST(account.not_tried == 0U);
    }
  }
}

BOOST_AUTO_TEST_CASE(what_has_gone_meanwhile_is_known_to_be) {
  const auto engine = engine_for(config_for("bfs"));
  crawl_text(*engine, site_for(true));
  ask_again(*engine, "/more");
  BOOST_TEST(crawl_text(*engine, FakeSite()) == "/more");
  BOOST_TEST(engine->progress(true).account.unaccounted == 0U);
  ask_again(*engine, "/a.csv");
  BOOST_TEST(crawl_text(*engine, site_for(true)) == "/a.csv");
  BOOST_TEST(engine->progress().targets == 5U);
}

BOOST_AUTO_TEST_SUITE_END()

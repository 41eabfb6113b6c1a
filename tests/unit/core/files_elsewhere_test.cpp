// Files that a site keeps on another host were left out without a word.
#include <boost/test/unit_test.hpp>

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
  const Bytes snapshot = engine->snapshot();
  const auto restored = must(Engine::restore(snapshot.data(), snapshot.size()));
  BOOST_TEST((restored->progress().elsewhere == engine->progress().elsewhere));
  BOOST_TEST((restored->snapshot() == snapshot));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail

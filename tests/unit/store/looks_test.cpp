// What is inside contents is kept once for all targets that have them.
#include "store/looks.hpp"

#include "job_fixture.hpp"
#include "store/job_reader.hpp"

namespace tagtrail::host::testing {
namespace {

std::string paths_of(const std::vector<Contents>& contents) {
  std::string paths;
  for (const Contents& each : contents) paths += each.path + " ";
  return paths;
}

struct LooksFixture : JobFixture {
  LooksFixture() {
    must(store->commit({file_commit(*store, 1, "https://example.org/a.csv", "a,b\n1,2\n"),
                        file_commit(*store, 2, "https://example.org/b.csv", "a;b\n1;2\n"),
                        file_commit(*store, 3, "https://example.org/c.csv", "a,b\n1,2\n")}));
  }
  LookRow look(const std::string& contents, int version = 3, const std::string& kin = "k") {
    return {sha256_of(contents), version, kin, "{}"};
  }
  const std::string comma = "a,b\n1,2\n";
  const std::string semicolon = "a;b\n1;2\n";
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(looks, LooksFixture)

BOOST_AUTO_TEST_CASE(equal_contents_are_looked_into_once) {
  BOOST_TEST(paths_of(must(store->to_look_into(3))) == "files/a.csv files/b.csv ");
  must(store->keep_looks({look(comma)}));
  BOOST_TEST(paths_of(must(store->to_look_into(3))) == "files/b.csv ");
  BOOST_TEST(paths_of(must(store->to_look_into(2))) == "files/b.csv ");
  BOOST_TEST(paths_of(must(store->to_look_into(4))) == "files/a.csv files/b.csv ");
  must(store->forget_looks());
  BOOST_TEST(paths_of(must(store->to_look_into(3))) == "files/a.csv files/b.csv ");
}

BOOST_AUTO_TEST_CASE(a_newer_look_replaces_an_older_one) {
  must(store->keep_looks({look(comma)}));
  must(store->keep_looks({look(comma, 4, "other")}));
  const auto kept = must(store->look_of(sha256_of(comma)));
  BOOST_REQUIRE(kept.has_value());
  BOOST_TEST(kept->version == 4);
  BOOST_TEST(kept->kin == "other");
  BOOST_TEST(!must(store->look_of(sha256_of(semicolon))).has_value());
}

BOOST_AUTO_TEST_CASE(the_same_table_in_other_contents) {
  must(store->keep_looks({look(comma), look(semicolon)}));
  BOOST_TEST((must(store->same_table(look(comma), 9)) == std::vector<std::string>{"files/b.csv"}));
  BOOST_TEST(
      (must(store->same_table(look(semicolon), 9)) == std::vector<std::string>{"files/a.csv"}));
  BOOST_TEST(must(store->same_table(look(semicolon), 0)).empty());
  BOOST_TEST(must(store->same_table(look(comma, 3, ""), 9)).empty());
}

BOOST_AUTO_TEST_CASE(a_job_of_an_earlier_version_has_none) {
  must(store->keep_looks({look(comma), look(semicolon)}));
  store.reset();
  execute(dir / "job.db",
          "DROP TABLE digest; DROP TABLE look; DROP TABLE term; PRAGMA user_version = 7");
  const auto job = must(JobReader::open(dir));
  BOOST_TEST(!must(job.look_of(sha256_of(comma))).has_value());
  BOOST_TEST(must(job.same_table(look(comma), 9)).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing

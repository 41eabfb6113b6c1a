// Files of a job that has a mask of names: folders, collisions of all kinds, and commits that fail.
#include <sqlite3.h>

#include "job_fixture.hpp"
#include "store/name_preview.hpp"
#include "store/target_names.hpp"

namespace tagtrail::host::testing {
namespace {

struct MaskFixture : JobFixture {
  ResponseCommit item(const std::string& url, const std::string& contents) {
    const std::uint64_t id = store->response_count() + 1;
    return file_commit(*store, id, url, contents);
  }
  void bring(const std::string& url) {
    must(store->commit(batch_of(item("https://example.org/" + url, "contents of " + url))));
  }
  std::vector<std::string> paths() const {
    std::vector<std::string> found;
    for (const TargetRow& target : targets_of(*store)) {
      BOOST_TEST(fs::is_regular_file(dir / target.path), target.path);
      found.push_back(target.path);
    }
    return found;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(masked_names, MaskFixture)

BOOST_AUTO_TEST_CASE(files_come_into_folders) {
  must(store->name_files_by("{host}/{path}/{name}"));
  bring("a/b/one.csv");
  bring("a/two.csv");
  must(store->commit(batch_of(item("https://other.example/three.csv", "contents of a/two.csv"))));
  BOOST_TEST(paths() == (std::vector<std::string>{"files/example.org/a/b/one.csv",
                                                  "files/example.org/a/two.csv",
                                                  "files/other.example/three.csv"}),
             boost::test_tools::per_element());
  // Equal contents share their bytes across folders.
  BOOST_TEST(fs::hard_link_count(dir / "files/example.org/a/two.csv") == 2U);
}

BOOST_AUTO_TEST_CASE(a_mask_stays_with_the_job) {
  must(store->name_files_by("{ext}/{name}"));
  reopen();
  bring("one.csv");
  must(store->name_files_by("{name}"));
  bring("two.csv");
  BOOST_TEST(paths() == (std::vector<std::string>{"files/csv/one.csv", "files/two.csv"}),
             boost::test_tools::per_element());
  BOOST_TEST(!store->name_files_by("../{name}").has_value());
}

BOOST_AUTO_TEST_CASE(names_that_some_system_takes_for_the_same_are_numbered) {
  must(store->name_files_by("{path}/{name}"));
  for (const char* url : {"a/x.csv", "A/X.csv", "a/x.CSV", "e%CC%81/x.csv", "%C3%89/x.csv"})
    bring(url);
  std::set<std::string> keys;
  for (const std::string& path : paths()) BOOST_TEST(keys.insert(name_key(path)).second, path);
}

BOOST_AUTO_TEST_CASE(a_file_is_not_in_the_way_of_a_folder_nor_the_other_way_round) {
  must(store->name_files_by("{path}/{name}"));
  bring("data.csv");
  bring("Data.csv/deep.csv");
  bring("other.csv/deep.csv");
  bring("OTHER.csv");
  const std::uint64_t id = store->response_count() + 1;
  auto both = batch_of(file_commit(*store, id, "https://example.org/new.csv", "1"),
                       file_commit(*store, id + 1, "https://example.org/new.csv/deep.csv", "2"));
  must(store->commit(std::move(both)));
  BOOST_TEST(paths() == (std::vector<std::string>{"files/data.csv", "files/Data-2.csv/deep.csv",
                                                  "files/other.csv/deep.csv", "files/OTHER-2.csv",
                                                  "files/new.csv", "files/new-2.csv/deep.csv"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_link_in_the_place_of_a_folder_leads_nowhere) {
  must(store->name_files_by("{path}/{name}"));
  fs::create_directory(folder.path() / "elsewhere");
  fs::create_directory_symlink(folder.path() / "elsewhere", dir / "files/a");
  bring("a/x.csv");
  BOOST_TEST(paths().front() == "files/a-2/x.csv");
  BOOST_TEST(fs::is_empty(folder.path() / "elsewhere"));
}

BOOST_AUTO_TEST_CASE(a_commit_that_was_cut_leaves_nothing_in_folders) {
  must(store->name_files_by("{path}/{name}"));
  bring("a/x.csv");
  store.reset();
  write_file(dir / "files/a/y.csv", "half done");
  write_file(dir / "outside.csv", "half done");
  sqlite3* database = nullptr;
  BOOST_REQUIRE(sqlite3_open((dir / "job.db").c_str(), &database) == SQLITE_OK);
  for (const std::string file :
       {"a/y.csv", "../outside.csv", "a/../../outside.csv", "/outside.csv"}) {
    const std::string sql =
        "INSERT INTO placing VALUES('" + file + "', '" + sha256_of("half done") + "')";
    BOOST_REQUIRE(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  }
  sqlite3_close(database);
  reopen();
  BOOST_TEST(!fs::exists(dir / "files/a/y.csv"));
  BOOST_TEST(fs::exists(dir / "files/a/x.csv"));
  BOOST_TEST(fs::exists(dir / "outside.csv"));
}

BOOST_AUTO_TEST_CASE(a_preview_shows_what_a_job_would_do) {
  for (const char* url : {"a/x.csv", "b/x.csv", "a/b/x.csv"}) bring(url);
  std::vector<std::string> names;
  must(preview_names(dir, must(NameMask::parse("{ext}/{name}")),
                     [&](const NamePreview& preview) -> Expected<void> {
                       names.push_back(preview.name);
                       return {};
                     }));
  BOOST_TEST(names == (std::vector<std::string>{"csv/x.csv", "csv/x-b.csv", "csv/x-a-b.csv"}),
             boost::test_tools::per_element());
  BOOST_TEST(
      paths() == (std::vector<std::string>{"files/x.csv", "files/x-b.csv", "files/x-a-b.csv"}),
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing

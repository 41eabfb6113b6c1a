#include "fleet/checkpoint.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>

#include "fleet/file_store.hpp"
#include "scratch_folder.hpp"
#include "store/sqlite.hpp"
#include "system/sha256.hpp"
#include "system/whole_file.hpp"

using namespace tagtrail::host;
using tagtrail::ErrorCode;
using tagtrail::Expected;
using tagtrail::ScratchFolder;
namespace fs = std::filesystem;

namespace {

void write_text(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

std::unique_ptr<Store> store_in(const fs::path& folder) {
  fs::create_directories(folder);
  return open_file_store("file://" + folder.string()).value();
}

std::uintmax_t bytes_in(const fs::path& folder) {
  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) bytes += entry.file_size();
  }
  return bytes;
}

/// A job as far as a checkpoint looks at it, and a store.
struct Fixture {
  ScratchFolder scratch;
  fs::path job = scratch.path() / "job";
  fs::path restored = scratch.path() / "restored";
  std::unique_ptr<Store> store = store_in(scratch.path() / "store");
  std::atomic<bool> stop{false};

  void make_job() {
    fs::create_directories(job);
    auto database = sqlite::Database::open(job / "job.db").value();
    for (const char* table : {"CREATE TABLE target (path TEXT, sha256 TEXT, bytes INTEGER)",
                              "CREATE TABLE version (path TEXT, sha256 TEXT, bytes INTEGER)",
                              "CREATE TABLE page (text TEXT)",
                              "CREATE TABLE archive (file TEXT, offset INTEGER, length INTEGER)"}) {
      BOOST_REQUIRE(database.execute(table));
    }
    add_file("a.csv", "one");
  }
  void add_file(const std::string& name, const std::string& text) { add_files({{name, text}}); }
  void add_files(const std::vector<std::pair<std::string, std::string>>& files) {
    auto database = sqlite::Database::open(job / "job.db").value();
    auto transaction = sqlite::Transaction::begin(database).value();
    for (const auto& [name, text] : files) {
      write_text(job / "files" / name, text);
      BOOST_REQUIRE(database.run("INSERT INTO target VALUES (?, ?, ?)", "files/" + name,
                                 sha256_of(text), static_cast<std::int64_t>(text.size())));
    }
    BOOST_REQUIRE(transaction.commit());
  }
  void add_pages(int first, int count) {
    auto database = sqlite::Database::open(job / "job.db").value();
    auto transaction = sqlite::Transaction::begin(database).value();
    for (int n = first; n < first + count; ++n) {
      BOOST_REQUIRE(database.run("INSERT INTO page VALUES (?)", sha256_of(std::to_string(n))));
    }
    BOOST_REQUIRE(transaction.commit());
  }
  void add_record(const std::string& file, std::uint64_t offset, std::uint64_t length) {
    auto database = sqlite::Database::open(job / "job.db").value();
    BOOST_REQUIRE(database.run("INSERT INTO archive VALUES (?, ?, ?)", file, offset, length));
  }
  Expected<Checkpoint> make(const Checkpoint& before = {}, const char* maker = "site 1") {
    return make_checkpoint({job, scratch.path() / "copy", "site", maker}, *store, before, stop);
  }
  Expected<void> restore(const std::string& name) {
    return restore_checkpoint(*store, TRY(read_checkpoint(*store, name)), restored, stop);
  }
  ErrorCode restore_text(const std::string& text) {
    BOOST_REQUIRE(store->put_bytes(text, sha256_of(text)));
    return restore(sha256_of(text)).error().code;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(checkpoints, Fixture)

BOOST_AUTO_TEST_CASE(a_job_comes_back) {
  make_job();
  add_pages(0, 20'000);
  const auto made = make().value();
  BOOST_TEST(!fs::exists(scratch.path() / "copy"));
  BOOST_REQUIRE(restore(made.name));
  BOOST_TEST(read_whole_file(restored / "files/a.csv").value() == "one");
  auto database = sqlite::Database::open(restored / "job.db").value();
  BOOST_TEST(database.value<std::string>("SELECT path FROM target").value() == "files/a.csv");
  BOOST_TEST(database.value<int>("SELECT count(*) FROM page").value() == 20'000);
  BOOST_TEST(database.value<std::string>("PRAGMA integrity_check").value() == "ok");
}

BOOST_AUTO_TEST_CASE(a_job_that_only_begins_has_none) {
  BOOST_TEST(make().value().name.empty());
  write_text(job / "job.db", "");
  BOOST_TEST(make().value().name.empty());
}

BOOST_AUTO_TEST_CASE(what_did_not_change_is_not_stored_again) {
  make_job();
  add_pages(0, 40'000);
  const auto first = make().value();
  const auto whole = bytes_in(scratch.path() / "store");
  add_pages(40'000, 10);
  const auto second = make(first).value();
  BOOST_TEST(second.name != first.name);
  BOOST_TEST(bytes_in(scratch.path() / "store") - whole < whole / 5);
  BOOST_TEST(make(second).value().name == second.name);
  BOOST_REQUIRE(restore(second.name));
  auto database = sqlite::Database::open(restored / "job.db").value();
  BOOST_TEST(database.value<int>("SELECT count(*) FROM page").value() == 40'010);
}

BOOST_AUTO_TEST_CASE(the_next_holder_stores_only_what_is_new) {
  make_job();
  add_pages(0, 40'000);
  const auto first = make().value();
  const auto whole = bytes_in(scratch.path() / "store");
  const auto known = read_checkpoint(*store, first.name).value();
  BOOST_TEST(make(known, "site 2").value().name == first.name);
  add_pages(40'000, 10);
  BOOST_REQUIRE(make(known, "site 2"));
  BOOST_TEST(bytes_in(scratch.path() / "store") - whole < whole / 5);
}

BOOST_AUTO_TEST_CASE(what_is_left_behind_can_go_and_does_not_pile_up) {
  make_job();
  add_pages(0, 20'000);
  Checkpoint newest = make().value();
  const auto once = bytes_in(scratch.path() / "store");
  for (int round = 0; round < 30; ++round) {
    auto database = sqlite::Database::open(job / "job.db").value();
    BOOST_REQUIRE(database.run("UPDATE page SET text = text || 'x' WHERE rowid % 30 = ?", round));
    auto made = make(newest).value();
    for (const std::string& name : left_behind(newest, made)) BOOST_REQUIRE(store->remove(name));
    newest = std::move(made);
    BOOST_TEST(bytes_in(scratch.path() / "store") < 3 * once);
  }
  BOOST_REQUIRE(restore(newest.name));
  const auto needed = needed_by(*store, newest).value();
  for (const std::string& name : needed) BOOST_TEST(store->look(name).value().has_value());
  BOOST_TEST(needed.size() >= 4U);
}

BOOST_AUTO_TEST_CASE(jobs_with_the_same_pages_have_no_pack_in_common) {
  make_job();
  const auto one = make({}, "one 1").value();
  const auto other = make({}, "other 1").value();
  for (const std::string& name : left_behind(one, {})) BOOST_REQUIRE(store->remove(name));
  BOOST_REQUIRE(restore(other.name));
}

BOOST_AUTO_TEST_CASE(many_files_are_in_lists_that_stay) {
  make_job();
  std::vector<std::pair<std::string, std::string>> files;
  for (int n = 0; n < 600; ++n) files.emplace_back(std::to_string(n) + ".csv", std::to_string(n));
  add_files(files);
  const auto made = make().value();
  BOOST_TEST(made.text.lists.size() == 3U);
  BOOST_TEST(made.seen.size() == 601U - 512U);
  add_file("new.csv", "new");
  // What is in full lists, or was seen, is not even looked for.
  fs::remove_all(job / "files/7.csv");
  const auto next = make(made).value();
  BOOST_TEST((next.text.lists[0] == made.text.lists[0]));
  BOOST_REQUIRE(restore(next.name));
  BOOST_TEST(read_whole_file(restored / "files/7.csv").value() == "7");
  BOOST_TEST(read_whole_file(restored / "files/new.csv").value() == "new");
}

BOOST_AUTO_TEST_CASE(a_growing_archive_is_as_long_as_the_index_says) {
  make_job();
  const std::string record(3'000'000, 'r');
  write_text(job / "archive/a.warc.gz", "closed");
  add_record("a.warc.gz", 0, 6);
  write_text(job / "archive/b.warc.gz.open", record + "not committed");
  add_record("b.warc.gz", 0, record.size());
  const auto first = make().value();
  BOOST_TEST(first.text.archive.size() == 2U);
  BOOST_TEST(first.text.archive[0].whole == sha256_of("closed"));
  BOOST_REQUIRE(restore(first.name));
  BOOST_TEST(read_whole_file(restored / "archive/a.warc.gz").value() == "closed");
  BOOST_TEST((read_whole_file(restored / "archive/b.warc.gz").value() == record));

  fs::rename(job / "archive/b.warc.gz.open", job / "archive/b.warc.gz");
  fs::resize_file(job / "archive/b.warc.gz", record.size());
  const auto second = make(first).value();
  BOOST_TEST(second.text.archive[1].whole == sha256_of(record));
  fs::remove_all(restored);
  BOOST_REQUIRE(restore(second.name));
  BOOST_TEST((read_whole_file(restored / "archive/b.warc.gz").value() == record));

  add_record("b.warc.gz", record.size(), 1);
  BOOST_TEST((make(second).error().code == ErrorCode::invalid_data));
}

BOOST_AUTO_TEST_CASE(where_is_no_job_is_no_checkpoint) {
  BOOST_TEST(make().value().name.empty());
  make_job();
  stop = true;
  BOOST_TEST((make().error().code == ErrorCode::disconnected));
}

BOOST_AUTO_TEST_CASE(a_checkpoint_of_the_first_version_is_read) {
  make_job();
  const std::string database = sha256_of(read_whole_file(job / "job.db").value());
  BOOST_REQUIRE(store->put_file(job / "job.db", database));
  BOOST_REQUIRE(store->put_file(job / "files/a.csv", sha256_of("one")));
  const std::string text =
      R"({"job":")" + database + R"(","files":[["files/a.csv",")" + sha256_of("one") + R"("]]})";
  BOOST_REQUIRE(store->put_bytes(text, sha256_of(text)));
  BOOST_REQUIRE(restore(sha256_of(text)));
  BOOST_TEST(read_whole_file(restored / "files/a.csv").value() == "one");
  const auto old = read_checkpoint(*store, sha256_of(text)).value();
  const auto needed = needed_by(*store, old).value();
  BOOST_TEST((std::set<std::string>(needed.begin(), needed.end()) ==
              std::set<std::string>{database, sha256_of("one"), sha256_of(text)}));
  BOOST_TEST(left_behind(old, make(old).value()).size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_damaged_checkpoint_makes_no_job) {
  const std::string digest(64, 'a');
  for (const std::string& text :
       {std::string("7"), std::string("{}"), std::string(R"({"job":1,"files":[]})"),
        R"({"job":")" + digest + R"(","files":[["../x",")" + digest + R"("]]})",
        R"({"job":")" + digest + R"(","files":[["files/../../x",")" + digest + R"("]]})",
        R"({"job":")" + digest + R"(","files":[["files",")" + digest + R"("]]})",
        R"({"job":")" + digest + R"(","files":[["/etc/x",")" + digest + R"("]]})",
        R"({"job":")" + digest + R"(","files":["x"]})",
        std::string(
            R"({"version":2,"packs":[],"database":{"bytes":9,"pieceBytes":0,"pieces":[]}})"),
        std::string(R"({"version":2,"packs":[],"database":{"bytes":9,"pieceBytes":4,"pieces":[)"
                    R"([0,0,1,"00000000000000000000000000000000"]]},"lists":[],"archive":[]})"),
        R"({"version":2,"packs":[],"database":{"bytes":0,"pieceBytes":4,"pieces":[]},"lists":[],)"
        R"("archive":[{"name":"../x.warc.gz","bytes":1,"whole":")" +
            digest + R"("}]})"}) {
    BOOST_TEST((restore_text(text) == ErrorCode::invalid_data), text);
  }
  BOOST_TEST((restore_text(R"({"version":3})") == ErrorCode::wrong_version));
  BOOST_TEST(!fs::exists(restored / "job.db"));
}

BOOST_AUTO_TEST_CASE(a_store_that_sends_more_than_a_file_has_makes_no_job) {
  make_job();
  const auto made = make().value();
  BOOST_REQUIRE(restore(made.name));
  BOOST_TEST(!fs::exists(restored / "job.db.arriving"));
  fs::remove_all(restored);
  write_text(scratch.path() / "store" / digest_path(sha256_of("one")), "one and more");
  BOOST_TEST((restore(made.name).error().code == ErrorCode::too_large));
  BOOST_TEST(!fs::exists(restored / "job.db"));
  BOOST_TEST(fs::is_empty(restored / "files"));
}

BOOST_AUTO_TEST_CASE(a_damaged_pack_makes_no_job) {
  make_job();
  add_pages(0, 5'000);
  const auto made = make().value();
  const std::string pack = made.text.database.pieces.front().pack;
  write_text(scratch.path() / "store" / digest_path(pack), "damaged");
  BOOST_TEST((restore(made.name).error().code == ErrorCode::invalid_data));
  BOOST_REQUIRE(store->remove(pack));
  BOOST_TEST((restore(made.name).error().code == ErrorCode::not_found));
  BOOST_TEST(!fs::exists(restored / "job.db"));
}

/// A job that came from a store that others write could once have any file of the machine stored.
BOOST_AUTO_TEST_CASE(a_database_that_names_other_files_is_not_kept) {
  make_job();
  write_text(scratch.path() / "secret.warc.gz", "secret");
  fs::create_directories(job / "archive");
  add_record("../../secret.warc.gz", 0, 6);
  BOOST_TEST((make().error().code == ErrorCode::invalid_data));
  BOOST_TEST(bytes_in(scratch.path() / "store") < 1000U);
}

BOOST_AUTO_TEST_CASE(a_database_that_names_a_path_elsewhere_is_not_kept) {
  make_job();
  write_text(scratch.path() / "secret", "secret");
  for (const char* path : {"files/../../secret", "../secret", "/etc/passwd", "files", "job.db"}) {
    auto database = sqlite::Database::open(job / "job.db").value();
    BOOST_REQUIRE(database.run("INSERT INTO version VALUES (?, ?, 6)", path, sha256_of("secret")));
    BOOST_TEST((make().error().code == ErrorCode::invalid_data), path);
    BOOST_REQUIRE(database.run("DELETE FROM version"));
  }
  BOOST_TEST(make().has_value());
}

BOOST_AUTO_TEST_CASE(a_checkpoint_says_whose_it_is) {
  make_job();
  const auto made = make().value();
  BOOST_TEST(read_checkpoint(*store, made.name).value().text.site == "site");
  BOOST_TEST(read_checkpoint_text(R"({"version":2,"packs":[],"database":{"bytes":0,"pieceBytes":1,)"
                                  R"("pieces":[]},"lists":[],"archive":[]})")
                 .value()
                 .site.empty());
}

BOOST_AUTO_TEST_SUITE_END()

// Which folders are opened, and that those that aren't stay as they are.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>

#include "job_fixture.hpp"
#include "store/file_placer.hpp"
#include "store/job_reader.hpp"
#include "store/schema.hpp"
#include "system/codecs/zstd.hpp"

namespace tagtrail::host::testing {
namespace {

Error refusal(const fs::path& dir) {
  const auto opened = JobStore::open(dir);
  BOOST_REQUIRE(!opened.has_value());
  return opened.error();
}

/// The newest snapshot as version 4 and before kept it: whole, in its row.
void keep_whole(const fs::path& job_db, const Bytes& bytes) {
  std::string hex;
  for (const std::uint8_t byte : must(compress(bytes))) hex += fmt::format("{:02x}", byte);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  execute(job_db, "UPDATE snapshot SET sha256 = '" + sha256_of(text) + "', bytes = x'" + hex +
                      "'; DROP TABLE snapshot_part; ALTER TABLE snapshot DROP COLUMN series;"
                      " ALTER TABLE snapshot DROP COLUMN parts; ALTER TABLE snapshot DROP COLUMN"
                      " size; DROP TABLE acting; DROP TABLE left_out; DROP TABLE dataset;"
                      " DROP TABLE look; DROP TABLE term; DROP TABLE digest;"
                      " ALTER TABLE decision DROP COLUMN sums; DROP INDEX response_cut;"
                      " ALTER TABLE response DROP COLUMN links_cut; ALTER TABLE attempt DROP COLUMN"
                      " sub_requests; PRAGMA user_version = 4");
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(opening, JobFixture)

BOOST_AUTO_TEST_CASE(a_job_has_one_owner) {
  const Error error = refusal(dir);
  BOOST_TEST((error.code == ErrorCode::busy));
  BOOST_TEST(error.message.find("process " + std::to_string(::getpid())) != std::string::npos);
  must(store->set("still", "mine"));
  store.reset();
  BOOST_TEST(JobStore::open(dir).has_value());
}

BOOST_AUTO_TEST_CASE(another_process_is_kept_out_until_the_owner_is_gone) {
  const auto outcome = [&] {
    const pid_t child = ::fork();
    if (child == 0) {
      const auto opened = JobStore::open(dir);
      ::_exit(opened ? 0 : opened.error().code == ErrorCode::busy ? 1 : 2);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WEXITSTATUS(status);
  };
  // A child shares the descriptor of the lock, so it must open its own to be refused.
  BOOST_TEST(outcome() == 1);
  store.reset();
  BOOST_TEST(outcome() == 0);
}

BOOST_AUTO_TEST_CASE(a_newer_database_is_named_as_such) {
  must(store->set("seed", "7"));
  store.reset();
  execute(dir / "job.db", "PRAGMA user_version = 1000");
  const Error error = refusal(dir);
  BOOST_TEST((error.code == ErrorCode::wrong_version));
  BOOST_TEST(error.message.find("1000") != std::string::npos);
  execute(dir / "job.db", "PRAGMA user_version = " + std::to_string(kSchemaVersion));
  store = must(JobStore::open(dir));
  BOOST_TEST(must(store->get("seed")).value() == "7");
}

BOOST_AUTO_TEST_CASE(a_snapshot_of_version_4_is_read_and_gives_way_to_parts) {
  const Bytes old_one(3000, 9);
  must(store->save_snapshot({1, 2, {}}));
  store.reset();
  keep_whole(dir / "job.db", old_one);
  store = must(JobStore::open(dir));
  const auto latest = must(store->latest_snapshot());
  BOOST_REQUIRE(latest.has_value());
  BOOST_TEST(latest->inputs == 2U);
  BOOST_TEST((latest->bytes == old_one));
  must(store->save_snapshot({5, 2, Bytes(10, 1)}));
  BOOST_TEST(must(store->latest_snapshot())->responses == 5U);
  must(store->save_snapshot({6, 2, Bytes(10, 2)}));
  reopen();
  BOOST_TEST(must(store->latest_snapshot())->responses == 6U);
}

BOOST_AUTO_TEST_CASE(a_job_of_the_first_version_gets_what_it_lacks) {
  must(store->commit(batch_of(page_commit(1, "https://example.org/"))));
  must(store->save_snapshot({1, 0, Bytes(10, 1)}));
  store.reset();
  keep_whole(dir / "job.db", Bytes(10, 1));
  execute(dir / "job.db",
          "DROP TABLE validator; DROP TABLE change; DROP TABLE version; "
          "DROP TABLE attempt; DROP TABLE robots; ALTER TABLE decision DROP COLUMN path; DROP "
          "TABLE archive; DROP TABLE input; ALTER TABLE snapshot DROP COLUMN inputs; DROP "
          "INDEX response_skip;"
          " PRAGMA user_version = 1");
  store = must(JobStore::open(dir));
  BOOST_TEST(store->input_count() == 0U);
  BOOST_TEST(must(store->latest_snapshot())->responses == 1U);
  must(store->add_inputs({{JobInput::Kind::feedback, 1, false, "{}"}}));
  reopen();
  BOOST_TEST(store->input_count() == 1U);
}

BOOST_AUTO_TEST_CASE(something_else_under_the_name_is_left_alone) {
  store.reset();
  for (const char* suffix : {"", "-wal", "-shm"})
    fs::remove(dir / (std::string("job.db") + suffix));
  const std::string text(5000, 'x');
  write_file(dir / "job.db", text);
  BOOST_TEST((refusal(dir).code == ErrorCode::invalid_data));
  BOOST_TEST(read_file(dir / "job.db") == text);

  fs::remove(dir / "job.db");
  execute(dir / "job.db", "CREATE TABLE recipes(name)");
  const std::string recipes = read_file(dir / "job.db");
  BOOST_TEST((refusal(dir).code == ErrorCode::invalid_data));
  BOOST_TEST(read_file(dir / "job.db") == recipes);
}

BOOST_AUTO_TEST_CASE(a_damaged_database_is_an_error_and_kept) {
  for (std::uint64_t id = 1; id <= 200; ++id) {
    must(store->commit(batch_of(page_commit(id, "https://example.org/" + std::to_string(id)))));
  }
  store.reset();
  std::string bytes = read_file(dir / "job.db");
  BOOST_REQUIRE(bytes.size() > 65536U);
  // Past the header and the schema, so that the file still looks like a job.
  for (std::size_t at = 4096; at < bytes.size(); ++at) bytes[at] = static_cast<char>(at * 31);
  write_file(dir / "job.db", bytes);
  const auto opened = JobStore::open(dir);
  ErrorCode code = ErrorCode::internal;
  if (!opened) {
    code = opened.error().code;
  } else {
    const auto replayed = (*opened)->replay(0, [](const Bytes&) { return Expected<void>(); });
    if (!replayed) code = replayed.error().code;
  }
  BOOST_TEST((code == ErrorCode::invalid_data));
  BOOST_TEST(fs::file_size(dir / "job.db") >= bytes.size());
}

BOOST_AUTO_TEST_CASE(a_damaged_record_is_an_error_not_a_wrong_record) {
  must(store->commit(batch_of(page_commit(1, "https://example.org/"))));
  store.reset();
  execute(dir / "job.db", "UPDATE response SET record = zeroblob(40)");
  store = must(JobStore::open(dir));
  const auto replayed = store->replay(0, [](const Bytes&) { return Expected<void>(); });
  BOOST_REQUIRE(!replayed.has_value());
  BOOST_TEST((replayed.error().code == ErrorCode::invalid_data));
}

BOOST_AUTO_TEST_CASE(a_missing_record_is_an_error) {
  for (std::uint64_t id = 1; id <= 3; ++id) {
    must(store->commit(batch_of(page_commit(id, "https://example.org/" + std::to_string(id)))));
  }
  store.reset();
  execute(dir / "job.db", "DELETE FROM response WHERE n = 2");
  store = must(JobStore::open(dir));
  const auto replayed = store->replay(0, [](const Bytes&) { return Expected<void>(); });
  BOOST_REQUIRE(!replayed.has_value());
  BOOST_TEST((replayed.error().code == ErrorCode::invalid_data));
}

BOOST_AUTO_TEST_CASE(a_damaged_snapshot_gives_way_to_the_one_before) {
  must(store->save_snapshot({10, 0, Bytes(500, 1)}));
  must(store->save_snapshot({20, 0, Bytes(500, 2)}));
  store.reset();
  execute(dir / "job.db",
          "UPDATE snapshot_part SET bytes = zeroblob(20) WHERE series ="
          " (SELECT series FROM snapshot WHERE responses = 20)");
  store = must(JobStore::open(dir));
  BOOST_TEST(must(store->latest_snapshot())->responses == 10U);
  store.reset();
  execute(dir / "job.db", "DELETE FROM snapshot_part");
  store = must(JobStore::open(dir));
  BOOST_TEST(!must(store->latest_snapshot()).has_value());
}

BOOST_AUTO_TEST_CASE(a_folder_of_other_things_is_refused_and_untouched) {
  const fs::path other = folder.path() / "pictures";
  fs::create_directory(other);
  write_file(other / "cat.jpg", "meow");
  BOOST_TEST((refusal(other).code == ErrorCode::invalid_data));
  const std::set<std::string> expected = {"cat.jpg"};
  BOOST_TEST(names_in(other) == expected, boost::test_tools::per_element());
  BOOST_TEST((refusal(other / "cat.jpg").code == ErrorCode::invalid_data));
}

BOOST_AUTO_TEST_CASE(an_interrupted_creation_is_completed) {
  for (const char* made : {".lock", ".partial", "files", "job.db"}) {
    const fs::path fresh = folder.path() / made;
    fs::create_directory(fresh);
    const std::string name = made;
    if (name == ".partial" || name == "files") {
      fs::create_directory(fresh / made);
    } else {
      write_file(fresh / made, "");
    }
    must(must(JobStore::open(fresh))->set("a", "b"));
  }
}

// With an empty job.db a job with all its files was taken for a new one, and begun again.
BOOST_AUTO_TEST_CASE(an_emptied_job_is_refused_and_kept) {
  must(store->commit(batch_of(file_commit(*store, 1, "https://example.org/a.csv", "a,b\n"))));
  store.reset();
  fs::resize_file(dir / "job.db", 0);
  const auto refused = [&] {
    const std::set<std::string> before = names_in(dir);
    const std::string database = read_file(dir / "job.db");
    const Error error = refusal(dir);
    BOOST_TEST((error.code == ErrorCode::invalid_data));
    BOOST_TEST(error.message.find("job.db is empty") != std::string::npos, error.message);
    BOOST_TEST(names_in(dir) == before, boost::test_tools::per_element());
    BOOST_TEST(read_file(dir / "job.db") == database);
    BOOST_TEST(read_file(dir / "files/a.csv") == "a,b\n");
  };
  refused();
  // One that SQLite has touched: whole pages, no tables.
  execute(dir / "job.db", "CREATE TABLE gone(a); DROP TABLE gone");
  refused();
}

// SQLite removes the log of an empty database, with the answers in it.
BOOST_AUTO_TEST_CASE(the_log_of_an_emptied_database_is_kept) {
  must(store->commit(batch_of(page_commit(1, "https://example.org/"))));
  const fs::path copy = folder.path() / "copy";
  fs::create_directory(copy);
  fs::copy_file(dir / "job.db-wal", copy / "job.db-wal");
  write_file(copy / "job.db", "");
  const std::string log = read_file(copy / "job.db-wal");
  BOOST_REQUIRE(!log.empty());
  BOOST_TEST((refusal(copy).code == ErrorCode::invalid_data));
  BOOST_TEST((JobReader::open(copy).error().code == ErrorCode::invalid_data));
  BOOST_TEST(read_file(copy / "job.db-wal") == log);
}

BOOST_AUTO_TEST_CASE(a_database_without_its_tables_is_refused) {
  store.reset();
  fs::remove(dir / "job.db-wal");
  fs::remove(dir / "job.db");
  execute(dir / "job.db", "PRAGMA application_id = " + std::to_string(kApplicationId) +
                              "; PRAGMA user_version = 4");
  fs::remove(dir / "crawl.log");
  BOOST_TEST(refusal(dir).message.find("lost its tables") != std::string::npos);
}

namespace {

/// Paths with modes that others than the owner may use.
std::set<std::string> open_to_others(const fs::path& dir) {
  std::set<std::string> open;
  for (const auto& entry : fs::recursive_directory_iterator(dir)) {
    struct stat info {};
    BOOST_REQUIRE(::lstat(entry.path().c_str(), &info) == 0);
    const mode_t mode = S_ISDIR(info.st_mode) ? 0700 : 0600;
    if ((info.st_mode & 07777U) != mode) open.insert(entry.path().lexically_relative(dir).string());
  }
  return open;
}

}  // namespace

// Job folders were open to everybody on the machine: harvested with a login, too.
BOOST_AUTO_TEST_CASE(a_job_is_its_owners_alone_whatever_the_umask) {
  store.reset();
  const mode_t before = ::umask(0);
  const fs::path fresh = folder.path() / "deep/job";
  store = must(JobStore::open(fresh));
  must(store->name_files_by("{host}/{name}"));
  auto item = file_commit(*store, 1, "https://example.org/a.csv", "a,b\n");
  fs::permissions(item.file->file, fs::perms(0600));  // as the downloader makes them
  must(store->commit(batch_of(std::move(item))));
  must(store->save_snapshot({1, 0, Bytes(10, 1)}));
  ::umask(before);
  BOOST_TEST(fs::exists(fresh / "job.db-wal"));
  BOOST_TEST(open_to_others(folder.path() / "deep").empty());
  BOOST_TEST(static_cast<unsigned>(fs::status(folder.path() / "deep").permissions()) == 0700U);
}

BOOST_AUTO_TEST_CASE(modes_that_the_owner_gave_stay) {
  for (const char* shared : {"", "files"}) fs::permissions(dir / shared, fs::perms(0750));
  for (const char* shared : {"job.db", "crawl.log"}) fs::permissions(dir / shared, fs::perms(0640));
  reopen();
  must(store->commit(batch_of(page_commit(1, "https://example.org/"))));
  for (const char* shared : {"", "files"}) {
    BOOST_TEST(static_cast<unsigned>(fs::status(dir / shared).permissions()) == 0750U);
  }
  for (const char* shared : {"job.db", "job.db-wal", "crawl.log"}) {
    BOOST_TEST(static_cast<unsigned>(fs::status(dir / shared).permissions()) == 0640U, shared);
  }
}

BOOST_AUTO_TEST_CASE(links_in_the_place_of_folders_are_not_followed) {
  store.reset();
  const fs::path precious = folder.path() / "precious";
  fs::create_directory(precious);
  write_file(precious / "letter.txt", "dear");
  fs::remove_all(dir / ".partial");
  fs::create_directory_symlink(precious, dir / ".partial");
  BOOST_TEST((refusal(dir).code == ErrorCode::invalid_data));
  BOOST_TEST(read_file(precious / "letter.txt") == "dear");
}

BOOST_AUTO_TEST_CASE(partial_files_are_removed) {
  write_file(store->partial_dir() / "half", "x");
  fs::create_directories(store->partial_dir() / "deep/er");
  reopen();
  BOOST_TEST(names_in(store->partial_dir()).empty());
}

BOOST_AUTO_TEST_CASE(only_placed_files_of_a_lost_commit_are_removed) {
  must(store->commit(batch_of(file_commit(*store, 1, "https://example.org/kept.csv", "kept"))));
  store.reset();
  write_file(dir / "files/leftover.csv", "ours");
  write_file(dir / "files/edited.csv", "edited by the user");
  write_file(dir / "files/users.csv", "ours");
  write_file(folder.path() / "outside.csv", "ours");
  const std::string sha256 = sha256_of("ours");
  for (const char* file : {"leftover.csv", "edited.csv", "gone.csv", "../../outside.csv"}) {
    execute(dir / "job.db",
            "INSERT INTO placing VALUES('" + std::string(file) + "', '" + sha256 + "')");
  }
  execute(dir / "job.db", "INSERT INTO placing VALUES('kept.csv', '" + sha256_of("kept") + "')");
  store = must(JobStore::open(dir));
  const std::set<std::string> expected = {"edited.csv", "kept.csv", "users.csv"};
  BOOST_TEST(names_in(dir / "files") == expected, boost::test_tools::per_element());
  BOOST_TEST(fs::exists(folder.path() / "outside.csv"));
}

BOOST_AUTO_TEST_CASE(files_are_placed_where_there_are_no_links) {
  FilePlacer placer(dir / "files", false);
  write_file(store->partial_dir() / "one", "same");
  write_file(store->partial_dir() / "two", "same");
  Placement one{store->partial_dir() / "one", "", "one.csv", sha256_of("same"), 4};
  Placement two{store->partial_dir() / "two", "one.csv", "two.csv", sha256_of("same"), 4};
  must(placer.place(one));
  must(placer.place(two));
  BOOST_TEST(fs::hard_link_count(dir / "files/two.csv") == 1U);
  BOOST_TEST(read_file(dir / "files/two.csv") == "same");
  placer.undo(two);
  BOOST_TEST(!fs::exists(dir / "files/two.csv"));
  BOOST_TEST(read_file(store->partial_dir() / "two") == "same");
  Placement again{store->partial_dir() / "two", "", "one.csv", sha256_of("same"), 4};
  BOOST_TEST(!placer.place(again).has_value());
}

BOOST_AUTO_TEST_CASE(frames_that_were_cut_or_changed_are_refused) {
  const Bytes frame = must(compress(Bytes(10'000, 5)));
  const auto text = [](const Bytes& bytes) { return std::string(bytes.begin(), bytes.end()); };
  BOOST_TEST(must(decompress(text(frame))).size() == 10'000U);
  for (std::size_t size = 0; size < frame.size(); ++size) {
    BOOST_TEST(!decompress(text(frame).substr(0, size)).has_value());
  }
  Bytes changed = frame;
  changed.back() ^= 1U;
  BOOST_TEST(!decompress(text(changed)).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing

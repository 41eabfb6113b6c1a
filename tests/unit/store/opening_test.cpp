// Which folders are opened, and that those that aren't stay as they are.
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/wait.h>

#include "job_fixture.hpp"
#include "store/compression.hpp"
#include "store/file_placer.hpp"
#include "store/schema.hpp"

namespace tagtrail::host::testing {
namespace {

void execute(const fs::path& database, const std::string& sql) {
  sqlite3* raw = nullptr;
  BOOST_REQUIRE(sqlite3_open(database.c_str(), &raw) == SQLITE_OK);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> connection(raw, &sqlite3_close);
  BOOST_REQUIRE_MESSAGE(sqlite3_exec(raw, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK,
                        sqlite3_errmsg(raw));
}

Error refusal(const fs::path& dir) {
  const auto opened = JobStore::open(dir);
  BOOST_REQUIRE(!opened.has_value());
  return opened.error();
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

BOOST_AUTO_TEST_CASE(a_job_of_the_first_version_gets_what_it_lacks) {
  must(store->commit(batch_of(page_commit(1, "https://example.org/"))));
  must(store->save_snapshot({1, 0, Bytes(10, 1)}));
  store.reset();
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
  execute(dir / "job.db", "UPDATE snapshot SET bytes = zeroblob(20) WHERE responses = 20");
  store = must(JobStore::open(dir));
  BOOST_TEST(must(store->latest_snapshot())->responses == 10U);
  store.reset();
  execute(dir / "job.db", "UPDATE snapshot SET sha256 = 'x' WHERE responses = 10");
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

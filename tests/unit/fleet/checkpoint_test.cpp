#include "fleet/checkpoint.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>

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

FileStore store_in(const fs::path& folder) {
  fs::create_directories(folder);
  return FileStore::open("file://" + folder.string()).value();
}

Expected<void> nothing() { return {}; }

/// A job of one file, as far as a checkpoint looks at it.
void make_job(const fs::path& job) {
  write_text(job / "files/a.csv", "one");
  auto database = sqlite::Database::open(job / "job.db").value();
  BOOST_REQUIRE(database.execute("CREATE TABLE target (path TEXT, sha256 TEXT)"));
  BOOST_REQUIRE(database.execute("CREATE TABLE version (path TEXT, sha256 TEXT)"));
  BOOST_REQUIRE(database.run("INSERT INTO target VALUES (?, ?)", "files/a.csv", sha256_of("one")));
}

ErrorCode restore_text(const FileStore& store, const fs::path& scratch, const std::string& text) {
  write_text(scratch / "text", text);
  BOOST_REQUIRE(store.put(scratch / "text", sha256_of(text)));
  return restore_checkpoint(store, sha256_of(text), scratch / "restored", nothing).error().code;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(checkpoints)

BOOST_AUTO_TEST_CASE(a_store_has_what_it_was_given_and_nothing_else) {
  const ScratchFolder scratch;
  const FileStore store = store_in(scratch.path() / "store");
  write_text(scratch.path() / "a", "one");
  const std::string digest = sha256_of("one");
  BOOST_TEST(!store.has(digest));
  BOOST_TEST(
      (store.put(scratch.path() / "a", sha256_of("two")).error().code == ErrorCode::invalid_data));
  BOOST_TEST(!store.has(sha256_of("two")));
  BOOST_TEST(store.put(scratch.path() / "a", digest).has_value());
  BOOST_TEST(store.get(digest, scratch.path() / "b").has_value());
  BOOST_TEST(read_whole_file(scratch.path() / "b").value() == "one");
  BOOST_TEST((store.get("../a", scratch.path() / "c").error().code == ErrorCode::invalid_data));
  write_text(scratch.path() / "store" / digest.substr(0, 2) / digest, "damaged");
  BOOST_TEST((store.get(digest, scratch.path() / "c").error().code == ErrorCode::invalid_data));
  BOOST_TEST(!fs::exists(scratch.path() / "c"));
  store.remove(digest);
  BOOST_TEST(!store.has(digest));
}

BOOST_AUTO_TEST_CASE(only_a_folder_is_a_store) {
  for (const char* url : {"", "/tmp", "s3://bucket", "file://host/x"}) {
    BOOST_TEST((FileStore::open(url).error().code == ErrorCode::invalid_argument), url);
  }
  BOOST_TEST((FileStore::open("file:///not/there").error().code == ErrorCode::not_found));
}

BOOST_AUTO_TEST_CASE(a_job_comes_back) {
  const ScratchFolder scratch;
  const FileStore store = store_in(scratch.path() / "store");
  make_job(scratch.path() / "job");
  const auto made =
      make_checkpoint(scratch.path() / "job", store, scratch.path() / "copy", nothing).value();
  BOOST_TEST(!fs::exists(scratch.path() / "copy"));
  BOOST_TEST(store.has(made.text));
  BOOST_REQUIRE(
      restore_checkpoint(store, made.text, scratch.path() / "restored", nothing).has_value());
  BOOST_TEST(read_whole_file(scratch.path() / "restored/files/a.csv").value() == "one");
  auto database = sqlite::Database::open(scratch.path() / "restored/job.db").value();
  BOOST_TEST(database.value<std::string>("SELECT path FROM target").value() == "files/a.csv");
}

BOOST_AUTO_TEST_CASE(what_is_not_there_or_not_copied_has_none) {
  const ScratchFolder scratch;
  const FileStore store = store_in(scratch.path() / "store");
  const auto make = [&] {
    return make_checkpoint(scratch.path() / "job", store, scratch.path() / "copy", nothing);
  };
  BOOST_TEST((make().error().code == ErrorCode::not_found));
  make_job(scratch.path() / "job");
  fs::create_directory(scratch.path() / "job/archive");
  BOOST_TEST(make().value().text.empty());
}

BOOST_AUTO_TEST_CASE(a_damaged_checkpoint_makes_no_job) {
  const ScratchFolder scratch;
  const FileStore store = store_in(scratch.path() / "store");
  const std::string digest(64, 'a');
  for (const std::string& text :
       {std::string("7"), std::string("{}"), std::string(R"({"job":1,"files":[]})"),
        R"({"job":")" + digest + R"(","files":[["../x",")" + digest + R"("]]})",
        R"({"job":")" + digest + R"(","files":[["files/../../x",")" + digest + R"("]]})",
        R"({"job":")" + digest + R"(","files":[["/etc/x",")" + digest + R"("]]})",
        R"({"job":")" + digest + R"(","files":["x"]})"}) {
    BOOST_TEST((restore_text(store, scratch.path(), text) == ErrorCode::invalid_data), text);
  }
  BOOST_TEST(!fs::exists(scratch.path() / "restored/job.db"));
}

BOOST_AUTO_TEST_SUITE_END()

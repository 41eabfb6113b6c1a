#include "fleet/file_store.hpp"

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <fstream>
#include <set>

#include "scratch_folder.hpp"
#include "system/sha256.hpp"
#include "system/whole_file.hpp"

using namespace tagtrail::host;
using tagtrail::ErrorCode;
using tagtrail::Expected;
using tagtrail::ScratchFolder;
namespace fs = std::filesystem;

namespace {

struct Fixture {
  ScratchFolder scratch;
  fs::path folder = scratch.path() / "store";
  std::unique_ptr<Store> store;
  fs::path file = scratch.path() / "a";
  std::string digest = sha256_of("one");

  Fixture() {
    fs::create_directories(folder);
    store = open_file_store("file://" + folder.string()).value();
    std::ofstream(file) << "one";
  }
  fs::path place() const { return folder / digest_path(digest); }
  void age(std::chrono::hours hours) const {
    fs::last_write_time(place(), fs::file_time_type::clock::now() - hours);
  }
  std::set<std::string> all() const {
    std::set<std::string> names;
    BOOST_REQUIRE(store->list([&names](const std::string& name, const Stored&) -> Expected<void> {
      names.insert(name);
      return {};
    }));
    return names;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(file_stores, Fixture)

BOOST_AUTO_TEST_CASE(a_store_has_what_it_was_given_and_nothing_else) {
  BOOST_TEST(!store->look(digest).value());
  BOOST_TEST((store->put_file(file, sha256_of("two")).error().code == ErrorCode::invalid_data));
  BOOST_TEST(!store->look(sha256_of("two")).value());
  BOOST_TEST(store->put_file(file, digest).has_value());
  BOOST_TEST(store->look(digest).value()->bytes == 3U);
  BOOST_TEST(store->get_file(digest, scratch.path() / "b", 3).has_value());
  BOOST_TEST(read_whole_file(scratch.path() / "b").value() == "one");
  BOOST_TEST(store->get_bytes(digest, 3).value() == "one");
  BOOST_TEST((store->get_bytes(digest, 2).error().code == ErrorCode::too_large));
  BOOST_TEST(
      (store->get_file(digest, scratch.path() / "c", 2).error().code == ErrorCode::too_large));
  BOOST_TEST(!fs::exists(scratch.path() / "c"));
  BOOST_TEST(
      (store->get_file("../a", scratch.path() / "c", 100).error().code == ErrorCode::invalid_data));
  std::ofstream(place()) << "damaged";
  BOOST_TEST(
      (store->get_file(digest, scratch.path() / "c", 100).error().code == ErrorCode::invalid_data));
  BOOST_TEST((store->get_bytes(digest, 100).error().code == ErrorCode::invalid_data));
  BOOST_TEST(!fs::exists(scratch.path() / "c"));
  BOOST_TEST(store->remove(digest).has_value());
  BOOST_TEST(store->remove(digest).has_value());
  BOOST_TEST((store->get_bytes(digest, 100).error().code == ErrorCode::not_found));
}

BOOST_AUTO_TEST_CASE(old_contents_are_renewed_and_not_sent_again) {
  BOOST_TEST(keep_in_store(*store, file, digest).value());
  BOOST_TEST(!keep_in_store(*store, file, digest).value());
  age(std::chrono::hours(2));
  BOOST_TEST(store->look(digest).value()->age_seconds > 3600);
  BOOST_TEST(!keep_in_store(*store, file, digest).value());
  BOOST_TEST(store->look(digest).value()->age_seconds < 3600);
  BOOST_TEST(!store->renew(sha256_of("two")).value());
}

BOOST_AUTO_TEST_CASE(a_list_has_only_contents) {
  BOOST_REQUIRE(store->put_file(file, digest));
  std::ofstream(place().string() + ".Xa5T3k") << "half";
  std::ofstream(folder / digest) << "elsewhere";
  BOOST_TEST((all() == std::set<std::string>{digest}));
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_gone_is_a_store_that_is_away) {
  BOOST_REQUIRE(try_store(*store));
  BOOST_TEST(all().empty());
  fs::remove_all(folder);
  BOOST_TEST((try_store(*store).error().code == ErrorCode::network));
  BOOST_TEST((store->look(digest).error().code == ErrorCode::network));
  BOOST_TEST(!fs::exists(folder));
}

BOOST_AUTO_TEST_CASE(a_folder_without_its_mark_is_a_store_that_is_away) {
  BOOST_REQUIRE(store->put_file(file, digest));
  const std::string mark = sha256_of("mark");
  BOOST_REQUIRE(store->put_bytes("mark", mark));
  store->expect(mark);
  BOOST_TEST(store->get_bytes(digest, 3).has_value());
  fs::rename(folder, folder.string() + ".mounted");
  fs::create_directories(folder);
  BOOST_TEST((store->look(digest).error().code == ErrorCode::network));
  BOOST_TEST((store->get_bytes(digest, 3).error().code == ErrorCode::network));
  BOOST_TEST((keep_in_store(*store, file, digest).error().code == ErrorCode::network));
  BOOST_TEST((try_store(*store).error().code == ErrorCode::network));
  BOOST_TEST(fs::is_empty(folder));
}

BOOST_AUTO_TEST_CASE(what_was_renewed_since_is_not_removed) {
  BOOST_REQUIRE(store->put_file(file, digest));
  age(std::chrono::hours(2));
  BOOST_REQUIRE(store->renew(digest).value());
  BOOST_TEST(!store->remove_older(digest, 3600).value());
  BOOST_TEST(store->look(digest).value().has_value());
  age(std::chrono::hours(2));
  BOOST_TEST(store->remove_older(digest, 3600).value());
  BOOST_TEST(!store->look(digest).value());
  BOOST_TEST(store->remove_older(digest, 3600).value());
}

BOOST_AUTO_TEST_CASE(a_pipe_in_the_store_holds_nobody_up) {
  fs::create_directories(place().parent_path());
  BOOST_REQUIRE(::mkfifo(place().c_str(), 0600) == 0);
  BOOST_TEST((store->get_bytes(digest, 3).error().code == ErrorCode::invalid_data));
  BOOST_TEST(
      (store->get_file(digest, scratch.path() / "c", 100).error().code == ErrorCode::invalid_data));
}

BOOST_AUTO_TEST_CASE(only_a_folder_is_a_store) {
  const auto refused = [](const std::string& url, const std::string& endpoint = {}) {
    return open_store({url, endpoint, {}}).error().code;
  };
  for (const char* url : {"", "/tmp", "file://host/x"}) {
    BOOST_TEST((refused(url) == ErrorCode::invalid_argument), url);
  }
  BOOST_TEST((refused("file:///not/there") == ErrorCode::not_found));
  BOOST_TEST((refused("file:///tmp", "https://x.example") == ErrorCode::invalid_argument));
}

BOOST_AUTO_TEST_SUITE_END()

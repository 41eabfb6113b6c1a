#include "store/commit_worker.hpp"

#include <poll.h>

#include "job_fixture.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::testing;

namespace {

struct WorkerFixture {
  ScratchFolder folder;
  fs::path dir = folder.path() / "job";
  std::unique_ptr<JobStore> store = must(JobStore::open(dir));

  /// So many files.
  std::vector<ResponseCommit> batch(std::uint64_t count) const {
    std::vector<ResponseCommit> items;
    for (std::uint64_t id = 1; id <= count; ++id) {
      const std::string name = std::to_string(id);
      items.push_back(file_commit(*store, id, "https://example.org/" + name + ".csv", name));
    }
    return items;
  }
  void reopen() {
    store.reset();
    store = must(JobStore::open(dir));
  }
};

bool readable(int descriptor, int patience_ms) {
  pollfd waited{descriptor, POLLIN, 0};
  return ::poll(&waited, 1, patience_ms) == 1;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(commit_worker, WorkerFixture)

BOOST_AUTO_TEST_CASE(a_commit_that_was_begun_is_ended_once) {
  BOOST_TEST(!readable(store->descriptor(), 0));
  store->begin_commit(batch(50));
  BOOST_TEST(readable(store->descriptor(), 60'000));
  BOOST_TEST(store->ended());
  must(store->end_commit());
  BOOST_TEST(!readable(store->descriptor(), 0));
  store->begin_commit(batch_of(page_commit(51, "https://example.org/")));
  must(store->end_commit());
  BOOST_TEST(store->response_count() == 51U);
  BOOST_TEST(store->target_count() == 50U);
}

BOOST_AUTO_TEST_CASE(all_else_waits_for_it) {
  store->begin_commit(batch(50));
  BOOST_TEST(store->response_count() == 50U);
  BOOST_TEST(targets_of(*store).size() == 50U);
  must(store->add_event("skip", "something"));
  must(store->end_commit());
}

BOOST_AUTO_TEST_CASE(an_error_is_told_and_nothing_is_lost) {
  auto wrong = batch(3);
  wrong[1].file->bytes = 7;
  store->add_attempt({.host = "example.org", .url = "https://example.org/", .error = "none"});
  store->begin_commit(std::move(wrong));
  const auto ended = store->end_commit();
  BOOST_REQUIRE(!ended);
  BOOST_TEST((ended.error().code == ErrorCode::invalid_argument));
  BOOST_TEST(store->response_count() == 0U);
  must(store->commit(batch(3)));
  reopen();
  BOOST_TEST(store->target_count() == 3U);
}

BOOST_AUTO_TEST_CASE(what_was_begun_is_there_when_the_job_is_left) {
  store->begin_commit(batch(50));
  reopen();
  BOOST_TEST(store->target_count() == 50U);
}

BOOST_AUTO_TEST_SUITE_END()

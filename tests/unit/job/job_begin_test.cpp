// A start without a folder's name goes on with its own job, and leaves others alone.
#include "job/job_begin.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>

#include "../scratch_folder.hpp"
#include "job/targets_check.hpp"
#include "store/job_store.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

Config begun() {
  Config config;
  config.seed_url = "https://example.org/";
  config.targets = "csv";
  return config;
}

struct Fixture {
  /// A job with one answer.
  std::unique_ptr<JobStore> begin() const {
    auto store = JobStore::open(dir);
    BOOST_REQUIRE(store);
    BOOST_REQUIRE((*store)->set(kEngineConfig, config_to_json(begun())));
    ResponseCommit item;
    item.request.id = 1;
    item.request.url = item.response.final_url = "https://example.org/";
    item.response.request_id = 1;
    std::vector<ResponseCommit> batch;
    batch.push_back(std::move(item));
    BOOST_REQUIRE((*store)->commit(std::move(batch)));
    return std::move(*store);
  }
  bool fits(const Config& config, const NamedSettings& named) const {
    return could_go_on_in(dir, config, named);
  }

  ScratchFolder scratch;
  std::filesystem::path dir = scratch.path() / "example.org";
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(job_folder_choice, Fixture)

BOOST_AUTO_TEST_CASE(the_same_job_goes_on_even_while_it_is_owned) {
  BOOST_TEST(fits(begun(), {"seedUrl"}));
  const auto owner = begin();
  BOOST_TEST(fits(begun(), {"seedUrl", "targets"}));
  Config other = begun();
  other.targets = "pdf";
  BOOST_TEST(fits(other, {"seedUrl"}));
  BOOST_TEST(!fits(other, {"seedUrl", "targets"}));
  other = begun();
  other.seed_url = "https://example.org/other/";
  BOOST_TEST(!fits(other, {"seedUrl"}));
}

BOOST_AUTO_TEST_CASE(targets_are_checked_for_jobs_that_begin) {
  const auto refused = check_targets_of_new(dir, "csv,exel");
  BOOST_REQUIRE(!refused);
  BOOST_TEST((refused.error().code == ErrorCode::invalid_argument));
  BOOST_TEST(
      refused.error().message ==
      "no files are known by the extension 'exel'; did you mean xlsx, xls? To look for names "
      "that end in .exel anyway, write .exel");
  BOOST_TEST(!check_targets_of_new(dir, "text/html"));
  BOOST_TEST(!check_targets_of_new(dir, "*/*"));
  BOOST_TEST(check_targets_of_new(dir, "csv,.exel").has_value());
  const auto owner = begin();
  BOOST_TEST(check_targets_of_new(dir, "csv,exel").has_value());
}

BOOST_AUTO_TEST_CASE(a_start_that_came_to_nothing_is_no_job) {
  auto store = JobStore::open(dir);
  BOOST_REQUIRE((*store)->set(kEngineConfig, config_to_json(begun())));
  Config other = begun();
  other.seed_url = "https://example.org/other/";
  BOOST_TEST(fits(other, {"seedUrl"}));
}

BOOST_AUTO_TEST_CASE(a_damaged_database_is_left_alone) {
  std::filesystem::create_directory(dir);
  std::ofstream(dir / "job.db") << std::string(5000, 'x');
  BOOST_TEST(!fits(begun(), {"seedUrl"}));
}

BOOST_AUTO_TEST_CASE(names_are_numbered) {
  BOOST_TEST(numbered("/jobs/example.org", 1) == "/jobs/example.org");
  BOOST_TEST(numbered("/jobs/example.org", 2) == "/jobs/example.org-2");
}

BOOST_AUTO_TEST_SUITE_END()

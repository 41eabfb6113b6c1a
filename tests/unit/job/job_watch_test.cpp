// What is told of a job in which a call has just changed something.
#include "job/job_watch.hpp"

#include <boost/test/unit_test.hpp>
#include <functional>
#include <string>
#include <vector>

#include "../scratch_folder.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

/// An extension that asks for something whenever it is listened to.
struct Asking final : ExtensionLink {
  Channel* channel() override { return nullptr; }
  std::vector<int> descriptors() override { return {}; }
  void attend() override {
    if (ask) ask();
  }
  Expected<void> ensure(const std::function<bool()>&) override { return {}; }

  std::function<void()> ask;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(job_watch)

// The panel was answered that the job runs, and told right after that it was paused.
BOOST_AUTO_TEST_CASE(who_was_answered_that_a_job_goes_on_is_not_told_that_it_is_paused) {
  const ScratchFolder folder;
  auto store = JobStore::open(folder.path() / "job");
  BOOST_REQUIRE(store);
  JobClock clock(0, 0);
  JobStatus status;
  status.state = {"paused", ""};
  std::vector<std::string> told;
  JobWatch watch(**store, clock, status, nullptr,
                 [&](const JobStatus& now) { told.push_back(now.state.state); });
  Asking extension;
  watch.listen_to(&extension);
  BOOST_REQUIRE(watch.control("pause"));
  extension.ask = [&] { BOOST_TEST(watch.control("resume")->at("state") == "running"); };
  watch.attend();
  BOOST_TEST(told.empty());
  // A job that rests goes on telling so.
  extension.ask = nullptr;
  BOOST_REQUIRE(watch.control("pause"));
  watch.attend();
  BOOST_TEST(told == std::vector<std::string>{"paused"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

#include "load/waits.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "load/task.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

struct Fixture {
  Waits waits;
  std::vector<std::string> order;

  Async<std::string> after(const bool& flag, std::string name) {
    auto raised = waits.until([&](SteadyTime now) { return flag ? now : Waits::kNotYet; });
    co_await raised;
    order.push_back(name);
    co_return name + "!";
  }
  Async<std::string> twice(const bool& first, const bool& second) {
    const auto one = co_await after(first, "first");
    const auto two = co_await after(second, "second");
    co_return *one + *two;
  }
  Async<std::string> failing(const bool& flag) {
    const auto done = co_await after(flag, "then");
    if (done->empty()) co_return std::string("never");
    co_return fail(ErrorCode::io, "broken");
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(waits_of_tasks, Fixture)

BOOST_AUTO_TEST_CASE(a_task_goes_on_when_its_wait_is_over) {
  bool first = false;
  bool second = false;
  auto task = twice(first, second);
  task.start();
  BOOST_TEST(!waits.resume());
  first = true;
  BOOST_TEST(waits.resume());
  BOOST_TEST(!task.done());
  BOOST_TEST(!waits.resume());
  second = true;
  BOOST_TEST(waits.resume());
  BOOST_REQUIRE(task.done());
  BOOST_TEST(task.take().value() == "first!second!");
}

BOOST_AUTO_TEST_CASE(who_came_first_goes_on_first) {
  bool flag = false;
  auto a = after(flag, "a");
  auto b = after(flag, "b");
  b.start();
  a.start();
  flag = true;
  BOOST_TEST(waits.resume());
  BOOST_TEST(order == (std::vector<std::string>{"b", "a"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_error_reaches_the_caller) {
  bool flag = true;
  auto task = failing(flag);
  task.start();
  waits.resume();
  BOOST_REQUIRE(task.done());
  BOOST_TEST((task.take().error().code == ErrorCode::io));
}

BOOST_AUTO_TEST_CASE(a_task_that_is_dropped_waits_no_more) {
  bool flag = false;
  {
    auto task = twice(flag, flag);
    task.start();
    BOOST_TEST((waits.next(SteadyTime{}) == Waits::kNotYet));
  }
  flag = true;
  BOOST_TEST(!waits.resume());
  BOOST_TEST(order.empty());
}

BOOST_AUTO_TEST_CASE(the_earliest_end_is_known) {
  const SteadyTime start = std::chrono::steady_clock::now() + std::chrono::hours(1);
  const auto wait_until = [this](SteadyTime at) -> Async<int> {
    auto over = waits.until([at](SteadyTime) { return at; });
    co_await over;
    co_return 1;
  };
  auto late = wait_until(start + std::chrono::hours(2));
  auto early = wait_until(start);
  late.start();
  early.start();
  BOOST_TEST((waits.next(SteadyTime{}) == start));
}

BOOST_AUTO_TEST_SUITE_END()

// Tasks in processes of their own.
#include "replay/fork_pool.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <map>

using namespace tagtrail::host;

BOOST_AUTO_TEST_SUITE(fork_pool)

BOOST_AUTO_TEST_CASE(each_task_once_whatever_becomes_of_it) {
  std::map<std::size_t, TaskEnd> ends;
  ForkPool pool;
  pool.tasks = 7;
  pool.jobs = 3;
  pool.body = [](std::size_t task, std::string& output) {
    output = std::string(task * 50'000, 'x');
    if (task == 3) std::raise(SIGKILL);
    if (task == 4) throw std::runtime_error("thrown on purpose");
    return task == 5 ? 9 : 0;
  };
  pool.done = [&](TaskEnd end) { BOOST_TEST(ends.emplace(end.task, end).second); };
  BOOST_REQUIRE(pool.run().has_value());
  BOOST_REQUIRE(ends.size() == 7U);
  BOOST_TEST(ends[6].output.size() == 300'000U);
  BOOST_TEST(ends[6].exit_code == 0);
  BOOST_TEST(ends[3].signal == SIGKILL);
  BOOST_TEST(ends[4].exit_code == 70);
  BOOST_TEST(ends[5].exit_code == 9);
}

BOOST_AUTO_TEST_CASE(stopping_starts_no_more) {
  volatile std::sig_atomic_t stop = 0;
  std::size_t ended = 0;
  ForkPool pool;
  pool.tasks = 100;
  pool.jobs = 1;
  pool.stop = &stop;
  pool.body = [](std::size_t, std::string&) { return 0; };
  pool.done = [&](TaskEnd) { stop = ++ended == 2 ? 1 : 0; };
  BOOST_REQUIRE(pool.run().has_value());
  BOOST_TEST(ended == 2U);
}

BOOST_AUTO_TEST_CASE(tasks_are_added_while_others_run) {
  ForkQueue queue(2);
  std::vector<std::string> outputs;
  const auto add = [&](const std::string& text) {
    queue.add({[text](std::string& output) {
                 output = text;
                 return 0;
               },
               [&](TaskEnd end) { outputs.push_back(end.output); }});
  };
  for (const char* text : {"a", "b", "c"}) add(text);
  BOOST_REQUIRE(queue.tend(0).has_value());
  BOOST_TEST(queue.unfinished() + outputs.size() == 3U);
  add("d");
  while (queue.unfinished() > 0) BOOST_REQUIRE(queue.tend(100).has_value());
  std::sort(outputs.begin(), outputs.end());
  BOOST_TEST((outputs == std::vector<std::string>{"a", "b", "c", "d"}));
}

BOOST_AUTO_TEST_SUITE_END()

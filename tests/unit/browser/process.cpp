#include "browser/process.hpp"

#include <signal.h>

#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <thread>

using namespace tagtrail;
using namespace tagtrail::host;
using namespace std::chrono_literals;

namespace {

std::unique_ptr<Process> shell(const std::string& script) {
  auto process = Process::start({{"/bin/sh", "-c", script}, {{"TAGTRAIL_WORD", "here"}}});
  BOOST_REQUIRE(process.has_value());
  return std::move(*process);
}

// Waits, without a limit that a busy machine could miss: a failure shows as a hang.
template <typename Condition>
void wait_for(Condition condition) {
  while (!condition()) std::this_thread::sleep_for(5ms);
}

// Gone, or dead and waiting for a parent that is not us.
bool gone(pid_t id) {
  if (::kill(id, 0) != 0) return errno == ESRCH;
  const auto state = output_of({"/bin/ps", "-o", "stat=", "-p", std::to_string(id)}, 60s);
  return !state || state->empty() || state->front() == 'Z';
}

}  // namespace

BOOST_AUTO_TEST_SUITE(process)

BOOST_AUTO_TEST_CASE(output_environment_and_end) {
  const auto process = shell("echo out; echo $TAGTRAIL_WORD >&2; read line || echo no input");
  wait_for([&] { return process->output_ended(); });
  BOOST_TEST(process->tail() == "out\nhere\nno input\n");
  wait_for([&] { return !process->running(); });
}

BOOST_AUTO_TEST_CASE(how_it_ended) {
  const auto exits = shell("exit 6");
  const auto dies = shell("kill -9 $$");
  const auto lives = shell("exec sleep 1000");
  wait_for([&] { return !exits->running() && !dies->running(); });
  BOOST_TEST(exits->exit_code().value() == 6);
  BOOST_TEST(dies->exit_code().value() == 128 + 9);
  BOOST_TEST(!lives->exit_code().has_value());
}

BOOST_AUTO_TEST_CASE(only_the_end_of_much_output_is_kept) {
  const auto process = shell("i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done");
  wait_for([&] { return process->output_ended(); });
  const std::string tail = process->tail();
  BOOST_TEST(tail.size() == Process::kTailBytes);
  BOOST_TEST(tail.ends_with("line 19999\n"));
}

BOOST_AUTO_TEST_CASE(a_missing_program_is_a_missing_dependency) {
  const auto process = Process::start({{"/no/such/program"}, {}});
  BOOST_REQUIRE(!process.has_value());
  BOOST_TEST((process.error().code == ErrorCode::missing_dependency));
  BOOST_TEST(!output_of({"/no/such/program"}, 1s).has_value());
}

BOOST_AUTO_TEST_CASE(destroying_ends_the_whole_group_even_the_deaf) {
  auto process = shell("trap '' TERM; sleep 1000 & echo $!; while :; do sleep 1000; done");
  wait_for([&] { return process->tail().ends_with('\n'); });
  const pid_t grandchild = std::stoi(process->tail());
  const pid_t child = process->id();
  BOOST_TEST(process->running());
  process.reset();
  wait_for([&] { return gone(grandchild); });
  BOOST_TEST(gone(child));
}

BOOST_AUTO_TEST_CASE(descriptors_of_ours_stay_ours) {
  const auto process = shell("ls /proc/self/fd | tr '\\n' ' '");
  wait_for([&] { return process->output_ended(); });
  // The fourth is the folder that ls reads.
  BOOST_TEST(process->tail() == "0 1 2 3 ");
}

BOOST_AUTO_TEST_SUITE_END()

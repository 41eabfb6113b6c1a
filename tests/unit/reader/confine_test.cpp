// What the process that reads files of others can do, and what not.
#include "reader/confine.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <cstdlib>
#include <functional>
#include <new>

namespace tagtrail::reader {
namespace {

constexpr int kAsWanted = 42;

/// The status of a process that confines itself and then does this.
int status_after(const std::function<bool()>& work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(confine() && work() ? kAsWanted : 1);
  int status = 0;
  BOOST_REQUIRE(::waitpid(child, &status, 0) == child);
  return status;
}

bool goes_well(const std::function<bool()>& work) {
  const int status = status_after(work);
  return WIFEXITED(status) && WEXITSTATUS(status) == kAsWanted;
}

bool is_killed_for(const std::function<bool()>& work, int signal) {
  const int status = status_after(work);
  return WIFSIGNALED(status) && WTERMSIG(status) == signal;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(confinement)

BOOST_AUTO_TEST_CASE(what_is_open_can_be_read_and_written) {
  BOOST_TEST(goes_well([] {
    char byte = 0;
    const bool read = ::pread(STDIN_FILENO, &byte, 1, 0) >= 0 || errno != EPERM;
    return read && ::write(STDOUT_FILENO, "", 0) == 0;
  }));
}

BOOST_AUTO_TEST_CASE(nothing_is_opened) {
  BOOST_TEST(goes_well([] { return ::open("/etc/passwd", O_RDONLY) == -1 && errno == EACCES; }));
  BOOST_TEST(goes_well([] { return ::open("/tmp", O_TMPFILE | O_WRONLY, 0600) == -1; }));
}

BOOST_AUTO_TEST_CASE(other_calls_end_it) {
  BOOST_TEST(is_killed_for([] { return ::socket(AF_INET, SOCK_STREAM, 0) >= 0; }, SIGSYS));
  BOOST_TEST(is_killed_for([] { return ::fork() >= 0; }, SIGSYS));
  BOOST_TEST(is_killed_for([] { return ::unlink("/nowhere/at/all") == 0; }, SIGSYS));
  BOOST_TEST(is_killed_for([] { return ::kill(::getppid(), 0) == 0; }, SIGSYS));
  BOOST_TEST(is_killed_for([] { return ::execl("/bin/true", "true", nullptr) == 0; }, SIGSYS));
}

BOOST_AUTO_TEST_CASE(memory_is_bounded) {
#ifndef TAGTRAIL_SANITIZED
  BOOST_TEST(goes_well([] {
    void* much = std::malloc(std::size_t{2} << 30);
    const bool refused = much == nullptr;
    std::free(much);
    return refused;
  }));
#endif
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::reader

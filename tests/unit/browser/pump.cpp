#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <csignal>
#include <cstring>
#include <fstream>
#include <thread>

#include "browser/pump_listener.hpp"
#include "browser/run_pump.hpp"
#include "messaging/frames.hpp"
#include "scratch.hpp"
#include "system/descriptor.hpp"
#include "tagtrail/protocol.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::test;

namespace {

// A pump in a process of its own, between two pipes (the browser's) and an accepted connection.
struct RunningPump {
  RunningPump() {
    // A pump that has ended makes a write fail, which is what some tests are about.
    std::signal(SIGPIPE, SIG_IGN);
    int in[2];
    int out[2];
    BOOST_REQUIRE(::pipe(in) == 0 && ::pipe(out) == 0);
    listener = std::move(PumpListener::create().value());
    child = ::fork();
    if (child == 0) {
      ::dup2(in[0], STDIN_FILENO);
      ::dup2(out[1], STDOUT_FILENO);
      for (const int fd : {in[0], in[1], out[0], out[1]}) ::close(fd);
      ::_exit(run_pump(listener->path()));
    }
    ::close(in[0]);
    ::close(out[1]);
    to_pump.reset(in[1]);
    from_pump.reset(out[0]);
    while (!owner) {
      if (const auto fd = listener->accept()) owner.reset(*fd);
    }
  }
  int exit_code() {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::unique_ptr<PumpListener> listener;
  pid_t child = -1;
  Descriptor to_pump;
  Descriptor from_pump;
  Descriptor owner;
};

void write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t size = ::write(fd, bytes.data(), bytes.size());
    if (size <= 0) break;
    bytes.remove_prefix(static_cast<std::size_t>(size));
  }
}

std::string read_until_end(int fd) {
  std::string text;
  char chunk[65536];
  for (ssize_t size = 0; (size = ::read(fd, chunk, sizeof chunk)) > 0;) {
    text.append(chunk, static_cast<std::size_t>(size));
  }
  return text;
}

std::string many_frames() {
  std::string bytes;
  for (std::size_t i = 0; i < 20; ++i) {
    bytes += make_frame(std::string(i * 50'000, static_cast<char>('a' + i)));
  }
  return bytes;
}

std::string length_of(std::uint32_t length) {
  std::string bytes(sizeof length, '\0');
  std::memcpy(bytes.data(), &length, sizeof length);
  return bytes;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pump)

BOOST_AUTO_TEST_CASE(frames_pass_unchanged_in_both_directions_at_once) {
  RunningPump pump;
  const std::string bytes = many_frames();
  std::string at_owner;
  std::thread sends_out([&] { write_all(pump.to_pump.get(), bytes); });
  std::thread sends_in([&] {
    write_all(pump.owner.get(), bytes);
    ::shutdown(pump.owner.get(), SHUT_WR);
  });
  std::thread takes([&] { at_owner = read_until_end(pump.owner.get()); });
  const std::string at_browser = read_until_end(pump.from_pump.get());
  sends_out.join();
  sends_in.join();
  takes.join();
  BOOST_TEST((at_browser == bytes));
  // The owner's end of file ends the pump, which may leave the other direction unfinished.
  BOOST_TEST(bytes.starts_with(at_owner));
  BOOST_TEST(pump.exit_code() == 0);
}

BOOST_AUTO_TEST_CASE(what_the_browser_said_before_it_left_arrives) {
  RunningPump pump;
  const std::string bytes = many_frames();
  std::thread sends([&] {
    write_all(pump.to_pump.get(), bytes);
    pump.to_pump.reset();
  });
  const std::string at_owner = read_until_end(pump.owner.get());
  sends.join();
  BOOST_TEST((at_owner == bytes));
  BOOST_TEST(pump.exit_code() == 0);
}

BOOST_AUTO_TEST_CASE(a_length_over_the_limit_ends_it_and_does_not_pass) {
  for (const bool from_browser : {true, false}) {
    RunningPump pump;
    const std::string good = make_frame("good");
    const std::string bad = length_of(protocol::kFrameBytes + 1) + "rest";
    const int from = from_browser ? pump.to_pump.get() : pump.owner.get();
    const int to = from_browser ? pump.owner.get() : pump.from_pump.get();
    write_all(from, good + bad);
    BOOST_TEST((read_until_end(to) == good));
    BOOST_TEST(pump.exit_code() == 1);
  }
}

BOOST_AUTO_TEST_CASE(without_an_owner_it_does_not_start) {
  const Scratch scratch;
  BOOST_TEST(run_pump(scratch.path() / "none") == 3);
  BOOST_TEST(run_pump("/" + std::string(200, 'x')) == 3);
}

BOOST_AUTO_TEST_CASE(the_listener_is_private_and_goes_away) {
  std::filesystem::path path;
  {
    const auto listener = PumpListener::create();
    BOOST_REQUIRE(listener.has_value());
    path = (*listener)->path();
    const auto mode = std::filesystem::status(path.parent_path()).permissions();
    BOOST_TEST((mode == std::filesystem::perms::owner_all));
    BOOST_TEST(!(*listener)->accept().has_value());
  }
  BOOST_TEST(!std::filesystem::exists(path));
  // A runtime folder that is too long for an address is passed over.
  const Scratch scratch;
  const auto deep = scratch.path() / std::string(100, 'd');
  std::filesystem::create_directory(deep);
  const Variable runtime("XDG_RUNTIME_DIR", deep.string());
  BOOST_TEST(PumpListener::create().has_value());
}

BOOST_AUTO_TEST_SUITE_END()

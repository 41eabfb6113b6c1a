#include "command_line/stop_signals.hpp"

#include <atomic>
#include <csignal>

namespace tagtrail::host {
namespace {

std::atomic<bool> told_to_stop{false};

}  // namespace

void catch_stop_signals(void (*handler)(int signal)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction before {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
}

void watch_stop_signals() {
  catch_stop_signals([](int) { told_to_stop = true; });
}

bool is_told_to_stop() { return told_to_stop.load(); }

}  // namespace tagtrail::host

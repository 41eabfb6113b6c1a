#include "command_line/stop_signals.hpp"

#include <csignal>

namespace tagtrail::host {

void catch_stop_signals(void (*handler)(int signal)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction before {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
}

}  // namespace tagtrail::host

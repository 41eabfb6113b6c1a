// The signals that end a command in good order.
#pragma once

namespace tagtrail::host {

/// SIGINT, SIGTERM, and SIGHUP: the terminal or the connection is gone. The last is left ignored
/// where it is (nohup), and may come twice at once, from the system and from the shell: a handler
/// that takes a second signal for impatience does not count it as one.
void catch_stop_signals(void (*handler)(int signal));

/// For commands that only have to know that one came, with is_told_to_stop().
void watch_stop_signals();
bool is_told_to_stop();

}  // namespace tagtrail::host

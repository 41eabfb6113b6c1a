// Two channels that talk to each other, without a thread.
#pragma once

#include <memory>

#include "messaging/channel.hpp"
#include "peer.hpp"

namespace tagtrail::host::test {

// Runs both ends of a conversation until `done`.
template <typename Condition>
void run(Channel& a, Channel& b, Condition done) {
  for (int i = 0; i < 100'000 && !done(); ++i) {
    a.pump();
    b.pump();
  }
}

struct Two {
  Two(Channel::Serve left_serve, Channel::Serve right_serve) {
    Pair pair;
    left = Channel::create(pair.first, pair.first, std::move(left_serve));
    const int other = pair.second.release();
    right = Channel::create(other, other, std::move(right_serve));
  }
  void say_hello() {
    bool done = false;
    left->call_async("hello", {{"protocol", 3}}, [&](const Expected<Json>&) { done = true; });
    run(*left, *right, [&] { return done; });
  }
  std::unique_ptr<Channel> left;
  std::unique_ptr<Channel> right;
};

inline Expected<Json> greet(const std::string&, const Json&) { return Json{{"protocol", 3}}; }

}  // namespace tagtrail::host::test

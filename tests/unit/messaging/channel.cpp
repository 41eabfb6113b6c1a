#include "messaging/channel.hpp"

#include <fcntl.h>

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <thread>

#include "peer.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/protocol.hpp"
#include "two_channels.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::test;
using namespace std::chrono_literals;

namespace {

bool readable(const Channel& channel) {
  pollfd state{channel.fd(), POLLIN, 0};
  return ::poll(&state, 1, 0) == 1;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(channel)

BOOST_AUTO_TEST_CASE(a_call_is_answered_with_its_number) {
  Peer peer(echo);
  peer.say_hello();
  peer.send(R"({"id":2,"call":"job.groups","job":"1"})");
  const auto reply = peer.receive();
  BOOST_REQUIRE(reply.has_value());
  BOOST_TEST(reply->at("id") == 2);
  BOOST_TEST(reply->at("reply") == true);
  BOOST_TEST(reply->at("name") == "job.groups");
  BOOST_TEST(reply->at("got").at("job") == "1");
}

BOOST_AUTO_TEST_CASE(nothing_is_served_before_hello) {
  int served = 0;
  Peer peer([&](const std::string&, const Json&) -> Expected<Json> {
    ++served;
    return Json::object();
  });
  peer.send(R"({"id":1,"call":"job.groups"})");
  BOOST_TEST(peer.receive_error() == "wrong_version");
  peer.send(R"({"id":2,"call":"hello","protocol":2})");
  BOOST_TEST(peer.receive_error() == "wrong_version");
  peer.send(R"({"id":3,"call":"hello","protocol":"3"})");
  BOOST_TEST(peer.receive_error() == "wrong_version");
  peer.send(R"({"id":4,"call":"hello"})");
  BOOST_TEST(peer.receive_error() == "wrong_version");
  BOOST_TEST(served == 0);
  peer.send(R"({"id":5,"call":"hello","protocol":3})");
  BOOST_TEST(peer.receive_error() == "");
  peer.send(R"({"id":6,"call":"job.groups"})");
  BOOST_TEST(peer.receive_error() == "");
  BOOST_TEST(served == 2);
}

BOOST_AUTO_TEST_CASE(our_own_calls_wait_for_hello_too) {
  Peer peer(echo);
  const auto early = peer.channel->call("tab.close", {}, 1s);
  BOOST_REQUIRE(!early.has_value());
  BOOST_TEST((early.error().code == ErrorCode::wrong_version));
  BOOST_TEST(!peer.receive().has_value());
}

BOOST_AUTO_TEST_CASE(failures_of_the_server_become_error_replies) {
  Peer peer([](const std::string& name, const Json& message) -> Expected<Json> {
    if (name == "hello") return Json::object();
    if (name == "job.start") return Json{{"x", message.at("missing")}};
    if (name == "job.stop") throw std::runtime_error("no");
    if (name == "job.list") return Json::array();
    return fail(ErrorCode::unknown_command, "no such command");
  });
  peer.say_hello();
  peer.send(R"({"id":2,"call":"nonsense"})");
  BOOST_TEST(peer.receive_error() == "unknown_command");
  peer.send(R"({"id":3,"call":"job.start"})");
  BOOST_TEST(peer.receive_error() == "invalid_data");
  peer.send(R"({"id":4,"call":"job.stop"})");
  BOOST_TEST(peer.receive_error() == "internal");
  peer.send(R"({"id":5,"call":"job.list"})");
  BOOST_TEST(peer.receive_error() == "internal");
  BOOST_TEST(peer.channel->connected());
}

BOOST_AUTO_TEST_CASE(call_returns_the_reply_or_its_error) {
  Two two(greet, [](const std::string& name, const Json& message) -> Expected<Json> {
    if (name == "tab.load") return Json{{"url", message.at("url")}};
    if (name == "tab.close") return fail(ErrorCode::not_found, "no\ttab\x1b[0m");
    return Json{{"protocol", 3}};
  });
  std::atomic<bool> stop = false;
  std::thread other([&] {
    while (!stop) {
      pollfd state{two.right->fd(), POLLIN, 0};
      ::poll(&state, 1, 10);
      two.right->pump();
    }
  });
  const auto hello = two.left->call("hello", {{"protocol", 3}}, 10s);
  const auto loaded = two.left->call("tab.load", {{"url", "http://a.example/"}}, 10s);
  const auto closed = two.left->call("tab.close", {}, 10s);
  stop = true;
  other.join();
  BOOST_REQUIRE(hello.has_value());
  BOOST_REQUIRE(loaded.has_value());
  BOOST_TEST(loaded->dump() == R"({"url":"http://a.example/"})");
  BOOST_REQUIRE(!closed.has_value());
  BOOST_TEST((closed.error().code == ErrorCode::not_found));
  BOOST_TEST(closed.error().message == "no tab [0m");
}

BOOST_AUTO_TEST_CASE(no_answer_in_time_is_an_error_and_a_late_one_is_ignored) {
  Peer peer(echo);
  peer.say_hello();
  const auto result = peer.channel->call("tab.close", {}, 1ms);
  BOOST_REQUIRE(!result.has_value());
  BOOST_TEST((result.error().code == ErrorCode::network));
  const auto sent = peer.receive();
  BOOST_REQUIRE(sent.has_value());
  for (int i = 0; i < 5; ++i) peer.send(Json{{"id", sent->at("id")}, {"reply", true}}.dump());
  BOOST_TEST(!peer.receive().has_value());
  BOOST_TEST(peer.channel->connected());
}

BOOST_AUTO_TEST_CASE(an_error_that_is_a_name_belongs_to_the_answer) {
  Two two(greet, [](const std::string&, const Json&) -> Expected<Json> {
    return Json{{"protocol", 3}, {"error", "timeout"}};
  });
  two.say_hello();
  std::optional<Expected<Json>> answer;
  two.left->call_async("tab.load", {}, [&](Expected<Json> result) { answer = std::move(result); });
  run(*two.left, *two.right, [&] { return answer.has_value(); });
  BOOST_REQUIRE(answer.has_value());
  BOOST_REQUIRE(answer->has_value());
  BOOST_TEST((*answer)->at("error") == "timeout");
}

BOOST_AUTO_TEST_CASE(a_call_is_given_up_when_its_caller_wants_to_stop) {
  Peer peer(echo);
  peer.say_hello();
  int asked = 0;
  const auto result =
      peer.channel->call("engine.restore", Json::object(), 1h, [&] { return ++asked < 3; });
  BOOST_REQUIRE(!result.has_value());
  BOOST_TEST((result.error().code == ErrorCode::disconnected));
  BOOST_TEST(asked == 3);
}

BOOST_AUTO_TEST_CASE(a_message_over_the_limit_is_refused_before_it_is_sent) {
  Peer peer(echo);
  peer.say_hello();
  const auto result = peer.channel->call(
      "engine.restore", {{"snapshot", std::string(protocol::kMessageBytes, 'x')}}, 10s);
  BOOST_REQUIRE(!result.has_value());
  BOOST_TEST((result.error().code == ErrorCode::too_large));
}

BOOST_AUTO_TEST_CASE(a_server_may_call_back_and_is_never_entered_twice) {
  std::unique_ptr<Channel> right;
  Pair pair;
  int depth = 0;
  int deepest = 0;
  std::vector<int> served;
  Channel* self = nullptr;
  auto left = Channel::create(pair.first, pair.first,
                              [&](const std::string& name, const Json& message) -> Expected<Json> {
                                if (name == "hello") return Json{{"protocol", 3}};
                                deepest = std::max(deepest, ++depth);
                                served.push_back(message.at("n").get<int>());
                                const auto answer = self->call("tab.close", {}, 100ms);
                                --depth;
                                return Json{{"late", !answer.has_value()}};
                              });
  self = left.get();
  const int other = pair.second.release();
  right = Channel::create(other, other, {});
  bool hello = false;
  right->call_async("hello", {{"protocol", 3}}, [&](const Expected<Json>&) { hello = true; });
  run(*left, *right, [&] { return hello; });
  int answered = 0;
  for (int n = 1; n <= 3; ++n) {
    right->call_async("job.groups", {{"n", n}}, [&](const Expected<Json>& result) {
      BOOST_TEST(result.has_value());
      ++answered;
    });
  }
  run(*left, *right, [&] { return answered == 3; });
  BOOST_TEST(answered == 3);
  BOOST_TEST(deepest == 1);
  BOOST_TEST(served == (std::vector<int>{1, 2, 3}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(calls_that_arrive_while_one_waits_are_served_after_it) {
  int served = 0;
  Peer peer([&](const std::string& name, const Json&) -> Expected<Json> {
    if (name == "job.teach") ++served;
    return Json{{"protocol", 3}};
  });
  peer.say_hello();
  const std::string frame = make_frame(R"({"id":2,"call":"job.teach"})");
  BOOST_REQUIRE(::send(peer.socket.get(), frame.data(), frame.size(), 0) ==
                static_cast<ssize_t>(frame.size()));
  const auto result = peer.channel->call("engine.step", {}, 30ms);
  BOOST_TEST(!result.has_value());
  BOOST_TEST(served == 0);
  BOOST_TEST(readable(*peer.channel));
  peer.channel->pump();
  BOOST_TEST(served == 1);
}

BOOST_AUTO_TEST_CASE(a_peer_that_vanishes_fails_open_calls) {
  Peer peer(echo);
  peer.say_hello();
  int failed = 0;
  peer.channel->call_async("tab.close", {}, [&](const Expected<Json>& result) {
    BOOST_TEST((!result && result.error().code == ErrorCode::disconnected));
    ++failed;
  });
  peer.socket.reset();
  BOOST_TEST(readable(*peer.channel));
  peer.channel->pump();
  BOOST_TEST(failed == 1);
  BOOST_TEST(!peer.channel->connected());
  BOOST_TEST(!readable(*peer.channel));
  // Calls after the end are answered by a later pump, which fd() announces.
  peer.channel->call_async("tab.close", {}, [&](const Expected<Json>&) { ++failed; });
  BOOST_TEST(failed == 1);
  BOOST_TEST(readable(*peer.channel));
  peer.channel->pump();
  BOOST_TEST(failed == 2);
  const auto result = peer.channel->call("tab.close", {}, 10s);
  BOOST_TEST((!result && result.error().code == ErrorCode::disconnected));
}

BOOST_AUTO_TEST_CASE(what_was_sent_before_the_end_is_still_served) {
  int served = 0;
  Peer peer([&](const std::string&, const Json&) -> Expected<Json> {
    ++served;
    return Json::object();
  });
  const std::string two = make_frame(R"({"id":1,"call":"hello","protocol":3})") +
                          make_frame(R"({"id":2,"call":"job.groups"})") + "\x05";
  BOOST_REQUIRE(::send(peer.socket.get(), two.data(), two.size(), MSG_NOSIGNAL) ==
                static_cast<ssize_t>(two.size()));
  peer.socket.reset();
  peer.channel->pump();
  BOOST_TEST(served == 2);
  BOOST_TEST(!peer.channel->connected());
}

BOOST_AUTO_TEST_CASE(a_peer_that_does_not_read_is_left_in_the_end) {
  Peer peer(echo);
  peer.say_hello();
  const Json fields{{"data", std::string(400'000, 'x')}};
  int sent = 0;
  while (peer.channel->connected() && sent < 1000) {
    peer.channel->notice("job.progress", fields);
    ++sent;
  }
  BOOST_TEST(!peer.channel->connected());
  BOOST_TEST(sent > 150);
  BOOST_TEST(sent < 180);
}

BOOST_AUTO_TEST_CASE(a_slow_reader_gets_everything) {
  Peer peer(echo);
  peer.say_hello();
  for (int i = 0; i < 20; ++i) {
    peer.channel->notice("job.progress", {{"n", i}, {"data", std::string(400'000, 'x')}});
  }
  int got = 0;
  for (int i = 0; i < 1000 && got < 20; ++i) {
    if (const auto frame = peer.receive()) {
      BOOST_TEST(frame->at("n") == got);
      ++got;
    } else if (readable(*peer.channel)) {
      peer.channel->pump();
    }
  }
  BOOST_TEST(got == 20);
  BOOST_TEST(!readable(*peer.channel));
}

BOOST_AUTO_TEST_CASE(pipes_work_like_sockets) {
  int in[2];
  int out[2];
  BOOST_REQUIRE(::pipe2(in, O_CLOEXEC) == 0);
  BOOST_REQUIRE(::pipe2(out, O_CLOEXEC) == 0);
  auto channel = Channel::create(in[0], out[1], echo);
  Descriptor write(in[1]);
  Descriptor read(out[0]);
  const std::string hello = make_frame(R"({"id":1,"call":"hello","protocol":3})");
  BOOST_REQUIRE(::write(write.get(), hello.data(), hello.size()) > 0);
  channel->pump();
  FrameReader reader;
  std::size_t size = 0;
  BOOST_TEST((reader.read_from(read.get(), size) == FrameReader::Input::more));
  BOOST_TEST(reader.next()->has_value());
  read.reset();
  channel->notice("job.progress", {});
  channel->pump();
  BOOST_TEST(!channel->connected());
}

BOOST_AUTO_TEST_CASE(descriptors_without_another_side_are_the_end) {
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  BOOST_TEST(!Channel::create(null, null, echo)->connected());
  BOOST_TEST(!Channel::create(-1, -1, echo)->connected());
}

BOOST_AUTO_TEST_SUITE_END()

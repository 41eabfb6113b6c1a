// What a broken or hostile other side can send.
#include <boost/test/unit_test.hpp>
#include <random>

#include "../long_only.hpp"
#include "peer.hpp"
#include "tagtrail/protocol.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::test;

BOOST_AUTO_TEST_SUITE(hostile_peer)

BOOST_AUTO_TEST_CASE(a_frame_over_the_limit_ends_the_channel_with_a_word) {
  Peer peer(echo);
  std::string length(kLengthBytes, '\0');
  const std::uint32_t size = protocol::kFrameBytes + 1;
  std::memcpy(length.data(), &size, sizeof size);
  peer.write(length);
  BOOST_TEST(!peer.channel->connected());
  BOOST_TEST(peer.receive_error() == "too_large");
}

BOOST_AUTO_TEST_CASE(a_frame_of_exactly_the_limit_is_read) {
  Peer peer([](const std::string&, const Json&) -> Expected<Json> { return Json::object(); });
  std::string payload = R"({"id":1,"call":"hello","protocol":3,"x":")";
  payload += std::string(protocol::kFrameBytes - payload.size() - 2, 'x') + "\"}";
  peer.send(payload);
  BOOST_TEST(peer.channel->connected());
  BOOST_TEST(peer.receive().has_value());
}

BOOST_AUTO_TEST_CASE(three_errors_in_a_row_end_it_two_do_not) {
  Peer peer(echo);
  peer.say_hello();
  for (int round = 0; round < 3; ++round) {
    peer.send("nonsense");
    BOOST_TEST(peer.receive_error() == "invalid_data");
    peer.send(std::string(1000, '['));
    BOOST_TEST(peer.receive_error() == "too_large");
    peer.send(R"({"id":9,"call":"job.groups"})");
    BOOST_TEST(peer.receive_error() == "");
  }
  BOOST_TEST(peer.channel->connected());
  for (int i = 0; i < 3; ++i) peer.send("[]");
  BOOST_TEST(!peer.channel->connected());
}

BOOST_AUTO_TEST_CASE(shapes_that_are_no_message) {
  for (const std::string_view text : {"",
                                      "7",
                                      "null",
                                      "\"hello\"",
                                      "[]",
                                      "{}",
                                      R"({"id":1})",
                                      R"({"call":"hello"})",
                                      R"({"id":"1","call":"hello"})",
                                      R"({"id":-1,"call":"hello"})",
                                      R"({"id":1,"call":7})",
                                      R"({"id":1,"call":""})",
                                      R"({"id":1,"reply":true})",
                                      R"({"id":1,"reply":false})",
                                      R"({"reply":true})",
                                      R"({"notice":1})",
                                      R"({"ack":0,"of":1})",
                                      R"({"ack":[]})",
                                      R"({"part":0})",
                                      R"({"of":1,"part":0,"parts":1,"data":"W10="})",
                                      R"({"of":1,"part":0,"parts":1,"data":"eyJhY2siOjF9"})"}) {
    Peer peer(echo);
    peer.send(text);
    bool told = false;
    while (const auto frame = peer.receive()) {
      told = told || frame->value("notice", "") == protocol::notice::kProtocolError;
    }
    BOOST_TEST(told, text);
    BOOST_TEST(peer.channel->connected(), text);
  }
}

BOOST_AUTO_TEST_CASE(a_long_name_is_no_call) {
  Peer peer(echo);
  peer.send(Json{{"id", 1}, {"call", std::string(100, 'x')}}.dump());
  BOOST_TEST(peer.receive_error() == "invalid_data");
}

BOOST_AUTO_TEST_CASE(notices_are_never_answered) {
  Peer peer(echo);
  peer.send(R"({"notice":"protocol.error","error":{"code":"io","message":"x"}})");
  peer.send(R"({"notice":"anything"})");
  BOOST_TEST(!peer.receive().has_value());
}

// Parts whose acknowledgements nobody reads must not fill the memory.
BOOST_AUTO_TEST_CASE(a_flood_of_parts_without_reading_ends, *long_only()) {
  Peer peer(echo);
  std::string flood;
  for (int i = 0; i < 1000; ++i) {
    flood += make_frame(R"({"of":18446744073709551615,"part":0,"parts":1,"data":""})");
  }
  int rounds = 0;
  while (peer.channel->connected() && rounds < 5000) {
    peer.write(flood);
    ++rounds;
  }
  BOOST_TEST(!peer.channel->connected());
}

BOOST_AUTO_TEST_CASE(random_bytes_never_break_it) {
  std::mt19937 random(11);
  for (int round = 0; round < 2000; ++round) {
    Peer peer(echo);
    std::string bytes(random() % 200, '\0');
    for (auto& byte : bytes) byte = static_cast<char>(random());
    // Half of the rounds announce a length that fits, so that the payload is looked at.
    peer.write(round % 2 == 0 ? make_frame(bytes) : bytes);
  }
}

BOOST_AUTO_TEST_CASE(damaged_messages_never_break_it) {
  const std::vector<std::string> seeds = {
      R"({"id":1,"call":"hello","protocol":3})",
      R"({"id":2,"call":"job.groups","job":{"a":[1,2]}})",
      R"({"id":1,"reply":true,"error":{"code":"io","message":"x"}})",
      R"({"of":1,"part":0,"parts":2,"data":"eyJpZCI6MSwiY2FsbCI6"})",
      R"({"of":1,"part":1,"parts":2,"data":"ImhlbGxvIn0="})",
      R"({"ack":0,"of":1})",
      R"({"notice":"job.progress","x":"\u00e9\ud83d\ude00"})"};
  std::mt19937 random(13);
  for (int round = 0; round < 3000; ++round) {
    Peer peer(echo);
    int failed = 0;
    peer.say_hello();
    peer.channel->call_async("tab.close", {}, [&](const Expected<Json>&) { ++failed; });
    for (int i = 0; i < 5; ++i) {
      std::string text = seeds[random() % seeds.size()];
      const std::size_t changes = random() % 4;
      for (std::size_t c = 0; c < changes; ++c) {
        const std::size_t at = random() % text.size();
        switch (random() % 3) {
          case 0:
            text[at] = static_cast<char>(random());
            break;
          case 1:
            text.erase(at, 1 + random() % 5);
            break;
          default:
            text.insert(at, seeds[random() % seeds.size()].substr(0, random() % 20));
            break;
        }
        if (text.empty()) text = "{";
      }
      peer.send(text);
    }
    peer.socket.reset();
    peer.channel->pump();
    BOOST_TEST_REQUIRE(failed == 1);
    BOOST_TEST_REQUIRE(!peer.channel->connected());
  }
}

BOOST_AUTO_TEST_SUITE_END()

#include <boost/test/unit_test.hpp>

#include "messaging/json_text.hpp"
#include "messaging/message_parts.hpp"
#include "tagtrail/protocol.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

Json part(unsigned of, unsigned index, unsigned parts, std::string_view text) {
  // Parsed, as a part always is when it arrives.
  return Json::parse(
      Json{{"of", of},
           {"part", index},
           {"parts", parts},
           {"data", to_base64(reinterpret_cast<const std::uint8_t*>(text.data()), text.size())}}
          .dump());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(parts)

BOOST_AUTO_TEST_CASE(parts_of_two_messages_may_alternate) {
  PartReceiver receiver;
  BOOST_TEST(!receiver.take(part(1, 0, 2, "ab"))->whole.has_value());
  BOOST_TEST(!receiver.take(part(2, 0, 2, "xy"))->whole.has_value());
  const auto first = receiver.take(part(1, 1, 2, "c"));
  BOOST_REQUIRE(first.has_value());
  BOOST_TEST(first->whole.value() == "abc");
  BOOST_TEST(write_json(first->ack) == R"({"ack":1,"of":1})");
  BOOST_TEST(receiver.take(part(2, 1, 2, "z"))->whole.value() == "xyz");
}

BOOST_AUTO_TEST_CASE(wrong_order_drops_the_message) {
  PartReceiver receiver;
  BOOST_TEST(!receiver.take(part(1, 1, 2, "b")).has_value());
  BOOST_TEST(receiver.take(part(1, 0, 3, "a")).has_value());
  BOOST_TEST(!receiver.take(part(1, 2, 3, "c")).has_value());
  BOOST_TEST(!receiver.take(part(1, 1, 3, "b")).has_value());
}

BOOST_AUTO_TEST_CASE(fields_are_checked) {
  PartReceiver receiver;
  for (const std::string_view text :
       {R"({"part":0})", R"({"of":1,"part":0,"parts":0,"data":""})",
        R"({"of":-1,"part":0,"parts":1,"data":""})", R"({"of":1,"part":1.5,"parts":2,"data":""})",
        R"({"of":1,"part":"0","parts":1,"data":""})", R"({"of":1,"part":0,"parts":1,"data":7})",
        R"({"of":1,"part":0,"parts":1,"data":"?"})"}) {
    BOOST_TEST(!receiver.take(Json::parse(text)).has_value(), text);
  }
}

BOOST_AUTO_TEST_CASE(open_messages_are_limited_in_number_and_size) {
  PartReceiver receiver;
  for (unsigned of = 1; of <= PartReceiver::kOpen; ++of) {
    BOOST_TEST(receiver.take(part(of, 0, 2, "a")).has_value());
  }
  BOOST_TEST(!receiver.take(part(99, 0, 2, "a")).has_value());

  constexpr unsigned kParts = 100;
  const Json mebibyte = part(1, 0, kParts, std::string(1 << 20, 'x'));
  PartReceiver other;
  unsigned taken = 0;
  for (;; ++taken) {
    Json next = mebibyte;
    next["part"] = taken;
    if (!other.take(next).has_value()) break;
  }
  BOOST_TEST(taken == protocol::kMessageBytes >> 20U);
}

BOOST_AUTO_TEST_CASE(the_window_holds_the_sender_back) {
  MessageSender sender;
  sender.add(std::string(10 * protocol::kWholeBytes, 'x'));
  sender.add("small");
  for (unsigned i = 0; i < protocol::kPartWindow; ++i) {
    const auto frame = sender.next();
    BOOST_REQUIRE(frame.has_value());
    BOOST_TEST(frame->size() <= protocol::kFrameBytes);
  }
  BOOST_TEST(!sender.next().has_value());
  BOOST_TEST(!sender.acknowledge(Json::parse(R"({"ack":8,"of":1})")).has_value());
  BOOST_TEST(!sender.acknowledge(Json::parse(R"({"ack":"0","of":1})")).has_value());
  BOOST_TEST(sender.acknowledge(Json::parse(R"({"ack":0,"of":1})")).has_value());
  BOOST_TEST(!sender.acknowledge(Json::parse(R"({"ack":0,"of":1})")).has_value());
  BOOST_TEST(sender.next().has_value());
  BOOST_TEST(!sender.next().has_value());
  BOOST_TEST(sender.acknowledge(Json::parse(R"({"ack":1,"of":1})")).has_value());
  BOOST_TEST(sender.next().has_value());
  BOOST_TEST(sender.next().value() == "small");
  BOOST_TEST(sender.bytes() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

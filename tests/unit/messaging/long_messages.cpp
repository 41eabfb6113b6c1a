// What is longer than a message travels in parts, and bytes beside it.
#include <boost/test/unit_test.hpp>

#include "../long_only.hpp"
#include "peer.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/protocol.hpp"
#include "two_channels.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::test;

BOOST_AUTO_TEST_SUITE(long_messages)

BOOST_AUTO_TEST_CASE(mebibytes_travel_both_ways_in_parts) {
  const std::string big((is_long_run() ? 10U : 2U) << 20U, 'x');
  Two two(greet, [](const std::string& name, const Json& message) -> Expected<Json> {
    if (name == "hello") return Json{{"protocol", 3}};
    return Json{{"back", message.at("data")}};
  });
  two.say_hello();
  int answered = 0;
  std::vector<std::string> order;
  two.left->call_async("engine.restore", {{"data", big}}, [&](const Expected<Json>& result) {
    order.emplace_back("big");
    BOOST_TEST((result.has_value() && result->at("back") == big));
    ++answered;
  });
  two.left->call_async("engine.step", {{"data", "small"}}, [&](const Expected<Json>& result) {
    order.emplace_back("small");
    BOOST_TEST(result.has_value());
    ++answered;
  });
  two.right->call_async("engine.snapshot", {{"data", big}},
                        [&](const Expected<Json>&) { ++answered; });
  run(*two.left, *two.right, [&] { return answered == 3; });
  BOOST_TEST(answered == 3);
  BOOST_TEST(order == (std::vector<std::string>{"big", "small"}), boost::test_tools::per_element());
}

// A job in a browser died for good when its snapshot, or one page's record, was longer than a
// message.
BOOST_AUTO_TEST_CASE(bytes_longer_than_any_message_travel_beside_it) {
  // In a usual run one that takes some parts of its own, and is not in the message either.
  const Bytes snapshot(is_long_run() ? protocol::kMessageBytes + 1 : 4 * protocol::kAttachedFrom,
                       7);
  const Bytes record(protocol::kAttachedFrom + 1, 1);
  const Bytes small{1, 2, 3};
  Two two(greet, [&](const std::string& name, const Json& message) -> Expected<Json> {
    if (name == "hello") return Json{{"protocol", 3}};
    Json given = message;
    BOOST_TEST((bytes_of(given["records"][0]) == record));
    BOOST_TEST((bytes_of(given["records"][1]) == small));
    return Json{{"snapshot", std::move(given["snapshot"])}};
  });
  two.say_hello();
  bool answered = false;
  two.left->call_async("engine.step",
                       {{"snapshot", Json::binary(snapshot)},
                        {"records", {Json::binary(record), Json::binary(small)}}},
                       [&](Expected<Json> result) {
                         answered = true;
                         BOOST_REQUIRE(result.has_value());
                         BOOST_TEST((bytes_of((*result)["snapshot"]) == snapshot));
                       });
  // A notice behind it neither overtakes it nor takes the wire for stuck.
  two.left->notice("job.progress", {{"job", "1"}});
  run(*two.left, *two.right, [&] { return answered; });
  BOOST_TEST(answered);
}

BOOST_AUTO_TEST_CASE(an_attachment_that_did_not_come_is_an_error) {
  Peer peer(echo);
  peer.say_hello();
  peer.send(R"({"id":2,"call":"job.groups","data":{"attached":5}})");
  const auto reply = peer.receive();
  BOOST_REQUIRE(reply.has_value());
  BOOST_TEST(reply->at("error").at("code") == "invalid_data");
}

BOOST_AUTO_TEST_SUITE_END()

// Requests that ask whether an answer still holds.
#include "downloader_fixture.hpp"

using namespace downloader_test;

namespace {

/// 304 to who names the tag or the date, as servers do; remembers the last request.
TestServer::Handler versioned(std::string& last) {
  return [&last](TestConnection& connection, const std::string& request) {
    last = request;
    const bool same = request.find("If-None-Match: \"one\"") != std::string::npos ||
                      request.find("If-Modified-Since: Sat, 01 Jan 2022") != std::string::npos;
    if (same) return connection.send("HTTP/1.1 304 Not Modified\r\nETag: \"one\"\r\n\r\n");
    return connection.send(
        answer("ETag: \"one\"\r\nLast-Modified: Sat, 01 Jan 2022 00:00:00 GMT\r\n"
               "Content-Type: text/csv\r\n",
               "a,b\n"));
  };
}

FetchResult ask(Fixture& fixture, const TestServer& server, Validators validators) {
  fixture.plan = BodyPlan::memory;
  const auto downloader = fixture.downloader();
  FetchRequest request = fixture.request(server.url("/x"));
  request.validators = std::move(validators);
  downloader->start(std::move(request));
  return Fixture::wait(*downloader);
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(conditional, Fixture)

BOOST_AUTO_TEST_CASE(what_has_not_changed_costs_no_body) {
  std::string last;
  const TestServer server(versioned(last));
  const FetchResult first = ask(*this, server, {});
  BOOST_TEST(first.head.status == 200);
  BOOST_TEST(first.body == "a,b\n");
  BOOST_TEST(last.find("If-") == std::string::npos);
  const Validators known = usable(first.head.etag, first.head.last_modified);
  BOOST_TEST(known.etag == "\"one\"");
  BOOST_TEST(known.last_modified == "Sat, 01 Jan 2022 00:00:00 GMT");
  for (const Validators& each :
       {known, Validators{known.etag, ""}, Validators{"", known.last_modified}}) {
    const FetchResult again = ask(*this, server, each);
    BOOST_TEST((again.error == FetchError::none));
    BOOST_TEST(again.head.status == 304);
    BOOST_TEST(again.body_bytes == 0U);
  }
}

BOOST_AUTO_TEST_CASE(what_has_changed_comes_whole) {
  std::string last;
  const TestServer server(versioned(last));
  const FetchResult again = ask(*this, server, {"W/\"zero\"", "Fri, 31 Dec 2021 00:00:00 GMT"});
  BOOST_TEST(again.head.status == 200);
  BOOST_TEST(again.body == "a,b\n");
  BOOST_TEST(last.find("If-None-Match: W/\"zero\"\r\n") != std::string::npos);
  BOOST_TEST(last.find("If-Modified-Since: Fri, 31 Dec 2021 00:00:00 GMT\r\n") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(values_that_would_forge_a_request_are_not_sent) {
  std::string last;
  const TestServer server(versioned(last));
  const std::string forged = "\"x\"\r\nCookie: a=b";
  BOOST_TEST(usable(forged, forged).empty());
  BOOST_TEST(usable(std::string(2000, 'x'), "d\xC3\xA9j\xC3\xA0").empty());
  BOOST_TEST(ask(*this, server, {forged, forged}).head.status == 200);
  BOOST_TEST(last.find("Cookie") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

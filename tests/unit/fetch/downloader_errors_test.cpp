// The downloader with answers that are none, and addresses that are refused.
#include "downloader_fixture.hpp"

using namespace downloader_test;

BOOST_FIXTURE_TEST_SUITE(downloader, Fixture)

BOOST_AUTO_TEST_CASE(a_truncated_body_is_an_error) {
  const std::string zipped = gzip(std::string(100'000, 'x') + "end");
  const std::string half = zipped.substr(0, zipped.size() / 2);
  for (const std::string& text :
       {std::string("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"),
        std::string("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc"),
        std::string("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"),
        std::string("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\nabc\r\n"),
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " +
            std::to_string(zipped.size()) + "\r\n\r\n" + half,
        answer("Content-Encoding: gzip\r\n", "not gzip at all"),
        // The connection ends in good order, the coding does not.
        answer("Content-Encoding: gzip\r\n", half),
        answer("Content-Encoding: gzip\r\n", zipped.substr(0, zipped.size() - 4))}) {
    const TestServer server(say_and_close(text));
    for (const BodyPlan how : {BodyPlan::memory, BodyPlan::file}) {
      const FetchResult result = fetch(server, how);
      BOOST_TEST((result.error == FetchError::truncated), text.substr(0, 80));
      BOOST_TEST(result.body.empty());
      BOOST_TEST(result.file.empty());
    }
    BOOST_TEST(files() == 0);
  }
}

// Of two lengths the last was believed: the first half of a file was stored as a whole one.
BOOST_AUTO_TEST_CASE(lengths_that_contradict_each_other_are_an_error) {
  const std::string start = "HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\n";
  const std::string chunks = "Transfer-Encoding: chunked\r\n\r\n4\r\na,b\n\r\n0\r\n\r\n";
  for (const char* lengths :
       {"Content-Length: 8\r\nContent-Length: 4\r\n", "Content-Length: 4\r\nContent-Length: 8\r\n",
        "Content-Length: 99999999999999999999999\r\n"}) {
    const TestServer server(say_and_close(start + lengths + "\r\na,b\n1,2\n"));
    const FetchResult result = fetch(server, BodyPlan::file);
    BOOST_TEST((result.error != FetchError::none), lengths);
    BOOST_TEST(files() == 0);
  }
  const TestServer same(say(start + "Content-Length: 4\r\nContent-Length: 4\r\n\r\na,b\n"));
  BOOST_TEST((fetch(same, BodyPlan::file).error == FetchError::none));
  // The length of chunks is what counts (RFC 9112, 6.3).
  const TestServer chunked(say(start + "Content-Length: 4\r\n" + chunks));
  BOOST_TEST((fetch(chunked, BodyPlan::file).error == FetchError::none));
}

BOOST_AUTO_TEST_CASE(a_coding_that_was_not_asked_for) {
  const TestServer server(say(answer("Content-Encoding: compress\r\n", "whatever")));
  BOOST_TEST((fetch(server).error == FetchError::unsupported));
  BOOST_TEST((fetch(server, BodyPlan::discard).error == FetchError::none));
}

BOOST_AUTO_TEST_CASE(answers_that_are_none) {
  for (const char* text : {"", "HTTP/1.1 200", "220 mail.example.org ESMTP\r\n", "\x16\x03\x01"}) {
    const TestServer server(say_and_close(text));
    const FetchResult result = fetch(server);
    BOOST_TEST((result.error == FetchError::network || result.error == FetchError::unsupported),
               text);
    BOOST_TEST(!result.error_text.empty());
  }
}

BOOST_AUTO_TEST_CASE(private_addresses_are_refused) {
  options.allow_private = false;
  const TestServer server(say(answer("", "secret")));
  const auto one = downloader();
  const std::string port = std::to_string(server.port());
  for (const std::string& url :
       {server.url("/"), "http://localhost:" + port + "/", "http://[::1]:" + port + "/",
        "http://[::ffff:7f00:1]:" + port + "/"}) {
    one->start(request(url));
    const FetchResult result = wait(*one);
    BOOST_TEST((result.error == FetchError::refused_address), url << ": " << result.error_text);
    BOOST_TEST(result.error_text.find("--allow-private") != std::string::npos);
  }
  BOOST_TEST(server.connections() == 0);
}

BOOST_AUTO_TEST_CASE(only_http_is_fetched) {
  const auto one = downloader();
  for (const char* url : {"file:///etc/passwd", "gopher://127.0.0.1/", "", "nonsense",
                          "http://a.example@127.0.0.1/"}) {
    one->start(request(url));
    BOOST_TEST((wait(*one).error == FetchError::unsupported), url);
  }
}

BOOST_AUTO_TEST_CASE(a_refused_connection_is_a_network_error) {
  std::string url;
  {
    const TestServer gone(say(""));
    url = gone.url("/");
  }
  const auto one = downloader();
  one->start(request(url));
  BOOST_TEST((wait(*one).error == FetchError::network));
}

BOOST_AUTO_TEST_SUITE_END()

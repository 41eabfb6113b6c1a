// The downloader with servers that behave.
#include <set>

#include "downloader_fixture.hpp"

using namespace downloader_test;

BOOST_FIXTURE_TEST_SUITE(downloader, Fixture)

BOOST_AUTO_TEST_CASE(a_page_with_its_head) {
  const TestServer server(
      say(answer("Content-Type: Text/HTML; charset=utf-8\r\nETag: \"e1\"\r\n"
                 "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\nRetry-After: 5\r\n"
                 "Content-Disposition: attachment; filename=a.csv\r\n",
                 "<p>hello")));
  const FetchResult result = fetch(server);
  BOOST_TEST((result.error == FetchError::none), result.error_text);
  BOOST_TEST(result.ticket == 7);
  BOOST_TEST(result.head.status == 200);
  BOOST_TEST(result.head.content_type == "Text/HTML; charset=utf-8");
  BOOST_TEST(result.head.mime == "text/html");
  BOOST_TEST(result.head.etag == "\"e1\"");
  BOOST_TEST(result.head.last_modified == "Sun, 06 Nov 1994 08:49:37 GMT");
  BOOST_TEST(result.head.retry_after == "5");
  BOOST_TEST(result.head.file_name == "a.csv");
  BOOST_TEST(result.head.content_length.value_or(0) == 8);
  BOOST_TEST(result.head.header_bytes > 100);
  BOOST_TEST(result.body == "<p>hello");
  BOOST_TEST(!result.cut);
  BOOST_TEST(plans == 1);
}

BOOST_AUTO_TEST_CASE(what_is_sent) {
  std::string seen;
  const TestServer server([&](TestConnection& connection, const std::string& request) {
    seen = request;
    return connection.send(answer("X: y\r\n", ""));
  });
  const auto one = downloader();
  FetchRequest head = request(server.url("/a/%2e/b?q=1"));
  head.method = Method::head;
  head.referer = "http://example.org/page";
  for (int i = 0; i < 2; ++i) {
    one->start(head);
    BOOST_TEST((wait(*one).error == FetchError::none));
  }
  BOOST_TEST(seen.starts_with("HEAD /a/%2e/b?q=1 HTTP/1.1\r\n"), seen);
  BOOST_TEST(seen.find("\r\nReferer: http://example.org/page\r\n") != std::string::npos);
  BOOST_TEST(seen.find("\r\nUser-Agent: Tagtrail/") != std::string::npos);
  BOOST_TEST(seen.find("gzip") != std::string::npos);
  BOOST_TEST(seen.find("Cookie") == std::string::npos);
  BOOST_TEST(seen.find("Authorization") == std::string::npos);
  BOOST_TEST(server.connections() == 1);
}

BOOST_AUTO_TEST_CASE(a_file_with_its_hash) {
  const TestServer server(say(answer("Content-Type: text/csv\r\n", "abc")));
  const FetchResult result = fetch(server, BodyPlan::file);
  BOOST_TEST((result.error == FetchError::none), result.error_text);
  BOOST_TEST(text_of(result.file) == "abc");
  BOOST_TEST(result.file.parent_path() == folder);
  BOOST_TEST(result.body_bytes == 3);
  BOOST_TEST(result.body.empty());
  BOOST_TEST(result.sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

BOOST_AUTO_TEST_CASE(an_empty_file_is_a_file) {
  const TestServer server(say(answer("Content-Type: text/csv\r\n", "")));
  const FetchResult result = fetch(server, BodyPlan::file);
  BOOST_TEST((result.error == FetchError::none), result.error_text);
  BOOST_TEST(fs::file_size(result.file) == 0);
  BOOST_TEST(result.sha256 == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

BOOST_AUTO_TEST_CASE(a_large_compressed_file_comes_out_whole) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i * 7919) + ",";
  const TestServer server(say(answer("Content-Encoding: gzip\r\n", gzip(text))));
  const FetchResult result = fetch(server, BodyPlan::file);
  BOOST_TEST((result.error == FetchError::none), result.error_text);
  BOOST_TEST((text_of(result.file) == text));
  BOOST_TEST(result.body_bytes == text.size());
}

BOOST_AUTO_TEST_CASE(redirects_are_answers) {
  const TestServer server(say(answer("Location: ../b?c#d\r\n", "moved", 302)));
  const FetchResult result = fetch(server, BodyPlan::discard);
  BOOST_TEST((result.error == FetchError::none), result.error_text);
  BOOST_TEST(result.head.status == 302);
  BOOST_TEST(result.head.location == server.url("/b?c"));
  BOOST_TEST(result.body.empty());
}

/// As browsers do: bytes of no known encoding are sent as they came.
BOOST_AUTO_TEST_CASE(a_location_in_latin_1_keeps_its_bytes) {
  const TestServer server(say(answer("Location: /\xE4 b.csv\r\n", "", 302)));
  BOOST_TEST(fetch(server, BodyPlan::discard).head.location == server.url("/%E4%20b.csv"));
  const TestServer utf8(say(answer("Location: /\xC3\xA4.csv\r\n", "", 302)));
  BOOST_TEST(fetch(utf8, BodyPlan::discard).head.location == utf8.url("/%C3%A4.csv"));
}

BOOST_AUTO_TEST_CASE(locations_that_lead_nowhere_are_empty) {
  for (const char* location : {"file:///etc/passwd", "javascript:alert(1)", "http://[bad/"}) {
    const TestServer server(say(answer("Location: " + std::string(location) + "\r\n", "", 301)));
    const FetchResult result = fetch(server, BodyPlan::discard);
    BOOST_TEST(result.head.status == 301);
    BOOST_TEST(result.head.location.empty(), location);
  }
}

BOOST_AUTO_TEST_CASE(no_content_type_is_an_empty_mime) {
  const TestServer server(say(answer("", "x")));
  BOOST_TEST(fetch(server).head.mime.empty());
  const TestServer wrong(say(answer("Content-Type: nonsense\r\n", "x")));
  BOOST_TEST(fetch(wrong).head.mime.empty());
}

BOOST_AUTO_TEST_CASE(interim_answers_do_not_count) {
  const TestServer server(
      say("HTTP/1.1 103 Early Hints\r\nContent-Type: text/csv\r\n"
          "Location: /hint\r\n\r\n" +
          answer("", "x")));
  const FetchResult result = fetch(server);
  BOOST_TEST(result.head.status == 200);
  BOOST_TEST(result.head.mime.empty());
  BOOST_TEST(result.head.location.empty());
  BOOST_TEST(plans == 1);
}

BOOST_AUTO_TEST_CASE(a_small_unwanted_body_keeps_the_connection) {
  const TestServer server(say(answer("", std::string(1000, 'x'), 404)));
  plan = BodyPlan::discard;
  const auto one = downloader();
  for (int i = 0; i < 3; ++i) {
    one->start(request(server.url("/x")));
    const FetchResult result = wait(*one);
    BOOST_TEST((result.error == FetchError::none), result.error_text);
    BOOST_TEST(result.head.status == 404);
  }
  BOOST_TEST(server.connections() == 1);
}

BOOST_AUTO_TEST_CASE(many_at_once) {
  const TestServer server([](TestConnection& connection, const std::string& request) {
    return connection.send(answer("", request.substr(4, request.find(' ', 4) - 4)));
  });
  plan = BodyPlan::file;
  const auto one = downloader();
  for (std::uint64_t i = 0; i < 50; ++i) {
    FetchRequest next = request(server.url("/" + std::to_string(i)));
    next.ticket = i % 5;  // equal tickets must not share a file
    one->start(std::move(next));
  }
  BOOST_TEST(one->active() == 50);
  std::set<std::string> bodies;
  for (int i = 0; i < 50; ++i) {
    const auto results = one->poll(1s, {});
    for (const FetchResult& result : results) bodies.insert(text_of(result.file));
    if (one->active() == 0) break;
    i -= results.empty() ? 1 : 0;
  }
  BOOST_TEST(bodies.size() == 50);
  BOOST_TEST(files() == 50);
}

BOOST_AUTO_TEST_CASE(cancelling_leaves_nothing) {
  const TestServer server(drip("text/csv"));
  plan = BodyPlan::file;
  const auto one = downloader();
  one->start(request(server.url("/")));
  while (plans == 0) one->poll(10ms, {});
  BOOST_TEST(files() == 1);
  one->cancel_all();
  BOOST_TEST(one->active() == 0);
  BOOST_TEST(files() == 0);
  BOOST_TEST(one->poll(0ms, {}).empty());
}

BOOST_AUTO_TEST_CASE(a_readable_descriptor_ends_the_wait) {
  int ends[2];
  BOOST_REQUIRE(pipe(ends) == 0);
  BOOST_REQUIRE(write(ends[1], "x", 1) == 1);
  const auto one = downloader();
  BOOST_TEST(one->poll(24h, {ends[0]}).empty());
  close(ends[0]);
  close(ends[1]);
}

BOOST_AUTO_TEST_SUITE_END()

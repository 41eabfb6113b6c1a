// What loaders hand to an archive.
#include "load/captures.hpp"

#include <boost/test/unit_test.hpp>
#include <vector>

#include "load/extension_answers.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

const std::string kUrl = "https://example.org/list";

/// Keeps what it is given; views are copied.
struct Kept : CaptureSink {
  std::vector<Capture> captures;
  std::vector<std::string> bodies;
  Expected<void> take(const Capture& capture) override {
    captures.push_back(capture);
    bodies.emplace_back(capture.body);
    return {};
  }
};

FetchRequest request_of(const std::string& url) {
  FetchRequest request;
  request.url = url;
  return request;
}

/// What a tab showed.
Fetched shown(int status, const char* html, bool cut = false) {
  const Json answer = {{"status", status},
                       {"mime", "text/html"},
                       {"finalUrl", kUrl},
                       {"document", {{"html", html}, {"cut", cut}}}};
  Fetched fetched = fetched_of_tab(Json::parse(answer.dump()), request_of(kUrl));
  fetched.result.raw = rebuilt_exchange(request_of(kUrl));
  fetched.result.duration = std::chrono::milliseconds{20};
  return fetched;
}

bool archive(Kept& kept, const Fetched& fetched, Via via, const std::string& asked = kUrl) {
  return archive_fetched(kept, request_of(asked), fetched, via, FetchAs::resource).has_value();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(captures)

BOOST_AUTO_TEST_CASE(what_a_tab_showed_is_a_document) {
  Kept kept;
  BOOST_REQUIRE(archive(kept, shown(200, "<html>"), Via::tab));
  BOOST_REQUIRE(kept.captures.size() == 1U);
  const Capture& capture = kept.captures[0];
  BOOST_TEST((capture.kind == Capture::Kind::document));
  BOOST_TEST(capture.dom);
  BOOST_TEST(!capture.rebuilt);
  BOOST_TEST((capture.via == Via::tab));
  BOOST_TEST(capture.asked == kUrl);
  BOOST_TEST(capture.duration_ms == 20U);
  BOOST_TEST(kept.bodies[0] == "<html>");
  BOOST_TEST(capture.truncated.empty());
}

BOOST_AUTO_TEST_CASE(a_document_that_was_cut_says_so) {
  Kept kept;
  BOOST_REQUIRE(archive(kept, shown(200, "<html>", true), Via::tab));
  BOOST_TEST(kept.captures.at(0).truncated == "length");
}

BOOST_AUTO_TEST_CASE(an_error_page_keeps_its_status) {
  Kept kept;
  BOOST_REQUIRE(archive(kept, shown(404, "<html>"), Via::tab));
  const Capture& capture = kept.captures.at(0);
  BOOST_TEST((capture.kind == Capture::Kind::exchange));
  BOOST_TEST(capture.rebuilt);
  BOOST_TEST(capture.response_head.starts_with("HTTP/1.1 404 Not Found\r\n"));
  BOOST_TEST(kept.bodies[0] == "<html>");
}

BOOST_AUTO_TEST_CASE(an_answer_without_a_document_is_a_head) {
  Kept kept;
  Fetched file = shown(200, "");
  file.result.head.mime = "text/csv";
  BOOST_REQUIRE(archive(kept, file, Via::tab));
  const Capture& capture = kept.captures.at(0);
  BOOST_TEST((capture.kind == Capture::Kind::exchange));
  BOOST_TEST(capture.truncated == "unspecified");
  BOOST_TEST(capture.response_head.find("Content-Type: text/csv\r\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(nothing_answered_is_nothing_archived) {
  Kept kept;
  BOOST_REQUIRE(archive(kept, shown(0, "<html>"), Via::tab));
  BOOST_TEST(kept.captures.empty());
}

BOOST_AUTO_TEST_CASE(hops_of_a_tab_lead_to_what_it_showed) {
  Kept kept;
  Fetched fetched = shown(200, "<html>");
  fetched.redirects = {{"https://example.org/a", 301}, {"https://example.org/b", 0}};
  BOOST_REQUIRE(archive(kept, fetched, Via::tab, "https://example.org/a"));
  BOOST_REQUIRE(kept.captures.size() == 3U);
  BOOST_TEST(kept.captures[0].response_head ==
             "HTTP/1.1 301 Moved Permanently\r\nLocation: https://example.org/b\r\n\r\n");
  BOOST_TEST(kept.captures[0].request_head == "GET /a HTTP/1.1\r\nHost: example.org\r\n\r\n");
  BOOST_TEST(kept.captures[1].response_head ==
             "HTTP/1.1 302 Found\r\nLocation: " + kUrl + "\r\n\r\n");
  for (const Capture& capture : kept.captures) BOOST_TEST(capture.asked == "https://example.org/a");
}

BOOST_AUTO_TEST_CASE(a_fetch_without_a_whole_head_is_not_archived) {
  Kept kept;
  Fetched fetched;
  BOOST_REQUIRE(archive(kept, fetched, Via::host));
  fetched.result.raw = rebuilt_exchange(request_of(kUrl));
  BOOST_REQUIRE(archive(kept, fetched, Via::browser));
  fetched.result.raw->response_head = "HTTP/1.1 200 OK\r\nA: b\r\n";
  BOOST_REQUIRE(archive(kept, fetched, Via::browser));
  BOOST_TEST(kept.captures.empty());
}

BOOST_AUTO_TEST_CASE(a_query_is_of_the_table_that_it_was_sent_to) {
  Kept kept;
  FetchRequest request = request_of(kUrl + "#query:year.csv");
  Fetched fetched;
  fetched.result.raw = rebuilt_exchange(request);
  fetched.result.raw->response_head = "HTTP/1.1 200 OK\r\n\r\n";
  const auto take = [&] {
    return archive_fetched(kept, request, fetched, Via::host, FetchAs::resource).has_value();
  };
  request.query = "{}";
  BOOST_REQUIRE(take());
  BOOST_TEST(kept.captures.at(0).url == kUrl);
  BOOST_TEST(kept.captures[0].asked == request.url);
  BOOST_TEST(kept.captures[0].query == "{}");
}

BOOST_AUTO_TEST_CASE(a_file_that_a_page_made_has_no_heads) {
  Kept kept;
  const std::string made = kUrl + "?tagtrail-blob=a.csv";
  Fetched fetched;
  fetched.result.raw = rebuilt_exchange(request_of(made));
  fetched.result.raw->response_head = "HTTP/1.1 200 OK\r\n\r\n";
  fetched.result.head.mime = "text/csv";
  BOOST_REQUIRE(archive(kept, fetched, Via::tab, made));
  BOOST_TEST((kept.captures.at(0).kind == Capture::Kind::document));
  BOOST_TEST(kept.captures[0].url == made);
  fetched.result.error = FetchError::browser;
  BOOST_REQUIRE(archive(kept, fetched, Via::tab, made));
  BOOST_TEST(kept.captures.size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

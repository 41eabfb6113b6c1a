#include "archive/http_heads.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail::host;

BOOST_AUTO_TEST_SUITE(http_heads)

BOOST_AUTO_TEST_CASE(secrets_are_left_out_of_requests) {
  const auto head = archived_request_head(
      "GET /a HTTP/1.1\r\nHost: example.org\r\nCookie: session=1\r\nauthorization: Basic eDp5\r\n"
      "Proxy-Authorization: Basic\r\n eDp5\r\nAccept: */*\r\n\r\n");
  BOOST_TEST(head.text == "GET /a HTTP/1.1\r\nHost: example.org\r\nAccept: */*\r\n\r\n");
  BOOST_TEST(head.protocol == "http/1.1");
}

BOOST_AUTO_TEST_CASE(http_2_is_written_as_http_1) {
  const auto request = archived_request_head("GET / HTTP/2\r\nHost: example.org\r\n\r\n");
  BOOST_TEST(request.text == "GET / HTTP/1.1\r\nHost: example.org\r\n\r\n");
  BOOST_TEST(request.protocol == "h2");
  const auto answer =
      archived_response_head("HTTP/2 200 \r\ncontent-length: 3\r\n\r\n", {3, false});
  BOOST_TEST(answer.text == "HTTP/1.1 200 \r\ncontent-length: 3\r\n\r\n");
  BOOST_TEST(answer.protocol == "h2");
}

BOOST_AUTO_TEST_CASE(set_cookie_is_left_out_of_answers) {
  const auto head = archived_response_head(
      "HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nSET-COOKIE: c=d;\r\n\tpath=/\r\nX: y\r\n"
      "Content-Length: 2\r\n\r\n",
      {2, false});
  BOOST_TEST(head.text == "HTTP/1.1 200 OK\r\nX: y\r\nContent-Length: 2\r\n\r\n");
}

BOOST_AUTO_TEST_CASE(codings_that_were_undone_are_renamed) {
  const auto head = archived_response_head(
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n"
      "Content-Length: 20\r\n\r\n",
      {77, false});
  BOOST_TEST(head.text ==
             "HTTP/1.1 200 OK\r\nx-orig-Content-Encoding: gzip\r\n"
             "x-orig-Transfer-Encoding: chunked\r\nx-orig-Content-Length: 20\r\n"
             "Content-Length: 77\r\n\r\n");
}

BOOST_AUTO_TEST_CASE(answers_without_a_body_stay_as_they_are) {
  const auto head = archived_response_head(
      "HTTP/1.1 200 OK\r\nContent-Length: 20\r\nContent-Encoding: br\r\n\r\n", {0, true});
  BOOST_TEST(head.text == "HTTP/1.1 200 OK\r\nContent-Length: 20\r\nContent-Encoding: br\r\n\r\n");
}

BOOST_AUTO_TEST_CASE(lines_end_with_crlf_whatever_was_sent) {
  const auto head =
      archived_response_head("HTTP/1.0 404 Not here\nA: b\nContent-Length: 0\n\n", {0, false});
  BOOST_TEST(head.text == "HTTP/1.0 404 Not here\r\nA: b\r\nContent-Length: 0\r\n\r\n");
  BOOST_TEST(head.protocol == "http/1.0");
}

BOOST_AUTO_TEST_CASE(a_rebuilt_head_takes_no_forged_lines) {
  RebuiltHead answer(200);
  answer.add("Content-Type", "text/csv\r\nSet-Cookie: a=b");
  answer.add("Retry-After", "");
  BOOST_TEST(answer.finish() == "HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\n\r\n");
  BOOST_TEST(RebuiltHead("HEAD", "https://example.org:8443/a?b=c").finish() ==
             "HEAD /a?b=c HTTP/1.1\r\nHost: example.org:8443\r\n\r\n");
}

BOOST_AUTO_TEST_SUITE_END()

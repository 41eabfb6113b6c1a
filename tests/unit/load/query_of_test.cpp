// Which requests are sent by POST.
#include <boost/test/unit_test.hpp>

#include "fetch/asked_by.hpp"
#include "load/fetcher.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

BOOST_AUTO_TEST_SUITE(query_of_requests)

BOOST_AUTO_TEST_CASE(only_what_a_table_said_of_itself_makes_a_query) {
  const std::string table = "https://h.example/api/v1/en/db/T.px";
  Request request;
  request.url = table + "#query:year.csv";
  request.source_page = table;
  BOOST_TEST(query_of(request).has_value());
  for (const std::string& other : {std::string(), table + "/", std::string("https://h.example/")}) {
    request.source_page = other;
    BOOST_TEST(!query_of(request).has_value(), other);
  }
  request.source_page = request.url = table;
  BOOST_TEST(!query_of(request).has_value());
}

BOOST_AUTO_TEST_CASE(to_learn_a_type_nothing_is_sent) {
  Request request;
  request.source_page = "https://h.example/T.px";
  request.url = request.source_page + "#query:year.csv";
  request.method = Method::head;
  BOOST_TEST(!query_of(request).has_value());
  BOOST_TEST(asked_by(request.url, Method::head) == "HEAD");
  BOOST_TEST(asked_by(request.url, Method::get) == "POST");
  BOOST_TEST(asked_by(request.source_page, Method::get) == "GET");
}

BOOST_AUTO_TEST_CASE(the_file_is_called_as_the_table_is) {
  Request request;
  request.source_page = "https://h.example/db/Rain%20days.PX";
  request.url = request.source_page + "#query:year.csv";
  Fetched fetched;
  BOOST_TEST(response_of(request, fetched, Via::host).file_name == "Rain days.csv");
  fetched.result.head.file_name = "x.csv";
  BOOST_TEST(response_of(request, fetched, Via::host).file_name == "x.csv");
}

BOOST_AUTO_TEST_SUITE_END()

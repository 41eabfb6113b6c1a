#include "tagtrail/parts_of_answers.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail;

BOOST_AUTO_TEST_SUITE(parts_of_answers)

BOOST_AUTO_TEST_CASE(a_link_leads_on_by_its_place) {
  for (const char* place : {"/json/next", "/json/next_url", "/json/@odata_nextlink",
                            "/json/d/__next", "/json/links/next/href", "/json/links/href.next",
                            "/header/link.next", "/oai-pmh/listrecords/resumptiontoken"}) {
    BOOST_TEST(leads_to_next_part(place), place);
  }
  for (const char* place : {"", "/json/@odata_context", "/json/next/image", "/json/links/href.prev",
                            "/json/results/next", "/json/features/links/href.next"}) {
    BOOST_TEST(!leads_to_next_part(place), place);
  }
}

BOOST_AUTO_TEST_CASE(parts_of_one_answer_have_the_same_whole) {
  BOOST_TEST(whole_of("https://h.example/api?t=a&limit=10&offset=20") ==
             whole_of("https://h.example/api?offset=0&t=a"));
  BOOST_TEST(whole_of("https://h.example/t.csv?_size=max&_next=100") ==
             whole_of("https://h.example/t.csv"));
  BOOST_TEST(whole_of("https://h.example/api?t=a") != whole_of("https://h.example/api?t=b"));
  BOOST_TEST(whole_of("https://h.example/api?page=home") !=
             whole_of("https://h.example/api?page=2"));
  BOOST_TEST(asks_for_part("https://h.example/api?$skiptoken=x"));
  BOOST_TEST(asks_for_part("https://h.example/api?page=2"));
  BOOST_TEST(!asks_for_part("https://h.example/api?page=home&from=2020-01-01"));
  BOOST_TEST(!asks_for_part("https://h.example/offset=3"));
}

BOOST_AUTO_TEST_CASE(interfaces_alone_stop_at_round_numbers) {
  for (const char* url :
       {"https://h.example/t.csv?_size=max", "https://h.example/resource/abcd-1234.csv",
        "https://h.example/api/t/rows"}) {
    for (const std::uint64_t rows : {1'000, 2'000, 5'000, 10'000, 50'000, 1'000'000}) {
      BOOST_TEST(may_stop_at(url, rows), url << " " << rows);
    }
    for (const std::uint64_t rows : {0, 1, 100, 999, 1'001, 3'000, 1'500, 12'000}) {
      BOOST_TEST(!may_stop_at(url, rows), url << " " << rows);
    }
  }
  BOOST_TEST(!may_stop_at("https://h.example/files/t.csv", 1'000));
  BOOST_TEST(!may_stop_at("https://h.example/capital/t.csv", 1'000));
  BOOST_TEST(may_stop_at("https://h.example/t.csv?limit=250", 250));
  BOOST_TEST(!may_stop_at("https://h.example/t.csv?year=250", 250));
  BOOST_TEST(!may_stop_at("https://h.example/t.csv?limit=0", 0));
}

BOOST_AUTO_TEST_SUITE_END()

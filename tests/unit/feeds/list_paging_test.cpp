#include "feeds/list_paging.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "feeds/json_links.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

const std::string kList = "https://h.example/api/list";

/// A list of two entries with links, and what stands beside it.
std::string answer(const std::string& more, const std::string& name = "data") {
  return "{\"" + name + R"(": [{"url": "/a.csv", "id": 7}, {"url": "/b.csv", "id": 8}])" +
         (more.empty() ? "" : ", " + more) + "}";
}

/// The query that the next part is asked for by, and entries of all, if that is known.
std::string next(const std::string& json, const std::string& query = "", ListHead head = {}) {
  const std::string url = kList + (query.empty() ? "" : "?" + query);
  const Page page = read_json_links(json, url, {}, head).page;
  std::string text = page.left.empty() ? "" : std::string(to_string(page.left.front().cause));
  for (const LinkObservation& link : page.links) {
    if (link.tag_path == "/json/next") text += link.url.substr(kList.size());
  }
  if (page.catalogue.total == 0) return text;
  BOOST_TEST(page.catalogue.items == 2U);
  return text + " of " + std::to_string(page.catalogue.total);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(list_paging)

// Laravel, Spring Data, GitLab, WordPress and many others count pages.
BOOST_AUTO_TEST_CASE(pages_are_counted) {
  BOOST_TEST(next(answer(R"("page": 1, "pages": 3)")) == "?page=2");
  BOOST_TEST(next(answer(R"("pagination": {"page": 2, "pages": 3})"), "page=2") == "?page=3");
  BOOST_TEST(next(answer(R"("pagination": {"page": 3, "pages": 3})"), "page=3") == "");
  BOOST_TEST(next(answer(R"("meta": {"current_page": 1, "last_page": 3, "total": 5})")) ==
             "?page=2 of 5");
  BOOST_TEST(next(answer(R"("meta": {"current_page": 3, "last_page": 3, "total": 5})"), "page=3") ==
             " of 5");
  BOOST_TEST(next(answer(R"("total": 5)"), "q=a&_page=2&_limit=2") == "?q=a&_page=3&_limit=2 of 5");
  BOOST_TEST(next(answer(R"("number": 0, "totalPages": 2, "last": false)")) == "?page=1");
  BOOST_TEST(next(answer(R"("number": 1, "totalPages": 2, "last": true)"), "page=1") == "");
  BOOST_TEST(next(answer(R"("next_page": 4)"), "page=3") == "?page=4");
  // Laravel says which entries came, too; others call pages otherwise.
  BOOST_TEST(next(answer(R"("current_page": 1, "from": 1, "to": 2, "last_page": 3)")) == "?page=2");
  BOOST_TEST(next(answer(R"("pageNumber": 1, "totalPages": 3)")) == "?pageNumber=2");
  BOOST_TEST(next(answer("", "items"), "page%5Bnumber%5D=1&page%5Bsize%5D=2") ==
             "?page%5Bnumber%5D=2&page%5Bsize%5D=2");
  BOOST_TEST(next(answer("", "items"), "page=1&size=3") == "");
}

BOOST_AUTO_TEST_CASE(heads_say_it_too) {
  const std::string list = R"([{"url": "/a.csv"}, {"url": "/b.csv"}])";
  BOOST_TEST(next(list, "", {.total = 5, .pages = 3}) == "?page=2 of 5");
  BOOST_TEST(next(list, "page=3", {.total = 5, .pages = 3}) == " of 5");
  BOOST_TEST(next(list, "", {.total = 2, .pages = 1}) == "");
  // How the rest is asked for, nobody says.
  BOOST_TEST(next(list, "", {.total = 5, .pages = 0}) == "cut_files");
}

BOOST_AUTO_TEST_CASE(entries_are_counted) {
  BOOST_TEST(next(answer(R"("offset": 0, "limit": 2, "count": 5)")) == "?offset=2 of 5");
  BOOST_TEST(next(answer(R"("count": 5)"), "offset=2&limit=2") == "?offset=4&limit=2 of 5");
  BOOST_TEST(next(answer(R"("count": 6)"), "offset=4&limit=2") == " of 6");
  BOOST_TEST(next(answer(R"("@odata.count": 5)", "value")) == "?$skip=2 of 5");
  BOOST_TEST(next(answer(R"("@odata.count": 5)", "value"), "%24skip=2") == "?%24skip=4 of 5");
  BOOST_TEST(next(answer(R"("hasMore": true)"), "start=4") == "?start=6");
  // OpenSearch counts from 1.
  BOOST_TEST(next(answer(R"("startIndex": 1, "totalResults": 5)")) == "?startIndex=3 of 5");
  BOOST_TEST(next(answer(R"("hasMore": false, "total": 90)"), "start=4") == " of 90");
}

BOOST_AUTO_TEST_CASE(tokens_lead_on) {
  BOOST_TEST(next(answer(R"("next_cursor": "a b")")) == "?cursor=a%20b");
  BOOST_TEST(next(answer(R"("meta": {"nextCursor": 20})"), "cursor=10&q=x") == "?cursor=20&q=x");
  BOOST_TEST(next(answer(R"("next_cursor": null)"), "cursor=10") == "");
  BOOST_TEST(next(answer(R"("next_cursor": "")"), "cursor=10") == "");
  BOOST_TEST(next(answer(R"("nextPageToken": "x")")) == "?pageToken=x");
}

BOOST_AUTO_TEST_CASE(other_answers_end_where_they_end) {
  // Data alone; numbers that nothing belongs to; the entries' own.
  BOOST_TEST(next(R"({"data": [{"a": 1}, {"a": 2}], "page": 1, "pages": 3})") == "");
  BOOST_TEST(next(answer(R"("size": 5000, "version": 3)")) == "");
  BOOST_TEST(next(answer(R"("total": 5)", "entries")) == "");
  BOOST_TEST(next(R"({"data": [{"url": "/a.csv", "page": 1, "pages": 9}]})") == "");
  BOOST_TEST(next(R"({"url": "/a.csv", "page": 1, "pages": 9})") == "");
  // A link says where it goes on.
  const Page page =
      read_json_links(answer(R"("page": 1, "pages": 3, "next": "https://h.example/x")"), kList)
          .page;
  BOOST_TEST(page.links.back().url == "https://h.example/x");
  BOOST_TEST(next(answer(R"("page": 99999999999999999999, "pages": -1)")) == "");
}

/// Of a page of a list.
std::vector<std::uint64_t> entries_of(const std::string& json,
                                      const std::string& url = kList + "?page=1&limit=2") {
  return read_json_links(json, url, {}).page.catalogue.entries;
}

const std::string kCkan = "https://h.example/api/3/action/package_search?start=";

std::string ckan_answer(const std::string& items) {
  return R"({"success": true, "result": {"count": 9, "results": [)" + items + "]}}";
}

// Whatever stands on what page: an identifier, or else all that is said.
BOOST_AUTO_TEST_CASE(entries_are_known_wherever_they_stand) {
  const auto first = entries_of(answer(R"("total": 5)"));
  const auto moved = entries_of(
      R"({"total": 5, "data": [{"id": 8, "url": "/b2.csv"}, {"id": 9, "url": "/c.csv"}]})");
  BOOST_TEST_REQUIRE(first.size() == 2U);
  BOOST_TEST_REQUIRE(moved.size() == 2U);
  BOOST_TEST(first[1] == moved[0]);
  BOOST_TEST(first[0] != moved[1]);
  const auto named = entries_of(
      ckan_answer(
          R"({"id": "a", "resources": [{"id": "x"}]}, {"resources": [{"id": "x"}], "id": "b"})"),
      kCkan + "0");
  BOOST_TEST_REQUIRE(named.size() == 2U);
  BOOST_TEST(named[0] != named[1]);
  const auto bare =
      entries_of(ckan_answer(R"({"title": "A", "n": 1}, {"n": 2, "title": "A"})"), kCkan);
  const auto turned = entries_of(ckan_answer(R"({"n": 1, "title": "A"})"), kCkan);
  BOOST_TEST_REQUIRE(bare.size() == 2U);
  BOOST_TEST_REQUIRE(turned.size() == 1U);
  BOOST_TEST(bare[0] == turned[0]);
  BOOST_TEST(bare[1] != turned[0]);
}

BOOST_AUTO_TEST_CASE(items_of_stac_have_identifiers_within_their_collection) {
  const auto entries = entries_of(
      R"({"total": 5, "data": [{"id": 1, "collection": "a", "url": "/a.csv"},
                               {"id": 1, "collection": "b", "url": "/b.csv"}]})");
  BOOST_TEST_REQUIRE(entries.size() == 2U);
  BOOST_TEST(entries[0] != entries[1]);
}

BOOST_AUTO_TEST_CASE(entries_that_are_alike_are_not_told_apart) {
  BOOST_TEST(entries_of(ckan_answer(R"({"id": "a"}, {"id": "a"})"), kCkan).empty());
  // Of a list that no table knows only identifiers count: rows of data may be equal.
  BOOST_TEST(entries_of(R"({"total": 5, "data": [{"url": "/a.csv"}, {"url": "/b.csv"}]})").empty());
}

BOOST_AUTO_TEST_SUITE_END()

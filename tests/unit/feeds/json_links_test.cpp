#include "feeds/json_links.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "feeds/described_links.hpp"
#include "read_source.hpp"
#include "tagtrail/text.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

constexpr std::string_view kApi = "https://data.example/api/3/action/package_search?rows=2&start=0";

constexpr std::string_view kSearch = R"({"help": "https://data.example/api/3/action/help_show",
  "success": true, "result": {"count": 3, "results": [
    {"title": "Rain", "name": "rain", "notes": "Rain by day", "license_title": "CC BY",
     "organization": {"title": "Weather office"}, "metadata_modified": "2024-05-01",
     "frequency": "daily",
     "resources": [{"name": "Stations", "format": "CSV", "url": "https://data.example/f/1.csv"},
                   {"name": "Days", "mimetype": "application/zip", "url": "/f/2.zip"}]},
    {"title": "Wind", "name": "wind", "resources": [{"url": "https://other.example/w.csv"}]}]}})";

}  // namespace

BOOST_AUTO_TEST_SUITE(json_links)

BOOST_AUTO_TEST_CASE(have_their_keys_as_place_and_the_words_around_them) {
  const JsonSource read = read_json_links(kSearch, kApi);
  BOOST_TEST(places_of(read.page) ==
             "/json/result/results/resources/url https://data.example/f/1.csv\n"
             "/json/result/results/resources/url https://data.example/f/2.zip\n"
             "/json/result/results/resources/url https://other.example/w.csv\n");
  const LinkObservation& first = read.page.links.at(0);
  BOOST_TEST(first.anchor == "Stations");
  BOOST_TEST(first.heading == "Rain");
  BOOST_TEST(first.around == "CSV");
  BOOST_TEST(read.page.links.at(2).anchor == "Wind");
  BOOST_TEST(!read.page.truncated);
}

// As WordPress gives posts (`content.rendered`): what is to be read has links of its own.
BOOST_AUTO_TEST_CASE(texts_in_html_name_files) {
  const JsonSource read = read_json_links(
      R"({"content": {"rendered": "<p><a href=\"/up/a.csv\">a</a> <a href='b.xlsx'>b</a> <a href=/page>c</a>"}})",
      "https://a.example/d/");
  BOOST_TEST(places_of(read.page) ==
             "/json/content/rendered https://a.example/up/a.csv\n"
             "/json/content/rendered https://a.example/d/b.xlsx\n");
}

BOOST_AUTO_TEST_CASE(whole_paths_of_data_files_are_links_whatever_they_are_called) {
  const JsonSource read = read_json_links(
      R"({"list": ["/d/1.csv", "2.csv", "/d/none"], "at": "/d/3.zip"})", "https://a.example/");
  BOOST_TEST(places_of(read.page) ==
             "/json/list https://a.example/d/1.csv\n/json/at https://a.example/d/3.zip\n");
}

BOOST_AUTO_TEST_CASE(a_document_a_line_is_read_line_by_line) {
  const std::string lines = "{\"url\": \"/1.csv\"}\n\n{\"a\": {\"url\": \"/2.csv\"}}\n";
  SourceFacts facts;
  facts.url = "https://a.example/x.ndjson";
  facts.mime = "application/octet-stream";
  facts.catalogues = true;
  const auto source = read_link_source(lines, facts);
  BOOST_REQUIRE(source.has_value());
  BOOST_TEST(places_of(source->page) ==
             "/json/url https://a.example/1.csv\n/json/a/url https://a.example/2.csv\n");
  BOOST_TEST(source->mime == "application/x-ndjson");
}

// As ngx_http_autoindex_module writes it; names are no addresses.
BOOST_AUTO_TEST_CASE(a_folder_that_a_server_lists_has_links) {
  const auto links = [](std::string_view json) {
    return places_of(read_json_links(json, "https://a.example/d/").page);
  };
  const std::string_view folder = R"([
{ "name":"2024", "type":"directory", "mtime":"Wed, 01 May 2024 10:00:00 GMT" },
{ "name":"a b#1.csv", "type":"file", "mtime":"Wed, 01 May 2024 10:00:00 GMT", "size":10 },
{ "name":"README", "type":"file", "mtime":"Wed, 01 May 2024 10:00:00 GMT", "size":10 },
{ "name":"dev", "type":"other", "mtime":"Wed, 01 May 2024 10:00:00 GMT" }
])";
  BOOST_TEST(links(folder) ==
             "/json/name https://a.example/d/2024/\n"
             "/json/name https://a.example/d/a%20b%231.csv\n"
             "/json/name https://a.example/d/README\n");
  BOOST_TEST(links(R"([{"name":"Rain","type":"file"}])").empty());
  BOOST_TEST(links(R"({"x":{"name":"a.csv","type":"file","mtime":"now"}})").empty());
}

/// docs.openstack.org, Object Storage API, Show container details and list objects.
BOOST_AUTO_TEST_CASE(a_container_that_swift_lists_has_links) {
  const std::string_view listed = R"([
{"hash": "451e372e48e0f6b1114fa0724aa79fa1", "last_modified": "2014-01-15T16:41:49.390270",
 "bytes": 14, "name": "maps/a b.csv", "content_type": "text/csv"},
{"subdir": "tables/"}])";
  const auto links = [&](std::string_view json, const char* query) {
    return places_of(
        read_json_links(json, std::string("https://s.example/v1/AUTH_a/c") + query).page);
  };
  BOOST_TEST(
      links(listed, "?format=json") ==
      "/json/name https://s.example/v1/AUTH_a/c/maps/a%20b.csv\n"
      "/json/name https://s.example/v1/AUTH_a/c?format=json&prefix=tables%2F&delimiter=%2F\n");
  BOOST_TEST(links(listed, "?format=json&limit=2")
                 .ends_with("/json/next https://s.example/v1/AUTH_a/c?format=json&limit=2"
                            "&marker=tables%2F\n"));
  BOOST_TEST(links(R"([{"name": "a.csv", "content_type": "text/csv"}])", "").empty());
  BOOST_TEST(links(R"([{"subdir": "a/", "name": "Rain"}])", "").empty());
}

/// cloud.google.com, Cloud Storage JSON API, Objects: list.
BOOST_AUTO_TEST_CASE(a_bucket_that_google_lists_goes_on) {
  constexpr std::string_view kListed = R"({"kind": "storage#objects", "nextPageToken": "Cg+0=",
    "items": [{"kind": "storage#object", "selfLink": "https://g.example/storage/v1/b/c/o/t.csv",
               "mediaLink": "https://g.example/download/storage/v1/b/c/o/t.csv?alt=media"}]})";
  const Page page =
      read_json_links(kListed, "https://g.example/storage/v1/b/c/o?maxResults=1&pageToken=A").page;
  BOOST_TEST(places_of(page) ==
             "/json/items/medialink https://g.example/download/storage/v1/b/c/o/t.csv?alt=media\n"
             "/json/next https://g.example/storage/v1/b/c/o?maxResults=1&pageToken=Cg%2B0%3D\n");
}

BOOST_AUTO_TEST_CASE(an_answer_of_a_catalogue_is_known_by_its_places) {
  const JsonSource read = read_json_links(kSearch, kApi);
  BOOST_TEST(read.page.catalogue.kind == "ckan");
  BOOST_TEST(read.page.catalogue.total == 3U);
  BOOST_TEST(read.page.catalogue.items == 2U);
  BOOST_REQUIRE_EQUAL(read.datasets.size(), 2U);
  const DatasetFacts& rain = read.datasets.front();
  BOOST_TEST(rain.title == "Rain");
  BOOST_TEST(rain.description == "Rain by day");
  BOOST_TEST(rain.license == "CC BY");
  BOOST_TEST(rain.publisher == "Weather office");
  BOOST_TEST(rain.modified == "2024-05-01");
  BOOST_TEST(rain.cycle == "daily");
  BOOST_TEST(rain.files.size() == 2U);
  BOOST_TEST(read_json_links(R"({"result": {"results": []}})", kApi).page.catalogue.kind.empty());
}

BOOST_AUTO_TEST_CASE(a_template_of_the_table_makes_links) {
  const JsonSource read = read_json_links(
      R"({"total_count": 2, "results": [
        {"dataset_id": "a/b", "has_records": true, "metas": {"default": {"title": "T"}}},
        {"dataset_id": "c", "has_records": false}, {"dataset_id": "d"}]})",
      "https://h.example/portal/api/explore/v2.1/catalog/datasets?limit=100&offset=0");
  BOOST_TEST(places_of(read.page) ==
             "/json/results/dataset_id "
             "https://h.example/portal/api/explore/v2.1/catalog/datasets/a%2Fb/exports/csv\n"
             "/json/results/dataset_id https://h.example/portal/explore/dataset/a%2Fb/\n"
             // Without records there is nothing to export.
             "/json/results/dataset_id https://h.example/portal/explore/dataset/c/\n"
             "/json/results/dataset_id https://h.example/portal/explore/dataset/d/\n");
  BOOST_TEST(read.page.links.at(0).anchor == "T");
  BOOST_TEST(read.datasets.at(0).files.size() == 2U);
}

// SDMX REST 1.5 and 2.0, SDMX-JSON structure message 1.0: what is asked for is told by the address.
BOOST_AUTO_TEST_CASE(a_dataflow_is_a_file_behind_the_address_of_the_interface) {
  constexpr std::string_view kFlows = R"({"data": {"dataflows": [
    {"id": "DF@A", "agencyID": "XY", "version": "1.0", "name": "Rain",
     "links": [{"rel": "self", "href": "https://s.example/x"}]}, {"id": "B"}]}})";
  const auto found = [&](std::string_view url) {
    return places_of(read_json_links(kFlows, url).page);
  };
  BOOST_TEST(
      found("https://s.example/ws/rest/dataflow/XY?format=sdmx-json") ==
      "/json/data/dataflows/id https://s.example/ws/rest/data/XY,DF%40A,1.0/all?format=csv\n"
      "/json/data/dataflows/id https://s.example/ws/rest/data/all,B,latest/all?format=csv\n");
  BOOST_TEST(
      found("https://s.example/api/structure/dataflow/XY") ==
      "/json/data/dataflows/id https://s.example/api/data/dataflow/XY/DF%40A/1.0?format=csv\n"
      "/json/data/dataflows/id https://s.example/api/data/dataflow/*/B/~?format=csv\n");
  BOOST_TEST(read_json_links(kFlows, "https://s.example/flows").page.catalogue.kind.empty());
}

BOOST_AUTO_TEST_CASE(a_list_of_items_states_how_many_there_are) {
  const auto stated = [](std::string_view rest) {
    const Page page =
        read_json_links(R"({"type": "FeatureCollection", "features": [{"stac_version": "1.0.0",
        "assets": {"a": {"href": "https://s.example/a.csv"}}}], )" +
                            std::string(rest) + "}",
                        "https://s.example/search")
            .page;
    BOOST_TEST(page.catalogue.kind == "stac-items");
    BOOST_TEST(page.catalogue.entries.size() == 1U);
    return std::pair(page.catalogue.total, page.catalogue.items);
  };
  using Stated = std::pair<std::uint64_t, std::uint64_t>;
  // OGC 17-069r4, 7.15.7; STAC API, extension Context, before 1.0.
  BOOST_TEST((stated(R"("numberMatched": 45)") == Stated{45, 1}));
  BOOST_TEST((stated(R"("context": {"matched": 7})") == Stated{7, 1}));
  BOOST_TEST((stated(R"("links": [])") == Stated{0, 1}));
}

/// What data says of itself: `total rows`, and whether it is cut.
std::string rows_said(std::string_view json, std::string_view url = "https://h.example/api/t") {
  const auto source = read_link_source(json, {url, "application/json", "", false, true});
  if (!source) return "nothing";
  const Page& page = source->page;
  BOOST_TEST(page.catalogue.kind.empty());
  return std::to_string(page.catalogue.total) + " " + std::to_string(page.catalogue.items) +
         (page.left.empty() ? "" : " " + std::string(to_string(page.left.front().cause)));
}

/// What is asked for behind so many features of a layer; `last`: it was there that it ended.
std::string next_rows(std::string_view json, const std::string& query) {
  const std::string url = "https://h.example/a/rest/services/W/FeatureServer/0/query?" + query;
  const auto source = read_link_source(json, {url, "application/json", "", false, true});
  if (!source) return "";
  if (!source->page.catalogue.kind.empty()) return "last";
  BOOST_TEST(source->page.left.empty());
  if (source->page.links.empty()) return "";
  BOOST_TEST(source->page.links.front().tag_path == "/json/next");
  return source->page.links.front().url.substr(url.find('?') + 1);
}

BOOST_AUTO_TEST_CASE(features_that_may_not_be_all_are_asked_for_on) {
  constexpr std::string_view kCut = R"({"features": [{}, {}], "exceededTransferLimit": true})";
  const std::string two = "f=json&resultOffset=0&resultRecordCount=2";
  BOOST_TEST(next_rows(kCut, two) == "f=json&resultOffset=2&resultRecordCount=2");
  BOOST_TEST(next_rows(kCut, "f=json") == "f=json&resultOffset=2&resultRecordCount=2");
  // koop: without a flag.
  BOOST_TEST(next_rows(R"({"features": [{}, {}]})", "resultOffset=4&resultRecordCount=2") ==
             "resultOffset=6&resultRecordCount=2");
  BOOST_TEST(next_rows("{\"features\": [" + times("{},", 1999) + "{}]}", "f=geojson") ==
             "f=geojson&resultOffset=2000&resultRecordCount=2000");
  BOOST_TEST(next_rows(R"({"features": [{}]})", two) == "");
  BOOST_TEST(next_rows(R"({"features": []})", "resultOffset=4&resultRecordCount=2") == "last");
  BOOST_TEST(next_rows(R"({"features": []})", two) == "");
}

BOOST_AUTO_TEST_CASE(data_says_how_many_rows_there_are_and_that_it_is_cut) {
  // OGC API Features; GeoServer.
  BOOST_TEST(rows_said(R"({"features": [{}, {}], "numberMatched": 9})") == "9 2");
  BOOST_TEST(rows_said(R"({"features": [{}], "totalFeatures": 5, "numberMatched": 5})") == "5 1");
  BOOST_TEST(rows_said(R"({"features": [{}], "numberMatched": "unknown"})") == "nothing");
  // ArcGIS, as JSON and as GeoJSON.
  BOOST_TEST(rows_said(R"({"features": [{}], "exceededTransferLimit": true})") == "0 0 cut_files");
  BOOST_TEST(rows_said(R"({"features": [{}], "properties": {"exceededTransferLimit": true}})") ==
             "0 0 cut_files");
  BOOST_TEST(rows_said(R"({"features": [{}], "exceededTransferLimit": false})") == "nothing");
  // Datasette: rows as objects and as lists.
  BOOST_TEST(rows_said(R"({"rows": [[1, 2], [3, 4]], "truncated": false,
      "filtered_table_rows_count": 2500, "next": "2", "next_url": "https://h.example/t?_next=2"})") ==
             "2500 2");
  BOOST_TEST(rows_said(R"({"rows": [{"a": 1}], "truncated": false, "next": "1"})") ==
             "0 0 cut_files");
  BOOST_TEST(rows_said(R"({"rows": [{"a": 1}], "truncated": true, "next": null})") ==
             "0 0 cut_files");
  BOOST_TEST(rows_said(R"({"rows": [{"a": 1}], "truncated": false, "next": null})") == "nothing");
  // CKAN DataStore, Opendatasoft, Django REST framework.
  BOOST_TEST(rows_said(R"({"success": true, "result": {"records": [{}], "total": 300}})") ==
             "300 1");
  BOOST_TEST(rows_said(R"({"total_count": 300, "results": [{}]})") == "300 1");
  BOOST_TEST(rows_said(R"({"count": 300, "next": null, "results": [{}]})") == "300 1");
  // OData: a next link that is no address of the web's.
  BOOST_TEST(rows_said(R"({"@odata.context": "$metadata#T", "@odata.count": 9, "value": [{}],
      "@odata.nextLink": "T?$skiptoken=1"})") == "9 1 cut_files");
  BOOST_TEST(rows_said(R"({"@odata.context": "$metadata#T", "value": [{}],
      "@odata.nextLink": "https://h.example/T?$skiptoken=1"})") == "0 0");
}

BOOST_AUTO_TEST_CASE(a_bare_list_says_so_by_its_round_number) {
  const std::string thousand = "[" + times("{},", 999) + "{}]";
  BOOST_TEST(rows_said(thousand, "https://h.example/resource/a.json") == "0 0 cut_files");
  BOOST_TEST(rows_said(thousand, "https://h.example/a.json") == "nothing");
  BOOST_TEST(rows_said("[" + times("[1],", 999) + "[1]]", "https://h.example/resource/a.json") ==
             "0 0 cut_files");
  BOOST_TEST(rows_said("[" + times("{},", 998) + "{}]", "https://h.example/resource/a.json") ==
             "nothing");
}

// developer.osf.io: every file has links to change it, and relations that lead to no file.
BOOST_AUTO_TEST_CASE(of_some_kinds_all_but_what_counts_is_left) {
  const auto source = read_link_source(R"({"data": [
      {"attributes": {"kind": "file", "provider": "osfstorage", "name": "a.csv"},
       "links": {"download": "https://o.example/download/1/", "delete": "https://o.example/v1/1"},
       "relationships": {"node": {"links": {"related": {"href": "https://o.example/v2/n/"}}}}},
      {"attributes": {"kind": "folder", "provider": "osfstorage", "name": "old"},
       "relationships": {"files": {"links": {"related": {"href": "https://o.example/v2/f/"}}}}}],
      "links": {"first": "https://o.example/v2/?page=1", "next": "https://o.example/v2/?page=2"},
      "meta": {"total": 12}})",
                                       {"https://o.example/v2/nodes/x/files/osfstorage/",
                                        "application/vnd.api+json", "", false, true});
  BOOST_REQUIRE(source.has_value());
  BOOST_TEST(source->page.catalogue.kind == "osf");
  BOOST_TEST(source->page.catalogue.total == 12U);
  std::string urls;
  for (const LinkObservation& link : source->page.links) {
    urls += link.url.substr(17) + " " + std::to_string(link.position) + "\n";
  }
  BOOST_TEST(urls == "/download/1/ 0\n/v2/f/ 1\n/v2/?page=2 2\n");
}

BOOST_AUTO_TEST_CASE(data_that_ends_too_early_states_nothing) {
  BOOST_TEST(rows_said(R"({"numberMatched": 9, "features": [{"url": "https://h.example/a"}, {)") ==
             "0 0");
}

// Of an invented InvenioRDM, 556 requests brought 109 files: each record's page has them once more.
BOOST_AUTO_TEST_CASE(links_that_lead_to_the_same_are_left_where_the_table_says_so) {
  const auto found = [](std::string_view files) {
    return places_of(read_json_links(R"({"hits": {"total": 1, "hits": [{"metadata": {"title": "T"},
      "links": {"self": "https://h.example/api/records/1", "self_html": "https://h.example/records/1"})" +
                                         std::string(files) + "}]}}",
                                     "https://h.example/api/records?size=100&page=1")
                         .page);
  };
  BOOST_TEST(found(R"(, "files": {"entries": {"a.csv": {"links": {
      "self": "https://h.example/api/records/1/files/a.csv", "content": "https://h.example/api/records/1/files/a.csv/content"}}}})") ==
             "/json/hits/hits/files/entries/*/links/content "
             "https://h.example/api/records/1/files/a.csv/content\n");
  BOOST_TEST(found("") ==
             "/json/hits/hits/links/self https://h.example/api/records/1\n"
             "/json/hits/hits/links/self_html https://h.example/records/1\n");
}

BOOST_AUTO_TEST_CASE(a_relation_is_a_part_of_the_place) {
  const JsonSource read = read_json_links(
      R"({"links": [{"href": "/a", "rel": "next"}, {"rel": "x y/Z", "href": "/b"}, {"href": "/c"}],
          "rel": "self", "item": {"url": "/d"}})",
      "https://h.example/");
  BOOST_TEST(places_of(read.page) ==
             "/json/links/href.next https://h.example/a\n"
             "/json/links/href.z https://h.example/b\n"
             "/json/links/href https://h.example/c\n"
             "/json/item/url https://h.example/d\n");
}

BOOST_AUTO_TEST_CASE(relative_texts_are_links_by_key_and_shape) {
  const auto found = [](std::string_view member) {
    return places_of(
        read_json_links("{" + std::string(member) + "}", "https://h.example/a/b").page);
  };
  BOOST_TEST(found(R"("url": "/x")") == "/json/url https://h.example/x\n");
  BOOST_TEST(found(R"("downloadURL": "t.csv")") == "/json/downloadurl https://h.example/a/t.csv\n");
  BOOST_TEST(found(R"("next": "?page=2")") == "/json/next https://h.example/a/b?page=2\n");
  BOOST_TEST(found(R"("file": "data/t.csv")") == "/json/file https://h.example/a/data/t.csv\n");
  for (const std::string_view none :
       {R"("file": "data/t")", R"("name": "t.csv")", R"("next": "2")", R"("url": "a b.csv")",
        R"("url": "mailto:a@b.c")", R"("url": "/x/{id}")", R"("@context": "https://h.example/c")",
        R"("text": "see https://h.example/")", R"("url": "ftp://h.example/t.csv")"}) {
    BOOST_TEST(found(none) == "", none);
  }
}

BOOST_AUTO_TEST_CASE(keys_become_bounded_tokens) {
  const auto place = [](const std::string& key) {
    const auto page = read_json_links("{\"" + key + "\": \"https://h.example/\"}", kApi).page;
    return page.links.at(0).tag_path;
  };
  BOOST_TEST(place("Download URL") == "/json/download_url");
  BOOST_TEST(place("a/b.qq#d") == "/json/a_b_qq_d");
  BOOST_TEST(place("12") == "/json/*");
  BOOST_TEST(place("0f9a1234-5678") == "/json/*");
  BOOST_TEST(place("0-table.csv") == "/json/*");
  BOOST_TEST(place("\xC3\xA9t\xC3\xA9") == "/json/__t__");
  BOOST_TEST(place(std::string(5000, 'x')) == "/json/*");
  const std::string deep =
      times("{\"abcdefghij\":", 40) + "\"https://h.example/\"" + times("}", 40);
  BOOST_TEST(read_json_links(deep, kApi).page.links.at(0).tag_path.size() < 1000U);
}

BOOST_AUTO_TEST_CASE(bad_json_gives_what_stands_before_the_mistake) {
  for (const std::string_view rest : {"", ",", "]}", "\xFF\xFE", "{\"x\": 01}", "\"\\ud800\""}) {
    const std::string body = "[{\"url\": \"https://h.example/1\"}, " + std::string(rest);
    const Page page = read_json_links(body, kApi).page;
    BOOST_TEST(places_of(page) == "/json/url https://h.example/1\n", rest);
    BOOST_TEST(page.truncated, rest);
  }
  BOOST_TEST(read_json_links("", kApi).page.links.empty());
}

/// What is said of its first data set.
std::string facts_in(std::string_view json) {
  const JsonSource read = read_json_links(json, kApi);
  if (read.datasets.empty()) return "none";
  const DatasetFacts& facts = read.datasets.front();
  return facts.title + "|" + facts.license + "|" + facts.issued + "|" + facts.modified;
}

/// stac-api-spec, item-search/README.md, Pagination: the next page by POST, with or without what
/// was asked before.
BOOST_AUTO_TEST_CASE(a_next_page_by_post_is_asked_for_by_a_query) {
  const auto next = [](std::string_view link) {
    const auto source = read_json_links(
        R"({"type": "FeatureCollection", "features": [], "links": [)" + std::string(link) + "]}",
        "https://h.org/search?bbox=1&limit=5");
    return source.page.links.at(0).url;
  };
  const std::string begin = R"({"rel": "next", "href": "https://h.org/search", "method": "POST",)";
  BOOST_TEST(next(begin + R"("body": {"page": 2, "limit": 10}, "merge": true})") ==
             "https://h.org/search?bbox=1&page=2&limit=10");
  BOOST_TEST(next(begin + R"("body": {"next": "a&b c"}})") ==
             "https://h.org/search?next=a%26b%20c");
  BOOST_TEST(next(begin + R"("body": {"bbox": [1, 2], "token": "n"}, "merge": true})") ==
             "https://h.org/search?limit=5&bbox=1%2C2&token=n");
  BOOST_TEST(next(begin + R"("merge": true})") == "https://h.org/search?bbox=1&limit=5");
  BOOST_TEST(next(R"({"rel": "next", "href": "https://h.org/search?token=1", "method": "GET"})") ==
             "https://h.org/search?token=1");
}

/// resources.data.gov (DCAT-US 3.0), stacspec.org (common metadata of items).
BOOST_AUTO_TEST_CASE(facts_stand_where_newer_versions_and_items_have_them) {
  BOOST_TEST(facts_in(R"({"conformsTo": [{"@id": "https://s.example/3"}], "dataset": [{"title": "A",
      "modified": {"@type": "xsd:date", "@value": "2024-05-06"}, "issued": "2020-01-02",
      "distribution": [{"downloadURL": "https://h.example/a", "license": "https://l.example/by"}]}]})") ==
             "A|https://l.example/by|2020-01-02|2024-05-06");
  BOOST_TEST(facts_in(R"({"type": "Feature", "stac_version": "1.0.0", "id": "i-1",
      "properties": {"created": "2022-01-01T00:00:00Z", "updated": "2022-02-01T00:00:00Z",
      "license": "CC0-1.0"}, "links": [{"rel": "self", "href": "https://h.example/i-1"}],
      "assets": {"data": {"href": "https://h.example/a.csv"}}})") ==
             "i-1|CC0-1.0|2022-01-01T00:00:00Z|2022-02-01T00:00:00Z");
}

BOOST_AUTO_TEST_CASE(of_a_catalogue_what_comes_behind_a_mistake_is_read) {
  const std::string body = R"({"conformsTo": "https://s.example/", "dataset": [
    {"title": "A", "keyword": ["x",], "distribution": [{"downloadURL": "https://h.example/a.csv"}]}
    {"title": "B", "distribution": [{"downloadURL": "https://h.example/b.csv"}]}]})";
  const JsonSource read = read_json_links(body, kApi);
  BOOST_TEST(read.datasets.size() == 2U);
  BOOST_TEST(read.page.links.size() == 2U);
  BOOST_TEST(!read.page.truncated);
  BOOST_REQUIRE(read.page.left.size() == 1U);
  BOOST_TEST((read.page.left.front().cause == LeftOutCause::mended));
  // What ends too early was cut, and what is no catalogue may be anything.
  BOOST_TEST(read_json_links(body.substr(0, body.size() - 2), kApi).page.left.size() == 1U);
  BOOST_TEST(read_json_links("{\"conformsTo\": \"x\", \"dataset\": [{\"title\": \"A\"", kApi)
                 .page.left.empty());
}

BOOST_AUTO_TEST_CASE(nesting_and_numbers_of_links_are_bounded) {
  for (const std::string& deep :
       {times("[", 1'000'000), times("{\"a\":", 1'000'000), times("[{\"a\":", 500'000)}) {
    const Page page = read_json_links(deep, kApi).page;
    BOOST_TEST(page.truncated);
    BOOST_TEST(page.links.empty());
  }
  const Page many =
      read_json_links("[" + times("{\"url\": \"https://h.example/x\"},", 150'000) + "1]", kApi)
          .page;
  BOOST_TEST(many.links.size() == kSourceLinks);
  BOOST_TEST(many.truncated);
  // Each object names all links in it again.
  const std::string nested = times("{\"title\": \"t\", \"a\": ", 60) + "[" +
                             times("{\"url\": \"https://h.example/x\"},", 50'000) + "1]" +
                             times("}", 60);
  BOOST_TEST(read_json_links(nested, kApi).page.links.size() == 50'000U);
}

BOOST_AUTO_TEST_CASE(a_source_only_where_it_has_links_and_is_asked_for) {
  const auto read = [](std::string_view body, std::string_view mime, bool catalogues) {
    return read_link_source(body, {kApi, mime, "", false, catalogues}).has_value();
  };
  BOOST_TEST(read(kSearch, "application/json", true));
  BOOST_TEST(read("\xEF\xBB\xBF" + std::string(kSearch), "application/geo+json", true));
  BOOST_TEST(!read(kSearch, "application/json", false));
  BOOST_TEST(!read(kSearch, "image/png", true));
  BOOST_TEST(!read(R"({"place": "here", "value": 3})", "application/json", true));
  BOOST_TEST(!read("no JSON https://h.example/", "application/json", true));
  const auto invalid = read_link_source("{\"title\": \"\xFF\", \"url\": \"https://h.example/\"}",
                                        {kApi, "application/json", "", false, true});
  BOOST_REQUIRE(invalid.has_value());
  BOOST_TEST(invalid->page.links.at(0).anchor == "\xEF\xBF\xBD");
}

BOOST_AUTO_TEST_CASE(relatives_of_an_answer_are_left_but_for_what_leads_on) {
  const JsonSource read = read_json_links(R"({"source_url": "https://h.example/f/1.csv",
    "_links": {"self": [{"href": "https://h.example/api/media/1"}],
               "wp:items": [{"href": "https://h.example/api/media"}],
               "next": {"href": "https://h.example/api/media?page=2"},
               "content": {"href": "https://h.example/api/bits/7/content"}},
    "list": [{"_links": {"author": {"href": "/api/users/1"}}, "url": "/f/2.csv"}]})",
                                          "https://h.example/api/media/1");
  BOOST_TEST(places_of(read.page) ==
             "/json/source_url https://h.example/f/1.csv\n"
             "/json/_links/next/href https://h.example/api/media?page=2\n"
             "/json/_links/content/href https://h.example/api/bits/7/content\n"
             "/json/list/url https://h.example/f/2.csv\n");
}

// A filter that no data set has was taken for a catalogue that did not answer.
BOOST_AUTO_TEST_CASE(of_an_empty_list_are_none_and_it_is_known_whose) {
  const auto source = read_json_links(R"({"success":true,"result":{"count":0,"results":[]}})",
                                      "https://d.example/api");
  BOOST_TEST(source.page.catalogue.kind == "ckan");
  BOOST_TEST(source.page.catalogue.items == 0U);
  BOOST_TEST(source.page.links.empty());
}

BOOST_AUTO_TEST_CASE(of_catalogues_are_left_out_where_another_format_is_wanted) {
  const std::string json =
      R"({"success":true,"result":{"count":1,"results":[{"title":"t","url":"https://d.example/home",)"
      R"("resources":[{"url":"https://d.example/a","format":"CSV"},)"
      R"({"url":"https://d.example/b","format":"","mimetype":"text/csv"},)"
      R"({"url":"https://d.example/c","format":"PDF"},{"url":"https://d.example/d"},)"
      R"({"url":"https://d.example/e","format":"Web page / CSV2"}]}]}})";
  const auto urls = [&](std::string_view format) {
    std::string all;
    for (const LinkObservation& link :
         read_json_links(json, "https://d.example/api", format).page.links) {
      all += link.url.substr(std::string_view("https://d.example").size());
    }
    return all;
  };
  BOOST_TEST(urls("") == "/home/a/b/c/d/e");
  // What says nothing may be one.
  BOOST_TEST(urls("csv") == "/home/a/b/d");
  BOOST_TEST(urls("Web page") == "/home/d/e");
}

BOOST_AUTO_TEST_SUITE_END()

// The published kit's database, made into a replica.
#include "import_scratch.hpp"
#include "importers/python_headers.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::test;

BOOST_AUTO_TEST_SUITE(published_kit)

BOOST_AUTO_TEST_CASE(header_texts) {
  const auto fields = parse_python_headers(
      R"({b'Content-Type': [b'text/html; charset="utf-8"'], b'X': [b"it's", b'\xc3\xa9'], b'Y': []})");
  BOOST_TEST(fields.at("content-type") == "text/html; charset=\"utf-8\"");
  BOOST_TEST(fields.at("x") == "it's");
  BOOST_TEST(fields.count("y") == 0U);
  BOOST_TEST(parse_python_headers(R"({b'L': [b'/caf\xc3\xa9']})").at("l") == "/caf\xC3\xA9");
  for (const char* broken : {"", "{", "{b'", "{b'a", "{b'a'", "{b'a':", "{b'a': [", "{b'a': [b'\\",
                             "{b'a': [b'\\x", "{b'a': [b'\\xz", "[1, 2]", "{}", "{b: c}"}) {
    BOOST_TEST(parse_python_headers(broken).empty(), broken);
  }
}

BOOST_AUTO_TEST_CASE(a_site_of_it) {
  const Scratch scratch;
  {
    auto names = must(sqlite::Database::open(scratch / "site_names_to_urls.db"));
    must(
        names.execute("CREATE TABLE site_names_to_urls(start_url, site_name);"
                      "INSERT INTO site_names_to_urls VALUES('https://example.org', 'ab')"));
    auto database = must(sqlite::Database::open(scratch / "ab.db"));
    must(database.execute(
        "CREATE TABLE ab(url TEXT PRIMARY KEY, http_response TEXT, headers TEXT, body TEXT, "
        "content_length INTEGER);"
        "INSERT INTO ab VALUES('https://example.org/', '200', "
        "'{b''Content-Type'': [b''text/html; charset=latin1'']}', "
        "'<title>caf\xC3\xA9</title><a href=x.csv>x</a><a href=r>r</a>', 70);"
        "INSERT INTO ab VALUES('https://example.org/x.csv', '200', "
        "'{b''Content-Type'': [b''text/csv''], b''Content-Disposition'': [b''attachment; "
        "filename=y.csv'']}', 'not kept', 123456);"
        "INSERT INTO ab VALUES('https://example.org/r', '301', '{b''Location'': [b''/x.csv'']}', "
        "'', 0);"
        "INSERT INTO ab VALUES('mailto:x', '200', '{}', '', 0)"));
  }
  const Imported imported = import(scratch, "ab.db");
  BOOST_TEST((imported.summary.kind == SourceKind::kit));
  BOOST_TEST(imported.replica->start_url() == kSite);
  BOOST_TEST(imported.summary.counts.reachable == 3U);
  BOOST_TEST(must(imported.replica->answer(kSite + "x.csv", false)).body_bytes == 123456U);
  BOOST_TEST(must(imported.replica->answer(kSite + "x.csv", false)).file_name == "y.csv");
  BOOST_TEST(must(imported.replica->answer(kSite + "r", false)).location == kSite + "x.csv");
  BOOST_TEST(must(imported.replica->answer(kSite, true)).content_type ==
             "text/html; charset=utf-8");
  BOOST_TEST(imported.summary.notes.size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

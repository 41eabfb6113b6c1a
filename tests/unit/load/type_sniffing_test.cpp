#include "html/type_sniffing.hpp"

#include <boost/test/unit_test.hpp>

using namespace std::string_literals;
using tagtrail::host::sniffed_mime;

namespace {

struct Case {
  std::string declared;
  std::string start;
  std::string extension;
  std::string expected;
};

const std::string kZip = "PK\x03\x04 rest"s;

const std::vector<Case> kCases{
    {"text/html", "<!DOCTYPE html><p>", "html", "text/html"},
    {"application/xhtml+xml", "<html xmlns='x'>", "", "application/xhtml+xml"},
    // A login page under a file's URL is a page, whatever the server calls it.
    {"text/csv", "\n <!doctype HTML><title>Log in", "csv", "text/html"},
    {"application/pdf", "<html>", "pdf", "text/html"},
    {"application/octet-stream", "\xEF\xBB\xBF<html>", "bin", "text/html"},
    // Files sent as pages, or without a type.
    {"text/html", "%PDF-1.7", "pdf", "application/pdf"},
    {"", "%PDF-1.7", "", "application/pdf"},
    {"text/html", kZip, "xlsx",
     "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
    {"text/html", kZip, "", "application/zip"},
    {"text/html", "year,births\n2024,17\n", "csv", "text/csv"},
    {"", "year,births\n2024,17\n", "csv", "text/csv"},
    {"", "year,births\n2024,17\n", "", "text/plain"},
    {"", "a\0b"s, "", "application/octet-stream"},
    {"", "<p>some markup", "", "text/html"},
    // A viewer of source code called a PDF plain text, for it has no byte that is none.
    {"text/plain", "%PDF-1.4", "pdf", "application/pdf"},
    {"text/plain", kZip, "", "application/zip"},
    {"text/plain", "year,births\n2024,17\n", "csv", "text/plain"},
    // Of what only its link calls a table.
    {"text/plain", "year,births\n2024,17\n2025,18\n", "", "text/csv"},
    {"application/octet-stream", "year,births\n2024,17\n2025,18\n", "php", "text/csv"},
    {"text/plain", " {\n \"a\": 1}", "", "application/json"},
    {"application/octet-stream", "[{\"a\": 1}]", "", "application/json"},
    {"text/plain", "{\"a\": 1}", "log", "text/plain"},
    {"text/plain", "{a}", "", "text/plain"},
    {"text/plain", "[1, 2]", "", "text/plain"},
    {"text/plain", "Dear reader,\nof this,\nand that\n", "", "text/plain"},
    // Types that say nothing, under names that do not, either.
    {"application/octet-stream", "%PDF-1.7", "", "application/pdf"},
    {"unknown/unknown", "%PDF-1.7", "php", "application/pdf"},
    {"application/octet-stream", "%PDF-1.7", "csv", "application/octet-stream"},
    {"application/octet-stream", "MZ", "", "application/octet-stream"},
    // What is declared and not contradicted stays.
    {"text/html", "some words <b>", "csv", "text/html"},
    {"text/html", "", "csv", "text/html"},
    {"text/csv", "%PDF-1.7", "csv", "text/csv"},
    {"application/json", "{}", "", "application/json"},
    // A table in HTML that is offered as a spreadsheet; not a page that stands where one is
    // expected.
    {"application/vnd.ms-excel", "<html xmlns:x=\"urn:schemas-microsoft-com:office:excel\">", "xls",
     "application/vnd.ms-excel"},
    {"application/x-msexcel", "<html><body><h1>Jobs</h1><table border=1><tr><td>1", "php",
     "application/vnd.ms-excel"},
    {"application/octet-stream", "<!DOCTYPE html><html><body><table><tr><td>1", "xls",
     "application/vnd.ms-excel"},
    {"text/html", "<meta charset=utf-8><!-- <p> --><style>td {}</style><TABLE><tr><td>1", "xls",
     "application/vnd.ms-excel"},
    {"application/vnd.ms-excel", "<html><body><table><tr><td><a href='/1'>1</a>", "",
     "application/vnd.ms-excel"},
    {"text/html", "<html><body><h1>Jobs</h1><table><tr><td>1", "xls", "text/html"},
    {"text/html", "<table><tr><td><a href='/1'>1</a>", "xls", "text/html"},
    {"text/html", "<table><tr><td>1", "html", "text/html"},
    {"application/vnd.ms-excel", "<html><body><form><table><tr><td>Password", "xls", "text/html"},
    {"application/vnd.ms-excel", "<html><a href='/'>Home</a><table><tr><td>1", "xls", "text/html"},
    {"application/vnd.ms-excel", "<html><body>Not available", "xls", "text/html"},
    // A table by its rows, where nothing says what it is, or a page that has no markup.
    {"text/html", "a;b\n1;2\n3;4\n", "php", "text/csv"},
    {"", "a,b\n1,2\n3,4\n5,", "", "text/csv"},
    {"text/html", "a;b\n1;2\n<p>", "php", "text/html"},
    {"text/html", "Dear all,\nthe table, as promised, is late\nYours\n", "", "text/html"},
    {"", "a,b\n1,2\n", "", "text/plain"},
    // With a title, comments or bars, and in UTF-16 with a mark or without; prose with commas, a
    // table in Markdown and a list of words are none.
    {"text/plain", "People by year\r\n\r\na;b\r\n1;2\r\n3;4\r\n5;6\r\n7;8\r\n9", "", "text/csv"},
    {"text/plain", "# Office\n# Table 7\na;b\n1;2\n3;4\n5;6\n7;8\n", "", "text/csv"},
    {"text/plain", "People by year\n\na;b\n1;2\n3;4\n", "", "text/plain"},
    {"text/plain", "a|b\n1|2\n3|4\n", "", "text/csv"},
    {"text/plain", "a,b\n1,\"2,5\"\n3,4\n", "", "text/csv"},
    {"text/plain", "| a | b |\n|---|---|\n| 1 | 2 |\n", "", "text/plain"},
    {"text/plain",
     "\xFF\xFE"
     "a\0;\0b\0\n\0"
     "1\0;\0"
     "2\0\n\0"
     "3\0;\0"
     "4\0\n\0"s,
     "", "text/csv"},
    {"application/octet-stream", "\0a\0\t\0b\0\n\0001\0\t\0002\0\n\0003\0\t\x04\x10\0\n"s, "",
     "text/csv"},
    {"application/octet-stream", "a\0b\0;\0\0\0\n\0"s, "", "application/octet-stream"},
    // Cells of what is named a table may hold markup; a page that stands in its place has no rows.
    {"text/html", "id;note\n1;\"<b>x</b>\"\n2;\"<i>y; z</i>\"\n", "csv", "text/csv"},
    {"text/html", "Sorry, not found\n<a href='/'>Home</a>\n", "csv", "text/html"},
    {"text/html", "<b>Warning</b>, no\nsuch, table\nas, this\n", "csv", "text/html"},
    {"text/html", "id;note\n1;\"<b>x</b>\"\n2;\"<i>y; z</i>\"\n", "php", "text/html"},
    // XHTML, whatever its type; other XML stays what it is.
    {"text/xml", "<?xml version=\"1.0\"?>\n<html xmlns=\"http://www.w3.org/1999/xhtml\">", "xml",
     "text/html"},
    {"application/xml",
     "<?xml version='1.0'?><?xml-stylesheet href='a.css'?>\n<!DOCTYPE html PUBLIC", "",
     "text/html"},
    {"text/xml", "\xEF\xBB\xBF<!-- a page -->\n<x:html xmlns:x=\"http://www.w3.org/1999/xhtml\">",
     "", "text/html"},
    {"application/octet-stream", "<?xml version=\"1.0\"?><html lang=\"en\">", "", "text/html"},
    {"application/xhtml+xml", "<?xml version=\"1.0\"?><html lang=\"en\">", "",
     "application/xhtml+xml"},
    {"text/xml", "<?xml version=\"1.0\"?><pages><html/></pages>", "xml", "text/xml"},
    {"text/xml", "<?xml version=\"1.0\"", "xml", "text/xml"},
    {"application/vnd.ms-excel", "<?xml version=\"1.0\"?><html><table><tr><td>1", "",
     "application/vnd.ms-excel"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(type_sniffing)

BOOST_AUTO_TEST_CASE(only_clear_cases_are_changed) {
  for (const Case& c : kCases) {
    BOOST_TEST_CONTEXT(c.declared << " | " << c.start << " | " << c.extension) {
      BOOST_TEST(sniffed_mime(c.declared, c.start, c.extension) == c.expected);
    }
  }
}

/// Text without a name, of which no row tells that it is a table.
BOOST_AUTO_TEST_CASE(words_of_a_link_promise_a_table) {
  using tagtrail::host::promised_mime;
  const std::string column = "code\nA1\nA2\n";
  BOOST_TEST(promised_mime("text/plain", column, "", "Download CSV (2 kB)") == "text/csv");
  BOOST_TEST(promised_mime("application/octet-stream", column, "php", "csv") == "text/csv");
  BOOST_TEST(promised_mime("text/plain", column, "", "CSVs of old") == "text/plain");
  BOOST_TEST(promised_mime("text/plain", column, "txt", "CSV") == "text/plain");
  BOOST_TEST(promised_mime("text/plain", "Not found", "", "CSV") == "text/plain");
  BOOST_TEST(promised_mime("text/plain", "No\n<b>such</b> file", "", "CSV") == "text/plain");
  BOOST_TEST(promised_mime("application/octet-stream", "a\0\1\n\2"s, "", "CSV") ==
             "application/octet-stream");
  BOOST_TEST(promised_mime("text/html", column, "", "CSV") == "text/html");
}

/// A CSV that a server called Excel's, as it does where that opens such files, was fetched and did
/// not count to those who asked for csv.
BOOST_AUTO_TEST_CASE(names_tell_where_servers_are_careless) {
  using tagtrail::host::renamed_mime;
  const std::string excel = "application/vnd.ms-excel";
  const std::string xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  const std::string table = "year,births\n2024,17\n";
  const std::string compound = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 rest";
  const std::vector<Case> cases{
      {excel, table, "csv", "text/csv"},
      {excel, table, "tsv", "text/tab-separated-values"},
      {excel, table, "xls", excel},
      {excel, table, "", excel},
      // It is what it is called.
      {excel, compound, "csv", excel},
      {excel, kZip, "csv", excel},
      {excel, "a\0b"s, "csv", excel},
      {excel, kZip, "xlsx", xlsx},
      {excel, compound, "xlsx", excel},
      {"application/zip", kZip, "xlsx", xlsx},
      {"application/zip", kZip, "csv", "application/zip"},
      {"application/zip", kZip, "zip", "application/zip"},
      {"application/x-csv", table, "", "text/csv"},
      {"text/json", "{}", "php", "application/json"},
      {"text/plain", table, "csv", "text/plain"},
      // What begins so can't be what it is declared to be, and can be what it is called.
      {"application/pdf", table, "csv", "text/csv"},
      {"application/pdf", kZip, "xlsx", xlsx},
      {"application/x-msexcel", "%PDF-1.7", "pdf", "application/pdf"},
      {"application/csv", "%PDF-1.7", "pdf", "application/pdf"},
      {"application/json", kZip, "xlsx", xlsx},
      {"application/pdf", table, "xlsx", "application/pdf"},
      {"application/pdf", table, "", "application/pdf"},
      {"application/json", table, "csv", "application/json"},
      {"application/x-gzip", "\x1F\x8B", "gz", "application/x-gzip"},
      {"application/x-tar", "a\0b"s, "csv", "application/x-tar"},
      // Debian's table of types has DIF as a video.
      {"video/x-dv", "TABLE\n0,1\n", "dif", "text/plain"},
      {"image/png", table, "csv", "text/csv"},
      {"video/mpeg", "\0\0\1\xBA"s, "dat", "video/mpeg"},
      {"image/svg+xml", "<svg/>", "svg", "image/svg+xml"},
  };
  for (const Case& given : cases) {
    BOOST_TEST(renamed_mime(given.declared, given.start, given.extension) == given.expected,
               given.declared << " " << given.extension);
  }
  using tagtrail::host::name_extension;
  BOOST_TEST(name_extension("http://h.example/f/7", "Table.CSV") == "csv");
  BOOST_TEST(name_extension("http://h.example/f.csv?x=1", "") == "csv");
}

BOOST_AUTO_TEST_CASE(names_of_what_was_sent_packed) {
  using tagtrail::host::unpacked_name;
  const std::string_view table = "a,b\n";
  BOOST_TEST(unpacked_name("http://h/d/a%20b.csv.gz?x=1", "", "gzip", table) == "a b.csv");
  BOOST_TEST(unpacked_name("http://h/get", "T.CSV.GZ", "x-gzip", table) == "T.CSV");
  BOOST_TEST(unpacked_name("http://h/a.tgz", "", "GZIP", table) == "a.tar");
  // Packed twice, or as it is called.
  BOOST_TEST(unpacked_name("http://h/a.csv.gz", "", "gzip", "\x1F\x8B rest") == "");
  BOOST_TEST(unpacked_name("http://h/a.csv.gz", "", "", table) == "");
  BOOST_TEST(unpacked_name("http://h/a.csv", "", "gzip", table) == "");
  BOOST_TEST(unpacked_name("http://h/a.csv.gz", "b.csv", "gzip", table) == "");
}

BOOST_AUTO_TEST_SUITE_END()

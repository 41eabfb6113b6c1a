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
    // What is declared and not contradicted stays.
    {"text/html", "some words <b>", "csv", "text/html"},
    {"text/html", "", "csv", "text/html"},
    {"text/csv", "%PDF-1.7", "csv", "text/csv"},
    {"application/json", "{}", "", "application/json"},
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

BOOST_AUTO_TEST_SUITE_END()

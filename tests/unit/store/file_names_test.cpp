// Nasty names and what becomes of them.
#include "store/file_names.hpp"

#include <boost/test/unit_test.hpp>
#include <set>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using namespace std::string_literals;

struct Case {
  std::string file_name;
  std::string url;
  std::string mime;
  std::string expected;
};

const std::string kBase = "https://example.org/";

const std::vector<Case> kCases = {
    // Where a name comes from.
    {"", kBase + "data/report.csv", "text/csv", "report.csv"},
    {"named.csv", kBase + "data/report.csv", "text/csv", "named.csv"},
    {"", kBase + "data/Annual%20report.csv", "text/csv", "Annual report.csv"},
    {"", kBase + "%E6%95%B0%E6%8D%AE.csv", "text/csv", "\u6570\u636e.csv"},
    {"", kBase + "%E9t%E9.csv", "text/csv", "_t_.csv"},
    {"", kBase + "datasets/prices/", "text/csv", "prices.csv"},
    {"", kBase, "text/csv", "example-org.csv"},
    {"", kBase + "%2F%2E%2E", "text/csv", "example-org.csv"},
    {"", "", "", "file"},
    // The extension.
    {"", kBase + "download", "text/csv", "download.csv"},
    {"", kBase + "download", "application/octet-stream", "download"},
    {"", kBase + "download", "", "download"},
    {"", kBase + "export.php?id=3", "text/csv", "export.csv"},
    {"", kBase + "get.aspx?file=a/prices.csv&x=1", "text/csv", "prices.csv"},
    {"", kBase + "get.aspx?file=evil.exe", "text/csv", "get.csv"},
    {"", kBase + "page.html", "text/html", "page.html"},
    {"", kBase + "page.htm", "text/html", "page.htm"},
    {"", kBase + "v1.2", "text/csv", "v1.2.csv"},
    {"", kBase + "survey.dta", "text/plain", "survey.dta"},
    {"", kBase + "data.csv.gz", "application/gzip", "data.csv.gz"},
    {"", kBase + "data.csv", "text/plain", "data.csv"},
    // Ways out of the folder.
    {"../../../etc/passwd", kBase, "", "passwd"},
    {"..\\..\\boot.ini", kBase, "", "boot.ini"},
    {"C:\\Users\\me\\prices.csv", kBase, "text/csv", "prices.csv"},
    {"..", kBase + "x.csv", "text/csv", "x.csv"},
    {"a/..", kBase + "x.csv", "text/csv", "x.csv"},
    {"", kBase + "..%2f..%2fetc%2fpasswd", "", "passwd"},
    {"a..b...csv", kBase, "text/csv", "a.b.csv"},
    {".bashrc", kBase, "", "bashrc"},
    {"-rf.csv", kBase, "text/csv", "rf.csv"},
    {". . x.csv. .", kBase, "text/csv", "x.csv"},
    // Characters.
    {"a\0b.csv"s, kBase, "text/csv", "a_b.csv"},
    {"a\nb\r\tc.csv", kBase, "text/csv", "a b c.csv"},
    {"a<b>c:d\"e|f?g*h.csv", kBase, "text/csv", "a_b_c_d_e_f_g_h.csv"},
    {"a\x7f\xc2\x80.csv", kBase, "text/csv", "a__.csv"},
    {"\xff\xfe.csv", kBase, "text/csv", "__.csv"},
    {"invoice\u202Evsc.exe", kBase, "", "invoicevsc.exe"},
    {"ze\u200Bro.csv", kBase, "text/csv", "zero.csv"},
    {".\u200B./x.csv", kBase, "text/csv", "x.csv"},
    {"\u2028\u00A0\u3000.csv", kBase + "y.csv", "text/csv", "csv.csv"},
    // What can't be seen. A file was called by a Hangul filler alone, another by a blank of
    // Braille.
    {"\u3164.csv", kBase + "y.csv", "text/csv", "csv.csv"},
    {"a\uFE0Fb\u034Fc\u115Fd\uFFA0.csv", kBase, "text/csv", "abcd.csv"},
    {"\u2800.csv", kBase, "text/csv", "csv.csv"},
    {"\u2801\u2800\u2803.csv", kBase, "text/csv", "\u2801 \u2803.csv"},
    {"a\U000E0041\U000E0100\u2066\uFFF9b.csv", kBase, "text/csv", "ab.csv"},
    {"x\u200D\u200Cy.csv", kBase, "text/csv", "xy.csv"},
    // What is spelled with joiners stays: Persian, Hindi, Malayalam, Mongolian.
    {"\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645.csv", kBase, "text/csv",
     "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645.csv"},
    {"\u0915\u094D\u200D\u0937.csv", kBase, "text/csv", "\u0915\u094D\u200D\u0937.csv"},
    {"\u0D28\u0D4D\u200D.csv", kBase, "text/csv", "\u0D28\u0D4D\u200D.csv"},
    {"\u182D\u180B\u1820.csv", kBase, "text/csv", "\u182D\u180B\u1820.csv"},
    {"\u200C\u0645\u200C\u200C\u0647\u200C.csv", kBase, "text/csv", "\u0645\u0647.csv"},
    // Emoji keep their pictures, and lose what joins them.
    {"\u2764\uFE0F\U0001F469\u200D\U0001F467.csv", kBase, "text/csv",
     "\u2764\U0001F469\U0001F467.csv"},
    // Files that a desktop reads, or starts, when it shows their folder.
    {"desktop.ini", kBase, "", "_desktop.ini"},
    {"Desktop.ini", kBase, "text/csv", "Desktop.ini.csv"},
    {"AutoRun.inf", kBase, "", "_AutoRun.inf"},
    {"x.desktop", kBase, "text/csv", "x.desktop.csv"},
    {"x.desktop", kBase, "", "x_desktop"},
    {"x.lnk", kBase, "application/octet-stream", "x_lnk"},
    {"x.library-ms", kBase, "", "x_library-ms"},
    {"x.exe", kBase, "text/csv", "x.exe.csv"},
    {"x.exe", kBase, "application/octet-stream", "x.exe"},
    // No extension is added to a checksum.
    {"", kBase + "x.csv.md5", "text/csv", "x.csv.md5"},
    {"", kBase + "SHA256SUMS", "text/plain", "SHA256SUMS"},
    {"x.csv.asc", kBase, "text/csv", "x.csv.asc"},
    // Names that Windows keeps for itself.
    {"CON", kBase, "text/csv", "_CON.csv"},
    {"con.csv", kBase, "text/csv", "_con.csv"},
    {"Com1.tar.gz", kBase, "", "_Com1.tar.gz"},
    {"lpt\u00B9.csv", kBase, "text/csv", "_lpt\u00B9.csv"},
    {"nul .csv", kBase, "text/csv", "_nul .csv"},
    {"console.csv", kBase, "text/csv", "console.csv"},
    {"com10.csv", kBase, "text/csv", "com10.csv"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(file_names)

BOOST_AUTO_TEST_CASE(nasty_names_become_harmless) {
  for (const Case& c : kCases) {
    BOOST_TEST_CONTEXT("file_name '" << c.file_name << "', url " << c.url << ", " << c.mime) {
      BOOST_TEST(readable_name({c.file_name, c.url, c.mime}) == c.expected);
    }
  }
}

BOOST_AUTO_TEST_CASE(long_names_keep_their_extension_and_whole_characters) {
  std::string stem;
  for (int i = 0; i < 200; ++i) stem += "\u00e9";
  for (const char* extension : {".csv", ".tar.gz"}) {
    const std::string name = readable_name({stem + extension, kBase, ""});
    BOOST_TEST(name.size() <= kMaxNameBytes);
    BOOST_TEST(name.size() > kMaxNameBytes - 2);
    BOOST_TEST(name.ends_with(extension));
    BOOST_TEST(to_valid_utf8(name) == name);
    const std::string numbered = numbered_name(name, UINT64_MAX);
    BOOST_TEST(numbered.size() <= kMaxNameBytes);
    BOOST_TEST(numbered.ends_with("-18446744073709551615" + std::string(extension)));
    BOOST_TEST(to_valid_utf8(numbered) == numbered);
  }
}

BOOST_AUTO_TEST_CASE(every_single_byte_and_pair_is_harmless) {
  constexpr std::string_view kForbidden = "<>:\"/\\|?*";
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string raw = {static_cast<char>(first), static_cast<char>(second)};
      const std::string name = readable_name({raw, kBase + "fallback.csv", ""});
      BOOST_REQUIRE(!name.empty());
      BOOST_REQUIRE(to_valid_utf8(name) == name);
      BOOST_REQUIRE(name.find_first_of(kForbidden) == std::string::npos);
      BOOST_REQUIRE(name.front() != '.' && name.front() != '-' && name.front() != ' ');
      BOOST_REQUIRE(name.back() != '.' && name.back() != ' ');
      for (const char c : name) BOOST_REQUIRE(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F);
    }
  }
}

BOOST_AUTO_TEST_CASE(numbers_stand_before_the_extension) {
  BOOST_TEST(told_name("report.csv", "2024") == "report-2024.csv");
  BOOST_TEST(told_name("report", "A long name. And more of it") ==
             "report-A long name. And more o");
  BOOST_TEST(told_name("report", "twenty-one characters. ") == "report-twenty-one characters");
  BOOST_TEST(numbered_name("report.csv", 2) == "report-2.csv");
  BOOST_TEST(numbered_name("report", 3) == "report-3");
  BOOST_TEST(numbered_name("data.tar.gz", 4) == "data-4.tar.gz");
  BOOST_TEST(numbered_name("a.gz", 4) == "a-4.gz");
}

BOOST_AUTO_TEST_CASE(keys_ignore_case) {
  BOOST_TEST(name_key("Report.CSV") == name_key("report.csv"));
  BOOST_TEST(name_key("\u00c4\u0416.csv") == name_key("\u00e4\u0436.csv"));
  BOOST_TEST(name_key("\u6570\u636e.csv") != name_key("\u6570\u5b57.csv"));
  BOOST_TEST(name_key("a\U0001F600.csv") == "a\U0001F600.csv");
  BOOST_TEST(name_key("STRASSE.csv") == name_key("stra\u00dfe.csv"));
  BOOST_TEST(name_key("\u03a3\u03c2") == name_key("\u03c3\u03c3"));
  BOOST_TEST(name_key("\u0645\u200C\u0647") == name_key("\u0645\u0647"));
}

BOOST_AUTO_TEST_CASE(letters_have_one_form) {
  BOOST_TEST(readable_name({"re\u0301sume\u0301.csv", kBase, "text/csv"}) ==
             "r\u00e9sum\u00e9.csv");
  BOOST_TEST(name_key("re\u0301sume\u0301.csv") == name_key("R\u00c9SUM\u00c9.CSV"));
  BOOST_TEST(name_key("\uAC00") == name_key("\u1100\u1161"));
}

BOOST_AUTO_TEST_CASE(resource_names_keep_to_their_alphabet) {
  BOOST_TEST(resource_name("Annual report (2024).csv") == "annual-report-2024-.csv");
  BOOST_TEST(resource_name("\u6570\u636e.csv") == "file.csv");
  BOOST_TEST(resource_name("\u6570\u636e") == "file");
  BOOST_TEST(resource_name("\u00fcber.csv") == "ber.csv");
  BOOST_TEST(resource_name("a_b-c.d.csv") == "a_b-c.d.csv");
  BOOST_TEST(resource_name("") == "file");
}

BOOST_AUTO_TEST_CASE(a_name_for_another_type) {
  const auto retyped = [](std::string_view name, std::string_view given, std::string_view mime) {
    return retyped_name(name, {given, "https://example.org/y.zip", mime});
  };
  BOOST_TEST(retyped("y.zip", "now.csv", "text/csv") == "y.csv");
  BOOST_TEST(retyped("y.zip", "", "text/csv") == "y.csv");
  BOOST_TEST(retyped("y.zip", "misleading.zip", "text/csv") == "y.csv");
  BOOST_TEST(retyped("y.csv.gz", "", "text/csv") == "y.csv");
  BOOST_TEST(retyped("y.CSV", "now.csv", "text/csv") == "y.CSV");
  // Types that say nothing: only a name does.
  BOOST_TEST(retyped("y.zip", "", "application/octet-stream") == "y.zip");
  BOOST_TEST(retyped("y.zip", "now.csv", "application/octet-stream") == "y.csv");
  BOOST_TEST(retyped("y.zip", "", "application/x-unknown") == "y.zip");
  BOOST_TEST(retyped("y", "", "text/csv") == "y.csv");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host

// CSV and JSON lines say what the manifest says, and no spreadsheet runs what a server wrote.
#include "export/rows.hpp"

#include <nlohmann/json.hpp>
#include <sstream>

#include "../store/job_fixture.hpp"

namespace tagtrail::host::testing {
namespace {

struct RowsFixture : JobFixture {
  std::string text;
  ExportSink sink = [this](std::string_view piece) -> Expected<void> {
    text += piece;
    return {};
  };

  void add(const std::string& anchor) {
    ++files;
    auto item = file_commit(*store, files, "https://example.org/" + std::to_string(files) + ".csv",
                            std::to_string(files));
    item.request.anchor = anchor;
    item.redirect_chain = {"https://example.org/go", "https://example.org/on"};
    must(store->commit(batch_of(std::move(item))));
  }
  std::string csv() {
    text.clear();
    must(write_csv(*store, sink));
    return text;
  }
  std::uint64_t files = 0;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(rows, RowsFixture)

BOOST_AUTO_TEST_CASE(an_empty_job_has_a_line_of_names) {
  BOOST_TEST(csv() ==
             "url,name,path,mediatype,bytes,sha256,page,tagPath,anchor,redirects,fetchedAt,status,"
             "via,pageVia\r\n");
}

BOOST_AUTO_TEST_CASE(cells_are_quoted_where_needed) {
  add("Prices, \"real\"\nand nominal");
  BOOST_TEST(csv().find(",\"Prices, \"\"real\"\"\nand nominal\",") != std::string::npos);
  BOOST_TEST(csv().find(",https://example.org/go https://example.org/on,") != std::string::npos);
  BOOST_TEST(csv().ends_with("\r\n"));
}

// A link's text could set the title of the terminal in which somebody looked at the list.
BOOST_AUTO_TEST_CASE(nothing_acts_on_a_terminal) {
  add("a\x1b]0;owned\x07\u009b31m\x9b\x7f\rb");
  const std::string rows = csv();
  BOOST_TEST(rows.find("a\uFFFD]0;owned\uFFFD\uFFFD31m\uFFFD\uFFFD\uFFFDb") != std::string::npos,
             rows);
  text.clear();
  must(write_jsonl(*store, sink));
  for (const char* acting : {"\x1b", "\x07", "\u009b", "\x7f"}) {
    BOOST_TEST(text.find(acting) == std::string::npos);
  }
  BOOST_TEST(nlohmann::json::parse(text)["anchor"] == "a\x1b]0;owned\x07\u009b31m\uFFFD\x7f\rb");
}

BOOST_AUTO_TEST_CASE(formulas_are_made_harmless) {
  for (const char* anchor : {"=1+1", "+1", "-1", "@SUM(A1)"}) {
    add(anchor);
    BOOST_TEST(csv().find(std::string(",'") + anchor + ",") != std::string::npos);
  }
  add("\t=1+1");
  BOOST_TEST(csv().find(",\"'\t=1+1\",") != std::string::npos);
  add("=HYPERLINK(\"http://x\";\"y\")");
  BOOST_TEST(csv().find(",\"'=HYPERLINK(\"\"http://x\"\";\"\"y\"\")\",") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_line_of_json_is_one_target) {
  add("=1+1\xff");
  add("second");
  must(write_jsonl(*store, sink));
  std::istringstream lines(text);
  std::vector<nlohmann::json> rows;
  for (std::string line; std::getline(lines, line);) rows.push_back(nlohmann::json::parse(line));
  BOOST_REQUIRE(rows.size() == 2U);
  BOOST_TEST(rows[0].at("anchor") == "=1+1\xef\xbf\xbd");
  BOOST_TEST(rows[0].at("redirects").size() == 2U);
  BOOST_TEST(rows[1].at("url") == "https://example.org/2.csv");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing

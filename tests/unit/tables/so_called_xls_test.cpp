// What is called `.xls` and is something else: XML of Excel 2003, HTML, delimited text.
#include "table_tests.hpp"

namespace tagtrail::host::testing {
namespace {

std::string excel_xml(const std::string& sheets) {
  return "<?xml version='1.0'?><?mso-application progid='Excel.Sheet'?>"
         "<Workbook xmlns='urn:schemas-microsoft-com:office:spreadsheet' "
         "xmlns:ss='urn:schemas-microsoft-com:office:spreadsheet'>" +
         sheets + "</Workbook>";
}
std::string cell(const std::string& type, const std::string& text,
                 const std::string& attributes = "") {
  return "<Cell " + attributes + "><Data ss:Type='" + type + "'>" + text + "</Data></Cell>";
}
std::string row(const std::string& cells, const std::string& attributes = "") {
  return "<Row " + attributes + ">" + cells + "</Row>";
}

const std::string kHead =
    row(cell("String", "name") + cell("String", "n") + cell("String", "when"));

}  // namespace

BOOST_AUTO_TEST_SUITE(so_called_xls)

BOOST_AUTO_TEST_CASE(workbooks_of_excel_2003) {
  const std::string rows =
      kHead +
      row(cell("String", "An<B>na</B>") + cell("Number", "1.5") +
          cell("DateTime", "2021-01-01T00:00:00.000")) +
      row(cell("Boolean", "1") + cell("DateTime", "1899-12-31T12:30:00.000", "ss:Index='3'"),
          "ss:Index='4'") +
      row("<Cell ss:MergeAcross='1'><Data ss:Type='Error'>#N/A</Data><Comment><Data>no</Data>"
          "</Comment></Cell>" +
          cell("DateTime", "2021-01-01T01:02:03.000"));
  const Look look = look_into_text(
      excel_xml("<Worksheet ss:Name='Data'><Table>" + rows +
                "</Table></Worksheet><Worksheet ss:Name='Old'><Table>" + kHead +
                "</Table><WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions>"
                "</Worksheet>"),
      "a.xls");
  BOOST_REQUIRE_MESSAGE(look.tables.size() == 2U, to_json(look));
  BOOST_TEST(look.format == "excel-xml");
  BOOST_TEST(look.note == "");
  const TableLook& table = look.tables[0];
  BOOST_TEST(table.name == "Data");
  BOOST_TEST(!table.hidden);
  BOOST_TEST(look.tables[1].hidden);
  const auto is = [&](std::size_t at, const std::vector<std::string>& expected) {
    BOOST_TEST(table.preview.at(at) == expected, boost::test_tools::per_element());
  };
  is(1, {"Anna", "1.5", "2021-01-01"});
  is(2, {"true", "", "12:30:00"});
  is(3, {"#N/A", "", "2021-01-01T01:02:03"});
  BOOST_TEST(look_into_text(excel_xml("<Worksheet ss:Name='S'/>"), "a.xls").note == "");
  BOOST_TEST(look_into_text(excel_xml(""), "a.xls").note == "no sheet in it can be read");
  // Under its other name, too, and cut.
  const std::string whole = excel_xml("<Worksheet ss:Name='S'><Table>" + kHead +
                                      row(cell("String", "a")) + "</Table></Worksheet>");
  BOOST_TEST(look_into_text(whole, "a.xml").tables.size() == 1U);
  const Look cut = look_into_text(whole.substr(0, whole.size() - 30), "a.xml");
  BOOST_TEST(cut.tables.at(0).rows_at_least);
  BOOST_TEST(cut.note == "it is damaged or cut short");
}

BOOST_AUTO_TEST_CASE(other_xml_is_text) {
  BOOST_TEST(look_into_text("<?xml version='1.0'?><a>1</a>", "a.xml").format == "xml");
}

BOOST_AUTO_TEST_CASE(tables_of_html) {
  const std::string html =
      "<html xmlns:x=\"urn:schemas-microsoft-com:office:excel\"><head><title>A <table></title>"
      "<style>td { a: '<table>' }</style></head><body><!-- <table> --><h1>No cell</h1>"
      "<table border=1><tr><th>Region<th>Jobs &amp; more<TH>Share</tr>"
      "<tr><td>K&ouml;ln &#8212; <b>West</b><br>side<td rowspan=2>3<td title='a > b'>1,5</td></tr>"
      "<tr><td>Ulm<td>4</tr><tr><td colspan=2>both</td><td>5 < 6</td></tr></table>";
  for (const std::string& text : {html, html + "</body></html>"}) {
    const Look look = look_into_text(text, "a.xls");
    BOOST_REQUIRE_MESSAGE(look.tables.size() == 1U, to_json(look));
    BOOST_TEST(look.format == "html");
    BOOST_TEST(look.note == "");
    const auto is = [&](std::size_t at, const std::vector<std::string>& expected) {
      BOOST_TEST(look.tables[0].preview.at(at) == expected, boost::test_tools::per_element());
    };
    is(0, {"Region", "Jobs & more", "Share"});
    is(1, {"Köln — West side", "3", "1,5"});
    is(2, {"Ulm", "", "4"});
    is(3, {"both", "", "5 < 6"});
  }
}

BOOST_AUTO_TEST_CASE(tables_in_tables_and_encodings_of_html) {
  const Look look = look_into_text(
      "<meta charset=windows-1251><table><tr><td><table><tr><td>\xC3\xEE\xF0\xEE\xE4<td>n</tr>"
      "<tr><td>\xCC\xEE\xF1\xEA\xE2\xE0<td>1</tr></table></td></tr></table>",
      "a.xls");
  BOOST_REQUIRE_MESSAGE(look.tables.size() == 1U, to_json(look));
  BOOST_TEST(look.tables[0].encoding == "windows-1251");
  BOOST_TEST(look.tables[0].preview.at(1).at(0) == "Москва");
}

BOOST_AUTO_TEST_CASE(pages_without_tables_and_text) {
  const Look page = look_into_text("<html><body>Please log in</body></html>", "a.xls");
  BOOST_TEST(page.note == "no table in it can be read");
  BOOST_TEST(page.tables.empty());
  BOOST_TEST(page.text.find("Please log in") != std::string::npos);
  const Look text = look_into_text("a\tb\tc\n1\t2\t3\n4\t5\t6\n7\t8\t9\n", "a.xls");
  BOOST_TEST(text.format == "tsv");
  BOOST_TEST(text.tables.at(0).rows == 3U);
  BOOST_TEST(look_into_text("Not found\n", "a.xls").format == "text");
}

BOOST_AUTO_TEST_CASE(html_that_never_ends) {
  std::string deep;
  for (int at = 0; at < 100'000; ++at) deep += "<table><tr><td>";
  (void)look_into_text(deep, "a.xls");
  std::string wide = "<table>";
  for (int at = 0; at < 5'000; ++at) wide += "<tr><td colspan=99999 rowspan=99999>x";
  const Look look = look_into_text(wide, "a.xls");
  BOOST_TEST(look.tables.size() == 1U);
  (void)look_into_text("<table><tr><td " + std::string(1'000'000, '"'), "a.xls");
  (void)look_into_text("<table>" + std::string(1'000'000, '<'), "a.xls");
  (void)look_into_text("<table><tr><td>" + std::string(1'000'000, '&'), "a.xls");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing

// XLSX and ODS, whole, damaged and hostile.
#include <algorithm>

#include "../long_only.hpp"
#include "table_tests.hpp"

namespace tagtrail::host::testing {
namespace {

const std::string kHeader =
    "<row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1' t='inlineStr'><is><t>kg</t></is></c>"
    "<c r='D1' t='str'><v>when</v></c></row>";

std::string ods_cell(const std::string& attributes, const std::string& text) {
  return "<table:table-cell " + attributes + "><text:p>" + text + "</text:p></table:table-cell>";
}
std::string ods_row(const std::string& cells, const std::string& attributes = "") {
  return "<table:table-row " + attributes + ">" + cells + "</table:table-row>";
}
std::string number_cell(const std::string& value) {
  return ods_cell("office:value-type='float' office:value='" + value + "'", "shown otherwise");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(workbooks)

BOOST_AUTO_TEST_CASE(xlsx_with_texts_dates_and_gaps) {
  const std::string rows = kHeader +
                           "<row r='2'><c r='A2' t='s'><v>1</v></c><c r='B2'><v>1.5</v></c><c "
                           "r='D2' s='1'><v>44197</v></c></row>"
                           "<row r='4'><c r='A4' t='b'><v>1</v></c><c r='B4'><v>2</v></c><c r='D4' "
                           "s='1'><v>44198</v></c></row>";
  const Look look = look_into_text(
      xlsx_of({{"Data", rows}, {"Secret", kHeader, "hidden"}},
              "<si><t>name</t></si><si><r><t>An</t></r><r><t>na</t></r><rPh><t>x</t></rPh></si>"),
      "a.xlsx");
  BOOST_REQUIRE_MESSAGE(look.tables.size() == 2U, to_json(look));
  BOOST_TEST(look.format == "xlsx");
  BOOST_TEST(look.note == "");
  const TableLook& table = look.tables[0];
  BOOST_TEST(table.name == "Data");
  BOOST_TEST(table.preview[1][0] == "Anna");
  BOOST_TEST(table.preview[1][3] == "2021-01-01");
  BOOST_TEST(table.rows == 2U);
  BOOST_TEST(fields_of(table).starts_with("name:string | kg:number | field3:any | when:date"));
  BOOST_TEST(!table.plain);
  BOOST_TEST(look.tables[1].hidden);
  BOOST_TEST(!look.tables[0].hidden);
}

BOOST_AUTO_TEST_CASE(xlsx_that_counts_from_1904) {
  const std::string rows =
      "<row r='1'><c r='A1' t='str'><v>when</v></c><c r='B1' t='str'><v>n</v></c></row>"
      "<row r='2'><c r='A2' s='1'><v>0</v></c><c r='B2'><v>1</v></c></row>";
  const Look look =
      look_into_text(xlsx_of({{"S", rows}}, "", "<workbookPr date1904='1'/>"), "a.xlsx");
  BOOST_TEST(look.tables.at(0).preview.at(1).at(0) == "1904-01-01");
}

BOOST_AUTO_TEST_CASE(a_workbook_that_is_cut_tells_what_was_there) {
  std::string rows = "<row r='1'><c t='str'><v>a</v></c><c t='str'><v>b</v></c></row>";
  for (int row = 0; row < 20'000; ++row) {
    rows += "<row><c><v>" + std::to_string(row * 7919 % 10007) + "</v></c><c><v>2</v></c></row>";
  }
  std::string whole = xlsx_of({{"S", rows}});
  const Look look = look_into_text(whole.substr(0, whole.size() / 2), "a.xlsx");
  BOOST_REQUIRE_MESSAGE(look.tables.size() == 1U, to_json(look));
  BOOST_TEST(look.tables[0].rows > 100U);
  BOOST_TEST(look.tables[0].rows_at_least);
  BOOST_TEST(look.note == "it is damaged or cut short");
}

BOOST_AUTO_TEST_CASE(ods_with_repeats_and_values) {
  const std::string rows =
      ods_row(ods_cell("", "name") + ods_cell("", "kg") + ods_cell("", "when")) +
      ods_row(ods_cell("", "An<text:s/>na") + number_cell("1.5") +
              ods_cell("office:value-type='date' office:date-value='2021-01-01'", "1 Jan")) +
      ods_row(
          ods_cell("", "x") +
              ods_cell(
                  "table:number-columns-repeated='2' office:value-type='float' office:value='2'",
                  "2"),
          "table:number-rows-repeated='3'") +
      ods_row("<table:table-cell table:number-columns-repeated='16384'/>",
              "table:number-rows-repeated='1048000'");
  const Look look =
      look_into_text(ods_of("<table:table table:name='One'>" + rows +
                                "</table:table>"
                                "<table:table table:name='Two' table:style-name='h'>" +
                                rows + "</table:table>",
                            "<style:style style:name='h'><style:table-properties "
                            "table:display='false'/></style:style>"),
                     "a.ods");
  BOOST_REQUIRE_MESSAGE(look.tables.size() == 2U, to_json(look));
  const TableLook& table = look.tables[0];
  BOOST_TEST(table.rows == 4U);
  BOOST_TEST(table.fields.size() == 3U);
  BOOST_TEST(table.preview[1][0] == "An na");
  BOOST_TEST(table.preview[1][1] == "1.5");
  BOOST_TEST(table.preview[1][2] == "2021-01-01");
  BOOST_TEST(!look.tables[0].hidden);
  BOOST_TEST(look.tables[1].hidden);
}

BOOST_AUTO_TEST_CASE(cells_that_claim_to_be_billions, *long_only()) {
  const std::string rows =
      ods_row(ods_cell("table:number-columns-repeated='1000000000' office:value-type='float' "
                       "office:value='1'",
                       "1"),
              "table:number-rows-repeated='1000000000'");
  const Look look = look_into_text(ods_of("<table:table>" + rows + "</table:table>"), "a.ods");
  BOOST_TEST(!look.note.empty());
  BOOST_TEST(look.tables.at(0).rows_at_least);
}

BOOST_AUTO_TEST_CASE(entities_are_not_read) {
  std::string laughs = "<!DOCTYPE x [<!ENTITY a 'ha'>";
  for (char c = 'b'; c < 'p'; ++c) {
    const std::string before(1, static_cast<char>(c - 1));
    laughs += "<!ENTITY " + std::string(1, c) + " '";
    for (int i = 0; i < 10; ++i) laughs += "&" + before + ";";
    laughs += "'>";
  }
  laughs += "]><worksheet><sheetData><row><c t='str'><v>&o;</v></c></row></sheetData></worksheet>";
  const Look look = look_into_text(packed({{"xl/worksheets/s.xml", laughs}}), "a.xlsx");
  BOOST_TEST(look.tables.empty());
  BOOST_TEST(look.note == "it declares entities, which are not read");
  // Where the texts of cells are, none of these can be told.
  const std::string rows = "<row><c t='s'><v>0</v></c><c><v>1</v></c></row>";
  const Look texts =
      look_into_text(packed({{"xl/worksheets/s.xml", "<worksheet>" + rows + "</worksheet>"},
                             {"xl/sharedStrings.xml", laughs}}),
                     "a.xlsx");
  BOOST_TEST(texts.note == "it declares entities, which are not read");
  BOOST_TEST(texts.tables.size() == 1U);
}

BOOST_AUTO_TEST_CASE(what_is_nested_too_deeply_is_named) {
  std::string rows = "<worksheet><sheetData>";
  for (int depth = 0; depth < 500; ++depth) rows += "<row>";
  const Look xlsx = look_into_text(packed({{"xl/worksheets/s.xml", rows}}), "a.xlsx");
  BOOST_TEST(xlsx.note == "it is nested too deeply");
  std::string groups;
  for (int depth = 0; depth < 500; ++depth) groups += "<table:table-row-group>";
  const Look ods = look_into_text(ods_of("<table:table>" + groups), "a.ods");
  BOOST_TEST(ods.note == "it is nested too deeply");
}

BOOST_AUTO_TEST_CASE(rows_whose_values_are_all_too_far_to_the_right_count) {
  const std::string head = "<row><c t='str'><v>a</v></c><c t='str'><v>b</v></c></row>";
  const std::string row = "<row><c><v>1</v></c><c><v>2</v></c></row>";
  const std::string far = "<row><c r='XFD3'><v>9</v></c></row>";
  const Look xlsx = look_into_text(xlsx_of({{"S", head + row + far + row}}), "a.xlsx");
  BOOST_TEST(xlsx.tables.at(0).rows == 3U);
  BOOST_TEST(xlsx.note == "12288 columns beyond the first 4096 were not looked at");
  // No sheet has such a column: the cell is where it stands.
  const std::string none = "<row><c r='ZZZZ3'><v>9</v></c></row>";
  const Look nowhere = look_into_text(xlsx_of({{"S", head + row + none + row}}), "a.xlsx");
  BOOST_TEST(nowhere.tables.at(0).rows == 3U);
  BOOST_TEST(nowhere.note == "");

  const std::string two = ods_row(number_cell("1") + number_cell("2"));
  const std::string gap = "<table:table-cell table:number-columns-repeated='5000'/>";
  const Look ods = look_into_text(
      ods_of("<table:table>" + ods_row(ods_cell("", "a") + ods_cell("", "b")) + two +
             ods_row(gap + number_cell("9")) + ods_row(gap) + two + "</table:table>"),
      "a.ods");
  BOOST_TEST(ods.tables.at(0).rows == 3U);
  BOOST_TEST(ods.note == "905 columns beyond the first 4096 were not looked at");
}

BOOST_AUTO_TEST_CASE(a_sheet_that_unpacks_to_gigabytes) {
  std::string rows(64 << 20, ' ');
  const std::string one = packed({{"xl/worksheets/s.xml", "<worksheet><sheetData>" + rows}});
  BOOST_TEST(one.size() < rows.size() / 100);
  const Look look = look_into_text(one, "a.xlsx");
  BOOST_TEST(look.note == "it unpacks to far more than its size");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing

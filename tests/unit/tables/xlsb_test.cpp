// Binary workbooks in ZIP files, made record by record.
#include "binary_files.hpp"
#include "table_tests.hpp"

namespace tagtrail::host::testing {
namespace {

std::string variable(std::uint64_t number) {
  std::string bytes;
  do {
    bytes += static_cast<char>((number & 0x7F) | (number > 0x7F ? 0x80 : 0));
    number >>= 7;
  } while (number > 0);
  return bytes;
}
std::string part_record(std::uint64_t type, const std::string& bytes) {
  return variable(type) + variable(bytes.size()) + bytes;
}
std::string wide_text(const std::string& text) { return little(text.size(), 4) + wide(text); }
std::string row(std::uint64_t number) { return part_record(0, little(number, 4) + little(0, 13)); }
std::string cell(std::uint64_t type, std::uint64_t column, const std::string& value,
                 std::uint64_t style = 0) {
  return part_record(type, little(column, 4) + little(style, 4) + value);
}
std::string text_cell(std::uint64_t column, const std::string& text) {
  return cell(6, column, wide_text(text));
}

/// Sheets and their cells. Styles: 0 plain, 1 a date of its own format, 2 a built-in one.
std::string xlsb_of(const Members& sheets, unsigned state = 0, std::uint64_t flags = 0) {
  Members members;
  std::string list = part_record(153, little(flags, 4) + little(0, 8));
  std::string relations;
  for (std::size_t at = 0; at < sheets.size(); ++at) {
    const std::string id = "r" + std::to_string(at);
    members.insert(members.begin(), {"xl/worksheets/s" + id + ".bin", sheets[at].second});
    list += part_record(156, little(at > 0 ? state : 0, 4) + little(at, 4) + wide_text(id) +
                                 wide_text(sheets[at].first));
    relations += "<Relationship Id='" + id + "' Target='worksheets/s" + id + ".bin'/>";
  }
  members.push_back({"xl/workbook.bin", list});
  members.push_back(
      {"xl/_rels/workbook.bin.rels", "<Relationships>" + relations + "</Relationships>"});
  const auto style = [](std::uint64_t format) {
    return part_record(47, little(0, 2) + little(format, 2) + little(0, 12));
  };
  members.push_back({"xl/styles.bin", part_record(44, little(164, 2) + wide_text("yyyy")) +
                                          style(164) + part_record(617, little(3, 4)) + style(0) +
                                          style(164) + style(14) + part_record(618, "")});
  // Of its name, case does not count.
  members.push_back({"xl/SharedStrings.bin", part_record(19, little(0, 1) + wide_text("shared")) +
                                                 part_record(19, little(0, 1) + wide_text("b"))});
  return packed(members);
}

const std::string kHead = row(0) + text_cell(0, "name") + text_cell(1, "n") + text_cell(2, "when");

}  // namespace

BOOST_AUTO_TEST_SUITE(xlsb)

BOOST_AUTO_TEST_CASE(cells_of_all_kinds_and_sheets) {
  const std::string cells =
      kHead + row(1) + cell(7, 0, little(0, 4)) + cell(5, 1, little_double(1.5)) +
      cell(2, 2, little((44197ULL << 2) | 2, 4), 1) + row(2) +
      cell(8, 0, wide_text("made") + little(0, 8)) + cell(9, 1, little_double(2) + little(0, 8)) +
      cell(5, 2, little_double(44198.5), 2) + row(3) + cell(4, 0, little(1, 1)) +
      cell(3, 1, little(0x2A, 1)) + cell(62, 2, little(0, 1) + wide_text("rich")) + row(5) +
      cell(10, 0, little(0, 1)) + cell(11, 1, little(0x07, 1)) + cell(1, 2, "");
  const Look look = look_into_text(xlsb_of({{"Data", cells}, {"Old", kHead}}, 2), "a.xlsb");
  BOOST_REQUIRE_MESSAGE(look.tables.size() == 2U, to_json(look));
  BOOST_TEST(look.format == "xlsb");
  BOOST_TEST(look.note == "");
  const TableLook& table = look.tables[0];
  BOOST_TEST(table.name == "Data");
  BOOST_TEST(!table.hidden);
  BOOST_TEST(look.tables[1].hidden);
  const auto is = [&](std::size_t at, const std::vector<std::string>& expected) {
    BOOST_TEST(table.preview.at(at) == expected, boost::test_tools::per_element());
  };
  is(0, {"name", "n", "when"});
  is(1, {"shared", "1.5", "2021-01-01"});
  is(2, {"made", "2", "2021-01-02T12:00:00"});
  is(3, {"true", "#N/A", "rich"});
  is(4, {"false", "#DIV/0!"});
}

BOOST_AUTO_TEST_CASE(cells_that_leave_out_their_column) {
  const std::string cells = kHead + row(1) + cell(6, 1, wide_text("x")) +
                            part_record(16, little(0, 4) + little_double(7));
  const TableLook table = table_in(xlsb_of({{"S", cells}}, 0, 1), "a.xlsb");
  const std::vector<std::string> expected = {"", "x", "7"};
  BOOST_TEST(table.preview.at(1) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(records_that_can_not_be) {
  // One that is longer than the part, one that is larger than any, a row that no sheet has.
  for (const std::string& bad : {part_record(6, std::string(50, 'x')).substr(0, 20),
                                 variable(6) + variable(200'000'000), row(0xFFFFFFFF)}) {
    const Look look = look_into_text(xlsb_of({{"S", kHead + bad}}), "a.xlsb");
    BOOST_REQUIRE_MESSAGE(look.tables.size() == 1U, to_json(look));
    BOOST_TEST(look.tables[0].rows_at_least);
  }
  const Look shared = look_into_text(
      xlsb_of({{"S", kHead + row(1) + cell(7, 0, little(0xFFFFFFFF, 4)) + cell(5, 1, "short")}}),
      "a.xlsb");
  BOOST_TEST(shared.tables.size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing

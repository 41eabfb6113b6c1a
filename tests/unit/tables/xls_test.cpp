// Excel's binary workbooks of all its versions, made record by record.
#include "../long_only.hpp"
#include "binary_files.hpp"
#include "table_tests.hpp"

namespace tagtrail::host::testing {
namespace {

std::string record(std::uint16_t type, const std::string& bytes) {
  return little(type, 2) + little(bytes.size(), 2) + bytes;
}
std::string place(std::uint64_t row, std::uint64_t column, std::uint64_t style = 0) {
  return little(row, 2) + little(column, 2) + little(style, 2);
}
/// A text of BIFF8 with its length in so many bytes.
std::string text8(const std::string& text, std::size_t length_bytes = 2) {
  return little(text.size(), length_bytes) + little(0, 1) + text;
}
std::string label(std::uint64_t row, std::uint64_t column, const std::string& text) {
  return record(0x0204, place(row, column) + text8(text));
}
std::string number(std::uint64_t row, std::uint64_t column, double value, std::uint64_t style = 0) {
  return record(0x0203, place(row, column, style) + little_double(value));
}
std::string shared(std::uint64_t row, std::uint64_t column, std::uint64_t index) {
  return record(0x00FD, place(row, column) + little(index, 4));
}
std::string formula(std::uint64_t row, std::uint64_t column, const std::string& value,
                    std::uint64_t style = 0) {
  return record(0x0006, place(row, column, style) + value + little(0, 6) + little(0, 2));
}
const std::string kIsText = "\0\0\0\0\0\0\xFF\xFF"s;
std::string kind_of_value(char kind, char value) {
  return std::string(1, kind) + '\0' + value + "\0\0\0\xFF\xFF"s;
}
std::string begin(std::uint16_t kind, std::uint16_t version = 0x0600) {
  return record(0x0809, little(version, 2) + little(kind, 2) + little(0, 12));
}
const std::string kEof = record(0x000A, "");
constexpr std::uint16_t kBook = 0x0005;
constexpr std::uint16_t kSheet = 0x0010;

struct Made {
  std::string name;
  std::string cells;
  unsigned state = 0;
};

/// Styles: 0 plain, 1 a date of its own format, 2 a built-in one. `more`: further records.
std::string stream8(const std::vector<Made>& sheets, const std::string& more = "") {
  const std::string styles = record(0x041E, little(164, 2) + text8("yyyy\\-mm\\-dd")) +
                             record(0x00E0, little(0, 2) + little(0, 2) + little(0, 16)) +
                             record(0x00E0, little(0, 2) + little(164, 2) + little(0, 16)) +
                             record(0x00E0, little(0, 2) + little(14, 2) + little(0, 16));
  const auto listed = [](const Made& sheet, std::size_t at) {
    return record(0x0085,
                  little(at, 4) + little(sheet.state, 1) + little(0, 1) + text8(sheet.name, 1));
  };
  std::size_t at = (begin(kBook) + styles + more + kEof).size();
  for (const Made& sheet : sheets) at += listed(sheet, 0).size();
  std::string list;
  std::string parts;
  for (const Made& sheet : sheets) {
    list += listed(sheet, at + parts.size());
    parts += begin(kSheet) + sheet.cells + kEof;
  }
  return begin(kBook) + styles + more + list + kEof + parts;
}
std::string xls_of(const std::vector<Made>& sheets, const std::string& more = "") {
  return compound_of({{"Workbook", stream8(sheets, more)}});
}

const std::string kHead = label(0, 0, "name") + label(0, 1, "kg") + label(0, 2, "when");

}  // namespace

BOOST_AUTO_TEST_SUITE(xls)

BOOST_AUTO_TEST_CASE(cells_of_all_kinds_and_dates_by_their_formats) {
  const std::string cells =
      kHead + label(1, 0, "Anna") + number(1, 1, 1.5) + number(1, 2, 44197, 1) + label(2, 0, "Bo") +
      record(0x027E, place(2, 1) + little((250 << 2) | 3, 4)) + number(2, 2, 44198.5, 2) +
      label(4, 0, "Cy") +
      record(0x00BD, little(4, 2) + little(1, 2) + little(0, 2) + little((7 << 2) | 2, 4) +
                         little(1, 2) + little((44200ULL << 2) | 2, 4) + little(2, 2));
  const Look look =
      look_into_text(xls_of({{"Data", cells}, {"Old", kHead, 1}, {"No", kHead, 2}}), "a.xls");
  BOOST_REQUIRE_MESSAGE(look.tables.size() == 3U, to_json(look));
  BOOST_TEST(look.format == "xls");
  BOOST_TEST(look.note == "");
  const TableLook& table = look.tables[0];
  BOOST_TEST(table.name == "Data");
  BOOST_TEST(table.rows == 3U);
  BOOST_TEST(!table.rows_at_least);
  const std::vector<std::string> first = {"Anna", "1.5", "2021-01-01"};
  const std::vector<std::string> second = {"Bo", "2.5", "2021-01-02T12:00:00"};
  const std::vector<std::string> third = {"Cy", "7", "2021-01-04"};
  BOOST_TEST(table.preview.at(1) == first, boost::test_tools::per_element());
  BOOST_TEST(table.preview.at(2) == second, boost::test_tools::per_element());
  BOOST_TEST(table.preview.at(3) == third, boost::test_tools::per_element());
  BOOST_TEST(!look.tables[0].hidden);
  BOOST_TEST(look.tables[1].hidden);
  BOOST_TEST(look.tables[2].hidden);
}

BOOST_AUTO_TEST_CASE(values_that_formulas_had) {
  const std::string cells =
      kHead + formula(1, 0, kIsText) + record(0x04BC, little(0, 10)) +
      record(0x0207, text8("Anna")) + formula(1, 1, little_double(2.5)) +
      formula(1, 2, little_double(44197), 1) + formula(2, 0, kind_of_value(1, 1)) +
      formula(2, 1, kind_of_value(2, 0x07)) + formula(2, 2, kind_of_value(3, 0)) +
      // The text of this one is missing.
      formula(3, 0, kIsText) + number(3, 1, 4);
  const TableLook table = table_in(xls_of({{"S", cells}}), "a.xls");
  const std::vector<std::string> first = {"Anna", "2.5", "2021-01-01"};
  const std::vector<std::string> second = {"true", "#DIV/0!", ""};
  const std::vector<std::string> third = {"", "4"};
  BOOST_TEST(table.preview.at(1) == first, boost::test_tools::per_element());
  BOOST_TEST(table.preview.at(2) == second, boost::test_tools::per_element());
  BOOST_TEST(table.preview.at(3) == third, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(shared_texts_that_go_on_in_further_records) {
  // The second is cut in its middle and goes on wide; the third has runs that are cut, the fourth a
  // pronunciation.
  const std::string texts = record(0x00FC, little(4, 4) + little(4, 4) + text8("name") +
                                               little(4, 2) + little(0, 1) + "Ko") +
                            record(0x003C, little(1, 1) + "\xF6\0l\0"s + little(2, 2) +
                                               little(8, 1) + little(2, 2) + "hi" + little(0, 6)) +
                            record(0x003C, little(0, 2) + little(2, 2) + little(5, 1) +
                                               little(3, 4) + wide("yo") + "abc");
  const std::string cells = shared(0, 0, 0) + shared(1, 0, 1) + shared(2, 0, 2) + shared(3, 0, 3);
  const Look look = look_into_text(xls_of({{"S", cells}}, texts), "a.xls");
  BOOST_REQUIRE_MESSAGE(look.tables.size() == 1U, to_json(look));
  BOOST_TEST(look.note == "");
  BOOST_TEST(look.tables[0].preview.at(0).at(0) == "name");
  BOOST_TEST(look.tables[0].preview.at(1).at(0) == "Koöl");
  BOOST_TEST(look.tables[0].preview.at(2).at(0) == "hi");
  BOOST_TEST(look.tables[0].preview.at(3).at(0) == "yo");
}

BOOST_AUTO_TEST_CASE(shared_texts_that_are_not_there) {
  const std::string texts = record(0x00FC, little(9, 4) + little(0xFFFFFFFF, 4) + text8("name"));
  const Look look =
      look_into_text(xls_of({{"S", shared(0, 0, 0) + shared(1, 0, 77)}}, texts), "a.xls");
  BOOST_TEST(look.note == "it is damaged or cut short");
}

BOOST_AUTO_TEST_CASE(the_other_epoch_and_texts_of_excel_95) {
  const std::string cells = label(0, 0, "when") + number(1, 0, 1, 1);
  BOOST_TEST(
      table_in(xls_of({{"S", cells}}, record(0x0022, little(1, 2))), "a.xls").preview.at(1).at(0) ==
      "1904-01-02");
  const auto label5 = [](std::uint64_t row, std::uint64_t column, const std::string& text) {
    return record(0x0204, place(row, column) + little(text.size(), 2) + text);
  };
  const std::string head = begin(kBook, 0x0500) + record(0x0042, little(1251, 2)) +
                           record(0x041E, little(164, 2) + little(2, 1) + "yy") +
                           record(0x00E0, little(0, 2) + little(164, 2) + little(0, 12));
  const std::size_t at = head.size() + 4 + 6 + 1 + 4 + kEof.size();
  const std::string stream =
      head + record(0x0085, little(at, 4) + little(0, 2) + little(4, 1) + "\xCB\xE8\xF1\xF2") +
      // Of a later version, says the sheet, as those of Excel 2011 do.
      kEof + begin(kSheet, 0x0600) + label5(0, 0, "\xC3\xEE\xF0\xEE\xE4") + label5(0, 1, "n") +
      label5(1, 0, "\xCC\xEE\xF1\xEA\xE2\xE0") + number(1, 1, 44197, 0) + kEof;
  const TableLook table = table_in(compound_of({{"Book", stream}}), "a.xls");
  BOOST_TEST(table.name == "Лист");
  BOOST_TEST(table.preview.at(0).at(0) == "Город");
  BOOST_TEST(table.preview.at(1).at(0) == "Москва");
  BOOST_TEST(table.preview.at(1).at(1) == "2021-01-01");
}

BOOST_AUTO_TEST_CASE(bare_streams_of_the_oldest) {
  const auto place2 = [](std::uint64_t row, std::uint64_t column, std::uint64_t format = 0) {
    return little(row, 2) + little(column, 2) + little(0, 1) + little(format, 1) + little(0, 1);
  };
  const std::string biff2 =
      record(0x0009, little(2, 2) + little(kSheet, 2)) + record(0x001E, little(7, 1) + "General") +
      record(0x001E, little(6, 1) + "d/m/yy") +
      record(0x0004, place2(0, 0) + little(4, 1) + "name") +
      record(0x0004, place2(0, 1) + little(4, 1) + "when") +
      record(0x0006, place2(1, 0) + kIsText + little(0, 2)) + record(0x0007, little(2, 1) + "Bo") +
      record(0x0002, place2(1, 1, 1) + little(44197, 2)) +
      record(0x0003, place2(1, 2) + little_double(2.5)) + kEof;
  const Look look = look_into_text(biff2, "a.xls");
  BOOST_REQUIRE_MESSAGE(look.tables.size() == 1U, to_json(look));
  BOOST_TEST(look.note == "");
  const std::vector<std::string> first = {"Bo", "2021-01-01", "2.5"};
  BOOST_TEST(look.tables[0].preview.at(1) == first, boost::test_tools::per_element());
  for (const int version : {3, 4}) {
    const auto number_of = [&](std::uint16_t low) {
      return static_cast<std::uint16_t>((version == 3 ? 0x0200 : 0x0400) | low);
    };
    const auto label3 = [](std::uint64_t row, std::uint64_t column, const std::string& text) {
      return record(0x0204, place(row, column) + little(text.size(), 2) + text);
    };
    const auto format = [&](const std::string& text) {
      const std::string bytes = little(text.size(), 1) + text;
      return version == 3 ? record(0x001E, bytes) : record(0x041E, little(0, 2) + bytes);
    };
    const std::string older =
        record(number_of(0x0009), little(0, 2) + little(kSheet, 2) + little(0, 2)) +
        format("General") + format("yyyy") + record(number_of(0x0043), little(0, 12)) +
        record(number_of(0x0043), little(0, 1) + little(1, 1) + little(0, 10)) +
        label3(0, 0, "name") + label3(0, 1, "when") +
        record(number_of(0x0006), place(1, 0) + kIsText + little(0, 2) + little(0, 2)) +
        record(0x0207, little(2, 2) + "Bo") + number(1, 1, 44197, 1) + kEof;
    const TableLook table = table_in(older, "a.xls");
    BOOST_TEST(table.preview.at(1).at(0) == "Bo");
    BOOST_TEST(table.preview.at(1).at(1) == "2021-01-01");
  }
}

BOOST_AUTO_TEST_CASE(charts_in_sheets_are_no_cells) {
  const std::string chart = begin(0x0020) + number(0, 0, 99) + kEof;
  const std::string stream = stream8({{"S", kHead + label(1, 0, "a") + chart + number(1, 1, 3)}});
  // For older programs, some write the same as one of theirs, too.
  const TableLook table = table_in(compound_of({{"Book", "older"}, {"WorkBook", stream}}), "a.xls");
  BOOST_TEST(table.preview.at(1).at(1) == "3");
  BOOST_TEST(table.rows == 1U);
}

BOOST_AUTO_TEST_CASE(passwords_are_named) {
  const Look old = look_into_text(xls_of({{"S", kHead}}, record(0x002F, little(1, 6))), "a.xls");
  BOOST_TEST(old.note == "a password protects it");
  BOOST_TEST(old.tables.empty());
  const Look later = look_into_text(
      compound_of({{"EncryptionInfo", "x"}, {"EncryptedPackage", std::string(5000, 'x')}}),
      "a.xlsx");
  BOOST_TEST(later.format == "xlsx");
  BOOST_TEST(later.note == "a password protects it");
}

BOOST_AUTO_TEST_CASE(compound_files_of_other_programs) {
  const Look look = look_into_text(compound_of({{"WordDocument", "x"}}), "a.doc");
  BOOST_TEST(look.format == "doc");
  BOOST_TEST(look.note == "this format is not looked into");
}

BOOST_AUTO_TEST_CASE(a_workbook_that_is_cut) {
  std::string cells = kHead;
  for (unsigned row = 1; row < 3000; ++row) {
    cells += label(row, 0, "place " + std::to_string(row)) + number(row, 1, row * 1.5);
  }
  const std::string whole = xls_of({{"S", cells}});
  BOOST_TEST(table_in(whole, "a.xls").rows == 2999U);
  // The table of sectors stands at the end.
  const Look lost = look_into_text(whole.substr(0, whole.size() / 2), "a.xls");
  BOOST_TEST(lost.tables.empty());
  const std::string stream = stream8({{"S", cells}});
  const Look look = look_into_text(stream.substr(0, stream.size() / 2), "a.xls");
  BOOST_REQUIRE_MESSAGE(look.tables.size() == 1U, to_json(look));
  BOOST_TEST(look.tables[0].rows > 1000U);
  BOOST_TEST(look.tables[0].rows_at_least);
  BOOST_TEST(look.note == "it is damaged or cut short");
}

BOOST_AUTO_TEST_CASE(cells_of_a_row_come_in_any_order_and_rows_in_theirs) {
  const Look look = look_into_text(xls_of({{"S", kHead + number(2, 1, 1) + label(1, 0, "a") +
                                                     label(2, 0, "b") + label(2, 0, "again")}}),
                                   "a.xls");
  BOOST_TEST(look.tables.at(0).rows == 1U);
  const std::vector<std::string> row = {"b", "1"};
  BOOST_TEST(look.tables.at(0).preview.at(1) == row, boost::test_tools::per_element());
  BOOST_TEST(look.note == "cells left out because others stand in their places: 2");
}

BOOST_AUTO_TEST_CASE(chains_that_run_in_circles_and_nothing_at_all) {
  std::string whole = xls_of({{"S", kHead + std::string(5000, '\0')}});
  for (std::size_t at = 0; at < whole.size(); at += is_long_run() ? 3 : 11) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x41);
    (void)look_into_text(changed, "a.xls");
  }
  // All sectors follow themselves.
  for (std::size_t at = whole.size() - 512; at + 4 <= whole.size(); at += 4) {
    whole.replace(at, 4, little((at / 4) % 8, 4));
  }
  (void)look_into_text(whole, "a.xls");
  for (const std::size_t size : {8U, 76U, 512U, 600U}) {
    (void)look_into_text(whole.substr(0, size), "a.xls");
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing

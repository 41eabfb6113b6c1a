// Files of SPSS, Stata and SAS, read in a process of its own.
#include <readstat.h>

#include "binary_files.hpp"
#include "table_tests.hpp"

namespace tagtrail::host::testing {
namespace {

std::string padded(std::string text, std::size_t size, char with = ' ') {
  text.resize(size, with);
  return text;
}

/// A system file of SPSS with a text of 8 characters, a number and a date, not compressed.
std::string sav_of(const std::vector<std::string>& cases, std::uint32_t page = 1252) {
  const auto variable = [](std::uint32_t width, std::uint32_t format, const std::string& name) {
    return little(2, 4) + little(width, 4) + little(0, 4) + little(0, 4) + little(format, 4) +
           little(format, 4) + padded(name, 8);
  };
  constexpr std::uint32_t kText = 1 << 16 | 8 << 8;
  constexpr std::uint32_t kNumber = 5 << 16 | 8 << 8 | 2;
  constexpr std::uint32_t kDate = 20 << 16 | 11 << 8;
  std::string bytes = "$FL2" + padded("@(#) SPSS DATA FILE", 60) + little(2, 4) + little(3, 4) +
                      little(0, 4) + little(0, 4) + little(cases.size(), 4) + little_double(100) +
                      padded("01 Jan 24", 9) + padded("00:00:00", 8) + padded("", 64) +
                      little(0, 3);
  bytes += variable(8, kText, "NAME") + variable(0, kNumber, "KG") + variable(0, kDate, "SEEN");
  // The version of the program, which has the encoding: its page as Windows numbers it.
  bytes += little(7, 4) + little(3, 4) + little(4, 4) + little(8, 4) + little(20, 4) +
           little(0, 12) + little(1, 4) + little(1, 4) + little(2, 4) + little(page, 4);
  bytes += little(999, 4) + little(0, 4);
  for (const std::string& each : cases) bytes += each;
  return bytes;
}
std::string case_of(const std::string& name, double number, double seconds) {
  return padded(name, 8) + little_double(number) + little_double(seconds);
}
// 1 January 2021, in seconds since the Gregorian calendar.
constexpr double kNewYear = 13'828'838'400;
/// The lowest number, which stands for none.
const std::string kMissing = "\xFF\xFF\xFF\xFF\xFF\xFF\xEF\xFF";

/// A data set of Stata 10: a byte, a number and a date in days since 1960, a text.
std::string dta_of() {
  const auto names = [](std::size_t size, std::initializer_list<const char*> all) {
    std::string bytes;
    for (const char* each : all) bytes += padded(each, size, '\0');
    return bytes;
  };
  std::string bytes = little(114, 1) + little(2, 1) + little(1, 1) + little(0, 1) + little(4, 2) +
                      little(2, 4) + little(0, 81) + padded("01 Jan 2024 00:00", 18, '\0');
  bytes += "\xFB\xFF\xFD\x05";
  bytes += names(33, {"code", "kg", "seen", "name"}) + little(0, 10);
  bytes += names(49, {"%8.0g", "%9.0g", "%td", "%5s"}) + little(0, 4 * 33) + little(0, 4 * 81);
  bytes += little(0, 5);
  bytes += little(7, 1) + little_double(1.5) + little(22281, 4) + padded("An\xE9", 5, '\0');
  // Missing: the highest numbers of each type.
  bytes += little(101, 1) + little(0x7FE0000000000000, 8) + little(2147483621, 4) +
           padded("Bo", 5, '\0');
  return bytes;
}

using Begin = readstat_error_t (*)(readstat_writer_t*, void*, long);

/// What libreadstat itself writes: a text, a number in this format, a missing one.
std::string written(Begin begin, long version, const char* format = nullptr, double first = 1.5) {
  std::string bytes;
  readstat_writer_t* writer = readstat_writer_init();
  readstat_set_data_writer(writer, [](const void* data, std::size_t size, void* to) -> ssize_t {
    static_cast<std::string*>(to)->append(static_cast<const char*>(data), size);
    return static_cast<ssize_t>(size);
  });
  readstat_writer_set_file_format_version(writer, static_cast<std::uint8_t>(version));
  readstat_variable_t* name = readstat_add_variable(writer, "NAME", READSTAT_TYPE_STRING, 8);
  readstat_variable_t* number = readstat_add_variable(writer, "KG", READSTAT_TYPE_DOUBLE, 0);
  if (format != nullptr) readstat_variable_set_format(number, format);
  BOOST_REQUIRE(begin(writer, &bytes, 2) == READSTAT_OK);
  const auto row = [&](const char* text, double value) {
    readstat_begin_row(writer);
    readstat_insert_string_value(writer, name, text);
    if (value < 0) {
      readstat_insert_missing_value(writer, number);
    } else {
      readstat_insert_double_value(writer, number, value);
    }
    readstat_end_row(writer);
  };
  row("Anna", first);
  row("Bo", -1);
  BOOST_REQUIRE(readstat_end_writing(writer) == READSTAT_OK);
  readstat_writer_free(writer);
  return bytes;
}

void check_two_rows(const std::string& bytes, const std::string& format) {
  const Look look = look_into_text(bytes, "a." + format);
  BOOST_REQUIRE_MESSAGE(look.tables.size() == 1U, to_json(look));
  BOOST_TEST(look.format == format);
  BOOST_TEST(look.note == "");
  BOOST_TEST(fields_of(look.tables[0]) == "NAME:string | KG:number");
  BOOST_TEST(look.tables[0].rows == 2U);
  const std::vector<std::string> first = {"Anna", "1.5"};
  const std::vector<std::string> second = {"Bo", ""};
  BOOST_TEST(look.tables[0].preview.at(1) == first, boost::test_tools::per_element());
  BOOST_TEST(look.tables[0].preview.at(2) == second, boost::test_tools::per_element());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(statistical_files)

BOOST_AUTO_TEST_CASE(spss_with_dates_gaps_and_its_page) {
  const Look look = look_into_text(
      sav_of({case_of("K\xF6ln", 1.5, kNewYear), padded("Ulm", 8) + kMissing + kMissing}), "a.sav");
  BOOST_REQUIRE_MESSAGE(look.tables.size() == 1U, to_json(look));
  BOOST_TEST(look.format == "sav");
  BOOST_TEST(look.note == "");
  BOOST_TEST(fields_of(look.tables[0]) == "NAME:string | KG:number | SEEN:date");
  const std::vector<std::string> first = {"Köln", "1.5", "2021-01-01"};
  const std::vector<std::string> second = {"Ulm", "", ""};
  BOOST_TEST(look.tables[0].preview.at(1) == first, boost::test_tools::per_element());
  BOOST_TEST(look.tables[0].preview.at(2) == second, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(stata_with_dates_and_gaps) {
  const Look look = look_into_text(dta_of(), "a.dta");
  BOOST_REQUIRE_MESSAGE(look.tables.size() == 1U, to_json(look));
  BOOST_TEST(look.format == "dta");
  BOOST_TEST(look.note == "");
  BOOST_TEST(fields_of(look.tables[0]) == "code:integer | kg:number | seen:date | name:string");
  const std::vector<std::string> first = {"7", "1.5", "2021-01-01", "Ané"};
  const std::vector<std::string> second = {"", "", "", "Bo"};
  BOOST_TEST(look.tables[0].preview.at(1) == first, boost::test_tools::per_element());
  BOOST_TEST(look.tables[0].preview.at(2) == second, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(all_formats_that_the_library_writes) {
  check_two_rows(written(readstat_begin_writing_sav, 2), "sav");
  check_two_rows(written(readstat_begin_writing_por, 0), "por");
  check_two_rows(written(readstat_begin_writing_dta, 118), "dta");
  check_two_rows(written(readstat_begin_writing_dta, 110), "dta");
  check_two_rows(written(readstat_begin_writing_xport, 5), "xpt");
  check_two_rows(written(readstat_begin_writing_xport, 8), "xpt");
  check_two_rows(written(readstat_begin_writing_sas7bdat, 9), "sas7bdat");
}

BOOST_AUTO_TEST_CASE(numbers_that_formats_show_as_dates) {
  // 1 January 2021, as each counts.
  constexpr double kDays = 22'281;
  constexpr double kSeconds = kDays * 86'400 + 3'661;
  const auto shown = [](const std::string& bytes, const std::string& name) {
    return table_in(bytes, name).preview.at(1).at(1);
  };
  BOOST_TEST(shown(written(readstat_begin_writing_sas7bdat, 9, "YEAR4", kDays), "a.sas7bdat") ==
             "2021-01-01");
  BOOST_TEST(shown(written(readstat_begin_writing_xport, 5, "DATETIME20", kSeconds), "a.xpt") ==
             "2021-01-01T01:01:01");
  BOOST_TEST(shown(written(readstat_begin_writing_xport, 5, "TIME8", 3'661), "a.xpt") ==
             "01:01:01");
  BOOST_TEST(shown(written(readstat_begin_writing_dta, 118, "%tc", kSeconds * 1'000), "a.dta") ==
             "2021-01-01T01:01:01");
  BOOST_TEST(shown(written(readstat_begin_writing_sav, 2, "DATETIME20", kNewYear + 61), "a.sav") ==
             "2021-01-01T00:01:01");
}

BOOST_AUTO_TEST_CASE(further_tables_of_a_transport_file_are_no_rows) {
  const std::string one = written(readstat_begin_writing_xport, 5);
  const Look look = look_into_text(one + one.substr(one.find("HEADER RECORD*******MEM")), "a.xpt");
  BOOST_TEST(look.tables.at(0).rows == 2U);
  BOOST_TEST(look.note == "only the first of its tables was read");
}

BOOST_AUTO_TEST_CASE(what_is_cut_tells_what_was_there) {
  const std::string whole = sav_of(std::vector<std::string>(50, case_of("a", 1, kNewYear)));
  const Look look = look_into_text(whole.substr(0, whole.size() - 30), "a.sav");
  BOOST_REQUIRE_MESSAGE(look.tables.size() == 1U, to_json(look));
  BOOST_TEST(look.tables[0].rows >= 48U);
  BOOST_TEST(look.tables[0].rows_at_least);
  BOOST_TEST(look.note == "it is damaged or cut short");
  BOOST_TEST(look_into_text("$FL2", "a.sav").note == "it is damaged or cut short");
  BOOST_TEST(look_into_text("<stata_dta>", "a.dta").note.size() > 0U);
}

BOOST_AUTO_TEST_CASE(whatever_happens_to_the_bytes_the_file_has_a_note_or_a_table) {
  const std::string whole = dta_of();
  // Each is a process; every position in turn is a task for fuzzers.
  for (std::size_t at = 0; at < whole.size(); at += 97) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0xFF);
    const Look look = look_into_text(changed, "a.dta");
    BOOST_TEST((look.tables.size() == 1U || !look.note.empty()));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing

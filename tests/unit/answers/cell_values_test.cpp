// Cells become values of SQL by what a look says of their column.
#include "answers/cell_values.hpp"

#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <string>

namespace tagtrail::host::testing {
namespace {

FieldLook field(const std::string& type, const std::string& format = "",
                const std::string& decimal = "", const std::string& group = "", bool bare = true) {
  FieldLook field;
  field.type = type;
  field.format = format;
  field.decimal_char = decimal;
  field.group_char = group;
  field.bare_number = bare;
  return field;
}

/// The value with its kind: `i:1`, `r:1.5`, `t:x`, `null`.
std::string shown(CellReader& reader, std::string_view cell) {
  const SqlValue value = reader.read(cell);
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("i:{}", *integer);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("r:{}", *real);
  if (const auto* text = std::get_if<std::string_view>(&value)) return "t:" + std::string(*text);
  return "null";
}

std::string shown(const FieldLook& look, std::string_view cell) {
  CellReader reader(look, false);
  return shown(reader, cell);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cell_values)

BOOST_AUTO_TEST_CASE(numbers_are_read_as_they_are_written) {
  BOOST_TEST(shown(field("integer"), "-12") == "i:-12");
  BOOST_TEST(shown(field("year"), "2023") == "i:2023");
  BOOST_TEST(shown(field("number"), " 1e-3 ") == "r:0.001");
  BOOST_TEST(shown(field("number", "", ",", "."), "1.234,5") == "r:1234.5");
  BOOST_TEST(shown(field("number", "", "", ","), "13,000,000") == "r:13000000");
  BOOST_TEST(shown(field("number", "", ",", "\u202f"), "1\u202f234,5") == "r:1234.5");
  BOOST_TEST(shown(field("number", "", "", "", false), "12%") == "r:12");
  BOOST_TEST(shown(field("number", "", "", ",", false), "€ 1,200") == "r:1200");
}

BOOST_AUTO_TEST_CASE(dates_are_written_alike) {
  BOOST_TEST(shown(field("date"), "2023-12-31") == "t:2023-12-31");
  BOOST_TEST(shown(field("date", "%d.%m.%Y"), "1.2.2020") == "t:2020-02-01");
  BOOST_TEST(shown(field("date", "%m/%d/%Y"), "12/31/2020") == "t:2020-12-31");
  BOOST_TEST(shown(field("date", "%Y/%m/%d"), "2020/02/01") == "t:2020-02-01");
  BOOST_TEST(shown(field("datetime", "%m/%d/%Y %I:%M:%S %p"), "10/31/2016 12:07:15 AM") ==
             "t:2016-10-31T00:07:15");
  BOOST_TEST(shown(field("datetime", "%d.%m.%Y %H:%M"), "24.03.1987 23:07") ==
             "t:1987-03-24T23:07");
  BOOST_TEST(shown(field("datetime", "%Y-%m-%d %H:%M:%S"), "2020-01-02 03:04:05") ==
             "t:2020-01-02T03:04:05");
  BOOST_TEST(shown(field("datetime", "any"), "2020-01-02T03:04+01:00") ==
             "t:2020-01-02T03:04+01:00");
  BOOST_TEST(shown(field("yearmonth"), "2020-01") == "t:2020-01");
}

BOOST_AUTO_TEST_CASE(booleans_are_1_and_0) {
  BOOST_TEST(shown(field("boolean"), "TRUE") == "i:1");
  BOOST_TEST(shown(field("boolean"), "false") == "i:0");
}

BOOST_AUTO_TEST_CASE(text_stays_as_it_is) {
  BOOST_TEST(shown(field("string"), " 007 ") == "t: 007 ");
  BOOST_TEST(shown(field("string"), "NA") == "t:NA");
  BOOST_TEST(shown(field("any"), "a\nb") == "t:a\nb");
  BOOST_TEST(shown(field("string"),
                   "a\xff"
                   "b") ==
             "t:a\uFFFD"
             "b");
}

BOOST_AUTO_TEST_CASE(nothing_is_null_in_every_column) {
  for (const char* type : {"string", "any", "integer", "number", "date", "boolean"}) {
    BOOST_TEST(shown(field(type), "") == "null");
  }
}

// A sum would take `..` for 0.
BOOST_AUTO_TEST_CASE(words_for_missing_values_are_null_and_counted) {
  CellReader reader(field("number"), false);
  BOOST_TEST(shown(reader, "..") == "null");
  BOOST_TEST(shown(reader, "NA") == "null");
  BOOST_TEST(shown(reader, " ") == "null");
  BOOST_TEST(reader.missing() == 2U);
  BOOST_TEST(reader.unfit() == 0U);
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_stays_text_and_is_counted) {
  CellReader number(field("integer"), false);
  BOOST_TEST(shown(number, "12 (p)") == "t:12 (p)");
  BOOST_TEST(shown(number, "1.5") == "t:1.5");
  CellReader date(field("date", "%d.%m.%Y"), false);
  BOOST_TEST(shown(date, "soon") == "t:soon");
  BOOST_TEST(shown(date, "1.2.2020 x") == "t:1.2.2020 x");
  BOOST_TEST(number.unfit() + date.unfit() == 4U);
}

BOOST_AUTO_TEST_CASE(codes_too_long_for_numbers_stay_text) {
  BOOST_TEST(is_long_code("1234567890123456"));
  BOOST_TEST(is_long_code(" -1234567890123456"));
  BOOST_TEST(!is_long_code("123456789012345"));
  BOOST_TEST(!is_long_code("1234567890123456.5"));
  CellReader reader(field("number"), true);
  BOOST_TEST(shown(reader, "12345678901234567890") == "t:12345678901234567890");
  BOOST_TEST(reader.sql_type() == std::string("TEXT"));
  BOOST_TEST(reader.type() == "string");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing

// What cells can be read as, and the types of columns of them.
#include "table_tests.hpp"
#include "tables/cell_kinds.hpp"
#include "tables/column.hpp"
#include "tables/serial_date.hpp"
#include "tables/units.hpp"

namespace tagtrail::host::testing {
namespace {

std::string type_of(const std::vector<std::string>& cells, std::string_view name = "c",
                    TableHabits habits = {}) {
  Column column;
  for (const std::string& cell : cells) column.add(cell);
  TableLook table;
  table.fields = {column.field(name, habits)};
  return fields_of(table).substr(1);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cells)

BOOST_AUTO_TEST_CASE(numbers_are_told_from_codes) {
  BOOST_TEST(type_of({"1", "-2", "30"}) == "integer");
  BOOST_TEST(type_of({"1", "2.5", "-3e-4"}) == "number");
  BOOST_TEST(type_of({"007", "012"}) == "string");
  BOOST_TEST(type_of({"1", "two"}) == "string");
  BOOST_TEST(type_of({"+49 123", "5"}) == "string");
  BOOST_TEST(type_of({"12345678901234567890"}) == "number");
  BOOST_TEST(type_of({"1.2.3", "4.5.6"}) == "string");
  BOOST_TEST(type_of({"-", "NA"}) == "string");
  BOOST_TEST(type_of({"", ""}) == "any");
}

BOOST_AUTO_TEST_CASE(decimal_commas_and_groups) {
  BOOST_TEST(type_of({"1,5", "2,25"}) == "number[decimal ,]");
  BOOST_TEST(type_of({"1.234,5", "2,25"}) == "number[decimal ,][group .]");
  BOOST_TEST(type_of({"1,234.5", "12"}) == "number[group ,]");
  BOOST_TEST(type_of({"1 234,5", "12,5"}) == "number[decimal ,][group  ]");
  BOOST_TEST(type_of({"1'234.5", "12"}) == "number[group ']");
  BOOST_TEST(type_of({"1\u00a0234", "5"}) == "number[group \u00a0]");
  // Either way is possible: other columns tell.
  BOOST_TEST(type_of({"1,234", "5,678"}) == "number[group ,]");
  BOOST_TEST(type_of({"1,234", "5,678"}, "c", {true, false}) == "number[decimal ,]");
  BOOST_TEST(type_of({"1.234", "5.678"}) == "number");
  BOOST_TEST(type_of({"1.234", "5.678"}, "c", {true, false}) == "number[decimal ,][group .]");
}

BOOST_AUTO_TEST_CASE(signs_beside_numbers_are_their_unit) {
  BOOST_TEST(type_of({"12%", "3.5 %"}) == "number{%}");
  BOOST_TEST(type_of({"$1,200.50", "$3"}) == "number[group ,]{$}");
  BOOST_TEST(type_of({"5 €", "$3"}) == "string");
}

// Read with the wrong one first, a year by month would become the first twelve days of January.
BOOST_AUTO_TEST_CASE(dates_whose_order_nothing_tells_stay_text) {
  const TableHabits days{.day_first = true};
  const TableHabits months{.month_first = true};
  const TableHabits both{.day_first = true, .month_first = true};
  for (const auto& [cells, by_day, by_month] :
       {std::tuple{std::vector<std::string>{"01/01/2021", "02/01/2021", "12/01/2021"},
                   "date(%d/%m/%Y)", "date(%m/%d/%Y)"},
        std::tuple{std::vector<std::string>{"03-04-2020", "04-05-2020"}, "date(%d-%m-%Y)",
                   "date(%m-%d-%Y)"},
        std::tuple{std::vector<std::string>{"03/04/2020 11:07"}, "datetime(%d/%m/%Y %H:%M)",
                   "datetime(%m/%d/%Y %H:%M)"},
        std::tuple{std::vector<std::string>{"3/4/2020 1:07 PM"}, "datetime(%d/%m/%Y %I:%M %p)",
                   "datetime(%m/%d/%Y %I:%M %p)"}}) {
    BOOST_TEST(type_of(cells) == "string", cells.front());
    BOOST_TEST(type_of(cells, "c", both) == "string", cells.front());
    BOOST_TEST(type_of(cells, "c", days) == by_day, cells.front());
    BOOST_TEST(type_of(cells, "c", months) == by_month, cells.front());
  }
  BOOST_TEST(type_of({"01/01/2021", "02/02/2021"}) == "date(%d/%m/%Y)");  // the same either way
  BOOST_TEST(table_in("from,to,n\n01/02/2021,02/28/2021,1\n03/04/2021,03/31/2021,2\n", "a.csv")
                 .fields[0]
                 .format == "%m/%d/%Y");
}

BOOST_AUTO_TEST_CASE(numbers_beyond_all_bounds_are_text) {
  BOOST_TEST(type_of({"1e290", "-2.5e-290"}) == "number");
  for (const char* cell : {"1E400", "1e309", "-1e999", "1e-400"}) {
    BOOST_TEST(type_of({"1.5", cell}) == "string", cell);
  }
}

BOOST_AUTO_TEST_CASE(dates_and_times) {
  BOOST_TEST(type_of({"2020-02-29", "2021-01-01"}) == "date");
  BOOST_TEST(type_of({"2021-02-29"}) == "string");
  BOOST_TEST(type_of({"24.12.2020", "01.02.2021"}) == "date(%d.%m.%Y)");
  BOOST_TEST(type_of({"24/12/2020", "01/02/2021"}) == "date(%d/%m/%Y)");
  BOOST_TEST(type_of({"12/24/2020", "01/02/2021"}) == "date(%m/%d/%Y)");
  BOOST_TEST(type_of({"12/24/2020", "24/12/2021"}) == "string");
  BOOST_TEST(type_of({"24-12-2020", "01-02-2021"}) == "date(%d-%m-%Y)");
  BOOST_TEST(type_of({"2020-02-29T10:11:12Z"}) == "datetime");
  BOOST_TEST(type_of({"2020-02-29 10:11:12"}) == "datetime(%Y-%m-%d %H:%M:%S)");
  BOOST_TEST(type_of({"2020-02-29 10:11:12", "2020-02-29T10:11:12.5+01:00"}) == "datetime(any)");
  BOOST_TEST(type_of({"10:11:12", "23:59:59"}) == "time");
  BOOST_TEST(type_of({"2020-01", "2020-12"}) == "yearmonth");
  BOOST_TEST(type_of({"2020", "2021"}, "Jahr") == "year");
  BOOST_TEST(type_of({"2020", "2021"}, "count") == "integer");
  BOOST_TEST(type_of({"true", "FALSE", "True"}) == "boolean");
  BOOST_TEST(type_of({"1", "0"}) == "integer");
}

BOOST_AUTO_TEST_CASE(words_for_missing_values_do_not_spoil_a_type) {
  BOOST_TEST(type_of({"1", "NA", "", "..", "3"}) == "integer");
  Column column;
  for (const char* cell : {"1", "NA", " : ", "-", "NA"}) column.add(cell);
  BOOST_TEST((column.missing() == std::vector<std::string>{"NA", ": ", "-"}));
}

BOOST_AUTO_TEST_CASE(dates_of_spreadsheets) {
  BOOST_TEST(date_of_serial(44197, false) == "2021-01-01");
  BOOST_TEST(date_of_serial(1, false) == "1900-01-01");
  BOOST_TEST(date_of_serial(61, false) == "1900-03-01");
  BOOST_TEST(date_of_serial(0, true) == "1904-01-01");
  BOOST_TEST(date_of_serial(44197.75, false) == "2021-01-01T18:00:00");
  BOOST_TEST(date_of_serial(0.5, false) == "12:00:00");
  BOOST_TEST(date_of_serial(-1, false) == "");
  BOOST_TEST(date_of_serial(1e300, false) == "");
  BOOST_TEST(shows_date("dd.mm.yyyy"));
  BOOST_TEST(shows_date("[$-409]h:mm"));
  BOOST_TEST(!shows_date("General"));
  BOOST_TEST(!shows_date("#,##0.00 \"days\""));
  BOOST_TEST(!shows_date("[Red]0.00E+00"));
}

BOOST_AUTO_TEST_CASE(units_that_names_say) {
  BOOST_TEST(unit_of_name("Population (thousands)") == "thousands");
  BOOST_TEST(unit_of_name("CO2 [kt]") == "kt");
  BOOST_TEST(unit_of_name("Umsatz in Mio. EUR") == "Mio. EUR");
  BOOST_TEST(unit_of_name("price_eur") == "eur");
  BOOST_TEST(unit_of_name("Density (per km²)") == "per km²");
  BOOST_TEST(unit_of_name("Births, per 1,000 inhabitants") == "per 1,000 inhabitants");
  BOOST_TEST(unit_of_name("Share %") == "%");
  for (const char* none : {"Name (first)", "born in May", "user_id", "Rate (a)", "in", "", "(kg)",
                           "Report [draft]", "made in Europe"}) {
    BOOST_TEST(unit_of_name(none) == "", none);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing

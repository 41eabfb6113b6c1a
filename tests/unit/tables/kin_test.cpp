// The same table in other formats and spellings, and tables that only resemble each other.
#include "table_tests.hpp"

namespace tagtrail::host::testing {
namespace {

const std::string kComma = "Region,Value,Date\nNorth,1234.5,2020-02-01\nSouth,2,2021-12-31\n";

}  // namespace

BOOST_AUTO_TEST_SUITE(kin)

BOOST_AUTO_TEST_CASE(spellings_do_not_count) {
  const std::string kin = kin_of(kComma, "a.csv");
  BOOST_TEST(!kin.empty());
  BOOST_TEST(kin_of("Region;Value;Date\n North ;1.234,50;01.02.2020\n\"South\";2,00;31.12.2021\n",
                    "b.csv") == kin);
  BOOST_TEST(kin_of("region\tvalue\tdate\nnorth\t1234.50\t2020-02-01\nsouth\t2.0\t2021-12-31\n",
                    "c.tsv") == kin);
  BOOST_TEST(kin_of("A title\n\n" + kComma + "Source: none\n", "d.csv") == kin);
  BOOST_TEST(kin_of("Region,Value,Date,,\nNorth,1234.5,2020-02-01,,\nSouth,2,2021-12-31,,\n",
                    "e.csv") == kin);
}

BOOST_AUTO_TEST_CASE(formats_do_not_count) {
  const std::string kin = kin_of(kComma, "a.csv");
  const auto text = [](const char* words) {
    return "<c t='str'><v>" + std::string(words) + "</v></c>";
  };
  const std::string sheet = "<row>" + text("Region") + text("Value") + text("Date") +
                            "</row><row>" + text("North") +
                            "<c><v>1234.5</v></c><c s='1'><v>43862</v></c></row><row>" +
                            text("South") + "<c><v>2</v></c><c s='1'><v>44561</v></c></row>";
  BOOST_TEST(kin_of(xlsx_of({{"S", sheet}}), "a.xlsx") == kin);
  BOOST_TEST(kin_of(R"([{"Region": "North", "Value": 1234.5, "Date": "2020-02-01"},
                        {"Region": "South", "Value": 2, "Date": "2021-12-31"}])",
                    "a.json") == kin);
  BOOST_TEST(kin_of(packed({{"a.csv", kComma}}), "a.zip") == kin);
  const auto cell = [](const std::string& words) {
    return "<table:table-cell><text:p>" + words + "</text:p></table:table-cell>";
  };
  const auto row = [](const std::string& cells) {
    return "<table:table-row>" + cells + "</table:table-row>";
  };
  BOOST_TEST(kin_of(ods_of("<table:table>" + row(cell("Region") + cell("Value") + cell("Date")) +
                           row(cell("North") + cell("1234.5") + cell("2020-02-01")) +
                           row(cell("South") + cell("2") + cell("2021-12-31")) + "</table:table>"),
                    "a.ods") == kin);
}

BOOST_AUTO_TEST_CASE(values_names_and_rows_count) {
  const std::string kin = kin_of(kComma, "a.csv");
  BOOST_TEST(kin_of("Region,Value,Date\nNorth,1234.6,2020-02-01\nSouth,2,2021-12-31\n", "b.csv") !=
             kin);
  BOOST_TEST(kin_of("Region,Amount,Date\nNorth,1234.5,2020-02-01\nSouth,2,2021-12-31\n", "c.csv") !=
             kin);
  BOOST_TEST(kin_of(kComma + "West,3,2021-12-31\n", "d.csv") != kin);
  std::string longer = "a,b\n";
  for (int row = 0; row < 500; ++row) longer += std::to_string(row) + ",x\n";
  BOOST_TEST(kin_of(longer, "e.csv") != kin_of(longer + "500,x\n", "f.csv"));
}

BOOST_AUTO_TEST_CASE(very_small_tables_have_none) {
  BOOST_TEST(kin_of("a,b\n1,2\n", "a.csv") == "");
  BOOST_TEST(kin_of("no table", "a.txt") == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing

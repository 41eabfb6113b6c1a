// Names of tables and columns, whatever files call theirs.
#include "answers/sql_names.hpp"

#include <sqlite3.h>

#include <boost/test/unit_test.hpp>
#include <string>

namespace tagtrail::host::testing {

BOOST_AUTO_TEST_SUITE(sql_names)

BOOST_AUTO_TEST_CASE(words_become_names_that_need_no_quotes) {
  SqlNames names;
  BOOST_TEST(names.of("Umsatz in Mio. EUR", "x") == "Umsatz_in_Mio_EUR");
  BOOST_TEST(names.of("  Región — 2023 (%) ", "x") == "Región_2023");
  BOOST_TEST(names.of("失業率", "x") == "失業率");
  BOOST_TEST(names.of("2023", "x") == "_2023");
  BOOST_TEST(names.of("a\xE2\x80\xAE"
                      "b\xC2\xA0"
                      "c",
                      "x") == "a_b_c");
}

BOOST_AUTO_TEST_CASE(keywords_and_names_of_others_are_changed) {
  SqlNames names;
  BOOST_TEST(names.of("order", "x") == "order_");
  BOOST_TEST(names.of("Group", "x") == "Group_");
  BOOST_TEST(names.of("sqlite_master", "x") == "_sqlite_master");
  BOOST_TEST(names.of("Tagtrail_tables", "x") == "_Tagtrail_tables");
}

BOOST_AUTO_TEST_CASE(no_name_is_given_twice_whatever_its_case) {
  SqlNames names;
  names.take("value");
  BOOST_TEST(names.of("Value", "x") == "Value_2");
  BOOST_TEST(names.of("VALUE", "x") == "VALUE_3");
  BOOST_TEST(names.of("value 2", "x") == "value_2_2");
  names.give_back("Value_2");
  BOOST_TEST(names.of("value_2", "x") == "value_2");
}

BOOST_AUTO_TEST_CASE(what_has_no_words_gets_another_name) {
  SqlNames names;
  for (const char* words : {"", " ", "\"'`]", "%", "\xff\xfe", "\x01\x02"}) {
    const std::string name = names.of(words, "column7");
    BOOST_TEST(name.starts_with("column7"), name);
  }
}

BOOST_AUTO_TEST_CASE(long_words_are_cut_between_characters) {
  SqlNames names;
  std::string umlauts;
  for (int i = 0; i < 1'000; ++i) umlauts += "ä";
  BOOST_TEST(names.of(umlauts, "x").size() == 60U);
  BOOST_TEST(names.of(umlauts, "x").size() == 62U);
}

BOOST_AUTO_TEST_CASE(sql_takes_any_of_them_as_one_word) {
  sqlite3* raw = nullptr;
  BOOST_REQUIRE(sqlite3_open(":memory:", &raw) == SQLITE_OK);
  SqlNames names;
  for (const char* words : {"a\"); DROP TABLE x; --", "select", "rowid", "x'y", "[z]", "a\nb", "\\",
                            "Ünïcode", "null", "1e5", "table"}) {
    const std::string name = names.of(words, "column1");
    const std::string sql = "CREATE TABLE " + name + "(" + name + ")";
    BOOST_TEST(sqlite3_exec(raw, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK, sql);
  }
  sqlite3_close(raw);
}

BOOST_AUTO_TEST_CASE(quotes_are_doubled) { BOOST_TEST(sql_quoted("a\"b") == "\"a\"\"b\""); }

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing

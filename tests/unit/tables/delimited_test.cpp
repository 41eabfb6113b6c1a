// Delimited text as it is found on websites.
#include "table_tests.hpp"

namespace tagtrail::host::testing {

BOOST_AUTO_TEST_SUITE(delimited)

BOOST_AUTO_TEST_CASE(a_plain_table) {
  const auto table =
      table_in("id,name,born\r\n1,\"Ann, B\",2020-01-02\r\n2,\"two\r\nlines\",\r\n", "a.csv");
  BOOST_TEST(fields_of(table) == "id:integer | name:string | born:date");
  BOOST_TEST(table.rows == 2U);
  BOOST_TEST(table.header_row == 1U);
  BOOST_TEST(table.plain);
  BOOST_TEST(table.encoding == "utf-8");
  BOOST_TEST(table.dialect->delimiter == ',');
  BOOST_TEST(table.preview.size() == 3U);
  BOOST_TEST(table.preview[2][1] == "two lines");
}

BOOST_AUTO_TEST_CASE(semicolons_with_decimal_commas_in_latin_1) {
  const auto table = table_in(
      "Ort;Umsatz in Mio. EUR;Stand\nK\xF6ln;1.234,5;01.02.2020\nUlm;-;31.12.2021\n", "a.csv");
  BOOST_TEST(fields_of(table) ==
             "Ort:string | Umsatz in Mio. EUR:number[decimal ,][group .]{Mio. EUR} | "
             "Stand:date(%d.%m.%Y)");
  BOOST_TEST(table.encoding == "windows-1252");
  BOOST_TEST(table.dialect->delimiter == ';');
  BOOST_TEST((table.missing == std::vector<std::string>{"-"}));
  BOOST_TEST(table.preview[1][0] == "Köln");
}

BOOST_AUTO_TEST_CASE(tabs_pipes_and_spaces) {
  BOOST_TEST(table_in("a\tb\n1\tx, y\n2\tz\n", "a.tsv").dialect->delimiter == '\t');
  BOOST_TEST(look_into_text("a\tb\n1\tx, y\n2\tz\n", "a.csv").format == "tsv");
  BOOST_TEST(table_in("a|b|c\n1|x|2\n2|z|3\n", "a.txt").dialect->delimiter == '|');
  BOOST_TEST(table_in("a b\n1 5\n2 6\n", "a.csv").dialect->delimiter == ' ');
}

BOOST_AUTO_TEST_CASE(byte_order_marks) {
  const auto utf8 = table_in("\xEF\xBB\xBFname,n\nx,1\n", "a.csv");
  BOOST_TEST(fields_of(utf8) == "name:string | n:integer");
  using namespace std::string_view_literals;
  const auto wide = table_in(
      "\xFF\xFE"
      "a\0,\0b\0\n\0x\0,\0001\0\n\0"sv,
      "a.csv");
  BOOST_TEST(fields_of(wide) == "a:string | b:integer");
  BOOST_TEST(wide.encoding == "utf-16");
}

BOOST_AUTO_TEST_CASE(titles_above_and_notes_below) {
  const auto table = table_in(
      "Population by region\n\nregion,2019,2020\nA,\"1,200\",\"1,300\"\nB,500,600\nSource: "
      "office\n",
      "a.csv");
  BOOST_TEST(table.header_row == 3U);
  BOOST_TEST(table.rows == 2U);
  BOOST_TEST(fields_of(table) == "region:string | 2019:number[group ,] | 2020:number[group ,]");
  // A reader that knows nothing but the schema would take the title for the header.
  BOOST_TEST(!table.plain);
}

BOOST_AUTO_TEST_CASE(two_rows_name_the_columns) {
  const auto table =
      table_in(",2019,,2020,\nRegion,men,women,men,women\nA,1,2,3,4\nB,5,6,7,8\n", "a.csv");
  BOOST_TEST(table.header_row == 2U);
  BOOST_TEST(fields_of(table) ==
             "Region:string | 2019 men:integer | 2019 women:integer | 2020 men:integer | 2020 "
             "women:integer");
}

BOOST_AUTO_TEST_CASE(no_header) {
  const auto table = table_in("1,2.5,x\n2,3.5,y\n", "a.csv");
  BOOST_TEST(table.header_row == 0U);
  BOOST_TEST(!table.dialect->header);
  BOOST_TEST(fields_of(table) == "field1:integer | field2:number | field3:string");
  BOOST_TEST(table.plain);
}

BOOST_AUTO_TEST_CASE(one_column_ragged_rows_and_columns_without_a_name) {
  BOOST_TEST(fields_of(table_in("count\n1\n2\n", "a.csv")) == "count:integer");
  const auto ragged = table_in("a,b,c\n1,2\n3,4,5,6\n7,8,9\n", "a.csv");
  BOOST_TEST(ragged.rows == 3U);
  BOOST_TEST(!ragged.plain);
  const auto nameless = table_in("a,,b,\n1,2,3,\n4,5,6,\n", "a.csv");
  BOOST_TEST(!nameless.plain);
  BOOST_TEST(fields_of(nameless).starts_with("a:integer | field2:integer | b:integer"));
  BOOST_TEST(!table_in("a,a\n1,2\n", "a.csv").plain);
}

BOOST_AUTO_TEST_CASE(a_quote_that_nothing_closes_does_not_swallow_the_rest) {
  std::string text = "a,b\n1,\"x\n";
  for (int row = 0; row < 400'000; ++row) text += "2,yyyyyyy\n";
  const Look look = look_into_text(text, "a.csv");
  BOOST_TEST(look.note == "a quote is never closed");
  BOOST_TEST(look.tables.at(0).rows == 400'001U);
  BOOST_TEST(!look.tables.at(0).plain);
}

BOOST_AUTO_TEST_CASE(what_strict_readers_stumble_over_is_not_plain) {
  BOOST_TEST(table_in("a,b\n1,\"x\"\n2,y\n", "a.csv").plain);
  BOOST_TEST(!table_in("a,b\n1,x \"y\" z\n2,y\n", "a.csv").plain);
  BOOST_TEST(!table_in("a,b\n1,\"x\"y\n2,y\n", "a.csv").plain);
  BOOST_TEST(!table_in("a,b\n1,x\n\n2,y\n", "a.csv").plain);
  BOOST_TEST(!table_in("a,b\n1,x\n2,y\n\n", "a.csv").plain);
}

BOOST_AUTO_TEST_CASE(pages_and_prose_are_no_tables) {
  BOOST_TEST(look_into_text("<!doctype html><p>a,b", "a.csv").tables.empty());
  const Look prose = look_into_text("Dear all,\nthis is a letter, and\nno table.\n", "a.txt");
  BOOST_TEST(prose.format == "text");
  BOOST_TEST(prose.tables.empty());
  BOOST_TEST(prose.text.starts_with("Dear all,"));
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_text) {
  const Look look = look_into_text(std::string("a,b\0\x01\x02\n1,2\n", 11), "a.csv");
  BOOST_TEST(look.tables.empty());
  BOOST_TEST(!look.note.empty());
  BOOST_TEST(look_into_text("", "a.csv").note == "it is empty");
}

BOOST_AUTO_TEST_CASE(rows_of_very_many_columns) {
  std::string row(2'000'000, ',');
  const auto table = table_in("a" + row + "\n1" + row + "\n", "a.csv");
  BOOST_TEST(table.fields.size() <= 512U);
  BOOST_TEST(!table.plain);
}

BOOST_AUTO_TEST_CASE(columns_that_are_not_looked_at_are_noted) {
  std::string names = "c0";
  std::string keys = R"({"k0": 0)";
  for (int i = 1; i < 5'000; ++i) {
    names += ",c" + std::to_string(i);
    keys += ", \"k" + std::to_string(i) + "\": 1";
  }
  const std::string note = "904 columns beyond the first 4096 were not looked at";
  BOOST_TEST(look_into_text(names + "\n1" + std::string(4'999, ',') + "\n", "a.csv").note == note);
  BOOST_TEST(look_into_text("[" + keys + "}, " + keys + "}]", "a.json").note == note);
  BOOST_TEST(look_into_text("a,b\n1,2\n", "a.csv").note.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing

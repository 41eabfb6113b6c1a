// Delimited text as it is found on websites.
#include <iconv.h>

#include "table_tests.hpp"
#include "tables/limits.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host::testing {
namespace {

std::string in_encoding(std::string text, const std::string& encoding) {
  iconv_t converter = iconv_open(encoding.c_str(), "UTF-8");
  std::string bytes(text.size(), '\0');
  char* from = text.data();
  char* to = bytes.data();
  std::size_t left = text.size();
  std::size_t space = bytes.size();
  BOOST_REQUIRE(iconv(converter, &from, &left, &to, &space) != std::size_t(-1));
  iconv_close(converter);
  bytes.resize(bytes.size() - space);
  return bytes;
}

}  // namespace

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

BOOST_AUTO_TEST_CASE(comments_are_no_rows) {
  const auto table = table_in(
      "# Rain, see https://h.org\n# \"units\": mm\nplace,month,rain\nA,1,2.5\n# "
      "late\nB,2,\"3\n#4\"\n",
      "a.csv");
  BOOST_TEST(fields_of(table) == "place:string | month:integer | rain:string");
  BOOST_TEST(table.header_row == 3U);
  BOOST_TEST(table.rows == 2U);
  BOOST_TEST(table.dialect->comment == '#');
  BOOST_TEST(!table.plain);
  // Columns that a comment alone names, and one that is called so.
  const auto named = table_in("# made by us\n#id,name\n1,a\n2,b\n", "a.csv");
  BOOST_TEST(fields_of(named) == "#id:integer | name:string");
  BOOST_TEST(named.rows == 2U);
  BOOST_TEST(fields_of(table_in("#,name\n1,a\n2,b\n", "a.csv")) == "#:integer | name:string");
}

BOOST_AUTO_TEST_CASE(quotes_behind_spaces) {
  const auto table =
      table_in("\"id\", \"name\"\r\n\"1\", \"A, north\"\r\n\"2\", \"B\"\r\n", "a.csv");
  BOOST_TEST(fields_of(table) == "id:integer | name:string");
  BOOST_TEST(table.dialect->skip_initial_space);
  BOOST_TEST(table.plain);
  const auto behind = table_in("\"a\" ,\"b\"\n\"x, y\" ,\"1\"\n", "a.csv");
  BOOST_TEST(fields_of(behind) == "a:string | b:integer");
  BOOST_TEST(!behind.plain);
  const auto apostrophes = table_in("a,b\n1,'x, y'\n2,'z'\n", "a.csv");
  BOOST_TEST(fields_of(apostrophes) == "a:integer | b:string");
  BOOST_TEST(apostrophes.dialect->quote == '\'');
  BOOST_TEST(table_in("a,b\n1,it's\n2,'t is\n", "a.csv").dialect->quote == '"');
  // A space alone is part of a cell.
  BOOST_TEST(table_in("a,b\n1, x\n2, \"y\" z\n", "a.csv").rows == 2U);
}

BOOST_AUTO_TEST_CASE(stray_quotes_take_no_rows) {
  std::string rows = "id;name;town\r\n";
  for (int i = 0; i < 40; ++i) {
    const std::string name = i == 7 || i == 30 ? "\"Unit" : i == 20 ? "\"B; C\"" : "Unit";
    rows += std::to_string(i) + ";" + name + ";T\r\n";
  }
  const Look look = look_into_text(rows, "a.csv");
  BOOST_TEST(look.note == "a quote is never closed");
  BOOST_REQUIRE(look.tables.size() == 1U);
  BOOST_TEST(look.tables[0].rows == 40U);
  BOOST_TEST(fields_of(look.tables[0]) == "id:integer | name:string | town:string");
  BOOST_TEST(!look.tables[0].plain);
  // Quotes around a part of a cell.
  const auto parts = table_in("\"A\" Ltd| |1\n\"B \" Ltd| |2\nC|x|3\n\"D\"  | |4\n", "a.csv");
  BOOST_TEST(parts.rows == 4U);
  BOOST_TEST(parts.fields.size() == 3U);
  // Lines of a cell, with as many delimiters as a row has.
  const Look lines = look_into_text("a,b\n1,\"x\ny, z\nw\"\n2,c\n", "a.csv");
  BOOST_TEST(lines.note.empty());
  BOOST_TEST(lines.tables.at(0).rows == 2U);
}

BOOST_AUTO_TEST_CASE(tables_below_each_other) {
  const Look look = look_into_text(
      "region,jobs\nA,1\nB,2\n\nTable 2\nmonth,sales,costs\nJan,1.5,2\nFeb,2.5,3\n\nSource: "
      "office\n",
      "a.csv");
  BOOST_REQUIRE(look.tables.size() == 2U);
  BOOST_TEST(fields_of(look.tables[0]) == "region:string | jobs:integer");
  BOOST_TEST(look.tables[0].rows == 2U);
  BOOST_TEST(fields_of(look.tables[1]) == "month:string | sales:number | costs:integer");
  BOOST_TEST(look.tables[1].rows == 2U);
  BOOST_TEST(look.tables[1].header_row == 6U);
  BOOST_TEST(!look.tables[0].plain);
  const Look years = look_into_text(
      "Exports\nregion,2019,2020\nA,1,2\n\n\nImports\nregion,2019,2020\nA,3,4\nB,5,6\n", "a.csv");
  BOOST_REQUIRE(years.tables.size() == 2U);
  BOOST_TEST(years.tables[1].rows == 2U);
  BOOST_TEST(years.tables[1].header_row == 7U);
  // Groups of one table, and rows of words.
  BOOST_TEST(table_in("region,jobs\nA,1\n\nSouth,\nB,2\n\nC,3\n", "a.csv").rows == 4U);
  BOOST_TEST(table_in("a,b\nx,y\n\nz,w\nu,v\n", "a.csv").rows == 3U);
}

BOOST_AUTO_TEST_CASE(words_of_the_header_that_recur) {
  const auto table = table_in("area,kind,Total\nA,kind,5\nB,other,6\n", "a.csv");
  BOOST_TEST(fields_of(table) == "area:string | kind:string | Total:integer");
  // On each page of a report.
  std::string pages;
  for (int i = 0; i < 18; ++i)
    pages += (i % 9 == 0 ? "id,name\n" : "") + std::to_string(i) + ",a\n";
  BOOST_TEST(table_in(pages, "a.csv").rows == 18U);
  BOOST_TEST(table_in("red,round\nred,square\nblue,round\n", "a.csv").header_row == 0U);
}

BOOST_AUTO_TEST_CASE(dates_with_times_of_day) {
  const auto format = [](const std::string& cell) {
    const auto table = table_in("n,t\n1," + cell + "\n2," + cell + "\n", "a.csv");
    return table.fields.at(1).type + " " + table.fields.at(1).format;
  };
  BOOST_TEST(format("10/31/2016 11:07:15 PM") == "datetime %m/%d/%Y %I:%M:%S %p");
  BOOST_TEST(format("1/31/2016 9:07:15 AM") == "datetime %m/%d/%Y %I:%M:%S %p");
  BOOST_TEST(format("31/10/2016 23:07") == "datetime %d/%m/%Y %H:%M");
  BOOST_TEST(format("31.10.2016 23:07:15") == "datetime %d.%m.%Y %H:%M:%S");
  BOOST_TEST(format("10/31/2016 13:07:15 PM") == "string ");
  BOOST_TEST(format("10/31/2016 1:07 pm") == "datetime %m/%d/%Y %I:%M %p");
  BOOST_TEST(format("31/10/2016 11:07:15 PM") == "datetime %d/%m/%Y %I:%M:%S %p");
  BOOST_TEST(format("31/31/2016 11:07:15 PM") == "string ");
}

BOOST_AUTO_TEST_CASE(stray_control_characters_leave_a_text_one) {
  std::string rows = "a,b\n";
  for (int i = 0; i < 40; ++i) rows += std::to_string(i) + ",z\n";
  rows.insert(20, 1, '\0');
  const Look look = look_into_text(rows + "41,\f\n", "a.csv");
  BOOST_TEST(look.note == "control characters are in its text");
  BOOST_REQUIRE(look.tables.size() == 1U);
  BOOST_TEST(look.tables[0].rows == 41U);
  BOOST_TEST(!look.tables[0].plain);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(encodings)

// As detectors have it, they would be letters of a Macintosh or of DOS.
BOOST_AUTO_TEST_CASE(signs_that_programs_for_writing_set_are_known) {
  for (const char* text : {"“Celebrate” the Family", "Don’t worry", "the dogs’ bones",
                           "‘so-called’", "“A” … Former\u00a0CEO – Carly\u00a0spoke"}) {
    const auto table = table_in(
        in_encoding("id,text\n1," + std::string(text) + "\n2,plain\n", "windows-1252"), "a.csv");
    BOOST_TEST(table.encoding == "windows-1252", text);
    BOOST_TEST(table.preview[1][1] == collapse_space(text));
  }
}

BOOST_AUTO_TEST_CASE(letters_in_such_places_stay_letters) {
  for (const char* text : {"Köln und München", "où là, déjà"}) {
    const auto table =
        table_in(in_encoding("id;text\n1;" + std::string(text) + "\n2;plain\n", "cp850"), "a.csv");
    BOOST_TEST(table.preview[1][1] == text);
  }
  // Of several languages, and some of them lost before.
  const Look mixed = look_into_text(
      "n;name\n1;Chlo\x91 Sevigny\n2;Freddy Rodr\xD5guez\n3;Skarsg\x8Crd\n4;Laura Cer\xD1n\n"
      "5;Lauren V\x8Elez\n",
      "a.csv");
  BOOST_TEST(mixed.tables.at(0).encoding == "macintosh");
  BOOST_TEST(mixed.tables.at(0).preview[1][1] == "Chloë Sevigny");
}

/// Names of places, in the encodings that offices of their countries have used.
BOOST_AUTO_TEST_CASE(letters_of_languages_tell_them) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> kPlaces = {
      {"Łódź Kraków Gdańsk Poznań Częstochowa Świdnica", {"windows-1250", "iso-8859-2", "cp852"}},
      {"Plzeň Budějovice Ústí Žďár Třebíč Šumperk", {"windows-1250", "iso-8859-2", "cp852"}},
      {"Győr Székesfehérvár Nyíregyháza Pécs Érd", {"windows-1250"}},
      {"Šibenik Požega Čakovec Našice Đakovo", {"windows-1250", "iso-8859-2"}},
      {"München Köln Nürnberg Gießen", {"windows-1252", "cp850", "macintosh"}},
      {"Orléans Nîmes Besançon Sète", {"windows-1252", "cp850", "macintosh"}},
      {"Málaga Logroño Cádiz Castellón", {"windows-1252", "cp850", "macintosh"}},
      {"Forlì Cantù Città", {"windows-1252"}},
      {"São Paulo Brasília Goiânia Criciúma", {"windows-1252", "macintosh"}},
      {"Göteborg Malmö Västerås Örebro", {"windows-1252", "cp850", "macintosh"}},
      {"München Besançon Málaga São Paulo København", {"windows-1252"}},
      {"İstanbul Eskişehir Diyarbakır Muğla Çorum", {"windows-1254"}},
      {"Šiauliai Panevėžys Klaipėda Mažeikiai Rūta", {"windows-1257"}},
      {"Rīga Liepāja Rēzekne Jēkabpils", {"windows-1257"}},
      {"ORLÉANS NÎMES BESANÇON SÈTE", {"windows-1252", "macintosh"}},
      {"Москва Казань Самара Омск", {"windows-1251"}},
  };
  for (const auto& [places, encodings] : kPlaces) {
    for (const std::string& encoding : encodings) {
      std::string text = "id;place\n";
      for (int i = 0; i < 3; ++i) text += std::to_string(i) + ";" + places + "\n";
      const auto table = table_in(in_encoding(text, encoding), "a.csv");
      BOOST_TEST(table.encoding == encoding, places);
      BOOST_TEST(table.preview.at(1).at(1) == utf8_prefix(places, look_limit::kPreviewBytes));
    }
  }
}

BOOST_AUTO_TEST_CASE(signs_alone_are_of_the_most_common) {
  BOOST_TEST(table_in("t;v\n1;12 \xB0"
                      "C\n2;\xA3 5\n",
                      "a.csv")
                 .encoding == "windows-1252");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing

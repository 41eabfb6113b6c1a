// JSON, archives, and formats that are not looked into.
#include "../long_only.hpp"
#include "table_tests.hpp"

namespace tagtrail::host::testing {

BOOST_AUTO_TEST_SUITE(other_formats)

BOOST_AUTO_TEST_CASE(json_rows) {
  const Look look = look_into_text(
      R"({"info": {"list": [1, 2]}, "data": [{"id": 1, "at": {"city": "X"}}, {"id": 2, "n": 1.5, "tags": [1]}]})",
      "a.json");
  BOOST_REQUIRE_MESSAGE(look.tables.size() == 1U, to_json(look));
  BOOST_TEST(look.tables[0].name == "data");
  BOOST_TEST(fields_of(look.tables[0]) == "id:integer | at.city:string | n:number");
  BOOST_TEST(look.tables[0].rows == 2U);
  const Look lists = look_into_text(R"([["name", "n"], ["a", 1], ["b", 2]])", "a.json");
  BOOST_TEST(fields_of(lists.tables.at(0)) == "name:string | n:integer");
  BOOST_TEST(look_into_text("{\"a\": {\"b\": 1}}", "a.json").tables.empty());
}

BOOST_AUTO_TEST_CASE(json_lines_and_geojson) {
  const Look lines = look_into_text("{\"a\": 1}\n\n{\"a\": 2, \"b\": true}\n", "a.jsonl");
  BOOST_TEST(fields_of(lines.tables.at(0)) == "a:integer | b:boolean");
  const Look features = look_into_text(
      R"({"type": "FeatureCollection", "features": [{"type": "Feature", "geometry":
      {"type": "Point", "coordinates": [1, 2]}, "properties": {"name": "X", "pop": 5}}]})",
      "a.geojson");
  BOOST_TEST(features.format == "geojson");
  BOOST_TEST(fields_of(features.tables.at(0)) == "name:string | pop:integer");
}

BOOST_AUTO_TEST_CASE(json_that_is_cut_or_nested_too_deeply) {
  const Look cut = look_into_text(R"([{"a": 1, "b": 2}, {"a": 3, "b")", "a.json");
  BOOST_TEST(cut.note == "it is no valid JSON, or cut short");
  BOOST_TEST(cut.tables.at(0).rows == 1U);
  BOOST_TEST(cut.tables.at(0).rows_at_least);
  const Look deep = look_into_text(std::string(5'000'000, '['), "a.json");
  BOOST_TEST(deep.note == "it is nested too deeply");
}

BOOST_AUTO_TEST_CASE(objects_are_rows_whatever_is_in_them) {
  // The first might be taken for a header, the last for a note.
  std::string rows = R"([{"a": "name", "b": "unit", "c": "value"}, {})";
  for (int row = 0; row < 100; ++row) {
    rows += R"(, {"a": "x", "b": "kg", "c": )" + std::to_string(row) + "}";
  }
  const TableLook table = table_in(rows + R"(, {"a": "Source: us"}])", "a.json");
  BOOST_TEST(table.rows == 103U);
  BOOST_TEST(table.header_row == 0U);
  BOOST_TEST(fields_of(table) == "a:string | b:string | c:string");

  std::string sparse = "[";
  for (int row = 0; row < 6'000; ++row) {
    sparse += (row > 0 ? "," : "") + std::string("{\"k") + std::to_string(row) + "\": 1}";
  }
  const Look look = look_into_text(sparse + "]", "a.json");
  BOOST_TEST(look.tables.at(0).rows == 6'000U);
  BOOST_TEST(look.note == "1904 columns beyond the first 4096 were not looked at");
}

BOOST_AUTO_TEST_CASE(what_takes_too_long_is_ended_and_said) {
  const ScratchFolder folder;
  std::string rows = "a,b\n";
  for (int row = 0; row < 10'000; ++row) rows += std::to_string(row) + ",1\n";
  std::ofstream(folder.path() / "a.csv") << rows;
  const auto look = look_into(folder.path() / "a.csv", "a.csv", {.time = std::chrono::seconds(0)});
  BOOST_REQUIRE(look.has_value());
  BOOST_TEST(look->note == "reading it takes too long");
}

BOOST_AUTO_TEST_CASE(members_that_are_not_read_to_their_end_are_counted, *long_only()) {
  Members members = {{"large.csv", "a,b\n"}};
  for (std::uint64_t row = 1; members[0].second.size() < (33U << 20); ++row) {
    members[0].second += std::to_string(row * row * 7919 % 1'000'003) + ",1\n";
  }
  BOOST_TEST(look_into_text(packed(members), "a.zip").note ==
             "only the beginning of 1 of its members was read");
}

BOOST_AUTO_TEST_CASE(members_that_are_not_read_are_counted) {
  Members members;
  for (int at = 0; at < 70; ++at) members.push_back({std::to_string(at) + ".txt", "some words"});
  BOOST_TEST(look_into_text(packed(members), "a.zip").note ==
             "6 of its members were not looked into");
}

BOOST_AUTO_TEST_CASE(members_of_archives) {
  const Members members = {{"data/a.csv", "a,b\n1,2\n3,4\n"}, {"readme.txt", "Hello there.\n"}};
  for (const auto& [name, format] :
       {std::pair{"a.zip", ARCHIVE_FORMAT_ZIP}, std::pair{"a.tar", ARCHIVE_FORMAT_TAR_USTAR}}) {
    const Look look = look_into_text(packed(members, format), name);
    BOOST_REQUIRE_MESSAGE(look.members.size() == 2U, to_json(look));
    BOOST_TEST(look.members[0].path == "data/a.csv");
    BOOST_TEST(look.members[0].bytes == 12U);
    BOOST_TEST(look.tables.at(0).name == "data/a.csv");
    BOOST_TEST(look.tables.at(0).rows == 2U);
    BOOST_TEST(!look.tables.at(0).plain);
  }
}

BOOST_AUTO_TEST_CASE(archives_in_archives_are_not_opened) {
  const std::string inner = packed({{"a.csv", "a,b\n1,2\n"}});
  const Look look = look_into_text(packed({{"inner.zip", inner}}), "a.zip");
  BOOST_TEST(look.members.size() == 1U);
  BOOST_TEST(look.tables.empty());
}

BOOST_AUTO_TEST_CASE(more_members_and_tables_than_are_named) {
  Members members;
  for (int at = 0; at < 150; ++at) members.push_back({std::to_string(at) + ".csv", "a,b\n1,2\n"});
  const Look look = look_into_text(packed(members), "a.zip");
  BOOST_TEST(look.members.size() == 100U);
  BOOST_TEST(look.members_more == 50U);
  BOOST_TEST(look.tables.size() == 64U);
}

BOOST_AUTO_TEST_CASE(formats_that_are_not_read_say_so) {
  const std::string note = "this format is not looked into";
  BOOST_TEST(look_into_text("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "a.xls").note == note);
  BOOST_TEST(look_into_text("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "a.xls").format == "xls");
  BOOST_TEST(look_into_text("PAR1....", "a.parquet").format == "parquet");
  BOOST_TEST(look_into_text("abc", "a.rds").note == note);
  BOOST_TEST(!look_into_text("abc", "a.rds").statistics.has_value());
}

BOOST_AUTO_TEST_CASE(all_that_is_told_is_valid_utf_8) {
  const Look look = look_into_text("a\xFF,b\xC3\n\xE4\xB8,\xFE\n", "a.csv");
  BOOST_TEST(to_json(look).find("\xFF") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing

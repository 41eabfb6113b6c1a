// Files that a process of its own reads: what is found, and what is said when it fails.
#include <fcntl.h>
#include <unistd.h>

#include <map>

#include "binary_files.hpp"
#include "system/built_files.hpp"
#include "table_tests.hpp"
#include "tables/child_program.hpp"
#include "tables/readers.hpp"
#include "tagtrail/table_frames.hpp"

namespace tagtrail::host::testing {
namespace {

struct DbfField {
  std::string name;
  char type;
  std::size_t width;
};

/// A dBASE file as its format has it: a header, a descriptor for each field, records of one width.
std::string dbf_of(const std::vector<DbfField>& fields, const std::vector<std::string>& records,
                   unsigned char page = 3, unsigned char version = 3) {
  std::size_t width = 1;
  std::string descriptors;
  for (const DbfField& field : fields) {
    std::string name = field.name;
    name.resize(11);
    descriptors += name + field.type + little(0, 4) + little(field.width, 1) + little(0, 15);
    width += field.width;
  }
  std::string bytes = little(version, 1) + little(124, 1) + little(1, 1) + little(1, 1) +
                      little(records.size(), 4) + little(32 + descriptors.size() + 1, 2) +
                      little(width, 2) + std::string(17, '\0') + little(page, 1) + little(0, 2) +
                      descriptors + "\r";
  for (std::string record : records) {
    record.resize(width, ' ');
    bytes += record;
  }
  return bytes + "\x1A";
}

const std::vector<DbfField> kPlaces = {
    {"NAME", 'C', 8}, {"PEOPLE", 'N', 7}, {"SEEN", 'D', 8}, {"OPEN", 'L', 1}};
const std::vector<std::string> kRecords = {
    " K\xF6ln    "s + "1080000" + "20240131" + "T", " Ulm     "s + "   1260" + "20240201" + "F",
    "*gone    "s + "   1260" + "20240201" + "F", " Bonn    "s + "       " + "20240201" + "?"};

/// How a program ended that was asked of what is in a text.
ChildProgram::End end_of(const std::vector<std::string>& words, std::string& said,
                         std::chrono::milliseconds time) {
  auto child = ChildProgram::start(words, -1, ChildProgram::Environment::none,
                                   ChildProgram::Clock::now() + time);
  BOOST_REQUIRE(child.has_value());
  for (std::string_view piece = child->read(); !piece.empty(); piece = child->read()) said += piece;
  return child->end();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(apart)

BOOST_AUTO_TEST_CASE(dbase_with_its_types_and_page) {
  const Look look = look_into_text(dbf_of(kPlaces, kRecords), "a.dbf");
  BOOST_REQUIRE_MESSAGE(look.tables.size() == 1U, to_json(look));
  BOOST_TEST(look.format == "dbf");
  BOOST_TEST(look.note == "");
  const TableLook& table = look.tables[0];
  BOOST_TEST(fields_of(table) == "NAME:string | PEOPLE:integer | SEEN:date | OPEN:boolean");
  // The deleted record is none.
  BOOST_TEST(table.rows == 3U);
  BOOST_TEST(!table.rows_at_least);
  BOOST_TEST(table.preview.at(1).at(0) == "K\xC3\xB6ln");
  BOOST_TEST(table.preview.at(1).at(2) == "2024-01-31");
}

BOOST_AUTO_TEST_CASE(dbase_in_an_archive) {
  const Look look = look_into_text(packed({{"shapes/a.dbf", dbf_of(kPlaces, kRecords)}}), "a.zip");
  BOOST_REQUIRE_MESSAGE(look.tables.size() == 1U, to_json(look));
  BOOST_TEST(look.tables[0].name == "shapes/a.dbf");
  BOOST_TEST(look.tables[0].rows == 3U);
}

BOOST_AUTO_TEST_CASE(numbers_of_foxpro_that_are_no_text) {
  const std::string record = " " + little(0xFFFFFFFE, 4) + little_double(1.5) + little(12'345, 8) +
                             little(2'440'589, 4) + little(3'600'000, 4) + "          ";
  const Look look = look_into_text(
      dbf_of({{"I", 'I', 4}, {"B", 'B', 8}, {"Y", 'Y', 8}, {"T", 'T', 8}, {"M", 'M', 10}}, {record},
             3, 0x30),
      "a.dbf");
  BOOST_REQUIRE_MESSAGE(look.tables.size() == 1U, to_json(look));
  const std::vector<std::string> expected = {"-2", "1.5", "1.2345", "1970-01-02T01:00:00", ""};
  BOOST_TEST(look.tables[0].preview.at(1) == expected, boost::test_tools::per_element());
  BOOST_TEST(look.note == "columns of memos and pictures were not read");
}

BOOST_AUTO_TEST_CASE(pages_of_other_languages_and_none) {
  const std::vector<DbfField> name = {{"NAME", 'C', 12}};
  const auto first = [&](const std::string& text, unsigned char page) {
    return table_in(dbf_of(name, {" " + text}, page), "a.dbf").preview.at(1).at(0);
  };
  BOOST_TEST(first("\x8C\xAE\xE1\xAA\xA2\xA0", 0x65) == "Москва");
  BOOST_TEST(first("\xCC\xEE\xF1\xEA\xE2\xE0", 0xC9) == "Москва");
  BOOST_TEST(first("K\xF6ln", 0) == "Köln");
  // Said to be windows-1252, as many programs do, and UTF-8.
  BOOST_TEST(first("Köln", 0x57) == "Köln");
}

BOOST_AUTO_TEST_CASE(dbase_that_is_cut_tells_what_was_there) {
  const std::string whole = dbf_of(kPlaces, kRecords);
  const Look look = look_into_text(whole.substr(0, whole.size() - 10), "a.dbf");
  BOOST_REQUIRE_MESSAGE(look.tables.size() == 1U, to_json(look));
  BOOST_TEST(look.tables[0].rows == 2U);
  BOOST_TEST(look.tables[0].rows_at_least);
  BOOST_TEST(look.note == "it is damaged or cut short");
  const Look head = look_into_text(whole.substr(0, 50), "a.dbf");
  BOOST_TEST(head.tables.empty());
  BOOST_TEST(head.note == "it is damaged or cut short");
  BOOST_TEST(look_into_text(dbf_of(kPlaces, kRecords, 3, 4), "a.dbf").note ==
             "could not be read: it is of a version or a compression that is not known");
}

BOOST_AUTO_TEST_CASE(what_a_reader_says_that_can_not_be) {
  const auto note_of =
      [](const std::vector<std::pair<TableFrame, std::vector<std::string_view>>>& frames,
         Look& look) {
        std::string bytes;
        for (const auto& [kind, texts] : frames) append_table_frame(bytes, kind, texts);
        LookEffort effort(bytes.size());
        bool said = false;
        return look_into_frames(
            [&] {
              return std::exchange(said, true) ? std::string_view() : std::string_view(bytes);
            },
            {}, effort, look);
      };
  const std::string senseless = "could not be read: what its reader says makes no sense";
  using enum TableFrame;
  Look look;
  BOOST_TEST(note_of({{columns, {"", "1", "a"}}, {row, {"1"}}, {end, {"w"}}}, look) == "");
  BOOST_TEST(look.tables.at(0).rows == 1U);
  // A row without values is one.
  Look gaps;
  BOOST_TEST(
      note_of({{columns, {"", "2", "a", "b"}}, {row, {"1", "2"}}, {row, {"", ""}}, {end, {"w"}}},
              gaps) == "");
  BOOST_TEST(gaps.tables.at(0).rows == 2U);
  BOOST_TEST(note_of({{row, {"1"}}}, look) == senseless);
  BOOST_TEST(note_of({{columns, {"", "0", "a"}}}, look) == senseless);
  BOOST_TEST(note_of({{columns, {"", "x", "a"}}}, look) == senseless);
  BOOST_TEST(note_of({{columns, {"", "1", "a"}}, {columns, {"", "1", "a"}}}, look) == senseless);
  BOOST_TEST(note_of({{columns, {"", "1", "a"}}, {row, {"1", "2"}}}, look) == senseless);
  BOOST_TEST(note_of({{end, {"?"}}}, look) == senseless);
  BOOST_TEST(note_of({{end, {}}}, look) == senseless);
  Look cut;
  BOOST_TEST(note_of({{columns, {"no such page", "1", "a"}}, {row, {"\xE4"}}}, cut) ==
             "could not be read: its reader failed at it");
  BOOST_TEST(cut.tables.at(0).rows == 1U);
  BOOST_TEST(cut.tables.at(0).rows_at_least);
  BOOST_TEST(note_of({{end, {"l"}}}, look) == "could not be read: it needs too much memory");
}

BOOST_AUTO_TEST_CASE(a_program_that_ends_badly_or_not_at_all) {
  std::string said;
  const auto minute = std::chrono::minutes(1);
  BOOST_TEST((end_of({"/bin/sh", "-c", "echo done"}, said, minute) == ChildProgram::End::well));
  BOOST_TEST(said == "done\n");
  BOOST_TEST((end_of({"/bin/sh", "-c", "exit 3"}, said, minute) == ChildProgram::End::badly));
  BOOST_TEST(
      (end_of({"/bin/sh", "-c", "kill -SEGV $$"}, said, minute) == ChildProgram::End::badly));
  BOOST_TEST(
      (end_of({"/bin/sh", "-c", "kill -XCPU $$"}, said, minute) == ChildProgram::End::over_time));
  const std::chrono::milliseconds soon(100);
  BOOST_TEST(
      (end_of({"/bin/sh", "-c", "exec sleep 600"}, said, soon) == ChildProgram::End::over_time));
  // It says all, and goes on.
  BOOST_TEST((end_of({"/bin/sh", "-c", "exec >&-; exec sleep 600"}, said, soon) ==
              ChildProgram::End::over_time));
  BOOST_TEST(!ChildProgram::start({"/nowhere/at/all"}, -1, ChildProgram::Environment::none,
                                  ChildProgram::Clock::now()));
}

BOOST_AUTO_TEST_CASE(the_reader_has_nothing_of_ours_and_knows_its_formats_only) {
  const std::string reader = other_program(this_program(), "tagtrail-reader").string();
  std::string said;
  const auto minute = std::chrono::minutes(1);
  BOOST_TEST((end_of({reader, "xls"}, said, minute) == ChildProgram::End::badly));
  BOOST_TEST((end_of({reader}, said, minute) == ChildProgram::End::badly));
  ::setenv("TAGTRAIL_SECRET", "x", 1);
  BOOST_TEST((end_of({"/usr/bin/env"}, said, minute) == ChildProgram::End::well));
  BOOST_TEST(said.find("TAGTRAIL_SECRET") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing

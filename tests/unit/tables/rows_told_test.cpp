// The rows of tables are told as they are read, whole, and what is no data is set aside.
#include <algorithm>
#include <map>

#include "table_tests.hpp"
#include "tables/table_rows.hpp"

namespace tagtrail::host::testing {
namespace {

class KeptRows final : public TakeRows {
 public:
  std::uint32_t begin_table() override {
    tables.emplace_back();
    return static_cast<std::uint32_t>(tables.size() - 1);
  }
  bool take_row(std::uint32_t table, std::uint64_t number, const RowView& cells) override {
    std::string line;
    for (const auto cell : cells) line += (line.empty() ? "" : "|") + std::string(cell);
    tables[table][number] = line;
    return ++told < most;
  }
  void set_aside(std::uint32_t table, std::uint64_t number) override {
    tables[table].erase(number);
  }

  std::vector<std::map<std::uint64_t, std::string>> tables;
  std::uint64_t told = 0;
  std::uint64_t most = 1'000'000;
};

struct RowsFixture {
  ScratchFolder folder;
  KeptRows rows;
  Look look;

  /// The data of each table that is found, a row a line, tables apart by an empty one.
  std::string told(std::string_view bytes, const std::string& name,
                   const LookBounds& bounds = kWithoutHurry) {
    const auto file = folder.path() / name;
    std::ofstream(file, std::ios::binary) << bytes;
    auto found = look_into(file, name, bounds, rows);
    BOOST_REQUIRE(found.has_value());
    look = std::move(*found);
    std::string all;
    for (const TableLook& table : look.tables) {
      BOOST_REQUIRE(table.told_as.has_value());
      const auto& kept = rows.tables.at(*table.told_as);
      BOOST_TEST(kept.size() == table.rows);
      all += all.empty() ? "" : "\n";
      for (const auto& [number, line] : kept) all += line + "\n";
    }
    return all;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(rows_told, RowsFixture)

BOOST_AUTO_TEST_CASE(titles_headers_and_notes_are_none) {
  BOOST_TEST(told("A title\n\nregion,men,women\nA,1,2\nB,3,4\nC,5,6\nSource: office\n", "a.csv") ==
             "A|1|2\nB|3|4\nC|5|6\n");
}

BOOST_AUTO_TEST_CASE(a_note_in_the_midst_is_a_row) {
  BOOST_TEST(told("region,men,women\nA,1,2\nB,3,4\nnorth\nC,5,6\n", "a.csv") ==
             "A|1|2\nB|3|4\nnorth\nC|5|6\n");
}

// Among the rows in which the header is looked for, and below them.
BOOST_AUTO_TEST_CASE(repeated_headers_are_none) {
  for (const int rows_between : {30, 100}) {
    std::string text = "region,men,women\n";
    for (int i = 0; i < rows_between; ++i) text += "A,1,2\n";
    text += "region,men,women\nB,3,4\nSource: office\n";
    const std::string all = told(text, "a.csv");
    BOOST_TEST(std::count(all.begin(), all.end(), '\n') == rows_between + 1);
    BOOST_TEST(all.ends_with("B|3|4\n"));
  }
}

BOOST_AUTO_TEST_CASE(cells_are_whole) {
  const std::string text(10'000, 'x');
  BOOST_TEST(told("a,b\n1," + text + "\n2,y\n", "a.csv") == "1|" + text + "\n2|y\n");
}

BOOST_AUTO_TEST_CASE(each_table_has_its_own) {
  BOOST_TEST(told(xlsx_of({{"One",
                            "<row r='1'><c r='A1'><v>1</v></c><c r='B1'><v>2</v></c></row>"
                            "<row r='2'><c r='A2'><v>3</v></c><c r='B2'><v>4</v></c></row>"},
                           {"Two", "<row r='1'><c r='A1'><v>5</v></c></row>"}}),
                  "a.xlsx") == "1|2\n3|4\n\n5\n");
  BOOST_TEST(told(R"({"a": [{"x": 1}, {"x": 2, "y": "z"}], "b": [[1, 2], [3, 4]]})", "a.json") ==
             "1\n2|z\n\n1|2\n3|4\n");
}

// What arranges a page is told and is none; a table in another comes between the rows of that.
BOOST_AUTO_TEST_CASE(tables_in_tables_come_by_turns) {
  BOOST_TEST(
      told("<table><tr><td><table><tr><th>a<th>b<tr><td>1<td>2<tr><td>3<td>4</table></table>",
           "a.xls") == "1|2\n3|4\n");
}

// The text is read anew, without quotes: told twice, and once as what it is.
BOOST_AUTO_TEST_CASE(what_is_read_anew_counts_once) {
  std::string text = "a,b\n";
  for (int i = 0; i < 3; ++i) text += "1,x\n";
  text += "2,\"never closed\n" + std::string(2'000'000, 'y') + "\n";
  told(text, "a.csv");
  BOOST_TEST(look.tables.size() == 1U);
}

BOOST_AUTO_TEST_CASE(whoever_wants_no_more_ends_it) {
  rows.most = 3;
  std::string text = "a,b\n";
  for (int i = 0; i < 1'000; ++i) text += "1,2\n";
  const auto file = folder.path() / "a.csv";
  std::ofstream(file, std::ios::binary) << text;
  const auto found = look_into(file, "a.csv", kWithoutHurry, rows);
  BOOST_TEST(rows.told == 3U);
  BOOST_TEST(found->tables.front().rows_at_least);
}

BOOST_AUTO_TEST_CASE(notes_behind_an_empty_line_are_none_however_many_delimiters_they_have) {
  BOOST_TEST(told("region,v\nA,1\nB,2\n\nSource: office,\nNote: x,\n", "a.csv") == "A|1\nB|2\n");
  BOOST_TEST(told("region,v\nA,1\nB,2\n\nSource: office\n", "b.csv") == "A|1\nB|2\n");
  // Where the table goes on they name a group; without the empty line, a row without values.
  BOOST_TEST(told("region,v\nA,1\n\nNorth,\nB,2\n", "c.csv") == "A|1\nNorth|\nB|2\n");
  BOOST_TEST(told("region,v\nA,1\nB,\n", "d.csv") == "A|1\nB|\n");
}

BOOST_AUTO_TEST_CASE(a_cell_that_is_too_long_ends_a_table_with_its_reason) {
  told("id,text\n1,short\n2," + std::string(3'000'000, 'z') + "\n3,small\n", "a.csv");
  BOOST_TEST(look.note == "a cell is too long: from its row on nothing was read");
  BOOST_TEST(look.tables.at(0).rows == 1U);
  BOOST_TEST(look.tables.at(0).rows_at_least);
}

BOOST_AUTO_TEST_CASE(more_columns_and_tables_are_told_of_within_wider_bounds) {
  std::string names;
  for (int i = 0; i < 600; ++i) names += (i == 0 ? "c" : ",c") + std::to_string(i);
  LookBounds wide = kWithoutHurry;
  wide.fields = 600;
  told(names + "\n1,2\n3,4\n", "a.csv", wide);
  BOOST_TEST(look.tables.front().fields.size() == 600U);
  BOOST_TEST(look.tables.front().fields_more == 0U);
  std::vector<SheetMade> sheets;
  for (int i = 0; i < 70; ++i) {
    sheets.push_back({"s" + std::to_string(i), "<row r='1'><c r='A1'><v>5</v></c></row>"});
  }
  wide.tables = 66;
  told(xlsx_of(sheets), "a.xlsx", wide);
  BOOST_TEST(look.tables.size() == 66U);
  BOOST_TEST(look.tables_more == 4U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing

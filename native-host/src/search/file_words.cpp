#include "search/file_words.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

#include "tables/cell_kinds.hpp"
#include "tables/look_into.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::uint64_t kHeadRows = 40;
constexpr std::size_t kHeadCellBytes = 500;
constexpr std::size_t kYearCellBytes = 30;

/// What a column says, as far as there is room.
struct ColumnWords {
  std::unordered_set<std::string> texts;
  std::size_t bytes = 0;
  std::set<unsigned> years;
  std::uint64_t left = 0;
};

struct ToldTable {
  std::vector<ColumnWords> columns;
  std::size_t bytes = 0;
  /// The first rows, by their numbers, until it is known which of them are data.
  std::map<std::uint64_t, std::vector<std::string>> head;
  std::set<std::uint64_t> aside;
};

/// Takes the words out of rows while a file is read.
class WordTaker final : public TakeRows {
 public:
  explicit WordTaker(const std::function<bool()>& go_on) : go_on_(go_on) {}

  std::uint32_t begin_table() override {
    tables_.emplace_back();
    return static_cast<std::uint32_t>(tables_.size() - 1);
  }

  bool take_row(std::uint32_t number, std::uint64_t row, const RowView& cells) override {
    ToldTable& table = tables_[number];
    if (table.columns.size() < cells.size()) table.columns.resize(cells.size());
    if (row <= kHeadRows) {
      auto& kept = table.head[row];
      for (const auto& cell : cells) kept.emplace_back(utf8_prefix(cell, kHeadCellBytes));
    } else {
      for (std::size_t at = 0; at < cells.size(); ++at) take_cell(table, at, cells[at]);
    }
    return go_on_();
  }

  void set_aside(std::uint32_t table, std::uint64_t row) override {
    tables_[table].aside.insert(row);
  }

  /// To be asked once of each table.
  TableWords words_of(const TableLook& look) {
    TableWords words;
    std::set<unsigned> years;
    const auto add_years = [&](std::string_view text) {
      for (const unsigned year : years_in(text)) years.insert(year);
    };
    add_years(look.name);
    for (const FieldLook& field : look.fields) add_years(field.name);
    if (look.told_as && *look.told_as < tables_.size()) {
      ToldTable& table = tables_[*look.told_as];
      take_head(table, look, words);
      add_cells(table, look, words, years);
      add_years(words.heading);
    }
    words.years.assign(years.begin(), years.end());
    return words;
  }

 private:
  /// Titles above the header are its heading; the others that are data are that.
  static void take_head(ToldTable& table, const TableLook& look, TableWords& words) {
    for (const auto& [row, cells] : table.head) {
      if (!table.aside.contains(row)) {
        keep_sample(cells, words);
        for (std::size_t at = 0; at < cells.size(); ++at) take_cell(table, at, cells[at]);
      } else if (row < look.header_row && words.heading.size() < search_limit::kHeadingBytes) {
        for (const std::string& cell : cells) {
          if (!cell.empty()) words.heading += collapse_space(cell) + " ";
        }
        words.heading += "\n";
      }
    }
  }

  static void keep_sample(const std::vector<std::string>& cells, TableWords& words) {
    if (words.sample.size() >= search_limit::kSampleRows) return;
    auto& row = words.sample.emplace_back();
    for (std::size_t at = 0; at < std::min(cells.size(), look_limit::kFields); ++at) {
      row.emplace_back(utf8_prefix(cells[at], search_limit::kSampleBytes));
    }
  }

  static void take_cell(ToldTable& table, std::size_t at, std::string_view cell) {
    if (cell.empty()) return;
    ColumnWords& column = table.columns[at];
    if (cell.size() <= kYearCellBytes) {
      for (const unsigned year : years_in(cell)) column.years.insert(year);
    }
    if (!has_letters(cell)) return;
    const std::string_view kept = utf8_prefix(cell, search_limit::kCellBytes);
    if (column.bytes >= search_limit::kColumnBytes || table.bytes >= search_limit::kTableBytes) {
      // Which of them are different, nobody knows any more.
      column.left = 1;
      return;
    }
    if (!column.texts.insert(std::string(kept)).second) return;
    column.left += kept.size() < cell.size() ? 1 : 0;
    column.bytes += kept.size();
    table.bytes += kept.size();
  }

  static void add_cells(ToldTable& table, const TableLook& look, TableWords& words,
                        std::set<unsigned>& years) {
    for (std::size_t at = 0; at < table.columns.size(); ++at) {
      ColumnWords& column = table.columns[at];
      auto& texts = words.columns.emplace_back();
      while (!column.texts.empty()) {
        texts.texts.push_back(std::move(column.texts.extract(column.texts.begin()).value()));
      }
      texts.left = column.left;
      words.left += column.left;
      // Numbers look like years: 1,999 people.
      const bool counts = at < look.fields.size() &&
                          (look.fields[at].type == "integer" || look.fields[at].type == "number");
      if (!counts) years.insert(column.years.begin(), column.years.end());
    }
  }

  const std::function<bool()>& go_on_;
  std::vector<ToldTable> tables_;
};

}  // namespace

std::vector<unsigned> years_in(std::string_view text) {
  constexpr std::size_t kDigits = 4;
  constexpr unsigned kFirst = 1800;
  constexpr unsigned kLast = 2100;
  std::set<unsigned> years;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    unsigned number = 0;
    while (end < text.size() && is_digit(text[end])) {
      if (end - at < kDigits) number = 10 * number + static_cast<unsigned>(text[end] - '0');
      ++end;
    }
    if (end - at == kDigits && number >= kFirst && number <= kLast) years.insert(number);
    at = end + 1;
  }
  return {years.begin(), years.end()};
}

Expected<FileWords> read_words(const std::filesystem::path& file,
                               const std::function<bool()>& go_on) {
  WordTaker taker(go_on);
  FileWords words;
  words.look = TRY(look_into(file, file.filename().string(), LookBounds{}, taker));
  for (const TableLook& table : words.look.tables) words.tables.push_back(taker.words_of(table));
  return words;
}

}  // namespace tagtrail::host

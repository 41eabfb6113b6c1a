// Delimited text: CSV, TSV and their many spellings.
#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tables/cell_kinds.hpp"
#include "tables/delimited_rows.hpp"
#include "tables/dialect.hpp"
#include "tables/header.hpp"
#include "tables/readers.hpp"
#include "tables/table_builder.hpp"
#include "tables/text_encoding.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

/// Of a text that nobody calls a table.
bool is_surely_table(const DialectGuess& guess) {
  constexpr double kEven = 0.9;
  constexpr std::size_t kRows = 3;
  const bool comma = guess.dialect.delimiter == ',';
  return guess.rows >= kRows && guess.even >= kEven && guess.width >= (comma ? 3U : 2U);
}

using Cells = std::vector<std::string>;

/// The tables that stand below each other in a text, with blank lines between them. What follows a
/// blank line waits until a row shows whether the one above it names columns anew.
class TablesBelow {
 public:
  TablesBelow(DialectLook dialect, LookEffort& effort) : dialect_(dialect), effort_(effort) {
    table_.emplace(effort_);
  }

  void cell(std::string_view cell) {
    blank_ = blank_ && trim(cell).empty();
    if (waits_) {
      row_.emplace_back(cell);
    } else {
      // The first rows tell whether a row of words is one like others.
      const bool looks = rows_ > 0 && rows_ < kLooked && !has_values_;
      has_values_ = has_values_ || (looks && kinds_of_cell(trim(cell)).kinds != 0);
      table_->add_cell(cell);
    }
  }
  bool row() {
    const bool blank = std::exchange(blank_, true);
    if (waits_) {
      waiting_.push_back(std::exchange(row_, {}));
      return blank || go_on();
    }
    ++told_;
    rows_ += blank ? 0 : 1;
    waits_ = blank && has_values_ && tables_.size() + 1 < look_limit::kTables;
    return table_->end_row();
  }
  void comment() {
    if (waits_) return waiting_.emplace_back().clear();
    ++told_;
    table_->skip_comment();
  }
  std::vector<TableLook> finish() {
    tell();
    tables_.push_back(table_->finish(dialect_));
    for (TableLook& table : tables_) table.plain = table.plain && tables_.size() == 1;
    return std::move(tables_);
  }

 private:
  static constexpr std::size_t kLooked = 20;
  static constexpr std::size_t kMostWaiting = 6;

  bool go_on() {
    const std::size_t count = waiting_.size();
    if (count > 1 && names_columns(waiting_[count - 2], waiting_.back())) {
      tables_.push_back(table_->finish(dialect_));
      table_.emplace(effort_);
      table_->skip_rows(told_);
      return tell();
    }
    return count < kMostWaiting || tell();
  }
  /// What has waited is of the table that is told now.
  bool tell() {
    waits_ = false;
    bool goes_on = true;
    for (const Cells& cells : std::exchange(waiting_, {})) {
      for (const std::string& cell : cells) table_->add_cell(cell);
      goes_on = table_->end_row();
      ++told_;
    }
    return goes_on;
  }

  DialectLook dialect_;
  LookEffort& effort_;
  std::optional<TableBuilder> table_;
  std::vector<TableLook> tables_;
  std::uint64_t told_ = 0;  ///< lines, rows or not
  std::size_t rows_ = 0;    ///< that are not blank
  bool has_values_ = false;
  bool blank_ = true;  ///< the row that is being read
  bool waits_ = false;
  Cells row_;
  std::vector<Cells> waiting_;
};

/// False: not to the end of the text.
bool read_rows(std::string_view text, const DialectLook& dialect, std::span<const std::size_t> bare,
               LookEffort& effort, std::vector<TableLook>& tables) {
  TablesBelow below(dialect, effort);
  const bool to_end = each_delimited_row(text, dialect,
                                         {[&](std::string_view cell) {
                                            below.cell(cell);
                                            return true;
                                          },
                                          [&] { return below.row(); }, [&] { below.comment(); }},
                                         bare);
  tables = below.finish();
  return to_end;
}

}  // namespace

void look_into_delimited(const LookInput& input, bool named_so, LookEffort& effort, Look& look) {
  std::string storage;
  const DecodedText decoded = decode_text(input.bytes, storage);
  if (!decoded.is_text) {
    if (look.format.empty()) look.format = "binary";
    return add_note(look, "it is no text");
  }
  const DialectGuess guess = guess_dialect(decoded.text);
  if (!named_so && !is_surely_table(guess)) return look_into_text(input, look);
  look.format = guess.dialect.delimiter == '\t' ? "tsv" : "csv";
  std::vector<TableLook> tables;
  auto bare = lines_with_stray_quotes(decoded.text, guess.dialect, guess.width);
  DialectLook dialect = guess.dialect;
  const auto read = [&] { return read_rows(decoded.text, dialect, bare, effort, tables); };
  const auto quote_nothing = [&] {
    dialect.quote = '\0';
    bare.clear();
  };
  bool plain = bare.empty() && has_proper_quotes(decoded.text, dialect) &&
               !has_spaces_behind_quotes(decoded.text, dialect);
  bool stray = !bare.empty();
  if (bare.size() >= kMostStrayQuotes) quote_nothing();
  bool to_end = read();
  if (!to_end && effort.is_going() && decoded.text.find(dialect.quote) != std::string_view::npos) {
    // A quote that nothing closes is no quote.
    quote_nothing();
    to_end = read();
    stray = true;
  }
  if (stray) add_note(look, "a quote is never closed");
  if (!to_end && effort.is_going()) {
    add_note(look, "a cell is too long: from its row on nothing was read");
  }
  if (decoded.has_controls) add_note(look, "control characters are in its text");
  plain = plain && !stray && !decoded.has_controls;
  if (!input.whole) add_note(look, "only its beginning was read");
  if (!to_end && !effort.is_going()) add_note(look, effort.why_not());
  tables.back().rows_at_least = !to_end || !input.whole;
  for (TableLook& table : tables) {
    table.plain = table.plain && plain;
    table.encoding = decoded.encoding;
    add_table(look, std::move(table));
  }
}

}  // namespace tagtrail::host

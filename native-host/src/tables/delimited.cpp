// Delimited text: CSV, TSV and their many spellings.
#include <algorithm>

#include "tables/delimited_rows.hpp"
#include "tables/dialect.hpp"
#include "tables/readers.hpp"
#include "tables/table_builder.hpp"
#include "tables/text_encoding.hpp"

namespace tagtrail::host {
namespace {

/// Of a text that nobody calls a table.
bool is_surely_table(const DialectGuess& guess) {
  constexpr double kEven = 0.9;
  constexpr std::size_t kRows = 3;
  const bool comma = guess.dialect.delimiter == ',';
  return guess.rows >= kRows && guess.even >= kEven && guess.width >= (comma ? 3U : 2U);
}

bool read_rows(std::string_view text, DialectLook dialect, LookEffort& effort, TableLook& table) {
  TableBuilder builder(effort);
  const bool to_end = each_delimited_row(text, dialect.delimiter, dialect.quote,
                                         {[&](std::string_view cell) {
                                            builder.add_cell(cell);
                                            return true;
                                          },
                                          [&] { return builder.end_row(); }});
  table = builder.finish(dialect);
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
  TableLook table;
  bool to_end = read_rows(decoded.text, guess.dialect, effort, table);
  if (!to_end && effort.is_going()) {
    // A quote that nothing closes is no quote.
    DialectLook unquoted = guess.dialect;
    unquoted.quote = '\0';
    to_end = read_rows(decoded.text, unquoted, effort, table);
    table.plain = false;
    add_note(look, "a quote is never closed");
  }
  table.plain = table.plain && has_proper_quotes(decoded.text, guess.dialect.delimiter, '"');
  table.encoding = decoded.encoding;
  table.rows_at_least = !to_end || !input.whole;
  if (!input.whole) add_note(look, "only its beginning was read");
  if (!to_end) add_note(look, effort.why_not());
  add_table(look, std::move(table));
}

}  // namespace tagtrail::host

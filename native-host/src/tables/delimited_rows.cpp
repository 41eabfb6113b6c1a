#include "tables/delimited_rows.hpp"

#include <csv.h>

#include <algorithm>
#include <string>
#include <utility>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

/// Pieces small enough for a reading to end soon after it is told to.
constexpr std::size_t kPiece = 1 << 14;

class RowReader {
 public:
  explicit RowReader(const RowEvents& events) : events_(events) {}

  void take_cell(const void* text, std::size_t size) {
    has_cells_ = true;
    last_end_ = 0;
    if (going_) going_ = events_.cell({static_cast<const char*>(text), size});
  }
  /// `end`: the character that ended the row; -1: the text did.
  void end_row(int end) {
    ended_row_ = true;
    if (end < 0 && !has_cells_) return;
    const bool second_of_two = !has_cells_ && end == '\n' && last_end_ == '\r';
    last_end_ = end;
    if (second_of_two) return;
    has_cells_ = false;
    if (going_) going_ = events_.row();
  }
  bool is_going() const { return going_; }
  /// A line that is no row, which ended so.
  void skip_line(int end) {
    last_end_ = end;
    events_.comment();
  }
  /// Whether a row has ended since this was asked.
  bool has_ended_row() { return std::exchange(ended_row_, false); }

 private:
  const RowEvents& events_;
  bool going_ = true;
  bool has_cells_ = false;
  bool ended_row_ = false;
  int last_end_ = 0;
};

int no_space(unsigned char) { return 0; }
int is_space(unsigned char c) { return c == ' ' ? 1 : 0; }

struct CsvParser {
  csv_parser state{};
  CsvParser(const DialectLook& dialect, unsigned char options) {
    csv_init(&state, options);
    csv_set_delim(&state, static_cast<unsigned char>(dialect.delimiter));
    csv_set_quote(&state, static_cast<unsigned char>(dialect.quote));
    csv_set_space_func(&state, dialect.skip_initial_space ? is_space : no_space);
    // Long cells would be moved each time that 128 bytes more are needed.
    csv_set_blk_size(&state, kPiece);
  }
  ~CsvParser() { csv_free(&state); }
  CsvParser(const CsvParser&) = delete;
  CsvParser& operator=(const CsvParser&) = delete;
};

void on_cell(void* text, std::size_t size, void* reader) {
  static_cast<RowReader*>(reader)->take_cell(text, size);
}
void on_row(int end, void* reader) { static_cast<RowReader*>(reader)->end_row(end); }

/// The line at `at` with its end, which may be one of two characters.
std::string_view line_at(std::string_view text, std::size_t at) {
  const std::size_t end = text.find_first_of("\r\n", at);
  return text.substr(at, end == std::string_view::npos ? end : end + 1 - at);
}

/// Begins where a row does.
bool read_part(std::string_view text, const DialectLook& dialect, RowReader& reader,
               unsigned char options = CSV_REPALL_NL) {
  CsvParser parser(dialect, options);
  const bool by_lines = dialect.comment != '\0';
  bool row_begins = true;
  for (std::size_t at = 0; at < text.size() && reader.is_going();) {
    const std::string_view piece = by_lines ? line_at(text, at) : text.substr(at, kPiece);
    at += piece.size();
    const std::size_t first = std::min(piece.find_first_not_of(' '), piece.size() - 1);
    if (by_lines && row_begins && piece[first] == dialect.comment) {
      reader.skip_line(piece.back());
      continue;
    }
    if (csv_parse(&parser.state, piece.data(), piece.size(), on_cell, on_row, &reader) !=
        piece.size()) {
      return false;
    }
    row_begins = reader.has_ended_row();
    // A quote that nothing closes would take the rest of the text for one cell.
    if (csv_get_buffer_size(&parser.state) > 2 * kLongestCell) return false;
  }
  return reader.is_going() && csv_fini(&parser.state, on_cell, on_row, &reader) == 0 &&
         reader.is_going();
}

/// Of the line at `begin`; what is quoted counts, too.
std::size_t delimiters_in_line(std::string_view text, std::size_t begin, char delimiter) {
  const std::string_view line = line_at(text, begin);
  return static_cast<std::size_t>(std::count(line.begin(), line.end(), delimiter));
}

class StrayQuotes {
 public:
  StrayQuotes(std::string_view text, const DialectLook& dialect, std::size_t width)
      : text_(text), dialect_(dialect), width_(width) {}

  std::vector<std::size_t> find() {
    std::vector<std::size_t> lines;
    std::size_t line = 0;
    for (std::size_t at = 0; at < text_.size() && lines.size() < kMostStrayQuotes;) {
      const std::size_t open = first_of_cell(at);
      std::size_t rest = at;
      if (open < text_.size() && text_[open] == dialect_.quote) {
        const Closing close = closing(open + 1);
        if (is_stray(line, open, close)) {
          lines.push_back(line);
          at = line = line + line_at(text_, line).size();
          continue;
        }
        if (close.at == kNowhere) break;
        rest = close.at + 1;
      }
      const std::size_t end = text_.find_first_of(ends_, rest);
      if (end == kNowhere) break;
      at = end + 1;
      if (text_[end] != dialect_.delimiter) line = at;
    }
    return lines;
  }

 private:
  static constexpr std::size_t kNowhere = std::string_view::npos;

  std::size_t first_of_cell(std::size_t at) const {
    while (dialect_.skip_initial_space && at < text_.size() && text_[at] == ' ') ++at;
    return at;
  }

  /// Whether a cell begins at the quote, which is none of its ends.
  bool begins_cell(std::size_t quote) const {
    while (dialect_.skip_initial_space && quote > 1 && text_[quote - 1] == ' ') --quote;
    return ends_.find(text_[quote - 1]) != std::string::npos;
  }

  struct Closing {
    std::size_t at = kNowhere;
    bool passes_cells = false;  ///< quotes before it begin cells
  };
  /// A quote inside that is not doubled, and has more behind it, ends nothing for libcsv.
  Closing closing(std::size_t from) const {
    const std::string_view reach = text_.substr(0, from + kLongestCell);
    Closing found;
    std::size_t at = reach.find(dialect_.quote, from);
    while (at != kNowhere) {
      std::size_t behind = at + 1;
      while (dialect_.skip_initial_space && behind < text_.size() && text_[behind] == ' ') ++behind;
      if (behind >= text_.size() || ends_.find(text_[behind]) != std::string::npos) {
        found.at = at;
        break;
      }
      const bool doubled = text_[at + 1] == dialect_.quote;
      found.passes_cells = found.passes_cells || (!doubled && begins_cell(at));
      at = reach.find(dialect_.quote, at + (doubled ? 2 : 1));
    }
    return found;
  }

  bool is_row(std::size_t line) const {
    return delimiters_in_line(text_, line, dialect_.delimiter) + 1 == width_;
  }

  /// Whether the quote at `open` is a character of its line, which begins at `line`. `close`: where
  /// the next one is that might close it.
  bool is_stray(std::size_t line, std::size_t open, const Closing& close) const {
    constexpr std::size_t kShare = 5;
    const std::size_t first_end = text_.find_first_of("\r\n", line);
    // A cell before it has lines of its own.
    if (first_end < open) return false;
    if (close.at == kNowhere) return true;
    if (first_end > close.at || width_ < 2 || !is_row(line)) return false;
    std::size_t rows = 0;
    std::size_t lines = 0;
    std::size_t at = first_end + 1;
    for (std::size_t next = at; next <= close.at; next = at + line_at(text_, at).size()) {
      at = next;
      const bool last = at + line_at(text_, at).size() > close.at;
      if (last) break;
      if (trim(line_at(text_, at)).empty()) continue;
      ++lines;
      rows += is_row(at) ? 1 : 0;
    }
    if (rows * kShare < lines * (kShare - 1)) return false;
    return close.passes_cells || (lines > 0 && is_row(at));
  }

  std::string_view text_;
  const DialectLook& dialect_;
  std::size_t width_;
  std::string ends_ = std::string("\r\n") + dialect_.delimiter;
};

}  // namespace

bool each_delimited_row(std::string_view text, const DialectLook& dialect, const RowEvents& events,
                        std::span<const std::size_t> bare) {
  RowReader reader(events);
  DialectLook literal = dialect;
  literal.quote = '\0';
  std::size_t at = 0;
  for (const std::size_t line : bare) {
    const std::string_view whole = line_at(text, line);
    if (!read_part(text.substr(at, line - at), dialect, reader)) return false;
    if (!read_part(whole, literal, reader)) return false;
    at = line + whole.size();
  }
  return read_part(text.substr(at), dialect, reader);
}

bool has_proper_quotes(std::string_view text, const DialectLook& dialect) {
  if (text.find(dialect.quote) == std::string_view::npos) return true;
  const RowEvents none = {[](std::string_view) { return true; }, [] { return true; }};
  RowReader reader(none);
  return read_part(text, dialect, reader, CSV_STRICT | CSV_STRICT_FINI);
}

bool has_spaces_behind_quotes(std::string_view text, const DialectLook& dialect) {
  return text.find(std::string{dialect.quote, ' ', dialect.delimiter}) != std::string_view::npos;
}

std::vector<std::size_t> lines_with_stray_quotes(std::string_view text, const DialectLook& dialect,
                                                 std::size_t width) {
  if (text.find(dialect.quote) == std::string_view::npos) return {};
  return StrayQuotes(text, dialect, width).find();
}

}  // namespace tagtrail::host

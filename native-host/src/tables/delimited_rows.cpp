#include "tables/delimited_rows.hpp"

#include <csv.h>

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
    const bool second_of_two = !has_cells_ && end == '\n' && last_end_ == '\r';
    last_end_ = end;
    if (second_of_two || (end < 0 && !has_cells_)) return;
    has_cells_ = false;
    if (going_) going_ = events_.row();
  }
  bool is_going() const { return going_; }

 private:
  const RowEvents& events_;
  bool going_ = true;
  bool has_cells_ = false;
  int last_end_ = 0;
};

struct CsvParser {
  csv_parser state{};
  explicit CsvParser(unsigned char options) { csv_init(&state, options); }
  ~CsvParser() { csv_free(&state); }
  CsvParser(const CsvParser&) = delete;
  CsvParser& operator=(const CsvParser&) = delete;
};

int no_space(unsigned char) { return 0; }

void on_cell(void* text, std::size_t size, void* reader) {
  static_cast<RowReader*>(reader)->take_cell(text, size);
}
void on_row(int end, void* reader) { static_cast<RowReader*>(reader)->end_row(end); }

}  // namespace

bool each_delimited_row(std::string_view text, char delimiter, char quote,
                        const RowEvents& events) {
  CsvParser parser(CSV_REPALL_NL);
  csv_set_delim(&parser.state, static_cast<unsigned char>(delimiter));
  csv_set_quote(&parser.state, static_cast<unsigned char>(quote));
  // Long cells would be moved each time that 128 bytes more are needed.
  csv_set_blk_size(&parser.state, kPiece);
  csv_set_space_func(&parser.state, no_space);
  RowReader reader(events);
  for (std::size_t at = 0; at < text.size() && reader.is_going(); at += kPiece) {
    const std::string_view piece = text.substr(at, kPiece);
    if (csv_parse(&parser.state, piece.data(), piece.size(), on_cell, on_row, &reader) !=
        piece.size()) {
      return false;
    }
    // A quote that nothing closes would take the rest of the text for one cell.
    if (csv_get_buffer_size(&parser.state) > 2 * kLongestCell) return false;
  }
  if (reader.is_going()) csv_fini(&parser.state, on_cell, on_row, &reader);
  return reader.is_going();
}

bool has_proper_quotes(std::string_view text, char delimiter, char quote) {
  if (text.find(quote) == std::string_view::npos) return true;
  CsvParser parser(CSV_STRICT | CSV_STRICT_FINI);
  csv_set_delim(&parser.state, static_cast<unsigned char>(delimiter));
  csv_set_quote(&parser.state, static_cast<unsigned char>(quote));
  csv_set_space_func(&parser.state, no_space);
  csv_set_blk_size(&parser.state, kPiece);
  return csv_parse(&parser.state, text.data(), text.size(), nullptr, nullptr, nullptr) ==
             text.size() &&
         csv_fini(&parser.state, nullptr, nullptr, nullptr) == 0;
}

}  // namespace tagtrail::host

#include "tables/dialect.hpp"

#include <algorithm>
#include <map>

#include "tables/delimited_rows.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kSampleBytes = 128 << 10;
constexpr std::size_t kSampleRows = 300;
constexpr std::string_view kDelimiters = ",;\t|";
constexpr double kLeastEven = 0.3;

/// How wide the rows are, between the first and the last of which titles and notes may stand.
std::map<std::size_t, std::size_t> widths_of(std::string_view text, char delimiter, char quote) {
  std::map<std::size_t, std::size_t> widths;
  std::size_t cells = 0;
  std::size_t rows = 0;
  bool filled = false;
  const RowEvents events = {[&](std::string_view cell) {
                              ++cells;
                              filled = filled || !trim(cell).empty();
                              return true;
                            },
                            [&] {
                              if (filled) ++widths[cells];
                              cells = 0;
                              filled = false;
                              return ++rows < kSampleRows;
                            }};
  each_delimited_row(text, delimiter, quote, events);
  return widths;
}

DialectGuess judge(std::string_view text, char delimiter, char quote) {
  DialectGuess guess;
  guess.dialect.delimiter = delimiter;
  guess.dialect.quote = quote;
  std::size_t most = 0;
  for (const auto& [width, count] : widths_of(text, delimiter, quote)) {
    guess.rows += count;
    // Many rows of one cell are prose, unless nothing else is there.
    if (width > 1 ? count >= most || guess.width <= 1 : guess.width <= 1 && count > most) {
      guess.width = width;
      most = count;
    }
  }
  if (guess.rows > 0) guess.even = static_cast<double>(most) / static_cast<double>(guess.rows);
  return guess;
}

double worth(const DialectGuess& guess) {
  if (guess.width <= 1) return 0;
  const double width = static_cast<double>(std::min<std::size_t>(guess.width, 12));
  return guess.even * (1.0 + 0.05 * width);
}

}  // namespace

DialectGuess guess_dialect(std::string_view text) {
  std::string_view sample = text.substr(0, kSampleBytes);
  // The last line may be cut.
  if (sample.size() < text.size()) {
    const std::size_t end = sample.find_last_of("\r\n");
    if (end != std::string_view::npos) sample = sample.substr(0, end + 1);
  }
  DialectGuess best;
  for (const char delimiter : kDelimiters) {
    if (sample.find(delimiter) == std::string_view::npos) continue;
    DialectGuess guess = judge(sample, delimiter, '"');
    if (worth(guess) > worth(best)) best = guess;
  }
  if (best.width > 1 && best.even >= kLeastEven) return best;
  // Single spaces are between words, too: only where all rows have as many.
  constexpr double kEvenOfSpaces = 0.95;
  const DialectGuess spaced = judge(sample, ' ', '"');
  if (spaced.width > 1 && spaced.rows >= 3 && spaced.even >= kEvenOfSpaces) return spaced;
  return judge(sample, ',', '"').width > 1 ? judge(sample, '\t', '"') : judge(sample, ',', '"');
}

}  // namespace tagtrail::host

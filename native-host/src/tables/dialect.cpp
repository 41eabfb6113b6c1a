#include "tables/dialect.hpp"

#include <algorithm>
#include <map>

#include "tables/cell_kinds.hpp"
#include "tables/delimited_rows.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kSampleBytes = 128 << 10;
constexpr std::size_t kSampleRows = 300;
constexpr std::string_view kDelimiters = ",;\t|";
constexpr double kLeastEven = 0.3;

/// Of most lines, whatever is quoted in them.
std::size_t width_of_lines(std::string_view text, char delimiter) {
  std::map<std::size_t, std::size_t> lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    const auto delimiters = std::count(line.begin(), line.end(), delimiter);
    if (!trim(line).empty()) ++lines[static_cast<std::size_t>(delimiters) + 1];
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  const auto most = std::max_element(
      lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == lines.end() ? 0 : most->first;
}

struct Widths {
  std::map<std::size_t, std::size_t> rows;  ///< by width
  std::size_t behind_spaces = 0;            ///< cells that are a quote behind spaces, and more
};

/// How wide the rows are, between the first and the last of which titles and notes may stand.
Widths widths_of(std::string_view text, const DialectLook& dialect) {
  Widths widths;
  std::size_t cells = 0;
  std::size_t rows = 0;
  bool filled = false;
  const RowEvents events = {[&](std::string_view cell) {
                              ++cells;
                              filled = filled || !trim(cell).empty();
                              const bool quoted =
                                  cell.starts_with(' ') && trim(cell).starts_with('"');
                              widths.behind_spaces += quoted ? 1 : 0;
                              return true;
                            },
                            [&] {
                              if (filled) ++widths.rows[cells];
                              cells = 0;
                              filled = false;
                              return ++rows < kSampleRows;
                            }};
  const auto bare = lines_with_stray_quotes(text, dialect, width_of_lines(text, dialect.delimiter));
  each_delimited_row(text, dialect, events, bare);
  return widths;
}

DialectGuess judge(std::string_view text, const DialectLook& dialect) {
  DialectGuess guess;
  guess.dialect = dialect;
  const Widths widths = widths_of(text, dialect);
  std::size_t most = 0;
  for (const auto& [width, count] : widths.rows) {
    guess.rows += count;
    // Many rows of one cell are prose, unless nothing else is there.
    if (width > 1 ? count >= most || guess.width <= 1 : guess.width <= 1 && count > most) {
      guess.width = width;
      most = count;
    }
  }
  if (guess.rows > 0) guess.even = static_cast<double>(most) / static_cast<double>(guess.rows);
  // Quotes beside spaces are characters of a cell, unless the dialect skips such spaces.
  const bool behind_quotes = has_spaces_behind_quotes(text, dialect);
  const bool spaced = behind_quotes || widths.behind_spaces * 2 >= guess.rows;
  if (dialect.skip_initial_space || !spaced) return guess;
  DialectLook skipping = dialect;
  skipping.skip_initial_space = true;
  return judge(text, skipping);
}

double worth(const DialectGuess& guess) {
  if (guess.width <= 1) return 0;
  const double width = static_cast<double>(std::min<std::size_t>(guess.width, 12));
  return guess.even * (1.0 + 0.05 * width);
}

DialectLook with(DialectLook dialect, char delimiter) {
  dialect.delimiter = delimiter;
  return dialect;
}

DialectGuess best_of(std::string_view sample, const DialectLook& dialect) {
  DialectGuess best;
  best.dialect.comment = dialect.comment;
  for (const char delimiter : kDelimiters) {
    if (sample.find(delimiter) == std::string_view::npos) continue;
    const DialectGuess guess = judge(sample, with(dialect, delimiter));
    if (worth(guess) > worth(best)) best = guess;
    // Where nothing else quotes, apostrophes may.
    if (sample.find('"') != std::string_view::npos ||
        sample.find(std::string{delimiter, '\''}) == std::string_view::npos) {
      continue;
    }
    DialectLook apostrophes = with(dialect, delimiter);
    apostrophes.quote = '\'';
    const DialectGuess quoted = judge(sample, apostrophes);
    if (worth(quoted) > worth(best)) best = quoted;
  }
  if (best.width > 1 && best.even >= kLeastEven) return best;
  // Single spaces are between words, too: only where all rows have as many.
  constexpr double kEvenOfSpaces = 0.95;
  const DialectGuess spaced = judge(sample, with(dialect, ' '));
  if (spaced.width > 1 && spaced.rows >= 3 && spaced.even >= kEvenOfSpaces) return spaced;
  const DialectGuess commas = judge(sample, with(dialect, ','));
  return commas.width > 1 ? judge(sample, with(dialect, '\t')) : commas;
}

/// The lines above the first row that begin with one of the signs for comments.
struct Comments {
  char sign = '\0';  ///< none: there are none
  std::string_view last;
  std::string_view rest;  ///< of the text, from its first row on
};

Comments comments_above(std::string_view text) {
  constexpr std::string_view kSigns = "#%!";
  Comments comments;
  while (!text.empty()) {
    const std::size_t end = std::min(text.size(), text.find('\n'));
    const std::string_view line = trim(text.substr(0, end));
    if (!line.empty()) {
      if (kSigns.find(line[0]) == std::string_view::npos) break;
      if (comments.sign != '\0' && line[0] != comments.sign) break;
      comments.sign = line[0];
      comments.last = line.substr(1);
    }
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  comments.rest = text;
  return comments;
}

std::vector<std::string> first_row(std::string_view text, const DialectLook& dialect) {
  std::vector<std::string> cells;
  each_delimited_row(text, dialect,
                     {[&](std::string_view cell) {
                        cells.emplace_back(trim(cell));
                        return true;
                      },
                      [&] { return cells.empty(); }});
  return cells;
}

/// The last of the comments has the names of columns that have none else.
bool name_columns(const Comments& comments, const DialectGuess& guess) {
  if (guess.width < 2 || first_row(comments.last, guess.dialect).size() != guess.width) {
    return false;
  }
  const std::vector<std::string> cells = first_row(comments.rest, guess.dialect);
  return std::any_of(cells.begin(), cells.end(),
                     [](const std::string& cell) { return kinds_of_cell(cell).kinds != 0; });
}

}  // namespace

DialectGuess guess_dialect(std::string_view text) {
  std::string_view sample = text.substr(0, kSampleBytes);
  // The last line may be cut.
  if (sample.size() < text.size()) {
    const std::size_t end = sample.find_last_of("\r\n");
    if (end != std::string_view::npos) sample = sample.substr(0, end + 1);
  }
  const Comments comments = comments_above(sample);
  if (comments.sign != '\0' && !comments.rest.empty()) {
    DialectLook commented;
    commented.comment = comments.sign;
    const DialectGuess guess = best_of(sample, commented);
    if (!name_columns(comments, guess)) return guess;
  }
  return best_of(sample, {});
}

}  // namespace tagtrail::host

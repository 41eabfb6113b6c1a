#include "tables/text_tables.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kLongestLine = 2'000;
/// Lines between rows, such as the name of a row in another language.
constexpr std::size_t kLinesBetween = 2;
constexpr std::size_t kLeastRows = 4;
constexpr std::size_t kLeastNumbers = 12;

bool is_number_word(std::string_view word) {
  while (!word.empty() && std::string_view("(<$+-*").find(word.front()) != std::string_view::npos) {
    word.remove_prefix(1);
  }
  while (!word.empty() && std::string_view("),;%*").find(word.back()) != std::string_view::npos) {
    word.remove_suffix(1);
  }
  if (word.empty() || !(is_digit(word[0]) || word[0] == '.')) return false;
  // Codes such as 007 count nothing.
  if (word.size() > 1 && word[0] == '0' && is_digit(word[1])) return false;
  return word.find_first_not_of("0123456789.,'e-") == std::string_view::npos &&
         std::any_of(word.begin(), word.end(), is_digit);
}

bool is_gap_word(std::string_view word) {
  constexpr auto kGaps = std::to_array<std::string_view>({"-", "–", "—", "NA", "NaN", "..", "n/a"});
  return std::find(kGaps.begin(), kGaps.end(), word) != kGaps.end();
}

struct Line {
  std::size_t words = 0;    ///< that are no numbers
  std::size_t numbers = 0;  ///< and gaps among them
  std::size_t last = 0;     ///< of them, behind the last word
  bool label = false;       ///< begins with a word
  bool leaders = false;     ///< dots that lead to the number of a page
};

Line read_line(std::string_view text) {
  Line line;
  std::size_t at = 0;
  text = text.substr(0, kLongestLine);
  bool first = true;
  while (at < text.size()) {
    const std::size_t begin = text.find_first_not_of(" \t", at);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(text.size(), text.find_first_of(" \t", begin));
    const std::string_view word = text.substr(begin, end - begin);
    at = end;
    if (is_number_word(word) || (line.numbers > 0 && is_gap_word(word))) {
      ++line.numbers;
      ++line.last;
    } else {
      ++line.words;
      line.last = 0;
      const bool letters = std::isalpha(static_cast<unsigned char>(word[0])) != 0 ||
                           static_cast<unsigned char>(word[0]) >= 0x80;
      if (first && letters) line.label = true;
      if (word.find("...") != std::string_view::npos || word == ".") line.leaders = true;
    }
    first = false;
  }
  return line;
}

bool is_row(const Line& line) {
  return line.numbers >= 2 && !line.leaders && line.numbers * 3 >= line.words * 2;
}

/// Rows that follow one another, and what stood above them.
class NumberBlock {
 public:
  void add(const Line& line) {
    if (is_row(line)) {
      rows_.push_back(line);
      misses_ = 0;
      return;
    }
    if (!rows_.empty() && ++misses_ > kLinesBetween) clear();
    if (rows_.empty() && line.words > 0) above_ = line;
  }
  bool is_table() const {
    if (rows_.size() < kLeastRows) return false;
    std::array<std::size_t, 64> counts{};
    std::size_t numbers = 0;
    std::size_t labels = 0;
    for (const Line& row : rows_) {
      ++counts.at(std::min(row.last, counts.size() - 1));
      numbers += row.numbers;
      labels += row.label ? 1 : 0;
    }
    const std::size_t same = *std::max_element(counts.begin(), counts.end());
    const bool named = labels * 2 >= rows_.size() || (above_.words >= 2 && above_.words < 20);
    return named && numbers >= kLeastNumbers && same * 4 >= rows_.size() * 3;
  }

 private:
  void clear() {
    rows_.clear();
    misses_ = 0;
    above_ = {};
  }

  std::vector<Line> rows_;
  std::size_t misses_ = 0;
  Line above_;
};

}  // namespace

bool has_lines_of_numbers(std::string_view text) {
  NumberBlock block;
  while (!text.empty()) {
    const std::size_t end = std::min(text.size(), text.find_first_of("\n\f"));
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(text.size(), end + 1));
    if (trim(line).empty()) continue;
    block.add(read_line(line));
    if (block.is_table()) return true;
  }
  return false;
}

}  // namespace tagtrail::host

#include "search/matching_rows.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "search/file_words.hpp"
#include "store/job_folder.hpp"
#include "tables/look_into.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShownColumns = 8;
constexpr std::size_t kShownBytes = 60;
constexpr std::size_t kSearchedBytes = 2'000;  ///< of a cell

struct FoundRow {
  std::size_t score = 0;
  std::uint64_t number = 0;
  std::vector<std::string> cells;
};

/// How many of the wanted words, and of the years, stand in cells.
class RowJudge {
 public:
  RowJudge(const WantedRows& wanted, const WordReader& reader) : reader_(reader) {
    for (std::size_t at = 0; at < wanted.words.size(); ++at) {
      if (wanted.in_cells[at]) words_.push_back(&wanted.words[at]);
    }
    years_ = wanted.years;
  }

  std::size_t best() const { return words_.size() + (years_.empty() ? 0 : 1); }

  std::size_t score(const RowView& cells) const {
    std::set<const SearchWord*> found;
    bool in_year = false;
    for (const std::string_view cell : cells) {
      if (cell.empty()) continue;
      in_year = in_year || is_of_year(cell);
      reader_.each(search_text(utf8_prefix(cell, kSearchedBytes)),
                   [&](std::string_view token, std::string_view) {
                     for (const SearchWord* word : words_) {
                       if (word->is_token(token)) found.insert(word);
                     }
                   });
    }
    return found.size() + (in_year ? 1 : 0);
  }

 private:
  bool is_of_year(std::string_view cell) const {
    if (years_.empty()) return false;
    const auto years = years_in(cell);
    return std::any_of(years.begin(), years.end(), [&](unsigned year) {
      return std::find(years_.begin(), years_.end(), year) != years_.end();
    });
  }

  const WordReader& reader_;
  std::vector<const SearchWord*> words_;
  std::vector<unsigned> years_;
};

/// Keeps the best rows of each table while a file is read.
class RowFinder final : public TakeRows {
 public:
  RowFinder(const RowJudge& judge, std::size_t most, std::chrono::milliseconds time)
      : judge_(judge), most_(most), end_(std::chrono::steady_clock::now() + time) {}

  std::uint32_t begin_table() override {
    best_.emplace_back();
    return static_cast<std::uint32_t>(best_.size() - 1);
  }

  bool take_row(std::uint32_t table, std::uint64_t number, const RowView& cells) override {
    // Those that are set aside later may be among them.
    constexpr std::size_t kSpare = 10;
    auto& best = best_[table];
    if (best.size() == most_ + kSpare && best.back().score == judge_.best()) return in_time();
    FoundRow row{judge_.score(cells), number, {}};
    const auto after = std::upper_bound(
        best.begin(), best.end(), row,
        [](const FoundRow& one, const FoundRow& other) { return one.score > other.score; });
    if (after == best.end() && best.size() >= most_ + kSpare) return in_time();
    for (const auto& cell : cells) row.cells.emplace_back(utf8_prefix(cell, kSearchedBytes));
    best.insert(after, std::move(row));
    if (best.size() > most_ + kSpare) best.pop_back();
    return in_time();
  }

  void set_aside(std::uint32_t table, std::uint64_t number) override {
    std::erase_if(best_[table], [&](const FoundRow& row) { return row.number == number; });
  }

  bool was_in_time() const { return in_time_; }
  std::vector<FoundRow> rows_of(std::uint32_t table) const {
    if (table >= best_.size()) return {};
    std::vector<FoundRow> rows(
        best_[table].begin(),
        best_[table].begin() + static_cast<std::ptrdiff_t>(std::min(most_, best_[table].size())));
    // Where some rows have more of the words than others, those are the answer.
    if (!rows.empty() && rows.front().score > 0) {
      std::erase_if(rows,
                    [best = rows.front().score](const auto& row) { return row.score < best; });
    }
    std::sort(rows.begin(), rows.end(),
              [](const auto& one, const auto& other) { return one.number < other.number; });
    return rows;
  }

 private:
  bool in_time() { return in_time_ = in_time_ && std::chrono::steady_clock::now() < end_; }

  const RowJudge& judge_;
  std::size_t most_;
  std::chrono::steady_clock::time_point end_;
  bool in_time_ = true;
  std::vector<std::vector<FoundRow>> best_;
};

/// What is not of that shape says nothing: an index may be anybody's.
std::vector<std::string> texts_of(const nlohmann::json& json) {
  std::vector<std::string> texts;
  if (!json.is_array()) return texts;
  for (const auto& text : json) texts.push_back(text.is_string() ? text.get<std::string>() : "");
  return texts;
}

std::vector<FoundRow> sample_of(const IndexedTable& table, std::size_t most) {
  std::vector<FoundRow> rows;
  const auto json = nlohmann::json::parse(table.sample, nullptr, false);
  if (!json.is_array()) return rows;
  for (const auto& row : json) {
    if (rows.size() < most) rows.push_back({0, 0, texts_of(row)});
  }
  return rows;
}

/// Only what the job itself has is read, whatever an index says.
bool is_in_files(const fs::path& path) {
  const fs::path plain = path.lexically_normal();
  return plain == path && plain.begin() != plain.end() && *plain.begin() == folder::kFiles;
}

bool has_word(std::string_view text, const WantedRows& wanted, const WordReader& reader) {
  bool has = false;
  reader.each(search_text(utf8_prefix(text, kSearchedBytes)),
              [&](std::string_view token, std::string_view) {
                has = has || std::any_of(wanted.words.begin(), wanted.words.end(),
                                         [&](const auto& word) { return word.is_token(token); });
              });
  return has;
}

/// The first column mostly says what a row is of.
std::vector<std::size_t> columns_to_show(const std::vector<std::string>& names,
                                         const std::vector<FoundRow>& rows,
                                         const WantedRows& wanted, const WordReader& reader) {
  std::size_t width = names.size();
  for (const FoundRow& row : rows) width = std::max(width, row.cells.size());
  std::set<std::size_t> shown;
  if (width > 0) shown.insert(0);
  for (std::size_t at = 0; at < width && shown.size() < kShownColumns; ++at) {
    bool has = at < names.size() && has_word(names[at], wanted, reader);
    for (const FoundRow& row : rows) {
      has = has || (at < row.cells.size() && has_word(row.cells[at], wanted, reader));
    }
    if (has) shown.insert(at);
  }
  for (std::size_t at = 0; at < width && shown.size() < kShownColumns; ++at) shown.insert(at);
  return {shown.begin(), shown.end()};
}

std::string shown(std::string_view text) {
  const std::string words = to_valid_utf8(collapse_space(text));
  if (words.size() <= kShownBytes) return words;
  return std::string(utf8_prefix(words, kShownBytes)) + "…";
}

std::vector<FoundRow> rows_of_file(const fs::path& job, const IndexedTable& table,
                                   const WantedRows& wanted, const WordReader& reader,
                                   std::string& note) {
  const fs::path path(table.path);
  if (!is_in_files(path)) {
    note = "its path leads out of the job's files";
    return {};
  }
  const RowJudge judge(wanted, reader);
  RowFinder finder(judge, wanted.most, wanted.time);
  LookBounds bounds;
  bounds.time = std::chrono::seconds(1);
  const auto look = look_into(job / path, path.filename().string(), bounds, finder);
  if (!look) {
    note = look.error().message;
    return {};
  }
  if (!finder.was_in_time()) note = "only the beginning of the file was read for rows";
  if (table.part >= look->tables.size() || !look->tables[table.part].told_as) return {};
  return finder.rows_of(*look->tables[table.part].told_as);
}

}  // namespace

MatchingRows matching_rows(const fs::path& job, const IndexedTable& table, const WantedRows& wanted,
                           const WordReader& reader) {
  MatchingRows matching;
  if (table.columns == 0 || wanted.most == 0) return matching;
  const bool in_cells =
      std::find(wanted.in_cells.begin(), wanted.in_cells.end(), true) != wanted.in_cells.end();
  std::vector<FoundRow> rows;
  if (in_cells || !wanted.years.empty()) {
    rows = rows_of_file(job, table, wanted, reader, matching.note);
  }
  if (rows.empty()) rows = sample_of(table, wanted.most);
  const auto names = texts_of(nlohmann::json::parse(table.names, nullptr, false));
  matching.columns = columns_to_show(names, rows, wanted, reader);
  for (const std::size_t at : matching.columns) {
    matching.names.push_back(at < names.size() ? shown(names[at]) : std::string());
  }
  for (const FoundRow& row : rows) {
    auto& cells = matching.rows.emplace_back();
    for (const std::size_t at : matching.columns) {
      cells.push_back(at < row.cells.size() ? shown(row.cells[at]) : std::string());
    }
    matching.numbers.push_back(row.number);
  }
  return matching;
}

}  // namespace tagtrail::host

#include "cli/search_answers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/job_words.hpp"
#include "system/say.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

/// Where an answer lies, as the user named the job.
std::string path_of(const SearchAnswer& answer) {
  return (answer.job / answer.table.path).lexically_normal().string();
}

std::string title_of(const IndexedTable& table) {
  if (!table.title.empty()) return table.title;
  return table.link_words.empty() ? fs::path(table.path).filename().string() : table.link_words;
}

nlohmann::ordered_json json_of(const SearchAnswer& answer) {
  using Json = nlohmann::ordered_json;
  const IndexedTable& table = answer.table;
  Json rows = Json::array();
  for (std::size_t at = 0; at < answer.rows.rows.size(); ++at) {
    Json row = {{"cells", answer.rows.rows[at]}};
    if (answer.rows.numbers[at] > 0) row["row"] = answer.rows.numbers[at];
    rows.push_back(std::move(row));
  }
  Json json = {{"title", title_of(table)},
               {"job", answer.job.string()},
               {"path", table.path},
               {"sheet", table.sheet},
               {"format", table.format},
               {"rows", table.rows},
               {"rowsAtLeast", table.rows_at_least},
               {"columns", table.columns},
               {"names", answer.rows.names},
               {"matching", std::move(rows)},
               {"lacking", answer.lacking},
               {"site", answer.site},
               {"url", table.url},
               {"page", table.page},
               {"pageTitle", table.page_title},
               {"linkWords", table.link_words},
               {"licence", table.licence},
               {"publisher", table.publisher},
               {"date", table.date},
               {"sha256", table.sha256},
               {"copies", answer.copies}};
  if (!answer.rows.note.empty()) json["note"] = answer.rows.note;
  if (!answer.likeness.why.empty()) {
    json["likeness"] = std::round(100 * answer.likeness.share) / 100;
    json["same"] = answer.likeness.same;
    json["why"] = answer.likeness.why;
  }
  return json;
}

std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

/// Names, then rows, each column as wide as its longest cell.
void print_rows(const MatchingRows& matching, std::uint64_t columns) {
  constexpr std::size_t kWidest = 32;
  std::vector<std::vector<std::string>> lines = {matching.names};
  lines.insert(lines.end(), matching.rows.begin(), matching.rows.end());
  std::vector<std::size_t> widths(matching.names.size());
  for (auto& line : lines) {
    for (std::size_t at = 0; at < line.size(); ++at) {
      line[at] = terminal_line(line[at]);
      widths[at] = std::max(widths[at], std::min(width_of(line[at]), kWidest));
    }
  }
  for (const auto& line : lines) {
    std::string text;
    for (std::size_t at = 0; at < line.size(); ++at) {
      text += line[at];
      const std::size_t width = width_of(line[at]);
      if (at + 1 < line.size())
        text += std::string(width < widths[at] ? widths[at] - width + 2 : 2, ' ');
    }
    say(stdout, "   | {}\n", text);
  }
  if (columns > matching.names.size()) {
    say(stdout, "   | and {}\n", counted(columns - matching.names.size(), "more column"));
  }
}

void print_answer(std::size_t number, const SearchAnswer& answer) {
  const IndexedTable& table = answer.table;
  say(stdout, "\n{}. {}\n", number, terminal_line(title_of(table)));
  std::string size = "no table";
  if (table.columns > 0) {
    size = fmt::format("{}{} x {}", counted(table.rows, "row"),
                       table.rows_at_least ? " or more" : "", counted(table.columns, "column"));
  }
  const std::string sheet = table.sheet.empty() ? "" : fmt::format(", {}", table.sheet);
  say(stdout, "   {}{}: {}\n", terminal_line(path_of(answer)), terminal_line(sheet), size);
  if (!answer.likeness.why.empty()) {
    say(stdout, "   {:.0f} % alike: {}\n", 100 * answer.likeness.share,
        terminal_line(fmt::format("{}", fmt::join(answer.likeness.why, "; "))));
  }
  if (!answer.rows.names.empty()) print_rows(answer.rows, table.columns);
  if (!answer.rows.note.empty()) say(stdout, "   rows: {}\n", terminal_line(answer.rows.note));
  if (!answer.lacking.empty()) {
    say(stdout, "   without: {}\n",
        terminal_line(fmt::format("{}", fmt::join(answer.lacking, ", "))));
  }
  using Fact = std::pair<const char*, std::string_view>;
  const std::array<Fact, 5> facts = {{{"page", table.page},
                                      {"file", table.url},
                                      {"licence", table.licence},
                                      {"publisher", table.publisher},
                                      {"date", table.date}}};
  for (const auto& [what, text] : facts) {
    if (!text.empty()) say(stdout, "   {}: {}\n", what, terminal_line(text));
  }
  if (answer.copies > 0) say(stdout, "   the same in {} more\n", counted(answer.copies, "job"));
}

/// Of how many tables.
std::string where_text(const SearchResult& result, const AskedSearch& asked) {
  return fmt::format("of {} in {}{}{}", counted(result.tables, "table"),
                     counted(result.jobs, "job"), asked.in_this_folder ? " of this folder" : "",
                     asked.filters.empty() ? "" : "," + asked.filters + ",");
}

/// What was found, of a table that others are to be like.
std::string found_text(const SearchResult& result, const TableToMatch& like,
                       const std::string& where) {
  const std::string words =
      result.words.empty() ? "" : fmt::format(" with {}", fmt::join(result.words, ", "));
  const std::string what = terminal_line(fmt::format("{}{}", like.file.string(), words));
  if (result.found == 0) return fmt::format("none {} is like {}", where, what);
  // All of those that were looked at closely are like it, so there may be others.
  const bool more = result.found == result.compared && result.compared < result.tables;
  return fmt::format("{}{} {} {} like {}", more ? "at least " : "", grouped(result.found), where,
                     result.found == 1 ? "is" : "are", what);
}

std::string found_text(const SearchResult& result, const std::string& where) {
  const std::string words = fmt::format("{}", fmt::join(result.words, ", "));
  if (result.answers.empty()) return fmt::format("none {} has {}", where, words);
  const auto& lacking = result.answers.front().lacking;
  return fmt::format("{} {} {} {}", grouped(result.found), where,
                     result.found == 1 ? "has" : "have",
                     lacking.empty() ? words : fmt::format("some of {}, none has all", words));
}

}  // namespace

void print_json(const SearchResult& result, const AskedSearch& asked,
                const std::vector<std::string>& notes) {
  auto answers = nlohmann::ordered_json::array();
  for (const SearchAnswer& answer : result.answers) answers.push_back(json_of(answer));
  nlohmann::ordered_json json = {{"words", result.words}, {"ignored", result.fillers},
                                 {"jobs", result.jobs},   {"tables", result.tables},
                                 {"found", result.found}, {"answers", std::move(answers)},
                                 {"notes", notes}};
  if (asked.like != nullptr) {
    json["like"] = asked.like->file.string();
    json["compared"] = result.compared;
  }
  say(stdout, "{}\n", json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void print_found(const SearchResult& result, const AskedSearch& asked) {
  const std::string where = where_text(result, asked);
  say(stdout, "{}",
      asked.like != nullptr ? found_text(result, *asked.like, where) : found_text(result, where));
  std::uint64_t shown = result.answers.size();
  for (const SearchAnswer& answer : result.answers) shown += answer.copies;
  if (result.found > shown) {
    say(stdout, "; the best {} (--most N: more)", grouped(result.answers.size()));
  }
  say(stdout, "\n");
  for (std::size_t at = 0; at < result.answers.size(); ++at) {
    print_answer(at + 1, result.answers[at]);
  }
}

}  // namespace tagtrail::host

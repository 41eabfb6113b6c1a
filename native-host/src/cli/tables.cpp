// `tagtrail tables`: what is in the files of a job.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "command_line/report_failure.hpp"
#include "command_line/stop_signals.hpp"
#include "export/datapackage.hpp"
#include "job/job_looks.hpp"
#include "store/job_reader.hpp"
#include "system/say.hpp"
#include "tables/look.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using Found = nlohmann::ordered_json;

struct TablesArguments {
  std::string job;
  bool json = false;
  bool again = false;
};

/// Looks into what was not looked into yet and writes the manifest anew. Whether it came to the
/// end. Errors: busy (the job runs); those of the store.
Expected<bool> bring_up_to_date(const TablesArguments& arguments) {
  auto store = TRY(JobStore::open(arguments.job));
  if (arguments.again) TRY(store->forget_looks());
  const bool terminal = ::isatty(STDERR_FILENO) != 0;
  const auto looks = TRY(look_into_job(*store, [&](LooksDone done) {
    if (terminal) say_over(stderr, "looking into files: {} of {}", done.done, done.of);
    return !is_told_to_stop();
  }));
  if (terminal) say_over(stderr, "");
  // A job that never ended has no manifest, and facts only since it began.
  const auto facts = TRY(store->get(kPackageFacts));
  if (facts && looks.of + (arguments.again ? 1 : 0) > 0) {
    TRY(write_datapackage(*store, TRY(facts_from_json(*facts))));
  }
  return looks.done == looks.of;
}

// A job folder may come from anybody: what is of another type than it should be says nothing.

std::uint64_t number_of(const Found& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}
std::string text_of(const Found& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}
bool is_set(const Found& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_boolean() && found->get<bool>();
}
/// The objects of a list.
std::vector<Found> objects_of(const Found& json, const char* name) {
  std::vector<Found> objects;
  const auto found = json.find(name);
  if (found == json.end() || !found->is_array()) return objects;
  for (const Found& each : *found) {
    if (each.is_object()) objects.push_back(each);
  }
  return objects;
}

/// One line of the list.
struct TableRow {
  std::string file, format, sheet, size, header, kin;
};

std::string size_of(const Found& table) {
  const bool at_least = is_set(table, "rowsAtLeast");
  const std::size_t columns = objects_of(table, "fields").size() + number_of(table, "fieldsMore");
  return fmt::format("{}{} x {}", number_of(table, "rows"), at_least ? "+" : "", columns);
}

std::string header_of(const Found& table) {
  constexpr std::size_t kNames = 4;
  if (number_of(table, "headerRow") == 0 && table.contains("dialect")) return "none";
  std::string names;
  std::size_t count = 0;
  for (const Found& field : objects_of(table, "fields")) {
    if (count++ == kNames) return names + ", ...";
    constexpr std::size_t kNameBytes = 20;
    const std::string name = text_of(field, "name");
    names += (names.empty() ? "" : ", ") + std::string(utf8_prefix(name, kNameBytes));
  }
  return names;
}

/// Letters for contents that hold the same table, in the order in which they are met.
class KinLetters {
 public:
  std::string of(const std::string& kin) {
    const auto [letter, fresh] = letters_.try_emplace(kin, letters_.size() + 1);
    return fmt::format("={}", letter->second);
  }

 private:
  std::map<std::string, std::size_t> letters_;
};

void add_rows(const std::string& path, const Found& look, const std::string& kin,
              std::vector<TableRow>& rows) {
  const std::string format = text_of(look, "format");
  const std::string note = text_of(look, "note");
  const auto tables = objects_of(look, "tables");
  for (const Found& table : tables) {
    std::string sheet = text_of(table, "name");
    if (is_set(table, "hidden")) sheet += " (hidden)";
    rows.push_back({path, format, std::move(sheet), size_of(table), header_of(table), kin});
  }
  if (const auto more = number_of(look, "tablesMore"); more > 0) {
    rows.push_back({path, format, fmt::format("and {} more", more), "", "", kin});
  }
  if (tables.empty() || !note.empty()) rows.push_back({path, format, "", "-", note, kin});
}

std::string padded(const std::string& text, std::size_t width) {
  const auto characters = static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
  return characters >= width ? text : text + std::string(width - characters, ' ');
}

void print_rows(const std::vector<TableRow>& rows) {
  constexpr auto kColumns = std::to_array<std::string TableRow::*>(
      {&TableRow::file, &TableRow::format, &TableRow::sheet, &TableRow::size, &TableRow::kin});
  constexpr std::size_t kWidest = 50;
  std::vector<TableRow> all = {{"FILE", "FORMAT", "SHEET", "ROWS x COLUMNS", "HEADER", "SAME"}};
  all.insert(all.end(), rows.begin(), rows.end());
  std::array<std::size_t, kColumns.size()> widths{};
  for (const TableRow& row : all) {
    for (std::size_t at = 0; at < kColumns.size(); ++at) {
      widths.at(at) = std::max(widths.at(at), std::min((row.*kColumns.at(at)).size(), kWidest));
    }
  }
  for (const TableRow& row : all) {
    std::string line;
    for (std::size_t at = 0; at < kColumns.size(); ++at) {
      if (widths.at(at) == 0) continue;
      line += padded(terminal_line(row.*kColumns.at(at)), widths.at(at)) + "  ";
    }
    say(stdout, "{}{}\n", line, terminal_line(row.header));
  }
}

struct Listed {
  std::uint64_t files = 0;
  std::uint64_t looked_into = 0;
  std::uint64_t tables = 0;
  std::uint64_t statistics = 0;
  std::vector<TableRow> rows;
  std::map<std::string, std::uint64_t> kin;
};

void print_json_line(const TargetRow& target, const LookRow& look, const Found& found,
                     const std::vector<std::string>& same) {
  Found json = {{"path", target.path}, {"url", target.url}, {"sha256", target.sha256}};
  if (!look.kin.empty()) json["kin"] = look.kin;
  if (!same.empty()) json["sameTable"] = same;
  json.update(found);
  say(stdout, "{}\n", json.dump(-1, ' ', false, Found::error_handler_t::replace));
}

Expected<Listed> list(const TablesArguments& arguments) {
  constexpr std::size_t kSame = 100;
  const auto job = TRY(JobReader::open(arguments.job));
  Listed listed;
  KinLetters letters;
  TRY(job.each_target([&](const TargetRow& target) -> Expected<void> {
    ++listed.files;
    const auto look = TRY(job.look_of(target.sha256));
    if (!look) return {};
    const Found found = Found::parse(look->json, nullptr, false);
    if (!found.is_object()) return {};
    ++listed.looked_into;
    const auto same = TRY(job.same_table(*look, kSame));
    listed.tables += objects_of(found, "tables").size();
    listed.statistics += is_set(found, "statistics") ? 1 : 0;
    if (arguments.json) {
      print_json_line(target, *look, found, same);
    } else {
      add_rows(target.path, found, same.empty() ? "" : letters.of(look->kin), listed.rows);
    }
    return {};
  }));
  return listed;
}

int run(const TablesArguments& arguments) {
  // Only a job is looked into: opening one would make it.
  if (const auto job = JobReader::open(arguments.job); !job) return report_failure(job.error());
  watch_stop_signals();
  const auto done = bring_up_to_date(arguments);
  const bool runs = !done && done.error().code == ErrorCode::busy;
  if (!done && !runs) return report_failure(done.error());
  const auto listed = list(arguments);
  if (!listed) return report_failure(listed.error());
  if (!arguments.json) {
    print_rows(listed->rows);
    say(stdout, "{} files, {} looked into: {} tables, {} files with a statistics table\n",
        listed->files, listed->looked_into, listed->tables, listed->statistics);
  }
  if (runs) say(stderr, "tagtrail: the job is running; the rest is looked into when it ends\n");
  if (done && !*done) {
    say(stderr, "tagtrail: stopped; the same command continues\n");
    return exit_code::kStopped;
  }
  return exit_code::kDone;
}

}  // namespace

void add_tables(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("tables", "show the tables in a job's files");
  auto arguments = std::make_shared<TablesArguments>();
  command->add_option("JOB", arguments->job, "job folder; the job may be running")->required();
  command->add_flag("--json", arguments->json, "one JSON object per file");
  command->add_flag("--again", arguments->again, "look into all files anew");
  command->footer(
      "A line for each table: file, format, sheet, rows x columns, the names of the first "
      "columns.\n"
      "Files with the same mark (=1) hold the same table in another format or spelling; a + "
      "behind\n"
      "the rows says that the table was not read to its end. Harvest looks into files at its end\n"
      "(--tables off: not); this command looks into what is left and writes datapackage.json "
      "anew.\n"
      "Files are never changed.\n"
      "Supported: CSV and the like, XLSX, ODS, JSON, GeoJSON, members of archives; the beginning\n"
      "of PDF, XML and text. --json also has types, units, dialects and the first rows.\n"
      "Examples:\n"
      "  tagtrail tables harvest-example.org\n"
      "  tagtrail tables harvest-example.org --json | jq 'select(.statistics)'");
  command->callback([arguments, &context] { context.exit_code = run(*arguments); });
}

}  // namespace tagtrail::host

#include "cli/export_tables.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "answers/export_answers.hpp"
#include "cli/job_words.hpp"
#include "command_line/report_failure.hpp"
#include "command_line/stop_signals.hpp"
#include "system/exit_code.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

/// A line on a terminal for what takes longer than a second, a few times a second.
class ReadingLine {
 public:
  void tell(AnswersProgress progress) {
    const auto now = Clock::now();
    if (!on_terminal_ || now < next_) return;
    next_ = now + std::chrono::milliseconds(200);
    shown_ = true;
    say_over(stderr, "reading files: {} of {}", grouped(progress.done), grouped(progress.of));
  }
  void clear() const {
    if (shown_) say_over(stderr, "");
  }

 private:
  using Clock = std::chrono::steady_clock;
  bool on_terminal_ = ::isatty(STDERR_FILENO) != 0;
  bool shown_ = false;
  Clock::time_point next_ = Clock::now() + std::chrono::seconds(1);
};

void print_json(const fs::path& output, const AnswersCount& count) {
  using Json = nlohmann::ordered_json;
  Json reasons = Json::array();
  for (const auto& [reason, times] : count.left_out) {
    reasons.push_back({{"reason", reason}, {"count", times}});
  }
  const Json json = {
      {"output", output.string()},        {"jobs", count.jobs},       {"files", count.files},
      {"contents", count.contents},       {"tables", count.tables},   {"rows", count.rows},
      {"unchanged", count.unchanged},     {"removed", count.removed}, {"cut", count.cut},
      {"filesLeftOut", count.left_files}, {"leftOut", reasons}};
  say(stdout, "{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void print_left_out(const AnswersCount& count) {
  constexpr std::size_t kReasons = 10;
  if (count.left_files > 0) {
    say(stdout, "{} without a table\n", counted(count.left_files, "file"));
  }
  if (count.left_out.empty()) return;
  say(stdout, "left out, each named in tagtrail_left_out:\n");
  for (std::size_t at = 0; at < std::min(kReasons, count.left_out.size()); ++at) {
    say(stdout, "  {}: {}\n", grouped(count.left_out[at].second),
        terminal_line(count.left_out[at].first));
  }
  std::uint64_t others = 0;
  for (std::size_t at = kReasons; at < count.left_out.size(); ++at) {
    others += count.left_out[at].second;
  }
  if (others > 0) say(stdout, "  {}: for other reasons\n", grouped(others));
}

void print_words(const fs::path& output, const AnswersCount& count) {
  say(stdout, "{}: {} with {} from {} of {}\n", output.string(), counted(count.tables, "table"),
      counted(count.rows, "row"), counted(count.files, "file"), counted(count.jobs, "job"));
  if (count.unchanged > 0 || count.removed > 0) {
    say(stdout, "{} unchanged, {} new, {} removed or replaced\n", grouped(count.unchanged),
        grouped(count.tables - count.unchanged), grouped(count.removed));
  }
  if (count.cut > 0) {
    say(stdout, "not whole: {} (rows_cut, columns_cut and note in tagtrail_tables)\n",
        counted(count.cut, "table"));
  }
  print_left_out(count);
}

}  // namespace

int export_tables(const std::vector<fs::path>& jobs, const fs::path& output, bool json) {
  watch_stop_signals();
  ReadingLine line;
  const auto count = export_answers(jobs, output, [&](AnswersProgress progress) {
    line.tell(progress);
    return !is_told_to_stop();
  });
  line.clear();
  if (!count) return report_failure(count.error());
  if (!*count) {
    say(stderr, "tagtrail: stopped; {} is as it was before\n", output.string());
    return exit_code::kStopped;
  }
  if (json) {
    print_json(output, **count);
  } else {
    print_words(output, **count);
  }
  return exit_code::kDone;
}

}  // namespace tagtrail::host

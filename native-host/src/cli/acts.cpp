// `tagtrail acts`: the links that a job did not open because they do something.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/job_words.hpp"
#include "command_line/report_failure.hpp"
#include "store/job_reader.hpp"
#include "system/say.hpp"
#include "tagtrail/acting.hpp"
#include "tagtrail/decision_json.hpp"
#include "tagtrail/suspects.hpp"

namespace tagtrail::host {
namespace {

struct ActsArguments {
  std::string job;
  bool json = false;
};

void print_link(const ActingLink& link, bool json) {
  if (json) {
    using Json = nlohmann::json;
    say(stdout, "{}\n",
        acting_link_to_json(link).dump(-1, ' ', false, Json::error_handler_t::replace));
    return;
  }
  say(stdout, "{}\n  {}{}{}\n", terminal_line(link.url),
      link.sure ? "" : "perhaps: ", terminal_line(link.reason),
      link.page.empty() ? std::string() : "; on " + terminal_line(link.page));
}

constexpr std::size_t kMostKinds = 50;

/// As a shell takes it as one word.
std::string for_shell(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

/// Links that are built alike, in the order of their first ones.
class Kinds {
 public:
  void add(const ActingLink& link) {
    // Nobody wants the session to end.
    if (ends_session(link.url)) return;
    const auto [at, is_new] = places_.try_emplace(link_shape(link.url), kinds_.size());
    if (is_new) kinds_.push_back({link.url, 0});
    ++kinds_[at->second].count;
  }
  void print() const {
    if (kinds_.empty()) return;
    say(stdout, "to open those of a kind, add to the command that continues the job:\n");
    for (std::size_t at = 0; at < std::min(kinds_.size(), kMostKinds); ++at) {
      say(stdout, "  --open-acting {}   ({})\n", terminal_line(for_shell(kinds_[at].url)),
          counted(kinds_[at].count, "link"));
    }
    if (kinds_.size() > kMostKinds) {
      say(stdout, "  and {} more\n", counted(kinds_.size() - kMostKinds, "kind"));
    }
  }

 private:
  struct Kind {
    std::string url;
    std::uint64_t count = 0;
  };
  std::map<std::string, std::size_t> places_;
  std::vector<Kind> kinds_;
};

int run(const ActsArguments& arguments) {
  const auto job = JobReader::open(arguments.job);
  if (!job) return report_failure(job.error());
  std::uint64_t count = 0;
  Kinds kinds;
  const auto listed = job->each_acting([&](const ActingLink& link) -> Expected<void> {
    ++count;
    kinds.add(link);
    print_link(link, arguments.json);
    return {};
  });
  if (!listed) return report_failure(listed.error());
  if (arguments.json) return exit_code::kDone;
  say(stdout, "{} not opened, because {}\n", counted(count, "link"),
      count == 1 ? "it acts" : "they act");
  kinds.print();
  return exit_code::kDone;
}

}  // namespace

void add_acts(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("acts",
                                     "list the links that a job did not open, because they "
                                     "delete, order, log out and the like");
  auto arguments = std::make_shared<ActsArguments>();
  command->add_option("JOB", arguments->job, "job folder; the job may be running")->required();
  command->add_flag("--json", arguments->json, "one JSON object per line");
  command->footer(
      "Example:\n"
      "  tagtrail acts harvest-example.org\n"
      "\n"
      "The panel allows them by groups; harvest with --open-acting opens those of a kind, or all.");
  command->callback([arguments, &context] { context.exit_code = run(*arguments); });
}

}  // namespace tagtrail::host

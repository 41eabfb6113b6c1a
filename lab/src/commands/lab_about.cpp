// `tagtrail lab about`: topics drawn from what sites call their files, with and without --about.
#include <algorithm>
#include <csignal>
#include <memory>
#include <thread>

#include "command_line/add_job_options.hpp"
#include "command_line/report_failure.hpp"
#include "command_line/stop_signals.hpp"
#include "commands/commands.hpp"
#include "options/amounts.hpp"
#include "studies/about_study.hpp"
#include "studies/run_record.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

volatile std::sig_atomic_t g_stop_topics = 0;

void on_stop_signal(int) { g_stop_topics = 1; }

struct AboutArguments {
  AboutOptions study;
  std::vector<std::string> replicas;
  JobRequest request;
  std::string memory = "2GiB";

  AboutArguments() {
    request.config = lab_config();
    study.jobs = std::max(1U, std::thread::hardware_concurrency());
  }
};

int run_about(AboutArguments& arguments) {
  if (arguments.request.fault) return report_failure(*arguments.request.fault);
  const auto memory = parse_size(arguments.memory);
  if (!memory) return report_failure(memory.error());
  AboutOptions& study = arguments.study;
  study.memory_limit = *memory;
  study.base = arguments.request.config;
  study.base.policy = "trail";
  study.replicas.assign(arguments.replicas.begin(), arguments.replicas.end());
  study.stop = &g_stop_topics;
  catch_stop_signals(on_stop_signal);
  const auto results = study_topics(
      study, [](const std::string& site) { say(stderr, "tagtrail: {} is done\n", site); });
  if (!results && g_stop_topics != 0) return exit_code::kStopped;
  if (!results) return report_failure(results.error());
  say(stdout, "{}", to_text(topics_table(*results, study.runs)));
  return exit_code::kDone;
}

}  // namespace

void add_lab_about(CLI::App& lab, CommandContext& context) {
  auto arguments = std::make_shared<AboutArguments>();
  AboutArguments& a = *arguments;
  auto* command = lab.add_subcommand("about", "what it is worth to name a topic");
  command->add_option("REPLICA", a.replicas, "recorded or generated sites")->required();
  command->add_option("--topics", a.study.topics, "drawn of each site")
      ->capture_default_str()
      ->check(CLI::Range(1U, 1000U));
  command->add_option("--topic-seed", a.study.drawn, "what they are drawn with")
      ->capture_default_str();
  command->add_option("--runs", a.study.runs, "runs of each, with seeds 0, 1, ...")
      ->capture_default_str()
      ->check(CLI::Range(1U, 1000U));
  command->add_option("--jobs", a.study.jobs, "runs at a time")
      ->capture_default_str()
      ->check(CLI::Range(1U, 1024U));
  add_job_options(*command, a.request,
                  {"--targets", "--scope", "--blocklist", "--sitemaps", "--leave-traps"});
  command->add_option("--memory", a.memory, "for the parsed pages of a site; others are read again")
      ->capture_default_str();
  command->footer(
      "A topic is two words that 5 to 60 files of a site, no more than every fourth, have in "
      "their\n"
      "names or in links to them. Which are taken hangs on --topic-seed alone. trail crawls the "
      "site\nwith and without --about; counted are the requests to 90 % of the files that have "
      "both words.\n"
      "Example:\n  tagtrail lab about a.replica b.replica --topics 2 --runs 5");
  command->callback([arguments, &context] { context.exit_code = run_about(*arguments); });
}

}  // namespace tagtrail::host

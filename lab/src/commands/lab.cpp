// `tagtrail lab`: studies over replicas, resumable, one JSON line a run.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <ctime>
#include <memory>
#include <set>
#include <thread>

#include "command_line/add_job_options.hpp"
#include "command_line/report_failure.hpp"
#include "command_line/stop_signals.hpp"
#include "commands/commands.hpp"
#include "options/ache_model_file.hpp"
#include "options/amounts.hpp"
#include "store/own_files.hpp"
#include "studies/lab_run.hpp"
#include "studies/policy_settings.hpp"
#include "studies/report_data.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

volatile std::sig_atomic_t g_stop = 0;

void on_signal(int) { g_stop = 1; }

struct LabArguments {
  std::vector<std::string> replicas;
  std::string policies;
  unsigned runs = 1;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  JobRequest request;  ///< whose configuration is that of all runs
  std::string memory = "2GiB";
  std::string output;
  bool json = false;
  std::string base = kReferencePolicy;
  StudyOptions study;
  std::vector<std::string> stoppings;

  LabArguments() {
    request.config = lab_config();
    request.config.targets = "paper";
  }
};

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  return fmt::format("{:04}-{:02}-{:02}", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday);
}

std::string objective_options(const JobRequest& request) {
  const Config& config = request.config;
  const MarkupParameters usual;
  std::string options;
  if (config.objective != Config{}.objective) options += " --objective " + config.objective;
  if (config.markup.syntaxes != usual.syntaxes) options += " --markup " + config.markup.syntaxes;
  if (config.markup.at_least != usual.at_least) {
    options += fmt::format(" --markup-min {}", config.markup.at_least);
  }
  if (config.markup.count) options += " --markup-count";
  if (!request.ache_model.empty()) {
    options += " --ache-model " + std::filesystem::path(request.ache_model).filename().string();
  }
  return options;
}

/// What makes the same runs elsewhere: replicas by their file names, no output, no jobs.
std::string command_line(const LabArguments& a) {
  const Config& config = a.request.config;
  std::string line = fmt::format("tagtrail lab {}", to_string(a.study.study));
  for (const std::string& replica : a.replicas) {
    line += " " + std::filesystem::path(replica).filename().string();
  }
  line += fmt::format(" --policies {} --runs {} --targets {}", a.policies, a.runs, config.targets);
  line += objective_options(a.request);
  if (config.budget.requests != Budget::kUnlimited)
    line += fmt::format(" --max-requests {}", config.budget.requests);
  if (config.scope != lab_config().scope) line += " --scope " + config.scope;
  if (config.blocklist != lab_config().blocklist) line += " --blocklist " + config.blocklist;
  if (config.sitemaps) line += " --sitemaps on";
  if (config.leave_traps) line += " --leave-traps on";
  if (config.stop_at.share > 0) {
    line += fmt::format(" --stop-at {} --stop-confidence {}", config.stop_at.share,
                        config.stop_at.confidence);
  }
  if (a.study.study == Study::hyperparameters || a.study.study == Study::paper) {
    const StudyOptions& s = a.study;
    line += fmt::format(" --alpha {} --n {} --theta {}", fmt::join(s.alphas, ","),
                        fmt::join(s.ns, ","), fmt::join(s.thetas, ","));
  }
  if (a.study.study == Study::acebot) {
    line += fmt::format(" --steps {} --completion {} --acebot-sample {} --acebot-labels {}",
                        fmt::join(a.study.steps, ","), fmt::join(a.study.completions, ","),
                        config.acebot.sample, config.acebot.labels);
  }
  if (a.study.study == Study::in_flight) {
    line += fmt::format(" --in-flight {}", fmt::join(a.study.in_flight, ","));
  }
  if (a.base != kReferencePolicy) line += " --base " + a.base;
  for (const std::string& stopping : a.stoppings) line += " --setting " + stopping;
  return line;
}

/// One line on standard error, rewritten as runs end.
class ProgressLine {
 public:
  void show(const LabProgress& progress) {
    if (!is_terminal_) return;
    constexpr int kWidth = 24;
    const auto full = static_cast<std::size_t>(progress.done * kWidth);
    std::string line = fmt::format("[{:{}}] {:3.0f} %  {} runs", std::string(full, '#'), kWidth,
                                   progress.done * 100, progress.runs);
    if (progress.skipped > 0) line += fmt::format(", {} made before", progress.skipped);
    if (progress.failed > 0) line += fmt::format(", {} failed", progress.failed);
    line += "  " + progress.site;
    if (progress.to_load > 0) {
      line += fmt::format(": reading {} of {} URLs", progress.loaded, progress.to_load);
    } else if (const double left = seconds_left(progress.done); left > 0) {
      line += fmt::format("  about {:.0f}:{:02.0f} left", std::floor(left / 60),
                          std::floor(std::fmod(left, 60)));
    }
    say_over(stderr, "{}", line);
    std::fflush(stderr);
  }
  void clear() const {
    if (is_terminal_) say_over(stderr, "");
  }

 private:
  double seconds_left(double done) const {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
    return done > 0 ? spent.count() / done * (1 - done) : 0;
  }

  bool is_terminal_ = isatty(STDERR_FILENO) != 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// The tables of a study, from all its runs, those of earlier labs included.
Expected<void> print_tables(const LabArguments& a, const std::vector<std::string>& keys) {
  auto results = TRY(load_results({a.output}));
  const std::set<std::string> planned(keys.begin(), keys.end());
  std::erase_if(results.records,
                [&](const RunRecord& record) { return !planned.contains(record.key); });
  const auto sites = sites_of(results.records);
  for (const Table& table : tables_of(a.study.study, sites, a.base)) {
    if (!table.rows.empty()) say(stdout, "{}\n", to_text(table));
  }
  std::fflush(stdout);
  return {};
}

const char* default_policies(Study study) {
  if (study == Study::compare) return "sb-classifier,bfs,dfs,random";
  if (study == Study::acebot) return "acebot,bfs,trail";
  if (study == Study::ache) return "ache,bfs,trail";
  if (study == Study::anthelion) return "anthelion,random,bfs,trail";
  if (study == Study::paper) {
    return "sb-oracle,sb-classifier,focused,tp-off,bfs,dfs,random,tres-lite,omniscient";
  }
  const bool is_of_trail =
      study == Study::ablate || study == Study::in_flight || study == Study::calibration;
  return is_of_trail ? "trail" : "sb-classifier";
}

Expected<void> check_base(const LabArguments& a) {
  const auto& policies = a.study.policies;
  if (a.base == kReferencePolicy ||
      std::find(policies.begin(), policies.end(), a.base) != policies.end()) {
    return {};
  }
  return fail(ErrorCode::invalid_argument,
              "--base " + a.base + " is not one of the compared policies");
}

/// What the published experiment of one policy crawls for, where the user says nothing else.
Expected<void> prepare_experiment(LabArguments& a) {
  constexpr std::uint64_t kRequests = 20'000;
  Config& base = a.study.base;
  if (a.study.study == Study::acebot) base.objective = "content";
  if (a.study.study != Study::ache && a.study.study != Study::anthelion) return {};
  if (base.scope == lab_config().scope) base.scope = "web";
  if (base.budget.requests == Budget::kUnlimited) base.budget.requests = kRequests;
  if (a.study.study == Study::anthelion) {
    if (base.objective == Config{}.objective) base.objective = "markup";
    return {};
  }
  base.objective = "forms";
  base.ache.learn_every = ache_learn_every(base.budget.requests);
  if (!base.ache.model.empty()) return {};
  return fail(ErrorCode::invalid_argument,
              "ache is trained beforehand: --ache-model FILE is missing. For generated webs "
              "'tagtrail generate --family web ... --ache-model FILE' makes one, for others "
              "'tagtrail train'");
}

Expected<LabOptions> resolve(LabArguments& a) {
  if (a.request.fault) return tl::unexpected(*a.request.fault);
  if (!a.request.ache_model.empty()) {
    a.request.config.ache.model = TRY(read_ache_model(a.request.ache_model));
  }
  LabOptions options;
  if (a.policies.empty()) a.policies = default_policies(a.study.study);
  a.study.policies = policy_names(a.policies);
  if (a.study.policies.empty()) return fail(ErrorCode::invalid_argument, "no policy is named");
  TRY(check_base(a));
  a.study.runs = a.runs;
  a.study.base = a.request.config;
  TRY(prepare_experiment(a));
  if (!a.stoppings.empty()) a.study.stoppings.clear();
  for (const std::string& text : a.stoppings) {
    const auto stopping = TRY(parse_stopping(text));
    a.study.stoppings.push_back(stopping);
  }
  // A mistake is told before anything is written.
  TRY(plan(a.study, "https://site.example/"));
  const auto memory = TRY(parse_size(a.memory));
  options.study = a.study;
  options.facts = {std::string(to_string(a.study.study)), TAGTRAIL_VERSION, command_line(a),
                   today()};
  options.replicas.assign(a.replicas.begin(), a.replicas.end());
  options.jobs = a.jobs;
  options.memory_limit = memory;
  options.stop = &g_stop;
  return options;
}

int run_study(LabArguments& arguments) {
  const auto options = resolve(arguments);
  if (!options) return report_failure(options.error());
  if (const auto free = refuse_job_data(arguments.output); !free) {
    return report_failure(free.error());
  }
  auto results = ResultsFile::open(arguments.output);
  if (!results) return report_failure(results.error());
  catch_stop_signals(on_signal);
  ProgressLine progress;
  LabObserver observer;
  observer.progress = [&](const LabProgress& now) { progress.show(now); };
  observer.error = [&](const std::string& message) {
    progress.clear();
    say(stderr, "tagtrail: {}\n", message);
  };
  observer.line = [&](const std::string& line) {
    if (!arguments.json) return;
    say(stdout, "{}\n", line);
    std::fflush(stdout);
  };
  const auto end = run_lab(*options, *results, observer);
  progress.clear();
  if (!end) return report_failure(end.error());
  if (!arguments.json) {
    if (auto printed = print_tables(arguments, end->keys); !printed) {
      return report_failure(printed.error());
    }
  }
  say(stderr, "tagtrail: {} runs, {} made before, {} failed; results in {}\n", end->progress.runs,
      end->progress.skipped, end->progress.failed, arguments.output);
  if (end->stopped) {
    say(stderr, "tagtrail: stopped; the same command continues\n");
    return exit_code::kStopped;
  }
  const bool some_failed = end->progress.failed + end->sites_failed > 0;
  return some_failed ? exit_code::kSomeFailed : exit_code::kDone;
}

void add_acebot_options(CLI::App& command, LabArguments& a) {
  command.add_option("--steps", a.study.steps, "steps of a pattern at most (k), values to try")
      ->delimiter(',')
      ->capture_default_str();
  command
      .add_option("--completion", a.study.completions,
                  "share of the sample's pairs that patterns have to cover (cr), values to try")
      ->delimiter(',')
      ->capture_default_str();
  command.footer(
      "Crawls each site for new text: by acebot with every pair of --steps and --completion, by "
      "bfs,\nwhich reads all and so says what there is, and by trail. Counted are distinct pairs "
      "of "
      "words,\nlinks to other sites, and requests; then acebot visits the site again with the "
      "patterns it\nlearned. Sites should have several times the sample's 3,000 requests.\n"
      "Example:\n  tagtrail generate --family blog --pages 40000 -o blog.replica\n"
      "  tagtrail lab acebot blog.replica -o acebot.jsonl");
}

void add_experiment_footer(CLI::App& command, Study study) {
  if (study == Study::anthelion) {
    command.footer(
        "Crawls each web for pages with structured data, with the classifiers and host functions "
        "of\nthe published experiment, and by random, bfs and trail; --max-requests (20000 unless "
        "given)\nstands for its million, a fifth of the pages.\n"
        "Example:\n  tagtrail generate --family web --pages 100000 --hosts 2000 -o w.replica\n"
        "  tagtrail lab anthelion w.replica --runs 3 -o anthelion.jsonl");
  }
  if (study == Study::ache) {
    command.footer(
        "Crawls each web for search forms of a topic, in the four modes of ache, and by bfs and "
        "trail,\nwhich know the model's classifiers of forms, too; --max-requests (20000 unless "
        "given) stands for\n100,000.\n"
        "Example:\n  tagtrail generate --family web --pages 100000 --hosts 2000 --topic jobs "
        "--forms 0.005 \\\n      --ache-model jobs.json -o w.replica\n"
        "  tagtrail lab ache w.replica --ache-model jobs.json --runs 3 -o ache.jsonl");
  }
}

void add_study(CLI::App& lab, CommandContext& context, Study study, const char* summary) {
  auto arguments = std::make_shared<LabArguments>();
  arguments->study.study = study;
  LabArguments& a = *arguments;
  auto* command = lab.add_subcommand(std::string(to_string(study)), summary);
  command->add_option("REPLICA", a.replicas, "recorded or generated sites")->required();
  command->add_option("-o,--out", a.output, "file of results, appended to and resumed")->required();
  command->add_option("--policies", a.policies, "names between commas, or all");
  command->add_option("--runs", a.runs, "runs of each, with seeds 0, 1, ...")
      ->capture_default_str()
      ->check(CLI::Range(1U, 100'000U));
  command->add_option("--jobs", a.jobs, "runs at a time")
      ->capture_default_str()
      ->check(CLI::Range(1U, 1024U));
  add_job_options(*command, a.request,
                  {"--targets", "--objective", "--markup", "--markup-min", "--markup-count",
                   "--ache-model", "--scope", "--blocklist", "--sitemaps", "--leave-traps",
                   "--max-requests", "--stop-at", "--stop-confidence"});
  if (study == Study::acebot) {
    add_job_options(*command, a.request, {"--acebot-sample", "--acebot-labels"});
  }
  command->add_option("--memory", a.memory, "for the parsed pages of a site; others are read again")
      ->capture_default_str();
  command->add_flag("--json", a.json, "print the lines of the runs instead of tables");
  if (study == Study::compare) {
    command->add_option("--base", a.base, "the policy that ratios are to")->capture_default_str();
  }
  if (study == Study::hyperparameters || study == Study::paper) {
    command->add_option("--alpha", a.study.alphas, "values to try")->delimiter(',');
    command->add_option("--n", a.study.ns, "values to try")->delimiter(',');
    command->add_option("--theta", a.study.thetas, "values to try")->delimiter(',');
  }
  if (study == Study::acebot) add_acebot_options(*command, a);
  add_experiment_footer(*command, study);
  if (study == Study::in_flight) {
    command->add_option("--in-flight", a.study.in_flight, "numbers of requests out at once")
        ->delimiter(',')
        ->capture_default_str();
  }
  if (study == Study::early_stopping || study == Study::paper) {
    command->add_option("--setting", a.stoppings,
                        "e.g. nu=1000,epsilon=0.01,gamma=0.5,kappa=15; may be repeated");
  }
  command->callback([arguments, &context] { context.exit_code = run_study(*arguments); });
}

}  // namespace

void add_lab(CLI::App& app, CommandContext& context) {
  auto* lab = app.add_subcommand("lab", "study policies on many replicas with many seeds");
  lab->require_subcommand(1);
  add_lab_about(*lab, context);
  add_study(*lab, context, Study::compare, "requests and volume that each policy needs");
  add_study(*lab, context, Study::hyperparameters, "sb-classifier with one parameter varied");
  add_study(*lab, context, Study::classifiers, "sb-classifier with each URL classifier");
  add_study(*lab, context, Study::early_stopping,
            "requests saved and targets lost by stopping early");
  add_study(*lab, context, Study::groups, "which groups of links pay");
  add_study(*lab, context, Study::ablate, "what each part of a policy is worth");
  add_study(*lab, context, Study::in_flight, "what several requests in flight cost");
  add_study(*lab, context, Study::calibration, "whether advice to stop is right");
  add_study(*lab, context, Study::acebot,
            "how much of a site's text acebot reads, for how many requests");
  add_study(*lab, context, Study::ache, "search forms that ache finds on a web, by its four modes");
  add_study(*lab, context, Study::anthelion,
            "pages with structured data among those fetched, by anthelion's choices of hosts");
  add_study(*lab, context, Study::paper, "all tables of the paper, in its layout");
  lab->footer(
      "Example:\n  tagtrail lab compare a.replica b.replica --policies all --runs 15 -o r.jsonl\n"
      "  tagtrail report r.jsonl -o report.html");
}

}  // namespace tagtrail::host

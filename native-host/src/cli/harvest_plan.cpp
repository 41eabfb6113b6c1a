#include "cli/harvest_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "browser/temporary_folder.hpp"
#include "cli/job_words.hpp"
#include "fetch/robots.hpp"
#include "fetch/robots_memory.hpp"
#include "job/runner.hpp"
#include "store/job_store.hpp"
#include "system/say.hpp"
#include "tagtrail/scope.hpp"
#include "tagtrail/suspects.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr unsigned kMostHops = 10;
constexpr std::size_t kMostKinds = 30;
/// As no harvest ends by it.
constexpr std::size_t kMostActing = 100'000;

/// Links of the start page that are built alike, and of which the same becomes.
struct Kind {
  std::string why;  ///< they are left; empty: they are opened
  bool file = false;
  std::uint64_t count = 0;
  std::string example;
};

struct Plan {
  std::string start;
  std::string title;
  std::uint64_t requests = 0;  ///< that were made for it, without robots.txt
  std::vector<Kind> kinds;     ///< most links first
  FormsReport forms;

  std::uint64_t count(bool opened) const {
    std::uint64_t links = 0;
    for (const Kind& kind : kinds) links += kind.why.empty() == opened ? kind.count : 0;
    return links;
  }
};

/// What came for the start page, and by which rules the harvest goes.
struct Start {
  Response response;
  Config config;
  std::vector<RobotsText> robots;
  std::uint64_t requests = 0;
};

/// Runs the harvest in a folder of its own, one request at a time, until the start page has come.
Expected<Start> load_start(HarvestArguments& arguments, const CommandContext& context,
                           const std::filesystem::path& folder) {
  Start start;
  JobOptions& options = arguments.job.options;
  arguments.request.out = (folder / "job").string();
  options.archive = ArchiveMode::none;
  options.tables = false;
  // Nothing is compared with what strangers are shown.
  options.lends_session = false;
  options.name_mask.clear();
  options.robots_memory = folder / "robots";
  const Budget budget = arguments.job.config.budget;
  for (unsigned hops = 0; hops < kMostHops; ++hops) {
    arguments.job.config.budget = {};
    arguments.job.config.budget.requests = start.requests + 1;
    auto runner = TRY(JobRunner::open({.dir = arguments.request.out,
                                       .config = arguments.job.config,
                                       .named = arguments.job.named,
                                       .options = options,
                                       .version = TAGTRAIL_VERSION,
                                       .feedback = {},
                                       .interrupted = nullptr,
                                       .revisit = false,
                                       .on_progress = {}}));
    auto link = TRY(make_link(arguments, context, *runner));
    const RunEnd end = runner->run(link.get());
    start.config = runner->config();
    start.config.budget = budget;
    start.requests = runner->status().progress.requests;
    if (runner->status().failure) return tl::unexpected(*runner->status().failure);
    runner.reset();
    const auto store = TRY(JobStore::open(arguments.request.out));
    const std::uint64_t answers = store->response_count();
    if (answers == 0) return fail(ErrorCode::network, end.message);
    const Bytes record = TRY(store->record(answers));
    start.response = TRY(decode_response(record.data(), record.size()));
    const bool leads_on = start.response.status >= 300 && start.response.status < 400;
    if (!leads_on || end.exit_code != exit_code::kLimit) break;
  }
  start.robots = read_robots_file(options.robots_memory);
  return start;
}

/// By what is known of a link without asking for it.
class Judge {
 public:
  Judge(const Start& start, const JobOptions& options, Engine& engine)
      : scope_(*Scope::of(start.config)), linked_(start.config.files == "linked") {
    for (ActingLink& link : engine.acting_links(0, kMostActing)) {
      acting_.emplace(std::move(link.url), std::move(link.reason));
    }
    if (!options.robots) return;
    for (const RobotsText& text : start.robots) {
      const bool there = text.status >= 200 && text.status < 300;
      if (there) robots_.emplace(text.origin, Robots::parse(text.text, "tagtrail"));
    }
  }

  /// Why it is left; empty: it is opened.
  std::string why_left(const LinkLook& link) const {
    if (const auto acts = acting_.find(link.url); acts != acting_.end()) {
      return "acts: " + acts->second;
    }
    const bool inside = scope_.contains(link.url);
    if (link.kind == LinkKind::out) {
      return inside ? "the blocklist, or another rule of the harvest, leaves it out"
                    : "out of scope";
    }
    if (!inside && !linked_)
      return "a file out of scope: --files linked takes those of other hosts";
    const auto rules = robots_.find(origin_of(link.url));
    const UrlParts parts = split_url(link.url);
    std::string path(parts.path);
    if (!parts.query.empty()) path.append("?").append(parts.query);
    const bool allowed = rules == robots_.end() || rules->second.allows(path);
    return allowed ? std::string() : "robots.txt forbids it";
  }

 private:
  Scope scope_;
  bool linked_;
  std::map<std::string, std::string, std::less<>> acting_;
  std::map<std::string, Robots, std::less<>> robots_;
};

void sort_into_kinds(const std::vector<LinkLook>& links, const Judge& judge, Plan& plan) {
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  std::set<std::string_view> seen{plan.start};
  for (const LinkLook& link : links) {
    if (!seen.insert(link.url).second) continue;
    std::string why = judge.why_left(link);
    const auto [at, is_new] = places.try_emplace({link_shape(link.url), why}, plan.kinds.size());
    if (is_new) {
      plan.kinds.push_back({std::move(why), link.kind == LinkKind::file, 0, link.url});
    }
    ++plan.kinds[at->second].count;
  }
  std::stable_sort(plan.kinds.begin(), plan.kinds.end(),
                   [](const Kind& a, const Kind& b) { return a.count > b.count; });
}

Expected<Plan> plan_for(HarvestArguments& arguments, const CommandContext& context) {
  const auto folder = TRY(TemporaryFolder::create(temporary_place(), "plan"));
  const std::vector<Feedback> words = arguments.job.feedback;
  Start start = TRY(load_start(arguments, context, folder.path()));
  Plan plan;
  plan.start = start.response.final_url;
  plan.title = start.response.page.title;
  plan.requests = start.requests;
  const Page page = start.response.page;
  if (!start.response.is_page) return plan;
  const auto engine = TRY(Engine::create(start.config));
  for (const Feedback& word : words) TRY(engine->teach(word));
  TRY(engine->observe(std::move(start.response)));
  const PageLook look = TRY(engine->look(page, plan.start));
  sort_into_kinds(look.links, Judge(start, arguments.job.options, *engine), plan);
  plan.forms = engine->progress().forms;
  return plan;
}

nlohmann::ordered_json plan_json(const Plan& plan) {
  auto open = nlohmann::ordered_json::array();
  auto left = nlohmann::ordered_json::array();
  for (const Kind& kind : plan.kinds) {
    nlohmann::ordered_json json = {
        {"what", kind.file ? "file" : "page"}, {"count", kind.count}, {"example", kind.example}};
    if (!kind.why.empty()) json["why"] = kind.why;
    (kind.why.empty() ? open : left).push_back(std::move(json));
  }
  return {{"exit", exit_code::kDone},
          {"start", plan.start},
          {"requests", plan.requests},
          {"open", std::move(open)},
          {"left", std::move(left)},
          {"forms", {{"sending", plan.forms.sending}, {"acting", plan.forms.acting}}}};
}

void print_kinds(const Plan& plan, bool opened) {
  std::size_t shown = 0;
  std::size_t more = 0;
  for (const Kind& kind : plan.kinds) {
    if (kind.why.empty() != opened) continue;
    if (shown++ >= kMostKinds) {
      ++more;
      continue;
    }
    say(stdout, "  {:>5}  {}{}\n", grouped(kind.count),
        opened ? (kind.file ? "file   " : "page   ") : terminal_line(kind.why) + ": ",
        terminal_line(kind.example));
  }
  if (more > 0) say(stdout, "  and {} more\n", counted(more, "kind"));
}

void print_plan(const Plan& plan) {
  say(stdout, "{}{}\n", terminal_line(plan.start),
      plan.title.empty() ? std::string() : ": " + terminal_line(plan.title));
  say(stdout, "would be opened of its links: {}, by kind, with one of each\n",
      grouped(plan.count(true)));
  print_kinds(plan, true);
  say(stdout, "would be left: {}\n", grouped(plan.count(false)));
  print_kinds(plan, false);
  const std::uint64_t forms = plan.forms.sending + plan.forms.acting;
  if (forms > 0) say(stdout, "forms that would not be tried: {}\n", grouped(forms));
  say(stdout, "nothing else was loaded; pages behind these links may have other kinds\n");
}

}  // namespace

int show_plan(HarvestArguments arguments, const CommandContext& context) {
  const auto plan = plan_for(arguments, context);
  if (!plan) return report_no_harvest(arguments, plan.error());
  if (arguments.request.json) {
    print_json(plan_json(*plan));
  } else {
    print_plan(*plan);
  }
  return exit_code::kDone;
}

}  // namespace tagtrail::host

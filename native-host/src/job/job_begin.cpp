#include "job/job_begin.hpp"

#include <algorithm>
#include <array>

#include "job/job_inputs.hpp"
#include "job/job_session.hpp"
#include "job/site_scope.hpp"
#include "store/read_job.hpp"

namespace tagtrail::host {
namespace {

bool has_reached_its_end(const JobState& state) {
  static constexpr std::array kLimits{StopReason::max_requests, StopReason::max_bytes,
                                      StopReason::max_time};
  return state.state == "finished" ||
         (state.state == "stopped" &&
          std::any_of(kLimits.begin(), kLimits.end(),
                      [&](StopReason limit) { return state.reason == to_string(limit); }));
}

/// The rule about links that act which the engine goes by, after what it was told about all links.
ActingRule rule_after(ActingRule rule, const std::vector<JobInput>& inputs) {
  for (const JobInput& input : inputs) {
    if (input.kind != JobInput::Kind::feedback) continue;
    const auto feedback = feedback_from_json(Json::parse(input.json, nullptr, false));
    if (!feedback || !feedback->tag_path.empty() || !feedback->url.empty()) continue;
    if (feedback->word == Word::allow) rule = ActingRule::open;
    if (feedback->word == Word::forbid) rule = ActingRule::leave_suspects;
  }
  return rule;
}

/// A job that goes on with a session it did not have before, or whose user says otherwise now:
/// the engine is told, and hears it again in a replay. Whether there was something to tell.
Expected<bool> record_acting_rule(JobStore& store, ActingRule begun, ActingRule wanted,
                                  bool named) {
  const ActingRule rule = rule_after(begun, TRY(store.inputs(0)));
  Feedback word;
  if (wanted >= ActingRule::leave_all && rule < wanted) {
    word.word = Word::forbid;
  } else if (named && wanted == ActingRule::open && rule != ActingRule::open) {
    word.word = Word::allow;
  } else {
    return false;
  }
  TRY(store.add_inputs({feedback_input(store, word, false)}));
  return true;
}

/// A job whose user wants the files on other hosts, too, that it had left until now: the engine is
/// told. Whether there was something to tell. Errors: invalid_argument when they are not wanted any
/// more.
Expected<bool> record_files_choice(JobStore& store, const Config& begun, const Config& wanted,
                                   bool named) {
  if (!named || begun.files == "linked") return false;
  bool told = false;
  for (const JobInput& input : TRY(store.inputs(0))) {
    if (input.kind != JobInput::Kind::feedback) continue;
    const auto feedback = feedback_from_json(Json::parse(input.json, nullptr, false));
    told = told || (feedback && feedback->word == Word::linked);
  }
  if (told && wanted.files != "linked") {
    return fail(ErrorCode::invalid_argument,
                "this job went on with --files linked; use that to continue, or another --out");
  }
  if (told || wanted.files != "linked") return false;
  Feedback word;
  word.word = Word::linked;
  TRY(store.add_inputs({feedback_input(store, word, false)}));
  return true;
}

/// What all runs took until the newest answer came.
std::uint64_t elapsed_ms(const JobStore& store) {
  std::uint64_t elapsed = 0;
  if (store.response_count() == 0) return elapsed;
  // An unreadable record is met again, and reported, by the replay.
  (void)store.replay(store.response_count() - 1, [&](const Bytes& record) -> Expected<void> {
    elapsed = TRY(decode_response(record.data(), record.size())).at_ms;
    return {};
  });
  return elapsed;
}

Expected<void> go_on(JobStore& store, JobSetup& setup, const std::string& stored,
                     JobBeginning& beginning) {
  auto settings = settings_to_go_on(stored, setup.config, setup.named);
  if (!settings) {
    return fail(settings.error().code, setup.dir.string() + ": " + settings.error().message);
  }
  const Config wanted = std::exchange(setup.config, std::move(settings->config));
  beginning.snapshots_hold_other_settings = settings->changed;
  // Recorded first: a limit that only the configuration knows would never reach the engine.
  if (setup.revisit && has_reached_its_end(TRY(store.state()))) {
    TRY(record_round(store, settings->before, setup.config.budget, beginning.elapsed_ms));
    beginning.brings_news = true;
  } else {
    Budget before = settings->before;
    TRY(record_budgets(store, before, setup.config.budget));
    // Links that there was no room for are not met again because there is some now.
    before.memory = setup.config.budget.memory;
    beginning.brings_news = budget_to_json(before) != budget_to_json(setup.config.budget);
  }
  if (TRY(record_acting_rule(store, setup.config.acting, wanted.acting,
                             setup.named.contains("acting")))) {
    beginning.brings_news = true;
  }
  if (TRY(record_files_choice(store, setup.config, wanted, setup.named.contains("files")))) {
    beginning.brings_news = true;
  }
  return store.set(kEngineConfig, settings->stored);
}

}  // namespace

Expected<JobBeginning> begin_job(JobStore& store, JobSetup& setup) {
  JobBeginning beginning;
  beginning.elapsed_ms = elapsed_ms(store);
  const auto stored = TRY(store.get(kEngineConfig));
  // A start that failed before the first answer leaves nothing to protect.
  const bool goes_on = stored.has_value() && store.response_count() > 0;
  const std::string narrowed = narrow_site_scope(setup.config, goes_on ? *stored : "");
  if (goes_on) {
    TRY(go_on(store, setup, *stored, beginning));
  } else {
    if (!narrowed.empty()) TRY(store.add_event("limit", narrowed));
    const auto begun = stored.has_value() ? config_from_json(*stored) : Expected<Config>{};
    if (!begun || begun->seed_url != setup.config.seed_url) TRY(store.forget_inputs());
    setup.config.anthelion.decay = AnthelionParameters::decay_of(setup.config.budget.requests);
    TRY(store.set(kEngineConfig, config_to_json(setup.config)));
  }
  setup.options.proxies = TRY(proxies_of_job(store, setup.options.proxies));
  setup.options.cookies = TRY(recall_session(store, setup.options));
  if (const std::string& mask = setup.options.name_mask; !mask.empty()) {
    TRY(store.name_files_by(mask));
  }
  std::vector<JobInput> words;
  for (const Feedback& feedback : setup.feedback) {
    words.push_back(feedback_input(store, feedback, true));
  }
  if (TRY(store.add_inputs(words)) > 0) beginning.brings_news = true;
  beginning.round_began_ms = TRY(round_began_ms(store));
  return beginning;
}

bool could_go_on_in(const std::filesystem::path& dir, const Config& config,
                    const NamedSettings& named) {
  const auto glance = glance_at_job(dir);
  if (!glance) return glance.error().code == ErrorCode::not_found;
  // Nothing was answered yet: the folder is as good as new.
  if (glance->responses == 0) return true;
  // As the start itself will have it.
  Config wanted = config;
  narrow_site_scope(wanted, glance->config);
  return settings_to_go_on(glance->config, wanted, named).has_value();
}

std::filesystem::path numbered(const std::filesystem::path& dir, unsigned number) {
  if (number < 2) return dir;
  return dir.parent_path() / (dir.filename().string() + "-" + std::to_string(number));
}

}  // namespace tagtrail::host

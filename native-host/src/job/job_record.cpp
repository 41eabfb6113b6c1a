#include "job/job_record.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "export/datapackage.hpp"
#include "export/manners.hpp"
#include "fetch/user_agent.hpp"
#include "tagtrail/exchange.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

std::uint64_t ms(std::chrono::milliseconds time) {
  return static_cast<std::uint64_t>(time.count());
}

/// Those of a job that started from several.
void name_seeds(const Config& config, PackageFacts& facts) {
  if (config.more_seeds.empty()) return;
  facts.seeds.push_back(config.seed_url);
  std::string_view rest = config.more_seeds;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.size(), rest.find('\n'));
    ++facts.seed_count;
    if (facts.seeds.size() < kNamedSeeds) facts.seeds.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(rest.size(), end + 1));
  }
}

PackageFacts package_facts(const JobSetup& setup, std::string_view engine) {
  PackageFacts facts;
  facts.seed_url = setup.config.seed_url;
  facts.objective = setup.config.objective;
  facts.about = setup.config.about;
  name_seeds(setup.config, facts);
  facts.engine = std::string(engine);
  facts.policy = setup.config.policy;
  facts.seed = setup.config.seed;
  facts.version = setup.version;
  facts.robots = setup.options.robots;
  facts.delay_ms = ms(setup.options.delay);
  facts.connections = setup.options.connections;
  return facts;
}

/// What the start page is called: of the first answers one is it, behind redirects. An answer that
/// can't be read any more costs a title, not the list.
std::string title_of_start(const JobStore& store) {
  constexpr std::uint64_t kFirst = 20;
  for (std::uint64_t n = 1; n <= std::min(kFirst, store.response_count()); ++n) {
    const auto record = store.record(n);
    if (!record) continue;
    const auto response = decode_response(record->data(), record->size());
    if (!response || !response->is_page || !is_html(response->mime)) continue;
    return collapse_space(response->page.title);
  }
  return {};
}

/// What the engine and the run alone know.
std::vector<LeftOut> left_by_run(const JobStatus& status) {
  const Progress& progress = status.progress;
  LeftOut traps{LeftOutCause::trap, progress.traps.size(), 0, {}, {}};
  for (const TrapReport& trap : progress.traps) {
    traps.links += trap.left;
    if (traps.example.empty()) traps.example = trap.example;
  }
  const ElsewhereReport& elsewhere = progress.elsewhere;
  const Account& account = progress.account;
  const std::uint64_t waiting = account.met > 0 ? account.not_tried : progress.frontier;
  const std::uint64_t forms = progress.forms.sending + progress.forms.acting;
  std::vector<LeftOut> list{
      std::move(traps),
      status.session_use.left_out(),
      status.in_doubt,
      {LeftOutCause::acts, progress.acting, 0, {}, {}},
      {LeftOutCause::elsewhere, elsewhere.files, 0, elsewhere.example, elsewhere},
      {LeftOutCause::forms, forms, 0, {}, {}},
      {LeftOutCause::forms_more, progress.forms.more, 0, {}, {}},
      {LeftOutCause::not_asked, waiting, 0, account.waiting, {}}};
  for (const LeftBehind& left : progress.account.left_out) {
    list.push_back({left.cause, left.count, 0, left.example, {}});
  }
  if (status.in_the_way) list.push_back(*status.in_the_way);
  return list;
}

/// What servers sent may be invalid UTF-8: it must cost a character, not the manifest.
std::string as_text(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Ending ending_of(const JobStatus& status, std::string_view advice) {
  EndingFacts facts;
  facts.files = status.progress.targets;
  facts.file = status.target;
  facts.exhausted = status.progress.advice.is_complete();
  const auto& estimate = status.progress.estimate;
  facts.about_all = estimate && estimate->is_about_all(status.progress.targets);
  facts.left_out = &status.left_out;
  facts.acts_hide_nothing = status.progress.acting_more == 0;
  facts.other_types = &status.progress.account.other_types;
  facts.advice = advice;
  if (status.failure) {
    facts.failure = status.failure->message;
    facts.error = status.led_nowhere ? "start_page" : to_string(status.failure->code);
  }
  return ending_of(facts);
}

}  // namespace

Expected<void> keep_facts(JobStore& store, const JobSetup& setup, std::string_view engine) {
  const JobOptions& options = setup.options;
  MannersFacts manners;
  manners.seed_url = setup.config.seed_url;
  manners.user_agent = options.user_agent.empty() ? std::string(kUserAgent) : options.user_agent;
  manners.robots = options.robots;
  manners.delay_ms = ms(options.delay);
  manners.max_crawl_delay_ms = ms(options.max_crawl_delay);
  manners.max_wait_ms = ms(options.max_wait);
  manners.connections = options.connections;
  TRY(store.set(kMannersFacts, to_json(manners)));
  return store.set(kPackageFacts, facts_to_json(package_facts(setup, engine)));
}

Expected<void> keep_ending(JobStore& store, JobStatus& status) {
  status.session_use = SessionUse::from_text(TRY(store.get(kSessionUse)).value_or(""));
  status.in_doubt =
      SessionDoubts::from_text(TRY(store.get(kSessionDoubts)).value_or("")).left_out();
  // A run that ended before it knew anything takes nothing back.
  const bool knows = status.progress.known_urls > 0 || status.in_the_way;
  if (knows) TRY(store.keep_left_out(left_by_run(status)));
  status.left_out = TRY(store.left_out());
  status.stopped = StoppedRequests::from_text(TRY(store.get(kStoppedRequests)).value_or(""));
  status.ending = ending_of(status, TRY(store.get(kAdvice)).value_or(""));
  return store.set(kEnding, as_text(ending_to_json(status.ending)));
}

Expected<void> write_manifest(JobStore& store, const JobSetup& setup, std::string_view engine,
                              JobStatus& status) {
  status.revisits = TRY(store.revisits());
  TRY(keep_ending(store, status));
  PackageFacts facts = package_facts(setup, engine);
  facts.title = title_of_start(store);
  facts.created = TRY(store.began_at());
  facts.ending = status.ending;
  facts.account = as_text(account_to_json(status.progress.account));
  if (const auto stopped = status.stopped.to_json(); !stopped.is_null()) {
    facts.stopped = as_text(stopped);
  }
  TRY(store.set(kPackageFacts, facts_to_json(facts)));
  return write_datapackage(store, facts);
}

}  // namespace tagtrail::host

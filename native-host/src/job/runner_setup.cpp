// Opening a job: its folder, and the parts that load.
#include <charconv>

#include "job/job_proxy.hpp"
#include "job/job_settings.hpp"
#include "job/runner.hpp"
#include "job/site_scope.hpp"
#include "job/start_page.hpp"
#include "job/status_json.hpp"

namespace tagtrail::host {
namespace {

constexpr std::string_view kSessions = "sessions";
constexpr std::size_t kNewestShown = 20;
/// Each is a page in memory with all that it runs (extension/src/background/job_tabs.ts).
constexpr unsigned kMostTabs = 8;

}  // namespace

JobRunner::~JobRunner() = default;

Expected<std::unique_ptr<JobRunner>> JobRunner::open(Setup setup) {
  TRY(validate(setup.config));
  auto runner = std::unique_ptr<JobRunner>(new JobRunner(std::move(setup)));
  auto store = TRY(JobStore::open(runner->setup_.dir));
  runner->store_ = std::move(store);
  runner->read_last_time();
  TRY(runner->adopt_config());
  auto proxies = TRY(proxies_of_job(*runner->store_, runner->setup_.options.proxies));
  runner->setup_.options.proxies = std::move(proxies);
  if (const std::string& mask = runner->setup_.options.name_mask; !mask.empty()) {
    TRY(runner->store_->name_files_by(mask));
  }
  TRY(runner->record_start());
  TRY(runner->read_round());
  runner->status_.seed_url = runner->setup_.config.seed_url;
  runner->status_.dir = runner->setup_.dir.string();
  runner->status_.limits = runner->setup_.config.budget;
  runner->status_.delay_ms = static_cast<std::uint64_t>(runner->setup_.options.delay.count());
  return runner;
}

Expected<void> JobRunner::adopt_config() {
  const auto stored = TRY(store_->get(kEngineConfig));
  // A start that failed before the first answer leaves nothing to protect.
  const bool goes_on = stored.has_value() && store_->response_count() > 0;
  const std::string narrowed = narrow_site_scope(setup_.config, goes_on ? *stored : "");
  if (!goes_on && !narrowed.empty()) {
    TRY(store_->add_event("limit", narrowed));
  }
  if (goes_on) {
    auto settings = settings_to_go_on(*stored, setup_.config, setup_.named);
    if (!settings) {
      return fail(settings.error().code, setup_.dir.string() + ": " + settings.error().message);
    }
    const Config wanted = std::exchange(setup_.config, std::move(settings->config));
    config_changed_ = settings->changed;
    // Recorded first: a limit that only the configuration knows would never reach the engine.
    const auto begins = TRY(begins_round());
    auto recorded = TRY(begins ? record_round(settings->before, setup_.config.budget)
                               : record_budgets(settings->before, setup_.config.budget));
    inputs_at_start_ = !recorded.empty();
    const bool named = setup_.named.contains("acting");
    TRY(heed_acting_rule(wanted, named));
    return store_->set(kEngineConfig, settings->stored);
  }
  const auto begun = stored.has_value() ? config_from_json(*stored) : Expected<Config>{};
  if (!begun || begun->seed_url != setup_.config.seed_url) {
    TRY(store_->forget_inputs());
  }
  return store_->set(kEngineConfig, config_to_json(setup_.config));
}

Expected<void> JobRunner::make_parts(ExtensionLink* link) {
  link_ = link;
  const JobOptions& options = setup_.options;
  auto objective = TRY(find_objective(setup_.config.objective)->make(setup_.config));
  objective_ = std::move(objective);
  PolitenessOptions politeness;
  politeness.delay = options.delay;
  politeness.connections = options.connections;
  politeness.max_crawl_delay = options.max_crawl_delay;
  politeness.max_wait = options.max_wait;
  politeness_ = std::make_unique<Politeness>(politeness);

  const bool sitemaps = setup_.config.sitemaps;
  DownloaderOptions downloader;
  downloader.allow_private = options.allow_private;
  downloader.user_agent = options.user_agent;
  downloader.proxies = options.proxies.value_or(Proxies{});
  downloader.ca_file = options.ca_file;
  TRY(open_archive());
  downloader.keep_raw = archive_ != nullptr;
  const BodyRules rules{*TargetSet::parse(setup_.config.targets),
                        *parse_blocklist(setup_.config.blocklist), sitemaps};
  auto fetch =
      TRY(HostFetch::create({.downloader = downloader,
                             .directory = store_->partial_dir(),
                             .max_file_bytes = options.max_file_bytes,
                             .rules = rules,
                             .patience = PatienceOptions::within(setup_.config.budget.time_ms),
                             .archive = archive_.get(),
                             .log = store_.get()},
                            *politeness_, *this));
  fetch_ = std::move(fetch);
  const auto set_aside = TRY(store_->get(kSetAside));
  if (set_aside) fetch_->patience().restore(*set_aside);
  set_aside_kept_ = fetch_->patience().size();
  const HostLoader::Options loading{
      .keep_html = options.replica_mode != ReplicaMode::none,
      .sitemaps = sitemaps,
      .validators = [this](const std::string& url) { return store_->validators(url); }};
  host_loader_ = std::make_unique<HostLoader>(*fetch_, *objective_, loading);
  robots_ = std::make_unique<RobotsGate>(
      *fetch_, *politeness_, RobotsGate::Options{.enabled = options.robots, .log = store_.get()});
  TRY(open_replica());
  const auto channel = [this] { return link_ == nullptr ? nullptr : link_->channel(); };
  if (link_ != nullptr && options.browser != BrowserMode::never) {
    tab_loader_ = std::make_unique<TabLoader>(
        TabLoader::Options{.job = status_.job,
                           .timeout = options.tab_timeout,
                           .quiet = options.tab_quiet,
                           .scrolls = options.tab_scrolls,
                           .clicks = options.tab_clicks,
                           .allow_private = options.allow_private,
                           .archive = archive_.get(),
                           .tabs = std::min(options.connections, kMostTabs)},
        channel, fetch_->permits(), fetch_->waits());
  }
  TRY(make_sessions(rules, loading));
  loader_ = std::make_unique<Loader>(
      options.browser, sessions_->untabbed(), tab_loader_.get(), sessions_->guard(), *robots_,
      *objective_, LoadChooser(*Scope::parse(setup_.config.scope, setup_.config.seed_url)),
      recorded_.get(), sitemaps,
      [this](const std::string& url) { return store_->via_of_page(url) == to_string(Via::tab); });
  engine_ = link_ == nullptr ? make_native_engine() : make_remote_engine(status_.job, channel);
  return {};
}

Expected<void> JobRunner::make_sessions(const BodyRules& rules, HostLoader::Options loading) {
  const JobOptions& options = setup_.options;
  if (!tab_loader_ || options.session == SessionMode::never) {
    sessions_ = std::make_unique<Sessions>(*host_loader_);
    return {};
  }
  const Config& config = setup_.config;
  TransferRules transfers{.body = rules,
                          .scope = *Scope::parse(config.scope, config.seed_url),
                          .any_scope = config.follow_out_of_scope_redirects,
                          .allow_private = options.allow_private};
  auto fetch = std::make_unique<SessionFetch>(
      SessionFetch::Options{.job = status_.job,
                            .directory = store_->partial_dir(),
                            .max_file_bytes = options.max_file_bytes,
                            .rules = std::move(transfers),
                            .tab_timeout = options.tab_timeout,
                            .tab_quiet = options.tab_quiet,
                            .tab_scrolls = options.tab_scrolls,
                            .tab_clicks = options.tab_clicks,
                            .archive = archive_.get()},
      [this] { return link_ == nullptr ? nullptr : link_->channel(); }, fetch_->permits(),
      fetch_->waits());
  sessions_ = std::make_unique<Sessions>(*host_loader_, std::move(fetch), *objective_, loading,
                                         *tab_loader_);
  const auto memory = TRY(store_->get(kSessions));
  if (memory) sessions_->restore(*memory);
  return {};
}

Expected<void> JobRunner::keep_sessions() {
  const auto news = sessions_->news();
  return news ? store_->set(kSessions, *news) : Expected<void>{};
}

Expected<void> JobRunner::open_replica() {
  const JobOptions& options = setup_.options;
  if (options.replica_mode == ReplicaMode::none) return {};
  if (options.browser != BrowserMode::never) {
    return fail(ErrorCode::invalid_argument,
                "a replica holds what plain HTTP answers: --replica needs --browser never");
  }
  auto opened = TRY(RecordedSite::open({.mode = options.replica_mode,
                                        .replica = options.replica,
                                        .start_url = setup_.config.seed_url,
                                        .directory = store_->partial_dir(),
                                        .sitemaps = setup_.config.sitemaps},
                                       *objective_));
  recorded_ = std::move(opened);
  return {};
}

void JobRunner::read_last_time() {
  const std::uint64_t count = store_->response_count();
  if (count == 0) return;
  // A start page may be behind redirects, and no more of them than the engine follows.
  seed_answered_ = count > kStartRedirects;
  // An unreadable record is met again, and reported, by the replay.
  (void)store_->replay(seed_answered_ ? count - 1 : 0,
                       [this](const Bytes& record) -> Expected<void> {
                         const auto response = decode_response(record.data(), record.size());
                         if (!response) return {};
                         elapsed_before_ms_ = response->at_ms;
                         seed_answered_ = seed_answered_ || !leads_on(*response);
                         return {};
                       });
}

Expected<void> JobRunner::read_shown() {
  auto skips = TRY(store_->skips());
  status_.skips = std::move(skips);
  const auto sub_requests = TRY(store_->get(kSubRequests));
  if (sub_requests) {
    const std::string& text = *sub_requests;
    // Nothing that is no number can stand there; it would count as none.
    std::from_chars(text.data(), text.data() + text.size(), status_.sub_requests);
  }
  return refresh_newest();
}

Expected<void> JobRunner::refresh_newest() {
  auto newest = TRY(store_->newest_targets(0, kNewestShown));
  status_.newest = std::move(newest);
  return {};
}

}  // namespace tagtrail::host

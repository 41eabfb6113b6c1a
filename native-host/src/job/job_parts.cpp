#include "job/job_parts.hpp"

#include <algorithm>

#include "fetch/cookie_jar.hpp"
#include "job/open_files.hpp"
#include "store/job_folder.hpp"
#include "tagtrail/catalogue_filter.hpp"

namespace tagtrail::host {
namespace {

constexpr std::string_view kArchiveMode = "archive";
/// Each is a page in memory with all that it runs (extension/src/background/job_tabs.ts).
constexpr unsigned kMostTabs = 8;
/// Pages that go on showing more share the time of so many.
constexpr int kSpareTimes = 20;
/// A byte of an answer that is counted takes about two: it is copied, packed and stored.
constexpr std::uint64_t kTakesMore = 2;
/// Of an earlier run: who has not been heard of for longer may be gone.
constexpr std::uint64_t kRecalledAnswers = 50;

/// Makes the parts one after the other.
class PartsMaker {
 public:
  explicit PartsMaker(const PartsNeeds& needs)
      : needs_(needs),
        config_(needs.setup.config),
        options_(needs.setup.options),
        answers_(MemoryPool::of(options_.memory.answers / kTakesMore)),
        rules_{wanted_files(config_), *parse_blocklist(config_.blocklist), config_.sitemaps,
               config_.catalogues != "never"},
        loading_{.keep_html = options_.replica_mode != ReplicaMode::none,
                 .sitemaps = config_.sitemaps,
                 .catalogues = config_.catalogues != "never",
                 .validators = [&store = needs.store](const std::string& url) {
                   return store.validators(url);
                 }} {}

  Expected<JobParts> make() {
    parts_.objective = TRY(find_objective(config_.objective)->make(config_));
    keeping_ = TRY(find_objective(config_.objective)->make(config_));
    const auto filter = TRY(parse_catalogue_filter(config_.catalogue_filter));
    loading_.format = filter.of(Condition::format);
    loading_.needs = parts_.objective->needs();
    loading_.keep_html = loading_.keep_html || loading_.needs.any();
    loading_.needs.queries = config_.forms;
    loading_.page = PageLimits::within(options_.memory.page);
    PolitenessOptions politeness;
    politeness.delay = options_.delay;
    politeness.connections = options_.connections;
    politeness.max_crawl_delay = options_.max_crawl_delay;
    politeness.max_wait = options_.max_wait;
    parts_.politeness = std::make_unique<Politeness>(politeness);
    if (!options_.claims.empty()) parts_.claims = TRY(HostClaims::open(options_.claims));
    TRY(make_fetch());
    const bool tabs = needs_.link != nullptr && options_.browser != BrowserMode::never;
    if (tabs && loading_.catalogues) parts_.apis = std::make_unique<ScriptApis>(scope());
    loading_.apis = parts_.apis.get();
    parts_.stopped = std::make_unique<StoppedRequests>(
        StoppedRequests::from_text(TRY(needs_.store.get(kStoppedRequests)).value_or("")));
    loading_.alone = !tabs;
    loading_.told = config_.acting == ActingRule::leave_suspects;
    parts_.host_loader = std::make_unique<HostLoader>(*parts_.fetch, *parts_.objective, loading_);
    parts_.robots = std::make_unique<RobotsGate>(
        *parts_.fetch, *parts_.politeness,
        RobotsGate::Options{
            .enabled = options_.robots, .log = &needs_.store, .memory = options_.robots_memory});
    TRY(open_replica());
    if (tabs) make_tab_loader();
    TRY(make_sessions());
    make_loader();
    return std::move(parts_);
  }

 private:
  std::function<Channel*()> channel() const {
    return [link = needs_.link] { return link == nullptr ? nullptr : link->channel(); };
  }

  /// A person is logged in, or may be: what is pressed might act for him.
  bool has_session() const { return options_.session || options_.lends_session; }

  /// The browser's session may be a person's.
  bool persons_session() const { return options_.session || options_.persons_browser; }

  /// Portals are searched by POST, too; in a person's name only what is known to read is sent.
  bool may_post() const { return options_.allow_posts || !(has_session() || persons_session()); }

  /// What answers a tab need not be the site: what proxies a person's browser has, nobody says.
  bool tabs_are_proxied() const {
    return options_.persons_browser || options_.proxies.value_or(Proxies{}).any();
  }

  BodyLimits body_limits() const {
    BodyLimits limits;
    limits.page_bytes = loading_.page.body;
    limits.answers = answers_;
    return limits;
  }

  Expected<void> make_fetch() {
    DownloaderOptions downloader;
    downloader.allow_private = options_.allow_private;
    downloader.user_agent = options_.user_agent;
    downloader.proxies = options_.proxies.value_or(Proxies{});
    downloader.ca_file = options_.ca_file;
    downloader.cookies = options_.cookies.value_or("");
    downloader.login = options_.login;
    parts_.keeps_cookies = !options_.lends_session;
    downloader.keep_raw = needs_.archive != nullptr;
    static_cast<BodyLimits&>(downloader) = body_limits();
    // One to each host that has its pace.
    if (config_.per_host > 0) {
      downloader.kept_connections = static_cast<long>(connections_to_keep(config_.in_flight));
    }
    parts_.fetch =
        TRY(HostFetch::create({.downloader = downloader,
                               .directory = needs_.store.partial_dir(),
                               .max_file_bytes = options_.max_file_bytes,
                               .rules = rules_,
                               .patience = PatienceOptions::within(config_.budget.time_ms),
                               .archive = needs_.archive,
                               .log = &needs_.store,
                               .claims = parts_.claims.get()},
                              *parts_.politeness, needs_.attention));
    const auto set_aside = TRY(needs_.store.get(kSetAside));
    if (set_aside) parts_.fetch->patience().restore(*set_aside);
    recall_who_answered();
    return {};
  }

  /// Whoever answered an earlier run is waited for when it is away. An unreadable record is met
  /// again, and reported, by the engine's replay.
  void recall_who_answered() {
    const std::uint64_t count = needs_.store.response_count();
    const std::uint64_t first = count - std::min(count, kRecalledAnswers);
    (void)needs_.store.replay(first, [&](const Bytes& record) -> Expected<void> {
      const auto response = decode_response(record.data(), record.size());
      if (!response || response->error != FetchError::none) return {};
      parts_.fetch->permits().has_answered(response->final_url);
      return {};
    });
  }

  Expected<void> open_replica() {
    if (options_.replica_mode == ReplicaMode::none) return {};
    if (options_.browser != BrowserMode::never) {
      return fail(ErrorCode::invalid_argument,
                  "a replica holds what plain HTTP answers: --replica needs --browser never");
    }
    parts_.recorded = TRY(RecordedSite::open({.mode = options_.replica_mode,
                                              .replica = options_.replica,
                                              .start_url = config_.seed_url,
                                              .directory = needs_.store.partial_dir(),
                                              .sitemaps = config_.sitemaps},
                                             *parts_.objective));
    return {};
  }

  /// For all pages that go on showing more. A run with a time of its own lends them a quarter of
  /// it at most.
  std::chrono::milliseconds spare_time() const {
    return std::min(kSpareTimes * options_.tab_timeout,
                    std::chrono::milliseconds(config_.budget.time_ms / 4));
  }

  /// Only where the browser is the job's own, so that nothing in it is a person's.
  std::function<bool(const std::string&, std::string_view)> cookie_taker() const {
    if (has_session() || persons_session()) return {};
    return [fetch = parts_.fetch.get()](const std::string& url, std::string_view cookies) {
      return fetch->take_cookies(url, cookies);
    };
  }

  void make_tab_loader() {
    parts_.tab_loader = std::make_unique<TabLoader>(
        TabLoader::Options{.job = needs_.job,
                           .timeout = options_.tab_timeout,
                           .spare = spare_time(),
                           .quiet = options_.tab_quiet,
                           .scrolls = options_.tab_scrolls,
                           .clicks = options_.tab_clicks,
                           .guesses = !has_session(),
                           .posts = may_post(),
                           .allow_private = options_.allow_private,
                           .proxied = tabs_are_proxied(),
                           .archive = needs_.archive,
                           .forms = loading_.needs.queries,
                           .catalogues = loading_.catalogues,
                           .documents = loading_.needs.any(),
                           .told = loading_.told,
                           .take_cookies = cookie_taker(),
                           .apis = parts_.apis.get(),
                           .stopped = parts_.stopped.get(),
                           .tabs = std::min(options_.connections, kMostTabs)},
        channel(), parts_.fetch->permits(), parts_.fetch->waits());
  }

  Expected<void> make_sessions() {
    if (!parts_.tab_loader && !options_.lends_session) {
      parts_.sessions = std::make_unique<Sessions>(*parts_.host_loader);
      return {};
    }
    parts_.sessions = parts_.tab_loader ? browser_sessions() : lent_sessions();
    const auto memory = TRY(needs_.store.get(kSessions));
    if (memory) parts_.sessions->restore(*memory);
    const auto use = TRY(needs_.store.get(kSessionUse));
    if (use) parts_.sessions->restore(SessionUse::from_text(*use));
    const auto doubts = TRY(needs_.store.get(kSessionDoubts));
    if (doubts) parts_.sessions->restore(SessionDoubts::from_text(*doubts));
    return {};
  }

  std::unique_ptr<Sessions> lent_sessions() {
    const auto is_lent_to = [login = options_.login,
                             cookies = options_.cookies.value_or("")](std::string_view url) {
      return (login && login->is_for(url)) || has_cookie_for(cookies, url);
    };
    return std::make_unique<Sessions>(*parts_.host_loader, *parts_.fetch, *parts_.objective,
                                      loading_, is_lent_to);
  }

  std::unique_ptr<Sessions> browser_sessions() {
    auto fetch = std::make_unique<SessionFetch>(
        SessionFetch::Options{.job = needs_.job,
                              .directory = needs_.store.partial_dir(),
                              .max_file_bytes = options_.max_file_bytes,
                              .rules = {.body = rules_,
                                        .scope = scope(),
                                        .any_scope = config_.follow_out_of_scope_redirects,
                                        .allow_private = options_.allow_private,
                                        .limits = body_limits()},
                              .tab_timeout = options_.tab_timeout,
                              .tab_quiet = options_.tab_quiet,
                              .tab_scrolls = options_.tab_scrolls,
                              .tab_clicks = options_.tab_clicks,
                              .tab_guesses = !has_session(),
                              .tab_posts = may_post(),
                              .tab_proxied = tabs_are_proxied(),
                              .archive = needs_.archive},
        channel(), parts_.fetch->permits(), parts_.fetch->waits());
    return std::make_unique<Sessions>(*parts_.host_loader, std::move(fetch), *parts_.objective,
                                      loading_, *parts_.tab_loader, persons_session());
  }

  void make_loader() {
    parts_.loader = std::make_unique<Loader>(
        options_.browser, parts_.sessions->untabbed(), tabs_for_pages(), parts_.sessions->guard(),
        *parts_.robots, parts_.claims.get(), *parts_.objective,
        LoadChooser(scope(), config_.sitemaps,
                    has_session() || persons_session() || needs_.archive != nullptr),
        PageKeeper(std::move(keeping_), needs_.store.partial_dir()), parts_.recorded.get(),
        parts_.apis.get(), config_.sitemaps, looker(),
        [&store = needs_.store](const std::string& url) {
          return store.via_of_page(url) == to_string(Via::tab);
        });
  }

  std::optional<FileLooker> looker() const {
    const bool for_topic = !config_.about.empty() && options_.tables;
    if (!parts_.objective->needs().files && !for_topic) return std::nullopt;
    return FileLooker(parts_.fetch->waits(), for_topic);
  }

  /// Pages that are there for their signs alone are read as they come.
  TabLoader* tabs_for_pages() const {
    const bool only_signs = config_.catalogues == "only" && options_.browser != BrowserMode::always;
    return only_signs ? nullptr : parts_.tab_loader.get();
  }

  Scope scope() const { return *Scope::of(config_); }

  const PartsNeeds& needs_;
  const Config& config_;
  const JobOptions& options_;
  std::shared_ptr<MemoryPool> answers_;  ///< held by bodies and answers
  std::unique_ptr<Objective> keeping_;   ///< for the keeper of pages
  BodyRules rules_;
  HostLoader::Options loading_;
  JobParts parts_;
};

}  // namespace

Expected<JobParts> make_parts(const PartsNeeds& needs) { return PartsMaker(needs).make(); }

Expected<std::unique_ptr<JobArchive>> open_archive(JobStore& store, JobSetup& setup) {
  JobOptions& options = setup.options;
  const auto stored = TRY(store.get(kArchiveMode));
  if (!options.archive && stored == kArchiveChoice.word_of(ArchiveMode::warc)) {
    options.archive = ArchiveMode::warc;
  }
  const bool archives = options.archive == ArchiveMode::warc;
  const ArchiveMode mode = archives ? ArchiveMode::warc : ArchiveMode::none;
  TRY(store.set(kArchiveMode, kArchiveChoice.word_of(mode)));
  if (!archives) return nullptr;
  JobArchive::Options opening;
  opening.directory = store.dir() / folder::kArchive;
  opening.max_file_bytes = options.archive_file_bytes;
  opening.about = {
      {"software", "Tagtrail/" + setup.version},
      {"format", "WARC File Format 1.1"},
      {"conformsTo",
       "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"},
      {"robots", options.robots ? "obey" : "ignore"},
      {"description", "harvest of " + setup.config.seed_url}};
  if (!options.user_agent.empty()) {
    opening.about.emplace_back("http-header-user-agent", options.user_agent);
  }
  return JobArchive::open(std::move(opening), store);
}

}  // namespace tagtrail::host

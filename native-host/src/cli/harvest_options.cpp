#include "cli/harvest_options.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "cli/archive_options.hpp"
#include "cli/network_options.hpp"
#include "cli/observe_options.hpp"
#include "command_line/amounts.hpp"
#include "command_line/policy_options.hpp"
#include "command_line/stop_options.hpp"
#include "fetch/user_agent.hpp"
#include "job/targets_check.hpp"
#include "store/name_mask.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// Longest time that can be meant.
constexpr std::uint64_t kMaxWaitMs = 30ULL * 86'400'000;

/// Members of the configuration by option.
constexpr auto kMembers =
    std::to_array<std::pair<const char*, const char*>>({{"--policy", "policy"},
                                                        {"--classifier", "sb"},
                                                        {"--classifier-features", "sb"},
                                                        {"--action-index", "sb"},
                                                        {"--objective", "objective"},
                                                        {"--targets", "targets"},
                                                        {"--connections", "inFlight"},
                                                        {"--scope", "scope"},
                                                        {"--blocklist", "blocklist"},
                                                        {"--sitemaps", "sitemaps"},
                                                        {"--leave-traps", "leaveTraps"},
                                                        {"--open-acting", "acting"},
                                                        {"--seed", "seed"}});

Expected<void> read_limit(const std::string& text,
                          Expected<std::uint64_t> (*parse)(const std::string&), const char* option,
                          std::uint64_t& value) {
  if (text.empty()) return {};
  const auto parsed = parse(text);
  if (!parsed)
    return fail(ErrorCode::invalid_argument, std::string(option) + ": " + parsed.error().message);
  value = *parsed;
  return {};
}

}  // namespace

void add_harvest_options(CLI::App& command, HarvestArguments& a) {
  command.add_option("--out", a.out, "job folder; by default one named after the site");
  command.add_option("--policy", a.config.policy, "how the next link is chosen")
      ->capture_default_str();
  add_sb_options(command, a.config.sb);
  command.add_option("--objective", a.config.objective, "what a reward is")->capture_default_str();
  command
      .add_option("--targets", a.config.targets,
                  "wanted files: data, paper, MIME types, extensions")
      ->capture_default_str();
  command.add_option("--max-requests", a.max_requests, "stop after so many requests");
  command.add_option("--max-bytes", a.max_bytes, "stop after so many bytes, e.g. 2GB");
  command.add_option("--max-time", a.max_time, "stop after so long, e.g. 30m");
  command.add_option("--max-file-size", a.max_file_size, "leave larger files, e.g. 500MB");
  command.add_option("--name", a.job.name_mask,
                     "names of files, e.g. {host}/{date}/{name}; tagtrail names --help lists the "
                     "fields");
  command.add_option("--browser", a.browser, "auto, always or never: read pages in a browser tab")
      ->capture_default_str();
  command.add_option("--browser-kind", a.browser_kind, "chromium or firefox")
      ->capture_default_str();
  command.add_option("--profile", a.profile, "browser profile to use, for sites behind a login");
  command
      .add_option("--open-acting", a.open_acting,
                  "links that do something (delete, order, log out) to open: none, doubtful or all")
      ->type_name("none|doubtful|all")
      ->check(CLI::IsMember({"none", "doubtful", "all"}))
      ->default_str("none with a browser, else doubtful");
  command.add_flag("--administration", a.administration,
                   "with a browser: crawl the site's administration, too");
  auto* replica = command.add_option("--replica", a.replica,
                                     "recorded site to answer from or record into; needs --browser "
                                     "never");
  command
      .add_option("--replica-mode", a.replica_mode,
                  "only: no network; prefer: fetch and add what it lacks; record: fetch all")
      ->needs(replica)
      ->capture_default_str();
  command.add_flag("--show-browser", a.show_browser, "show the browser's window");
  command.add_option("--delay", a.delay, "pause between requests to one host")
      ->capture_default_str();
  command
      .add_option("--max-crawl-delay", a.max_crawl_delay,
                  "longest Crawl-delay of a robots.txt that is obeyed")
      ->capture_default_str();
  command
      .add_option("--max-wait", a.max_wait,
                  "give up on a host that demands a longer wait (Retry-After, 429, 503)")
      ->capture_default_str();
  command
      .add_option("--connections", a.job.connections,
                  "requests in flight; more than 1 only with --delay 0")
      ->capture_default_str()
      ->check(CLI::Range(1U, 64U));
  command.add_option("--scope", a.config.scope, "host, site, prefix, page or regex:EXPRESSION")
      ->capture_default_str();
  command
      .add_option("--blocklist", a.config.blocklist, "links never followed: data, paper or none")
      ->capture_default_str();
  command
      .add_option("--sitemaps", a.sitemaps,
                  "on or off: sitemaps, feeds and robots.txt are sources of links")
      ->type_name("on|off")
      ->default_str("on");
  command
      .add_option("--leave-traps", a.leave_traps,
                  "on or off: calendars, filters, orderings and other parts that never end "
                  "and add nothing are left, and named at the end")
      ->type_name("on|off")
      ->default_str("on");
  add_network_options(command, a.job);
  command.add_flag("--allow-private", a.job.allow_private, "permit addresses of private networks");
  command.add_flag("!--ignore-robots", a.job.robots,
                   "do not obey robots.txt; the manifest says so");
  command.add_flag("--stop-when-exhausted", a.config.early_stopping.enabled,
                   "stop when new files have become rare");
  add_stop_options(command, a.config.stop_at);
  add_archive_options(command, a.job);
  command.add_option("--seed", a.config.seed, "seed of the random choices")->capture_default_str();
  command.add_option("--user-agent", a.job.user_agent, "what Tagtrail calls itself");
  command.add_option("--contact", a.contact,
                     "mail address or URL for site owners, sent with the user agent");
  add_observe_options(command, a.observe);
  command.add_flag("--json", a.json, "end with one JSON object on standard output");
  command.add_flag("--quiet", a.quiet, "no progress on standard error");
}

NamedSettings named_settings(const CLI::App& command) {
  NamedSettings named{"seedUrl"};
  for (const auto& [option, member] : kMembers) {
    if (command.count(option) > 0) named.insert(member);
  }
  return named;
}

/// While answers are on their way to the disk their connections are free for others.
unsigned requests_ahead(const JobOptions& job) {
  constexpr unsigned kAhead = 16;
  constexpr unsigned kMost = 256;
  if (job.connections == 1 || job.browser != BrowserMode::never) return job.connections;
  return std::max(job.connections, std::min(job.connections * kAhead, kMost));
}

Expected<void> resolve(HarvestArguments& a) {
  const bool has_scheme = a.url.find("://") != std::string::npos;
  const auto url = TRY(canonical_url(has_scheme ? a.url : "https://" + a.url));
  TRY(resolve_ca_file(a.job));
  a.config.seed_url = url;
  a.config.sitemaps = a.sitemaps;
  a.config.second_tries = true;
  a.config.leave_traps = a.leave_traps;
  const auto mode = TRY(parse_browser_mode(a.browser));
  a.job.browser = mode;
  const bool session = mode != BrowserMode::never;
  const auto rule = TRY(acting_rule(a.open_acting, session));
  a.config.acting = rule;
  a.config.administration = a.administration || !session;
  if (!a.replica.empty()) {
    const auto replica_mode = TRY(parse_replica_mode(a.replica_mode));
    if (mode != BrowserMode::never) {
      return fail(ErrorCode::invalid_argument,
                  "a replica holds what plain HTTP answers: --replica needs --browser never");
    }
    a.job.replica_mode = replica_mode;
    a.job.replica = a.replica;
  }
  if (!a.job.name_mask.empty()) {
    if (auto mask = NameMask::parse(a.job.name_mask); !mask) {
      return fail(ErrorCode::invalid_argument, "--name: " + mask.error().message);
    }
  }
  std::uint64_t delay = 0;
  std::uint64_t max_crawl_delay = 0;
  std::uint64_t max_wait = 0;
  for (const auto& done :
       {read_limit(a.delay, parse_duration_ms, "--delay", delay),
        read_limit(a.max_crawl_delay, parse_duration_ms, "--max-crawl-delay", max_crawl_delay),
        read_limit(a.max_wait, parse_duration_ms, "--max-wait", max_wait),
        read_limit(a.max_bytes, parse_size, "--max-bytes", a.config.budget.bytes),
        read_limit(a.max_time, parse_duration_ms, "--max-time", a.config.budget.time_ms),
        read_limit(a.max_file_size, parse_size, "--max-file-size", a.job.max_file_bytes)}) {
    if (!done) return done;
  }
  if (std::max({delay, max_crawl_delay, max_wait}) > kMaxWaitMs) {
    return fail(ErrorCode::invalid_argument, "no delay and no wait is longer than 30 days");
  }
  a.job.delay = std::chrono::milliseconds(delay);
  a.job.max_crawl_delay = std::chrono::milliseconds(max_crawl_delay);
  a.job.max_wait = std::chrono::milliseconds(max_wait);
  if (!is_user_agent(a.job.user_agent)) {
    return fail(ErrorCode::invalid_argument,
                "--user-agent takes up to 500 printable ASCII characters");
  }
  if (!a.contact.empty()) {
    auto user_agent = user_agent_with(a.job.user_agent, a.contact);
    if (!user_agent) {
      return fail(ErrorCode::invalid_argument, "--contact: " + user_agent.error().message);
    }
    a.job.user_agent = std::move(*user_agent);
  }
  a.config.budget.requests = a.max_requests;
  if (a.job.connections > 1 && delay > 0) {
    return fail(ErrorCode::invalid_argument, "--connections over 1 needs --delay 0");
  }
  a.config.in_flight = requests_ahead(a.job);
  if (a.out.empty()) a.out = "harvest-" + std::string(split_url(url).host);
  if (const auto sensible = check_targets_of_new(a.out, a.config.targets); !sensible) {
    return fail(sensible.error().code, "--targets: " + sensible.error().message);
  }
  return {};
}

}  // namespace tagtrail::host

#include "job/asked_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "fetch/user_agent.hpp"
#include "job/job_session.hpp"
#include "job/open_files.hpp"
#include "job/patterns_file.hpp"
#include "job/recipe.hpp"
#include "options/ache_model_file.hpp"
#include "options/option.hpp"
#include "options/seeds_file.hpp"
#include "options/topic_translations.hpp"
#include "store/name_mask.hpp"
#include "tagtrail/catalogue_filter.hpp"
#include "tagtrail/policy.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// Longest time that can be meant.
constexpr std::uint64_t kMaxWaitMs = 30ULL * 86'400'000;
constexpr std::uint64_t kMostConnections = 64;
constexpr std::uint64_t kLeastPageMs = 1'000;
constexpr std::uint64_t kMostPageMs = 600'000;

/// What is wrong with an option, under the name that its user knows.
tl::unexpected<Error> bad(const JobRequest& request, std::string_view flag,
                          const std::string& what) {
  const Option* option = find_option(flag);
  const bool by_member = request.is_message && option != nullptr && !option->member.empty();
  const std::string name = by_member ? "'" + std::string(option->member) + "'" : std::string(flag);
  return fail(ErrorCode::invalid_argument, name + ": " + what);
}

/// While answers are on their way to the disk their connections are free for others.
unsigned requests_ahead(const JobOptions& job) {
  constexpr unsigned kAhead = 16;
  constexpr unsigned kMost = 256;
  if (job.connections == 1 || job.browser != BrowserMode::never) return job.connections;
  return std::max(job.connections, std::min(job.connections * kAhead, kMost));
}

/// Requests that are decided on at once in a crawl over many hosts, most of which rest at any time:
/// as many as may be open. Tabs come one at a time.
unsigned requests_over_hosts(const JobOptions& job) {
  constexpr unsigned kMost = 2048;
  constexpr unsigned kLeast = 64;
  if (job.browser != BrowserMode::never) return kLeast;
  return std::clamp(requests_with_open_files(), kLeast, kMost);
}

/// Where there may be many hosts, each has its own pace, and none keeps the others waiting.
void choose_pace(AskedJob& job) {
  Config& config = job.config;
  const bool many_hosts =
      config.scope == "web" || !config.more_seeds.empty() || config.files == "linked";
  const PolicyInfo* policy = find_policy(config.policy);
  if (!many_hosts || policy == nullptr || !policy->among_hosts) {
    config.in_flight = requests_ahead(job.options);
    return;
  }
  config.per_host = job.options.connections;
  config.in_flight = requests_over_hosts(job.options);
}

/// Which links that act are left out: unless it was asked for, all where a browser loads, else
/// those about which there is no doubt. With a person's session, which would act in his name,
/// suspects are among all.
bool names_addresses(std::string_view opened) { return opened.find("://") != std::string::npos; }

Expected<ActingRule> acting_rule(std::string_view opened, bool browser, bool session) {
  ActingRule rule = browser || session ? ActingRule::leave_all : ActingRule::leave_sure;
  if (!opened.empty() && !names_addresses(opened)) rule = TRY(kActingChoice.mode_of(opened));
  return rule == ActingRule::leave_all && session ? ActingRule::leave_suspects : rule;
}

/// `url`: where to start besides, if anywhere.
Expected<void> choose_seeds(const JobRequest& request, const std::string& url, Config& config) {
  std::vector<std::string> seeds;
  if (!request.seeds.empty()) {
    auto read = read_seeds(request.seeds);
    if (!read) return bad(request, "--seeds", read.error().message);
    seeds = std::move(*read);
  } else if (url.empty()) {
    return fail(ErrorCode::invalid_argument, "where to start? Give a URL, or --seeds FILE");
  }
  if (!url.empty()) seeds.insert(seeds.begin(), TRY(url_as_written(url)));
  config.seed_url = seeds.front();
  for (std::size_t at = 1; at < seeds.size(); ++at) {
    if (seeds[at] != config.seed_url) config.more_seeds += seeds[at] + "\n";
  }
  return {};
}

Expected<void> choose_modes(const JobRequest& request, AskedJob& job) {
  JobOptions& options = job.options;
  options.browser = TRY(kBrowserChoice.mode_of(request.browser));
  const bool session = options.browser != BrowserMode::never;
  if (!session && !request.profile.empty()) {
    return bad(request, "--profile",
               "is the browser's: nothing of it is used with --browser never");
  }
  options.session = session && !request.profile.empty();
  if (request.page_time_ms < kLeastPageMs || request.page_time_ms > kMostPageMs) {
    return bad(request, "--page-time", "takes a time from 1s to 10m");
  }
  options.tab_timeout = std::chrono::milliseconds(request.page_time_ms);
  options.persons_browser = request.is_message;
  options.allow_posts = request.allow_posts;
  job.config.acting = TRY(acting_rule(request.open_acting, session,
                                      options.session || (session && request.is_message)));
  job.config.administration = request.administration || !session;
  if (!request.archive.empty()) options.archive = TRY(kArchiveChoice.mode_of(request.archive));
  // What a recorded site would answer to a query is not known.
  job.config.forms =
      TRY(kFormsChoice.mode_of(request.forms)) == FormsMode::automatic && request.replica.empty();
  options.archive_file_bytes = request.archive_file_bytes;
  options.tables = request.tables;
  if (request.replica.empty()) {
    if (!request.given.contains("--replica-mode")) return {};
    return bad(request, "--replica-mode", "needs --replica");
  }
  if (session) {
    return fail(ErrorCode::invalid_argument,
                "a replica holds what plain HTTP answers: --replica needs --browser never");
  }
  options.replica_mode = TRY(kReplicaChoice.mode_of(request.replica_mode));
  options.replica = request.replica;
  return {};
}

Expected<void> choose_names(const JobRequest& request, JobOptions& options) {
  options.name_mask = request.name_mask;
  if (options.name_mask.empty()) return {};
  const auto mask = NameMask::parse(options.name_mask);
  return mask ? Expected<void>{} : bad(request, "--name", mask.error().message);
}

Expected<void> choose_manners(const JobRequest& request, JobOptions& options) {
  if (std::max({request.delay_ms, request.max_crawl_delay_ms, request.max_wait_ms}) > kMaxWaitMs) {
    return fail(ErrorCode::invalid_argument, "no delay and no wait is longer than 30 days");
  }
  if (request.connections < 1 || request.connections > kMostConnections) {
    return bad(request, "--connections", "takes a number from 1 to 64");
  }
  if (request.connections > 1 && request.delay_ms > 0) {
    return fail(ErrorCode::invalid_argument, "--connections over 1 needs --delay 0");
  }
  options.delay = std::chrono::milliseconds(request.delay_ms);
  options.max_crawl_delay = std::chrono::milliseconds(request.max_crawl_delay_ms);
  options.max_wait = std::chrono::milliseconds(request.max_wait_ms);
  options.connections = static_cast<unsigned>(request.connections);
  options.robots = request.robots;
  options.allow_private = request.allow_private;
  options.max_file_bytes = request.max_file_bytes;
  options.user_agent = request.user_agent;
  if (!is_user_agent(options.user_agent)) {
    return bad(request, "--user-agent", "takes up to 500 printable ASCII characters");
  }
  if (request.contact.empty()) return {};
  auto user_agent = user_agent_with(options.user_agent, request.contact);
  if (!user_agent) return bad(request, "--contact", user_agent.error().message);
  options.user_agent = std::move(*user_agent);
  return {};
}

/// Where `--max-urls` bounds the memory more than the machine does, it alone counts: a crawl is to
/// be the same on all machines that are large enough for it.
Expected<void> choose_memory(const JobRequest& request, AskedJob& job) {
  constexpr std::uint64_t kMostOfUrl = 1000;
  if (request.max_memory > 0 && request.max_memory < kLeastMemory) {
    return bad(request, "--max-memory", "takes 64MB or more");
  }
  const bool asked = request.max_memory > 0;
  job.options.memory = memory_shares(asked ? request.max_memory : memory_by_default());
  const std::uint64_t most = job.config.bounds.urls;
  const std::uint64_t room = job.options.memory.urls;
  const bool fits = most > 0 && most <= room / kMostOfUrl;
  job.config.budget.memory = asked || !fits ? room : Budget::kUnlimited;
  return {};
}

/// With a filter, or for its own sake, nothing but what a catalogue lists.
Expected<void> choose_catalogues(const JobRequest& request, AskedJob& job) {
  Config& config = job.config;
  if (!config.catalogue_filter.empty()) {
    if (request.given.contains("--catalogues") && config.catalogues != "only") {
      return bad(request, "--catalogue-filter", "needs --catalogues only");
    }
    const auto filter = parse_catalogue_filter(config.catalogue_filter);
    if (!filter) return bad(request, "--catalogue-filter", filter.error().message);
    config.catalogue_filter = to_text(*filter);
    config.catalogues = "only";
    job.named.insert("catalogues");
  }
  if (config.catalogues != "only") return {};
  if (!config.more_seeds.empty()) {
    return bad(request, "--catalogues", "'only' takes one start page; 'tagtrail batch' takes many");
  }
  config.forms = false;
  return {};
}

Expected<void> choose_patterns(const JobRequest& request, Config& config) {
  if (request.patterns.empty()) return {};
  if (config.policy != "acebot") return bad(request, "--patterns", "needs --policy acebot");
  auto patterns = read_patterns(request.patterns);
  if (!patterns) return bad(request, "--patterns", patterns.error().message);
  config.acebot.patterns = std::move(*patterns);
  return {};
}

/// It tells what was learnt. What the user wants is for the command to say: the settings of a
/// recipe, which may come from anyone, are not taken.
Expected<void> take_recipe(const JobRequest& request, AskedJob& job) {
  if (request.recipe.empty()) return {};
  auto taught = read_recipe_file(request.recipe);
  if (!taught) return bad(request, "--recipe", taught.error().message);
  job.feedback.insert(job.feedback.end(), taught->begin(), taught->end());
  return {};
}

Expected<void> choose_topic(const JobRequest& request, AskedJob& job) {
  if (request.about_in.empty()) return {};
  if (job.config.about.empty()) {
    return bad(request, "--about-in", "needs --about, whose words it translates");
  }
  auto topic = translate_topic(job.config.about, request.about_in, dictionary_folders());
  if (!topic) {
    return fail(topic.error().code, "--about-in: " + topic.error().message);
  }
  job.config.about = std::move(topic->about);
  job.note = "about: " + job.config.about;
  if (!topic->untranslated.empty()) {
    job.note += fmt::format("; not in the dictionary: {}", fmt::join(topic->untranslated, ", "));
  }
  return {};
}

Expected<void> choose_ache_model(const JobRequest& request, Config& config) {
  if (request.ache_model.empty()) return {};
  if (config.policy != "ache" && config.objective != "forms") {
    return bad(request, "--ache-model", "needs --policy ache or --objective forms");
  }
  auto model = read_ache_model(request.ache_model);
  if (!model) return bad(request, "--ache-model", model.error().message);
  config.ache.model = std::move(*model);
  return {};
}

/// What a person lends is a session, whoever sends it.
Expected<void> heed_session(const JobRequest& request, AskedJob& job) {
  job.options.lends_session = true;
  job.config.acting = TRY(acting_rule(request.open_acting, true, true));
  job.config.administration = request.administration;
  return {};
}

/// Addresses, each of a kind of links that are to be opened though they act.
Expected<void> open_kinds(const JobRequest& request, AskedJob& job) {
  if (!names_addresses(request.open_acting)) {
    if (request.open_acting.empty() || kActingChoice.mode_of(request.open_acting)) return {};
    return bad(request, "--open-acting",
               "'" + request.open_acting + "' is neither " + kActingChoice.joined(", ", " or ") +
                   ", nor an address");
  }
  job.named.erase("acting");
  std::string_view rest = request.open_acting;
  constexpr std::string_view kBetween = " \t\n";
  while (rest.find_first_not_of(kBetween) != std::string_view::npos) {
    rest.remove_prefix(rest.find_first_not_of(kBetween));
    const std::string_view address = rest.substr(0, rest.find_first_of(kBetween));
    rest.remove_prefix(address.size());
    auto url = canonical_url(address);
    if (!url) return bad(request, "--open-acting", url.error().message);
    Feedback word;
    word.word = Word::allow;
    word.url = std::move(*url);
    job.feedback.push_back(std::move(word));
  }
  return {};
}

/// `pair`: `USER:PASSWORD` that stood in the URL, if any did.
Expected<void> choose_login(const JobRequest& request, const std::string& pair, AskedJob& job) {
  const char* variable = request.is_message ? nullptr : std::getenv(kSiteLoginVariable);
  const std::string login = pair.empty() && variable != nullptr ? variable : pair;
  if (login.empty()) return {};
  job.options.login = TRY(site_login(job.config.seed_url, login));
  return heed_session(request, job);
}

Expected<void> choose_cookies(const JobRequest& request, AskedJob& job) {
  if (request.cookies.empty()) return {};
  if (request.cookies == "none") {
    job.options.cookies = "";
    return {};
  }
  if (job.options.browser != BrowserMode::never) {
    return bad(
        request, "--cookies",
        "a file of cookies is for plain HTTP: add --browser never; with a browser, --profile "
        "has the login");
  }
  auto cookies = read_cookies(request.cookies);
  if (!cookies) return bad(request, "--cookies", cookies.error().message);
  job.options.cookies = std::move(*cookies);
  return heed_session(request, job);
}

Expected<void> choose_certificates(const JobRequest& request, JobOptions& options) {
  std::string source = "--ca-file";
  options.ca_file = request.ca_file;
  if (options.ca_file.empty()) {
    const char* variable = std::getenv("SSL_CERT_FILE");
    if (variable == nullptr || *variable == '\0') return {};
    options.ca_file = variable;
    source = "SSL_CERT_FILE";
  }
  std::ifstream file(options.ca_file);
  if (file.is_open() && file.peek() != std::ifstream::traits_type::eof()) return {};
  return fail(ErrorCode::invalid_argument,
              source + ": can't read " + options.ca_file.string() + ", or it is empty");
}

}  // namespace

Expected<std::string> url_as_written(const std::string& url) {
  return canonical_url(url.find("://") == std::string::npos ? "https://" + url : url);
}

Expected<std::optional<Proxies>> asked_proxies(const JobRequest& request) {
  if (request.proxy.empty()) return std::nullopt;
  if (request.proxy == "none") return Proxies{};
  auto proxy = parse_proxy(request.proxy);
  if (!proxy) return bad(request, "--proxy", proxy.error().message);
  return Proxies(std::move(*proxy));
}

Expected<AskedJob> asked_job(const JobRequest& request, const std::string& url) {
  if (request.fault) return tl::unexpected(*request.fault);
  AskedJob job;
  job.config = request.config;
  const WrittenUrl written = without_login(url);
  TRY(choose_seeds(request, written.url, job.config));
  job.named = named_settings(request);
  TRY(open_kinds(request, job));
  TRY(choose_modes(request, job));
  TRY(choose_catalogues(request, job));
  TRY(choose_patterns(request, job.config));
  TRY(take_recipe(request, job));
  TRY(choose_topic(request, job));
  TRY(choose_ache_model(request, job.config));
  TRY(choose_names(request, job.options));
  TRY(choose_manners(request, job.options));
  TRY(choose_memory(request, job));
  TRY(choose_certificates(request, job.options));
  TRY(choose_login(request, written.login, job));
  TRY(choose_cookies(request, job));
  job.options.proxies = TRY(asked_proxies(request));
  choose_pace(job);
  return job;
}

}  // namespace tagtrail::host

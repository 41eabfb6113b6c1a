// What the extension may ask for when it starts a job: typed, bounded, and inside the job root.
#include <set>

#include "fetch/user_agent.hpp"
#include "job/call_fields.hpp"
#include "job/hosted_job.hpp"
#include "job/recipe.hpp"
#include "store/name_mask.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// Files of one page that are to be collected come as a word each.
constexpr std::size_t kMostFeedback = 10'000;

tl::unexpected<Error> bad(const std::string& what) {
  return fail(ErrorCode::invalid_argument, "job.start: " + what);
}

/// Options that are members of the configuration have the same names.
NamedSettings named_settings(const Json& options) {
  NamedSettings named{"seedUrl"};
  for (const auto& [name, value] : options.items()) named.insert(name);
  if (options.contains("openActing")) named.insert("acting");
  return named;
}

/// A name without separators or leading dot, so that it stays below the root.
bool is_plain_name(const std::string& name) {
  if (name.empty() || name.size() > 100 || name.front() == '.') return false;
  return name.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") ==
         std::string::npos;
}

std::string default_name(const std::string& url) {
  std::string name;
  for (const char c : split_url(url).host) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
    name.push_back(plain ? c : '-');
  }
  return name.empty() || name.front() == '.' ? "job" + name : name;
}

Expected<void> refuse_unknown(const Json& options) {
  static const std::set<std::string> known{
      "policy",   "targets",   "scope",   "blocklist",   "seed",       "maxRequests",
      "maxBytes", "maxTimeMs", "delayMs", "browser",     "dir",        "allowPrivate",
      "sitemaps", "robots",    "session", "archive",     "openActing", "administration",
      "name",     "contact",   "revisit", "maxFileBytes"};
  for (const auto& [name, value] : options.items()) {
    if (!known.contains(name)) return bad("unknown option '" + name.substr(0, 50) + "'");
  }
  return {};
}

Expected<std::vector<Feedback>> read_words(const Json& message) {
  std::vector<Feedback> words;
  if (const auto recipe = message.find("recipe"); recipe != message.end() && !recipe->is_null()) {
    words = TRY(read_recipe(*recipe));
  }
  const auto given = message.find("feedback");
  if (given == message.end()) return words;
  if (!given->is_array() || given->size() > kMostFeedback) {
    return bad("'feedback' must be a list of at most " + std::to_string(kMostFeedback));
  }
  for (const Json& item : *given) {
    if (!item.is_object()) return bad("'feedback' must be a list of objects");
    words.push_back(TRY(feedback_from_json(item)));
  }
  return words;
}

}  // namespace

Expected<HostedJob> read_job_start(const Json& message, const std::filesystem::path& root) {
  const auto url = message.find("url");
  if (url == message.end() || !url->is_string()) return bad("'url' is missing");
  const auto key = TRY(canonical_url(url->get_ref<const std::string&>()));
  const Json options = message.value("options", Json::object());
  if (!options.is_object()) return bad("'options' must be an object");
  HostedJob job;
  job.config.seed_url = key;
  job.config.sitemaps = true;
  job.config.second_tries = true;
  job.config.leave_traps = true;
  std::string browser = "auto";
  std::string session = "auto";
  std::string archive;
  std::string open_acting;
  std::string contact;
  bool administration = false;
  std::string dir = default_name(key);
  auto delay = static_cast<std::uint64_t>(job.options.delay.count());
  TRY(refuse_unknown(options));
  TRY(read_text(options, "policy", job.config.policy));
  TRY(read_text(options, "targets", job.config.targets));
  TRY(read_text(options, "scope", job.config.scope));
  TRY(read_text(options, "blocklist", job.config.blocklist));
  TRY(read_flag(options, "sitemaps", job.config.sitemaps));
  TRY(read_flag(options, "allowPrivate", job.options.allow_private));
  TRY(read_flag(options, "robots", job.options.robots));
  TRY(read_text(options, "browser", browser));
  TRY(read_text(options, "openActing", open_acting));
  TRY(read_flag(options, "administration", administration));
  TRY(read_text(options, "session", session));
  TRY(read_text(options, "archive", archive));
  TRY(read_text(options, "dir", dir));
  TRY(read_text(options, "name", job.options.name_mask));
  TRY(read_text(options, "contact", contact));
  TRY(read_flag(options, "revisit", job.revisit));
  TRY(read_number(options, "maxFileBytes", job.options.max_file_bytes));
  TRY(read_number(options, "seed", job.config.seed));
  TRY(read_number(options, "maxRequests", job.config.budget.requests));
  TRY(read_number(options, "maxBytes", job.config.budget.bytes));
  TRY(read_number(options, "maxTimeMs", job.config.budget.time_ms));
  TRY(read_number(options, "delayMs", delay));
  job.options.browser = TRY(parse_browser_mode(browser));
  job.options.session = TRY(parse_session_mode(session));
  const bool with_session = job.options.browser != BrowserMode::never;
  job.config.acting = TRY(acting_rule(open_acting, with_session));
  job.config.administration = administration || !with_session;
  if (!archive.empty()) job.options.archive = TRY(parse_archive_mode(archive));
  if (!job.options.name_mask.empty()) {
    if (auto mask = NameMask::parse(job.options.name_mask); !mask) return bad(mask.error().message);
  }
  if (!contact.empty()) {
    auto user_agent = user_agent_with(job.options.user_agent, contact);
    if (!user_agent) return bad(user_agent.error().message);
    job.options.user_agent = std::move(*user_agent);
  }
  if (!is_plain_name(dir)) return bad("'dir' must be a plain name");
  if (delay > kMaxDelayMs) return bad("'delayMs' is over an hour");
  job.options.delay = std::chrono::milliseconds(delay);
  job.dir = root / dir;
  job.dir_named = options.contains("dir");
  job.feedback = TRY(read_words(message));
  job.named = named_settings(options);
  TRY(validate(job.config));
  return job;
}

}  // namespace tagtrail::host

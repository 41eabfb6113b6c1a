#include "cli/batch_sites.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "cli/harvest_run.hpp"
#include "command_line/add_job_options.hpp"

namespace tagtrail::host {
namespace {

constexpr auto kOwn = std::to_array<std::string_view>(
    {"--out", "--json", "--quiet", "--jobs", "--stats", "--metrics", "--untrusted-list"});

/// A command line of `harvest`, checked as that checks it, as often as there is one to read.
struct HarvestLine {
  CLI::App app{"", "harvest"};
  HarvestArguments arguments;

  HarvestLine() {
    app.set_help_flag();
    app.add_option("URL", arguments.url)->required();
    add_site_options(app, arguments.request);
  }

  /// Errors: invalid_argument.
  Expected<void> parse(std::vector<std::string> words) {
    arguments.url.clear();
    arguments.request = {};
    std::reverse(words.begin(), words.end());  // as CLI11 wants them
    try {
      app.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
      return fail(ErrorCode::invalid_argument, error.what());
    }
    if (arguments.request.fault) return tl::unexpected(*arguments.request.fault);
    return {};
  }
};

/// Reads one line after the other by one command line, which costs far more to make than to use;
/// and options that stand in many lines once.
class LineReader {
 public:
  /// Both are borrowed, or none of ours.
  LineReader(const OptionWords& defaults, ListWriter writer)
      : defaults_(defaults), writer_(writer) {}

  Expected<BatchSite> read(const std::vector<std::string>& words) {
    std::string url = words.front();
    std::vector<std::string> rest(words.begin() + 1, words.end());
    const bool begins_with_url = !url.starts_with('-');
    if (!begins_with_url || rest != known_) {
      known_.reset();
      url = TRY(read_options(words));
      if (begins_with_url) known_ = std::move(rest);
    }
    return site_at(url);
  }

 private:
  /// Returns the URL of the line.
  Expected<std::string> read_options(const std::vector<std::string>& words) {
    TRY(line_.parse(words));
    for (const std::string_view name : kOwn) {
      const CLI::Option* option = line_.app.get_option_no_throw(std::string(name));
      if (option != nullptr && option->count() > 0) {
        return fail(ErrorCode::invalid_argument,
                    fmt::format("{} is for the batch, not for a site of it", name));
      }
    }
    options_ = given_options(line_.app);
    TRY(permit_options(options_, writer_));
    options_.insert(defaults_.begin(), defaults_.end());
    std::string url = line_.arguments.url;
    std::vector<std::string> all{url};
    for (const auto& [name, word] : options_) all.push_back(word);
    TRY(line_.parse(std::move(all)));
    return url;
  }

  /// With the options that were read last.
  Expected<BatchSite> site_at(const std::string& url) const {
    HarvestArguments arguments{url, line_.arguments.request, {}};
    TRY(resolve(arguments));
    BatchSite site;
    site.url = arguments.job.config.seed_url;
    if (const auto& login = arguments.job.options.login) {
      site.login = login->user + ":" + login->password;
    }
    site.profile = arguments.request.profile;
    OptionWords options = options_;
    if (const auto& proxies = arguments.job.options.proxies; proxies && proxies->has_login()) {
      // Options are recorded, and shown to others in command lines: the login goes another way.
      const Proxy& proxy = *proxies->http();
      site.proxy_login = proxy.user + ":" + proxy.password;
      options["--proxy"] = "--proxy=" + proxy.address();
    }
    for (const auto& [name, word] : options) site.options.push_back(word);
    return site;
  }

  const OptionWords& defaults_;
  ListWriter writer_;
  HarvestLine line_;
  OptionWords options_;
  std::optional<std::vector<std::string>> known_;  ///< the words behind the URL that these were
};

}  // namespace

void add_site_options(CLI::App& command, JobRequest& request) {
  add_job_options(command, request);
  command.remove_option(command.get_option("--revisit"));
  command.remove_option(command.get_option("--dry-run"));
}

bool is_batch_option(const std::string& name) {
  return std::find(kOwn.begin(), kOwn.end(), name) != kOwn.end();
}

OptionWords given_options(const CLI::App& command) {
  OptionWords words;
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0 || option->get_lnames().empty()) continue;
    const std::string& plain = option->get_lnames().front();
    const std::string name = "--" + plain;
    if (is_batch_option(name)) continue;
    const std::string& value = option->results().back();
    const bool is_flag = option->get_expected_max() == 0;
    // A flag may be taken back by --flag=false.
    const bool bare = is_flag && value == option->get_flag_value(plain, "{}");
    words[name] = bare ? name : fmt::format("{}={}", name, is_flag ? "false" : value);
  }
  return words;
}

Expected<void> permit_options(const OptionWords& options, ListWriter writer) {
  for (const auto& [name, word] : options) {
    const std::string_view value =
        std::string_view(word).substr(std::min(word.size(), name.size() + 1));
    TRY(permit_in_list(name, value, writer));
  }
  return {};
}

BatchSites read_batch_sites(const SiteList& list, const OptionWords& defaults, ListWriter writer,
                            const LinesRead& told) {
  BatchSites result;
  result.faults = list.faults;
  if (const char* login = std::getenv(kSiteLoginVariable); login != nullptr && *login != '\0') {
    result.faults.push_back({list.sites.empty() ? 1 : list.sites.front().line,
                             fmt::format("{} is the login of one site, and this is a list: "
                                         "write USER:PASSWORD@ before the host of the one",
                                         kSiteLoginVariable)});
    return result;
  }
  std::map<std::pair<std::string, std::vector<std::string>>, std::size_t> lines;
  LineReader reader(defaults, writer);
  std::size_t read = 0;
  for (const ListedSite& listed : list.sites) {
    auto site = reader.read(listed.words);
    if (told) told(++read);
    if (!site) {
      result.faults.push_back({listed.line, site.error().message});
      continue;
    }
    const auto [earlier, is_new] = lines.emplace(std::pair(site->url, site->options), listed.line);
    if (!is_new) {
      result.faults.push_back({listed.line, fmt::format("the same as line {}", earlier->second)});
      continue;
    }
    result.sites.push_back(std::move(*site));
  }
  std::stable_sort(result.faults.begin(), result.faults.end(),
                   [](const ListFault& a, const ListFault& b) { return a.line < b.line; });
  return result;
}

}  // namespace tagtrail::host

#include "options/listed_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tagtrail::host {
namespace {

/// They say what of the site is fetched, how fast, and in which order, and name nothing of the
/// machine that does it.
constexpr auto kHarmless = std::to_array<std::string_view>({
    "--targets",
    "--scope",
    "--files",
    "--include",
    "--exclude",
    "--depth",
    "--host-pages",
    "--max-urls",
    "--blocklist",
    "--sitemaps",
    "--forms",
    "--catalogues",
    "--catalogue-filter",
    "--leave-traps",
    "--max-file-size",
    "--name",
    "--archive",
    "--archive-file-size",
    "--tables",
    "--max-requests",
    "--max-bytes",
    "--max-time",
    "--stop-at",
    "--stop-confidence",
    "--stop-when-exhausted",
    "--browser",
    "--browser-kind",
    "--page-time",
    "--delay",
    "--max-crawl-delay",
    "--max-wait",
    "--connections",
    "--contact",
    "--user-agent",
    "--policy",
    "--about",
    "--about-in",
    "--objective",
    "--markup",
    "--markup-min",
    "--markup-count",
    "--seed",
    "--classifier",
    "--classifier-features",
    "--action-index",
    "--host-function",
    "--link-classifier",
    "--link-features",
    "--acebot-sample",
    "--acebot-steps",
    "--acebot-completion",
    "--acebot-labels",
    "--ache-mode",
    "--ache-learn-every",
    "--ache-site-results",
    "--ache-site-pages",
});

/// An option that is not for everybody.
struct Guarded {
  std::string_view flag;
  bool fleet = false;          ///< a fleet's list may name it all the same
  std::string_view reason;     ///< "it ..."
  std::string_view in_fleets;  ///< what does instead there; empty: nothing
};

constexpr std::string_view kReadsFile = "names a file of the machine that harvests";
constexpr std::string_view kActs = "lets pages do more than show what they have";

constexpr auto kGuarded = std::to_array<Guarded>({
    {"--seeds", false, kReadsFile, "list its URLs one a line"},
    {"--patterns", false, kReadsFile, ""},
    {"--recipe", false, kReadsFile, ""},
    {"--ache-model", false, kReadsFile, ""},
    {"--cookies", false, kReadsFile, ""},
    {"--ca-file", false, kReadsFile, "set SSL_CERT_FILE where workers start"},
    {"--replica", false, "names a file that is read or written", ""},
    {"--replica-mode", false, "is for a file that is read or written", ""},
    {"--stats", false, "names a file that is written", ""},
    {"--metrics", false, "opens a port", ""},
    {"--proxy", false, "leads requests, and the login of a machine's proxy, wherever it likes",
     "set http_proxy, https_proxy and TAGTRAIL_PROXY_LOGIN where workers start"},
    {"--max-memory", false, "takes the memory of the machine that harvests",
     "fleet work --max-memory is for all sites of a worker"},
    {"--show-browser", false, "opens windows on the machine that harvests", ""},
    {"--profile", true, "lends a login", ""},
    {"--open-acting", true, kActs, ""},
    {"--administration", true, kActs, ""},
    {"--allow-posts", true, kActs, ""},
    {"--ignore-robots", true, "goes against the wishes of the site", ""},
    {"--allow-private", true, "leads into the network of the machine that harvests", ""},
});

constexpr Guarded kUnknown{"", false, "is not among those that lists may name", ""};

const Guarded& guard_of(std::string_view flag) {
  const auto* const known = std::find_if(kGuarded.begin(), kGuarded.end(),
                                         [&](const Guarded& one) { return one.flag == flag; });
  return known == kGuarded.end() ? kUnknown : *known;
}

Expected<void> permit_in_fleet(const Guarded& guard, std::string_view flag,
                               std::string_view value) {
  if (!guard.fleet) {
    return fail(ErrorCode::invalid_argument,
                fmt::format("{} may not stand in the list of a fleet: it {}{}{}", flag,
                            guard.reason, guard.in_fleets.empty() ? "" : "; ", guard.in_fleets));
  }
  if (flag != "--profile" || is_plain_name(value)) return {};
  return fail(ErrorCode::invalid_argument,
              "--profile: in the list of a fleet it is a name, of a profile in the folder that "
              "workers lend (fleet work --profiles DIR), and no path");
}

}  // namespace

Expected<void> permit_in_list(std::string_view flag, std::string_view value, ListWriter writer) {
  if (writer == ListWriter::user) return {};
  if (std::find(kHarmless.begin(), kHarmless.end(), flag) != kHarmless.end()) return {};
  const Guarded& guard = guard_of(flag);
  if (writer == ListWriter::fleet) return permit_in_fleet(guard, flag, value);
  return fail(ErrorCode::invalid_argument,
              fmt::format("{} may not stand in a list that is not trusted: it {}; whoever starts "
                          "the batch may give it for all sites",
                          flag, guard.reason));
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && name.front() != '.' && name.find('/') == std::string_view::npos &&
         name.find('\0') == std::string_view::npos;
}

}  // namespace tagtrail::host

#include "cli/fleet_endings.hpp"

#include <fmt/format.h>

#include "cli/job_words.hpp"
#include "store/job_endings.hpp"

namespace tagtrail::host {
namespace {

std::string text_of(const nlohmann::ordered_json& site, const char* name) {
  return site.value(name, std::string());
}

/// Why its harvest ended, where that is another thing than how complete it is.
std::string why_ended(const nlohmann::ordered_json& site) {
  const std::string reason = text_of(site, "reason");
  const std::string words(ending_text(reason));
  return site.at("account").is_null() || words.empty() ? std::string() : " (" + words + ")";
}

}  // namespace

std::string complete_text(const FleetAccount& account) {
  return fmt::format("{} of {} complete", grouped(account.complete()),
                     counted(account.sites(), "site"));
}

std::vector<std::string> account_lines(const FleetAccount& account) {
  std::vector<std::string> lines{complete_text(account)};
  for (std::size_t at = 0; at < kSiteEndings; ++at) {
    const auto ending = static_cast<SiteEnding>(at);
    const SitesOfEnding& some = account.of(ending);
    if (ending == SiteEnding::complete || some.sites == 0) continue;
    lines.push_back(fmt::format("  {} {}{}{}", grouped(some.sites), words_for(ending),
                                some.sites == 1 ? ": " : ", such as ", some.example));
  }
  return lines;
}

std::vector<std::string> site_lines(const nlohmann::ordered_json& site) {
  const auto& left = site.at("left_out");
  std::string line =
      fmt::format("{}: {}{}", text_of(site, "site"), text_of(site, "words"), why_ended(site));
  if (!left.empty()) line += "; " + text_of(left.front(), "words");
  if (left.size() > 1) line += fmt::format("; and {}", counted(left.size() - 1, "other cause"));
  std::vector<std::string> lines{std::move(line)};
  if (const std::string remedy = text_of(site, "remedy"); !remedy.empty()) {
    lines.push_back("  to get more: " + remedy);
  }
  return lines;
}

}  // namespace tagtrail::host

#include "job/site_scope.hpp"

#include <fmt/format.h>

#include "fetch/public_suffix.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// In a regular expression, as it is.
std::string escaped(std::string_view host) {
  std::string out;
  for (const char c : host) out += c == '.' ? std::string("\\.") : std::string(1, c);
  return out;
}

}  // namespace

std::string narrow_site_scope(Config& config, const std::string& stored) {
  if (config.scope != "site" || !config.more_seeds.empty()) return {};
  if (!stored.empty()) {
    const auto begun = config_from_json(stored);
    if (begun && begun->scope == "site") return {};
  }
  const std::string host(split_url(config.seed_url).host);
  const std::string site = host.starts_with("www.") ? host.substr(4) : host;
  if (!is_public_suffix(site)) return {};
  config.scope = fmt::format("regex:^https?://(www\\.)?{}(:[0-9]+)?/", escaped(site));
  return fmt::format(
      "{} is a public suffix, its subdomains are other people's sites: only {} itself is harvested "
      "(--scope regex:EXPRESSION takes more)",
      site, site);
}

}  // namespace tagtrail::host

#include "job/site_scope.hpp"

#include <fmt/format.h>

#include "fetch/public_suffix.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {

std::string narrow_site_scope(Config& config) {
  if (config.scope != "site") return {};
  const std::string host(split_url(config.seed_url).host);
  const std::string site = host.starts_with("www.") ? host.substr(4) : host;
  // A single label is a host of the own network.
  if (site.find('.') == std::string::npos || !is_public_suffix(site)) return {};
  config.scope = "host";
  return fmt::format(
      "{} is a public suffix, its subdomains are other people's sites: only {} is harvested "
      "(--scope regex:EXPRESSION takes more)",
      site, host);
}

}  // namespace tagtrail::host

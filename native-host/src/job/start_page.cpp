#include "job/start_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tagtrail/scope.hpp"

namespace tagtrail::host {
namespace {

bool is_refusal(const Response& response) {
  constexpr auto kErrors =
      std::to_array<FetchError>({FetchError::robots, FetchError::robots_unreachable,
                                 FetchError::rate_limited, FetchError::refused_address});
  constexpr auto kStatuses = std::to_array<std::uint16_t>({401, 403, 407, 429, 451});
  if (response.error != FetchError::none) {
    return std::find(kErrors.begin(), kErrors.end(), response.error) != kErrors.end();
  }
  return std::find(kStatuses.begin(), kStatuses.end(), response.status) != kStatuses.end();
}

}  // namespace

bool leads_on(const Response& response) {
  return response.status >= 300 && response.status < 400 && !response.location.empty();
}

std::optional<Error> start_page_failure(const std::string& url, const Response& response) {
  const bool answered = response.error == FetchError::none;
  if (answered && response.status < 400) return std::nullopt;
  const std::string why =
      answered ? fmt::format("the server answers {}; the same command asks again", response.status)
               : response.error_text;
  return Error{is_refusal(response) ? ErrorCode::refused : ErrorCode::network,
               fmt::format("{}: {}", url, why)};
}

Error login_in_the_way(const std::string& login_url, const std::string& seed_url) {
  return {ErrorCode::refused,
          fmt::format("{} asks for a login, and without one no file was found: 'tagtrail login {} "
                      "--profile DIR' makes a profile that is logged in; harvest with --browser "
                      "auto --profile DIR and another --out",
                      login_url, seed_url)};
}

Error nothing_reached(const std::string& seed_url, const Response& last) {
  std::string why = fmt::format("is neither a page with links nor a wanted file ({})",
                                last.mime.empty() ? "without a type" : last.mime);
  if (leads_on(last)) {
    why = fmt::format("leads to {}, outside of the scope: start there, or name a wider --scope",
                      last.location);
  }
  return Error{ErrorCode::invalid_argument, fmt::format("{} {}", seed_url, why)};
}

namespace {

/// `example.org:8080` of a canonical URL.
std::string_view authority_of(std::string_view url) {
  url.remove_prefix(std::min(url.size(), url.find("://") + 3));
  return url.substr(0, url.find('/'));
}

}  // namespace

std::optional<std::string> links_lead_out(const Config& config, const Response& response) {
  const auto scope = Scope::parse(config.scope, config.seed_url);
  if (!scope || !response.is_page) return std::nullopt;
  std::string example;
  for (const LinkObservation& link : response.page.links) {
    if (link.url == config.seed_url || link.url == response.final_url) continue;
    if (scope->contains(link.url)) return std::nullopt;
    if (example.empty()) example = link.url;
  }
  if (example.empty()) return std::nullopt;
  // The narrowest of the named ones that takes it; else the other host is where to start.
  for (const char* wider : {"prefix", "host", "site"}) {
    const auto taken = Scope::parse(wider, config.seed_url);
    if (taken && taken->contains(example)) {
      return fmt::format(
          "all links of the start page lead out of the scope '{}', such as {}; "
          "--scope {} takes that, in another --out",
          config.scope, example, wider);
    }
  }
  return fmt::format(
      "all links of the start page lead out of the scope '{0}', such as {1}; start "
      "there, or take it in by --scope 'regex:^https?://({2}|{3})/' and another --out",
      config.scope, example, authority_of(config.seed_url), authority_of(example));
}

}  // namespace tagtrail::host

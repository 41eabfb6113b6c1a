#include "job/start_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "fetch/site_login.hpp"
#include "tagtrail/catalogue_filter.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/page_catalogues.hpp"
#include "tagtrail/scope.hpp"

namespace tagtrail::host {
namespace {

/// As many redirects may lead to the start page.
constexpr std::uint64_t kStartRedirects = 20;
constexpr int kUnauthorized = 401;
/// Its start page runs scripts.
constexpr std::string_view kStartRunsScripts = "startRunsScripts";
/// Of a job without a session: the login page that its start led to.
constexpr std::string_view kLoginPage = "loginPage";

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

/// Why a job can't begin with this answer to `url`; nothing when it can.
std::optional<Error> start_page_failure(const std::string& url, const Response& response) {
  const bool answered = response.error == FetchError::none;
  if (answered && response.status < 400) return std::nullopt;
  std::string why =
      answered ? fmt::format("the server answers {}; the same command asks again", response.status)
               : response.error_text;
  if (answered && response.status == kUnauthorized) {
    why = fmt::format(
        "the server answers 401: it asks for a login, or does not take the one that was given. "
        "Write USER:PASSWORD@ before the host, or put USER:PASSWORD into the environment variable "
        "{}. Where that does not help, 'tagtrail login' makes a profile that is logged in",
        kSiteLoginVariable);
  }
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

std::string catalogue_names(const std::vector<CatalogueSite>& sites) {
  std::string names;
  for (const CatalogueSite& site : sites) {
    if (names.find(site.kind->name) != std::string::npos) continue;
    names.append(names.empty() ? "" : ", ").append(site.kind->name);
  }
  return names;
}

/// Of a job that keeps to a catalogue: why there is none. `start`: the page it began at.
Error no_catalogue(const Config& config, const Response& start, const Response& last) {
  const auto sites = catalogues_of_page(start.page, start.final_url);
  const auto filter = parse_catalogue_filter(config.catalogue_filter).value_or(CatalogueFilter{});
  const std::string remedy = "harvest without --catalogues only, or look by 'tagtrail catalogue'";
  if (sites.empty()) {
    return {ErrorCode::not_found,
            fmt::format("{} shows no sign of a catalogue of data: start at the portal's front "
                        "page, or {}",
                        config.seed_url, remedy)};
  }
  const bool narrowed = std::any_of(sites.begin(), sites.end(), [&](const CatalogueSite& site) {
    return !condition_unknown_to(*site.kind, filter);
  });
  if (!narrowed) {
    return {
        ErrorCode::invalid_argument,
        fmt::format("{} can't be narrowed by {}: leave --catalogue-filter out, in another --out",
                    catalogue_names(sites), config.catalogue_filter)};
  }
  const bool read = last.error == FetchError::none && last.status < 300 && is_json(last.mime);
  if (read && !filter.empty()) {
    return {ErrorCode::not_found,
            fmt::format("the catalogue ({}) lists nothing with {}: 'tagtrail catalogue' shows what "
                        "there is",
                        catalogue_names(sites), config.catalogue_filter)};
  }
  const std::string why = last.error != FetchError::none ? last.error_text
                          : last.status >= 300
                              ? fmt::format("the server answers {}", last.status)
                              : fmt::format("the answer is no list of data sets ({})", last.mime);
  return {is_refusal(last) ? ErrorCode::refused : ErrorCode::network,
          fmt::format("the catalogue ({}) did not answer, {}: {}; {}", catalogue_names(sites),
                      last.final_url, why, remedy)};
}

/// `example.org:8080` of a canonical URL.
std::string_view authority_of(std::string_view url) {
  url.remove_prefix(std::min(url.size(), url.find("://") + 3));
  return url.substr(0, url.find('/'));
}

/// The answer of a start page none of whose links, though there are some, is in the scope: what to
/// do about it. Empty for any other answer.
std::string links_lead_out(const Config& config, const Response& response) {
  const auto scope = Scope::of(config);
  if (!scope || !response.is_page) return {};
  std::string example;
  for (const LinkObservation& link : response.page.links) {
    if (link.url == config.seed_url || link.url == response.final_url) continue;
    if (scope->contains(link.url)) return {};
    if (example.empty()) example = link.url;
  }
  if (example.empty()) return {};
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

/// A start page that leads nowhere, of a job that runs no scripts: perhaps they make its links.
/// Empty for any other answer.
std::string shows_no_links(const Config& config, const Response& response) {
  const auto leads = [&](const LinkObservation& link) {
    return link.url != config.seed_url && link.url != response.final_url &&
           !link.tag_path.starts_with(kUsualPlaces);
  };
  const auto& links = response.page.links;
  if (!response.is_page || std::any_of(links.begin(), links.end(), leads)) return {};
  return "the start page has no links. If its scripts make them, --browser auto finds them, in "
         "another --out";
}

}  // namespace

bool leads_on(const Response& response) {
  return response.status >= 300 && response.status < 400 && !response.location.empty();
}

StartPage::StartPage(JobStore& store, const Config& config, bool by_browser)
    : store_(store),
      config_(config),
      by_browser_(by_browser),
      answered_(store.response_count() > kStartRedirects) {
  if (answered_) return;
  // An unreadable record is met again, and reported, by the replay.
  (void)store_.replay(0, [this](const Bytes& record) -> Expected<void> {
    const auto response = decode_response(record.data(), record.size());
    answered_ = answered_ || (response && !leads_on(*response));
    return {};
  });
}

Expected<void> StartPage::judge(const Request& request, const Loaded& loaded) {
  if (answered_ || !is_alone()) return {};
  const Response& response = loaded.response;
  if (auto failure = start_page_failure(request.url, response)) {
    return tl::unexpected(std::move(*failure));
  }
  answered_ = !leads_on(response);
  if (answered_ && !loaded.without_scripts) TRY(store_.set(kStartRunsScripts, "1"));
  if (by_browser_ || login_sign(request, loaded) != LoginSign::login_page) return {};
  return store_.set(kLoginPage, leads_on(response) ? response.location : response.final_url);
}

Expected<std::string> StartPage::judge_end(const Progress& progress) const {
  TRY(check_reached(progress));
  TRY(check_catalogue());
  // "All found" is not the word for what stood behind a login.
  if (!by_browser_ && store_.target_count() == 0) {
    const auto page = TRY(store_.get(kLoginPage));
    if (page) return tl::unexpected(login_in_the_way(*page, config_.seed_url));
  }
  return advice(progress);
}

std::optional<LeftOut> StartPage::behind_login() const {
  const auto page = store_.get(kLoginPage);
  if (by_browser_ || !page || !page->has_value()) return std::nullopt;
  return LeftOut{LeftOutCause::login, 1, 0, **page, {}};
}

/// A job that has not got anywhere is not finished, and its user has to know.
Expected<void> StartPage::check_reached(const Progress& progress) const {
  const std::uint64_t responses = store_.response_count();
  const bool reached = progress.pages > 0 || store_.target_count() > 0;
  if (!reached && !is_alone() && responses > 0) {
    return fail(ErrorCode::network,
                fmt::format("none of the {} start pages could be read; 'tagtrail politeness' tells "
                            "of each why",
                            seed_urls(config_).size()));
  }
  if (reached || responses == 0 || responses > kStartRedirects + 1) return {};
  Response last;
  TRY(store_.replay(responses - 1, [&](const Bytes& record) -> Expected<void> {
    last = TRY(decode_response(record.data(), record.size()));
    return {};
  }));
  return tl::unexpected(nothing_reached(config_.seed_url, last));
}

/// A job that keeps to a catalogue has nothing without one.
Expected<void> StartPage::check_catalogue() const {
  const std::uint64_t responses = store_.response_count();
  constexpr std::uint64_t kMost = kStartRedirects + kMostCatalogueSites;
  if (config_.catalogues != "only" || responses == 0 || responses > kMost) return {};
  Response start;
  Response last;
  bool has_one = false;
  TRY(store_.replay(0, [&](const Bytes& record) -> Expected<void> {
    last = TRY(decode_response(record.data(), record.size()));
    if (start.final_url.empty() && last.is_page) start = last;
    has_one = has_one || find_catalogue(last.page.catalogue.kind) != nullptr;
    return {};
  }));
  if (has_one) return {};
  return tl::unexpected(no_catalogue(config_, start, last));
}

Expected<std::string> StartPage::advice(const Progress& progress) const {
  std::string advice;
  // Files that are left on other hosts are told of with what was left out.
  if (!is_alone() || progress.elsewhere.files > 0) return advice;
  const bool only_start = progress.pages == 1 && store_.target_count() == 0;
  if (!only_start || store_.response_count() > kStartRedirects) return advice;
  const bool runs_scripts = TRY(store_.get(kStartRunsScripts)).has_value();
  TRY(store_.replay(0, [&](const Bytes& record) -> Expected<void> {
    const auto response = TRY(decode_response(record.data(), record.size()));
    if (advice.empty()) advice = links_lead_out(config_, response);
    if (advice.empty() && !by_browser_ && runs_scripts) advice = shows_no_links(config_, response);
    return {};
  }));
  return advice;
}

}  // namespace tagtrail::host

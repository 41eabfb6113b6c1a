#include "job/robots_gate.hpp"

#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::string_view kProductToken = "tagtrail";
constexpr int kMaxRedirects = 5;  // RFC 9309 2.3.1.2

}  // namespace

Expected<std::optional<Robots>> RobotsGate::ask(const std::string& origin) {
  std::string url = origin + "/robots.txt";
  for (int hop = 0; hop <= kMaxRedirects; ++hop) {
    FetchRequest request;
    request.url = url;
    auto result = fetch_.fetch(std::move(request), FetchAs::robots);
    if (!result) return tl::unexpected(result.error());
    if (!result->has_value()) return std::optional<Robots>{};
    ++requests_;
    const FetchResult& answer = **result;
    if (answer.error != FetchError::none) return std::optional(Robots::disallow_all());
    const int status = answer.head.status;
    if (status >= 300 && status < 400 && !answer.head.location.empty()) {
      url = answer.head.location;
      continue;
    }
    if (status >= 500) return std::optional(Robots::disallow_all());
    if (status >= 400) return std::optional(Robots::allow_all());
    return std::optional(Robots::parse(answer.body, kProductToken));
  }
  return std::optional(Robots::allow_all());
}

Expected<std::optional<bool>> RobotsGate::allows(std::string_view url) {
  if (!enabled_) return std::optional(true);
  const std::string origin = origin_of(url);
  auto known = known_.find(origin);
  if (known == known_.end()) {
    auto robots = ask(origin);
    if (!robots) return tl::unexpected(robots.error());
    if (!robots->has_value()) return std::optional<bool>{};
    if (const auto delay = (*robots)->crawl_delay()) politeness_.set_crawl_delay(origin, *delay);
    known = known_.emplace(origin, std::move(**robots)).first;
  }
  return std::optional(known->second.allows(url.substr(origin.size())));
}

}  // namespace tagtrail::host

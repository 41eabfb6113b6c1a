#include "job/robots_gate.hpp"

#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::string_view kProductToken = "tagtrail";
constexpr int kMaxRedirects = 5;  // RFC 9309 2.3.1.2

}  // namespace

Expected<std::optional<RobotsGate::Known>> RobotsGate::ask(const std::string& origin) {
  const Verdict forbidden{FetchError::robots, "robots.txt of the site forbids it"};
  std::string url = origin + "/robots.txt";
  for (int hop = 0; hop <= kMaxRedirects; ++hop) {
    FetchRequest request;
    request.url = url;
    auto result = fetch_.fetch(std::move(request), FetchAs::robots);
    if (!result) return tl::unexpected(result.error());
    if (!result->has_value()) return std::optional<Known>{};
    ++requests_;
    const FetchResult& answer = **result;
    if (answer.error != FetchError::none) {
      return std::optional(Known{Robots::disallow_all(), {answer.error, answer.error_text}});
    }
    const int status = answer.head.status;
    if (status >= 300 && status < 400 && !answer.head.location.empty()) {
      url = answer.head.location;
      continue;
    }
    Copy copy{status, answer.head.content_type, {}};
    if (status >= 500) {
      return std::optional(
          Known{Robots::disallow_all(),
                {FetchError::robots, "robots.txt can't be read (HTTP " + std::to_string(status) +
                                         "), which counts as a ban; try again later"},
                std::move(copy)});
    }
    if (status >= 400) return std::optional(Known{Robots::allow_all(), forbidden, std::move(copy)});
    Robots robots = Robots::parse(answer.body, kProductToken);
    copy.body = std::move((*result)->body);
    return std::optional(Known{std::move(robots), forbidden, std::move(copy)});
  }
  return std::optional(Known{Robots::allow_all(), forbidden});
}

const RobotsGate::Copy* RobotsGate::copy(std::string_view url) const {
  const std::string origin = origin_of(url);
  const auto known = known_.find(origin);
  const bool asked = known != known_.end() && known->second.copy.status != 0;
  return asked && url.substr(origin.size()) == "/robots.txt" ? &known->second.copy : nullptr;
}

Expected<std::optional<RobotsGate::Verdict>> RobotsGate::check(std::string_view url) {
  if (!enabled_) return std::optional(Verdict{});
  const std::string origin = origin_of(url);
  auto known = known_.find(origin);
  if (known == known_.end()) {
    auto asked = ask(origin);
    if (!asked) return tl::unexpected(asked.error());
    if (!asked->has_value()) return std::optional<Verdict>{};
    const auto delay = (*asked)->robots.crawl_delay();
    if (delay) politeness_.set_crawl_delay(origin, *delay);
    known = known_.emplace(origin, std::move(**asked)).first;
  }
  const bool allowed = known->second.robots.allows(url.substr(origin.size()));
  return std::optional(allowed ? Verdict{} : known->second.ban);
}

}  // namespace tagtrail::host

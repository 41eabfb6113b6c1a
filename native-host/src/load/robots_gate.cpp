#include "load/robots_gate.hpp"

#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::string_view kProductToken = "tagtrail";
constexpr int kMaxRedirects = 5;  // RFC 9309 2.3.1.2

/// An origin is in the set for the life of this.
class Asking {
 public:
  Asking(std::set<std::string>& origins, const std::string& origin)
      : origins_(origins), at_(origins.insert(origin).first) {}
  ~Asking() { origins_.erase(at_); }
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;

 private:
  std::set<std::string>& origins_;
  std::set<std::string>::iterator at_;
};

}  // namespace

Async<RobotsGate::Known> RobotsGate::ask(const std::string& origin) {
  const Verdict forbidden{FetchError::robots, "robots.txt of the site forbids it"};
  std::string url = origin + "/robots.txt";
  for (int hop = 0; hop <= kMaxRedirects; ++hop) {
    FetchRequest request;
    request.url = url;
    auto fetched = co_await fetch_.fetch(request, FetchAs::robots);
    if (!fetched) co_return tl::unexpected(fetched.error());
    ++requests_;
    FetchResult& answer = fetched->result;
    if (answer.error != FetchError::none) {
      co_return Known{Robots::disallow_all(), {answer.error, answer.error_text}};
    }
    const int status = answer.head.status;
    if (status >= 300 && status < 400 && !answer.head.location.empty()) {
      url = answer.head.location;
      continue;
    }
    Copy copy{status, answer.head.content_type, {}};
    if (status >= 500) {
      co_return Known{
          Robots::disallow_all(),
          {FetchError::robots, "robots.txt can't be read (HTTP " + std::to_string(status) +
                                   "), which counts as a ban; try again later"},
          std::move(copy)};
    }
    if (status >= 400) co_return Known{Robots::allow_all(), forbidden, std::move(copy)};
    Robots robots = Robots::parse(answer.body, kProductToken);
    copy.body = std::move(answer.body);
    co_return Known{std::move(robots), forbidden, std::move(copy)};
  }
  co_return Known{Robots::allow_all(), forbidden};
}

const RobotsGate::Copy* RobotsGate::copy(std::string_view url) const {
  const std::string origin = origin_of(url);
  const auto known = known_.find(origin);
  const bool asked = known != known_.end() && known->second.copy.status != 0;
  return asked && url.substr(origin.size()) == "/robots.txt" ? &known->second.copy : nullptr;
}

Async<RobotsGate::Verdict> RobotsGate::check(std::string_view url) {
  if (!enabled_) co_return Verdict{};
  const std::string origin = origin_of(url);
  auto asked_by_another = fetch_.waits().until(
      [&](SteadyTime now) { return asking_.contains(origin) ? Waits::kNotYet : now; });
  if (asking_.contains(origin)) co_await asked_by_another;
  auto known = known_.find(origin);
  if (known == known_.end()) {
    const Asking asking(asking_, origin);
    auto answer = co_await ask(origin);
    if (!answer) co_return tl::unexpected(answer.error());
    const auto delay = answer->robots.crawl_delay();
    if (delay) politeness_.set_crawl_delay(origin, *delay);
    known = known_.emplace(origin, std::move(*answer)).first;
  }
  const bool allowed = known->second.robots.allows(url.substr(origin.size()));
  co_return allowed ? Verdict{} : known->second.ban;
}

}  // namespace tagtrail::host

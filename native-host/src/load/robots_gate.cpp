#include "load/robots_gate.hpp"

#include <algorithm>

#include "system/times.hpp"
#include "tagtrail/http_status.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::string_view kProductToken = "tagtrail";
constexpr int kMaxRedirects = 5;  // RFC 9309 2.3.1.2
constexpr double kLongestDelayMs = 1e15;

/// A host that does not answer has not been asked for a robots.txt, as people see it.
std::string why_unread(const FetchResult& answer) {
  switch (answer.error) {
    case FetchError::network:
    case FetchError::timeout:
    case FetchError::tls:
      return "the host can't be reached: " + answer.error_text;
    case FetchError::refused_address:
      return answer.error_text;
    default:
      return "robots.txt can't be read: " + answer.error_text;
  }
}

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

/// One more waits, for the life of this.
class Waiter {
 public:
  explicit Waiter(unsigned& waiting) : waiting_(waiting) { ++waiting_; }
  ~Waiter() { --waiting_; }
  Waiter(const Waiter&) = delete;
  Waiter& operator=(const Waiter&) = delete;

 private:
  unsigned& waiting_;
};

bool redirects(const FetchResult& answer) {
  return answer.error == FetchError::none && answer.head.status >= 300 &&
         answer.head.status < 400 && !answer.head.location.empty();
}

}  // namespace

Async<RobotsGate::Known> RobotsGate::ask(std::string_view origin, unsigned retries) {
  FetchRequest request;
  request.url = std::string(origin) + "/robots.txt";
  const Again again{retries, options_.first_pause};
  for (int hop = 0; hop <= kMaxRedirects; ++hop) {
    CO_TRY_LET(auto fetched, co_await fetch_.fetch(request, FetchAs::robots, again));
    requests_ += fetched.requests;
    if (!redirects(fetched.result)) co_return understand(std::move(fetched.result));
    request.url = fetched.result.head.location;
  }
  co_return Known{Robots::allow_all(), {}};
}

RobotsGate::Known RobotsGate::understand(FetchResult answer) const {
  Known known;
  if (answer.error != FetchError::none) {
    known.ban = {answer.error, why_unread(answer)};
    known.readable = false;
  } else {
    const int status = answer.head.status;
    known.copy = {status, answer.head.content_type, {}};
    known.ban = {FetchError::robots, "robots.txt of the site forbids it"};
    if (status >= 500 || asks_for_patience(status)) {
      known.ban = {FetchError::robots_unreachable, "robots.txt can't be read (HTTP " +
                                                       std::to_string(status) +
                                                       "), which counts as a ban; try again later"};
      known.readable = false;
    } else if (status >= 200 && status < 300) {
      known.robots = Robots::parse(answer.body, kProductToken);
      known.copy.body = std::move(answer.body);
    }
  }
  if (!known.readable) known.robots = Robots::disallow_all();
  return known;
}

/// What can't be read again takes nothing away from what is known.
void RobotsGate::learn(const std::string& origin, Known news, Milliseconds age) {
  const SteadyTime now = options_.now();
  RobotsFacts facts{origin, news.copy.status, std::string(to_string(FetchError::none)), 0, {}, 0};
  if (!news.readable) facts.error = to_string(news.ban.error);
  const auto before = known_.find(origin);
  facts.kept = !news.readable && before != known_.end() && before->second.readable;
  if (!facts.kept) {
    if (before != known_.end()) bytes_ -= before->second.bytes();
    bytes_ += news.bytes();
    known_[origin] = std::move(news);
    if (bytes_ > options_.most_bytes) make_room(origin);
  }
  Known& known = known_.at(origin);
  known.until =
      now - age +
      (facts.error == to_string(FetchError::none) ? options_.max_age : options_.ask_again);
  const auto delay = known.robots.crawl_delay();
  facts.rules = known.readable ? known.robots.rules() : 0;
  facts.used_delay_ms = politeness_.set_crawl_delay(origin, delay).count();
  if (delay && *delay > 0)
    facts.crawl_delay_ms = static_cast<std::int64_t>(std::min(*delay * 1000, kLongestDelayMs));
  if (options_.log != nullptr) options_.log->add_robots(std::move(facts));
}

bool RobotsGate::recall(const std::string& origin) {
  const std::int64_t now = unix_ms_now();
  const RobotsText* text = memory_.find(origin, now, options_.max_age.count());
  if (text == nullptr) return false;
  FetchResult answer;
  answer.head.status = text->status;
  answer.head.content_type = "text/plain";
  answer.body = text->text;
  const Milliseconds age(now - text->read_ms);
  learn(origin, understand(std::move(answer)), age);
  return true;
}

void RobotsGate::make_room(const std::string& origin) {
  std::vector<std::pair<SteadyTime, std::string>> others;
  for (const auto& [other, known] : known_) {
    if (other != origin) others.emplace_back(known.used, other);
  }
  std::sort(others.begin(), others.end());
  for (const auto& [used, other] : others) {
    if (bytes_ <= options_.most_bytes / 2) return;
    const auto at = known_.find(other);
    bytes_ -= at->second.bytes();
    known_.erase(at);
  }
}

const RobotsGate::Copy* RobotsGate::copy(std::string_view url) const {
  const std::string origin = origin_of(url);
  const auto known = known_.find(origin);
  const bool asked = known != known_.end() && known->second.copy.status != 0;
  return asked && url.substr(origin.size()) == "/robots.txt" ? &known->second.copy : nullptr;
}

Async<RobotsGate::Verdict> RobotsGate::check(std::string_view url) {
  if (!options_.enabled) co_return Verdict{};
  const std::string origin = origin_of(url);
  auto asked_by_another = fetch_.waits().until(
      [&](SteadyTime now) { return asking_.contains(origin) ? Waits::kNotYet : now; });
  if (asking_.contains(origin)) {
    const Waiter one(waiting_);
    co_await asked_by_another;
  }
  auto known = known_.find(origin);
  if (known == known_.end() && recall(origin)) known = known_.find(origin);
  if (known == known_.end() || known->second.until <= options_.now()) {
    const Asking asking(asking_, origin);
    // Who could not answer before is not waited for again.
    CO_TRY_LET(auto answer, co_await ask(origin, known == known_.end() ? options_.retries : 0));
    if (answer.readable && answer.copy.status != 0) {
      memory_.keep({origin, answer.copy.status, answer.copy.body, unix_ms_now()});
    }
    learn(origin, std::move(answer));
    known = known_.find(origin);
  }
  known->second.used = options_.now();
  const bool allowed = known->second.robots.allows(url.substr(origin.size()));
  co_return allowed ? Verdict{} : known->second.ban;
}

}  // namespace tagtrail::host

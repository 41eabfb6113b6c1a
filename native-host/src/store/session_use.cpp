#include "store/session_use.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostSites = 1'000;
constexpr std::size_t kMostUnread = 50;  // of a site
/// Far more than are answered until the session is looked for again.
constexpr std::size_t kMostDoubts = 500;

std::uint64_t count_in(const Json& object, const char* name) {
  const auto member = object.find(name);
  return member != object.end() && member->is_number_unsigned() ? member->get<std::uint64_t>() : 0;
}

/// Canonical ones alone.
std::vector<std::string> urls_in(const Json& object, const char* name, std::size_t most) {
  std::vector<std::string> urls;
  const auto list = object.find(name);
  if (list == object.end() || !list->is_array()) return urls;
  for (const Json& url : *list) {
    if (!url.is_string() || urls.size() >= most) continue;
    if (auto key = canonical_url(url.get<std::string>())) urls.push_back(std::move(*key));
  }
  return urls;
}

}  // namespace

const SessionUse::Site* SessionUse::site(std::string_view origin) const {
  const auto found = sites_.find(origin);
  return found == sites_.end() ? nullptr : &found->second;
}

SessionUse::Site* SessionUse::known_or_new(std::string origin) {
  if (sites_.size() >= kMostSites && !sites_.contains(origin)) return nullptr;
  is_new_ = true;
  return &sites_[std::move(origin)];
}

void SessionUse::add_compared(std::string origin, bool differs) {
  Site* site = known_or_new(std::move(origin));
  if (site == nullptr) return;
  ++site->compared;
  site->differed += differs ? 1 : 0;
}

void SessionUse::add_shown(std::string origin) {
  Site* site = known_or_new(std::move(origin));
  if (site != nullptr) site->shown = true;
}

void SessionUse::add_without(std::string origin, std::string_view url, bool refused) {
  Site* site = known_or_new(std::move(origin));
  if (site == nullptr) return;
  // It was counted before, and with the session it is not to be had.
  if (const auto asked = asked_.find(url); asked != asked_.end()) {
    asked_.erase(asked);
    return;
  }
  if (!refused && site->unread.size() < kMostUnread) site->unread.emplace_back(url);
  ++site->without;
  site->refused = site->refused || refused;
  if (site->example.empty()) site->example = url;
}

void SessionUse::add_with(std::string_view url) {
  const auto asked = asked_.find(url);
  if (asked == asked_.end()) return;
  asked_.erase(asked);
  const auto found = sites_.find(origin_of(url));
  if (found == sites_.end() || found->second.without == 0) return;
  is_new_ = true;
  Site& site = found->second;
  --site.without;
  if (site.example == url) site.example = asked_.empty() ? std::string() : *asked_.begin();
}

std::vector<std::string> SessionUse::take_due() {
  std::vector<std::string> due;
  for (auto& [origin, site] : sites_) {
    if (!site.differs()) continue;
    std::move(site.unread.begin(), site.unread.end(), std::back_inserter(due));
    site.unread.clear();
  }
  asked_.insert(due.begin(), due.end());
  is_new_ = is_new_ || !due.empty();
  return due;
}

LeftOut SessionUse::left_out() const {
  LeftOut left{LeftOutCause::without_login, 0, 0, {}, {}};
  for (const auto& [origin, site] : sites_) {
    if (!site.matters()) continue;
    left.count += site.without;
    if (left.example.empty()) left.example = site.example;
  }
  return left;
}

std::vector<std::string> SessionUse::lines() const {
  std::uint64_t compared = 0;
  std::uint64_t without = 0;
  for (const auto& [origin, site] : sites_) {
    if (site.matters()) return {};
    compared += site.compared;
    without += site.without;
  }
  if (compared == 0) return {};
  std::string line = fmt::format("your login made no difference on the {} read with and without it",
                                 compared == 1 ? "page" : fmt::format("{} pages", compared));
  if (without > 0) {
    line += fmt::format("; {} more {} read without it", without, without == 1 ? "was" : "were");
  }
  return {std::move(line)};
}

SessionUse SessionUse::from_text(std::string_view text) {
  SessionUse use;
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return use;
  for (const auto& [origin, kept] : json.items()) {
    if (!kept.is_object() || use.sites_.size() >= kMostSites) continue;
    Site& site = use.sites_[origin];
    site.compared = count_in(kept, "compared");
    site.differed = count_in(kept, "differed");
    site.without = count_in(kept, "without");
    const auto example = kept.find("example");
    if (example != kept.end() && example->is_string()) site.example = example->get<std::string>();
    const auto refused = kept.find("refused");
    site.refused = refused != kept.end() && refused->is_boolean() && refused->get<bool>();
    const auto shown = kept.find("shown");
    site.shown = shown != kept.end() && shown->is_boolean() && shown->get<bool>();
    site.unread = urls_in(kept, "unread", kMostUnread);
  }
  return use;
}

std::optional<std::string> SessionUse::news() {
  if (!is_new_) return std::nullopt;
  is_new_ = false;
  Json json = Json::object();
  for (const auto& [origin, site] : sites_) {
    json[origin] = {{"compared", site.compared}, {"differed", site.differed},
                    {"without", site.without},   {"example", site.example},
                    {"refused", site.refused},   {"shown", site.shown},
                    {"unread", site.unread}};
  }
  for (const std::string& url : asked_) json[origin_of(url)]["unread"].push_back(url);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// --- Doubts --------------------------------------------------------------------------------------

void SessionDoubts::answered(std::string_view url, bool doubtful) {
  if (const auto asked = asked_.find(url); asked != asked_.end()) {
    asked_.erase(asked);
    is_new_ = true;
  }
  if (!doubtful) return;
  is_new_ = true;
  const auto is_it = [url](const Doubt& doubt) { return doubt.url == url; };
  if (std::any_of(doubts_.begin(), doubts_.end(), is_it)) return;
  if (doubts_.size() >= kMostDoubts) {
    ++more_;
    return;
  }
  doubts_.push_back({std::string(url), false});
}

void SessionDoubts::forget(std::string_view url) {
  std::erase_if(doubts_, [url](const Doubt& doubt) { return !doubt.earlier && doubt.url == url; });
}

std::vector<std::string> SessionDoubts::origins() const {
  std::vector<std::string> origins;
  for (const Doubt& doubt : doubts_) origins.push_back(origin_of(doubt.url));
  std::sort(origins.begin(), origins.end());
  origins.erase(std::unique(origins.begin(), origins.end()), origins.end());
  return origins;
}

void SessionDoubts::proved(std::string_view origin, std::size_t count) {
  is_new_ = true;
  lost_ = false;
  std::deque<Doubt> rest;
  for (Doubt& doubt : doubts_) {
    const bool proved = count > 0 && origin_of(doubt.url) == origin;
    if (count > 0) --count;
    if (!proved) {
      rest.push_back(std::move(doubt));
    } else if (doubt.earlier) {
      due_.push_back(std::move(doubt.url));
    }
  }
  doubts_.swap(rest);
}

void SessionDoubts::lost() {
  is_new_ = true;
  lost_ = true;
  for (Doubt& doubt : doubts_) doubt.earlier = true;
}

std::vector<std::string> SessionDoubts::take_due() {
  std::vector<std::string> due;
  due.swap(due_);
  asked_.insert(due.begin(), due.end());
  return due;
}

LeftOut SessionDoubts::left_out() const {
  LeftOut left{LeftOutCause::doubtful, due_.size() + asked_.size(), 0, {}, {}};
  if (!due_.empty()) left.example = due_.front();
  if (left.example.empty() && !asked_.empty()) left.example = *asked_.begin();
  if (!lost_) return left;
  left.count += doubts_.size() + more_;
  if (!doubts_.empty()) left.example = doubts_.front().url;
  return left;
}

SessionDoubts SessionDoubts::from_text(std::string_view text) {
  SessionDoubts known;
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return known;
  for (std::string& url : urls_in(json, "urls", 2 * kMostDoubts)) {
    known.doubts_.push_back({std::move(url), true});
  }
  known.more_ = count_in(json, "more");
  const auto lost = json.find("lost");
  known.lost_ = lost != json.end() && lost->is_boolean() && lost->get<bool>();
  return known;
}

std::optional<std::string> SessionDoubts::news() {
  if (!is_new_) return std::nullopt;
  is_new_ = false;
  Json urls = Json::array();
  for (const std::string& url : due_) urls.push_back(url);
  for (const std::string& url : asked_) urls.push_back(url);
  for (const Doubt& doubt : doubts_) urls.push_back(doubt.url);
  const Json json = {{"lost", lost_}, {"more", more_}, {"urls", std::move(urls)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tagtrail::host

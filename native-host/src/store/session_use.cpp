#include "store/session_use.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostSites = 1'000;

std::uint64_t count_in(const Json& object, const char* name) {
  const auto member = object.find(name);
  return member != object.end() && member->is_number_unsigned() ? member->get<std::uint64_t>() : 0;
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

void SessionUse::add_without(std::string origin, std::string_view url, bool refused) {
  Site* site = known_or_new(std::move(origin));
  if (site == nullptr) return;
  ++site->without;
  site->refused = site->refused || refused;
  if (site->example.empty()) site->example = url;
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
  }
  return use;
}

std::optional<std::string> SessionUse::news() {
  if (!is_new_) return std::nullopt;
  is_new_ = false;
  Json json = Json::object();
  for (const auto& [origin, site] : sites_) {
    json[origin] = {{"compared", site.compared},
                    {"differed", site.differed},
                    {"without", site.without},
                    {"example", site.example},
                    {"refused", site.refused}};
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tagtrail::host

#include "fleet/site_ending.hpp"

#include <algorithm>

#include "export/datapackage.hpp"
#include "store/ending.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, kSiteEndings> kNames{
    "complete", "about", "partial", "unknown", "failed", "waiting", "held", "not_begun"};
constexpr std::array<std::string_view, kSiteEndings> kWords{
    "complete", "about complete", "not complete", "not known",
    "failed",   "waiting",        "held",         "not begun"};

/// What a job left is told by its causes, and there are not many more.
constexpr std::size_t kMostCauses = 64;
constexpr std::size_t kMostTextBytes = 600;
constexpr std::size_t kMostFactsBytes = 256UL * 1024;

std::string bounded(std::string_view text) {
  return std::string(utf8_prefix(text, kMostTextBytes));
}

Json json_of(const LeftOut& left) {
  Json json = {{"cause", to_string(left.cause)}, {"count", left.count}};
  if (left.links > 0) json["links"] = left.links;
  json["example"] = bounded(left.example);
  json["words"] = bounded(to_text(left));
  if (const auto remedy = remedy_for(left); !remedy.empty()) json["remedy"] = remedy;
  return json;
}

/// The members that are numbers: those with names of a site's are in its job.
Json counts_in(const Json& account) {
  Json counts = nullptr;
  if (!account.is_object()) return counts;
  for (const auto& [name, value] : account.items()) {
    if (value.is_number_unsigned() && name.size() < 32 && counts.size() < kMostCauses) {
      counts[name] = value;
    }
  }
  return counts;
}

void take_text(const Json& from, const char* name, Json& into) {
  const auto found = from.find(name);
  if (found != from.end() && found->is_string()) {
    into[name] = bounded(found->get_ref<const std::string&>());
  }
}

void take_count(const Json& from, const char* name, Json& into) {
  const auto found = from.find(name);
  if (found != from.end() && found->is_number_unsigned()) into[name] = *found;
}

Json left_in(const Json& facts) {
  Json list = Json::array();
  const auto found = facts.find("left_out");
  if (found == facts.end() || !found->is_array()) return list;
  for (const Json& from : *found) {
    if (!from.is_object() || list.size() == kMostCauses) continue;
    Json one = Json::object();
    take_text(from, "cause", one);
    take_count(from, "count", one);
    take_count(from, "links", one);
    for (const char* name : {"example", "words", "remedy"}) take_text(from, name, one);
    if (one.contains("cause") && one.contains("count") && one.contains("words")) {
      list.push_back(std::move(one));
    }
  }
  return list;
}

/// The column says how; the facts tell more, where they fit it.
Json ending_in(SiteEnding how, const Json& facts) {
  const auto known = how_named(to_string(how));
  if (!known) return nullptr;
  Ending plain;
  plain.how = *known;
  plain.words = words_for(how);
  const auto found = facts.find("ending");
  if (found == facts.end()) return ending_to_json(plain);
  auto told = ending_from_json(found->dump(-1, ' ', false, Json::error_handler_t::replace));
  if (!told || told->how != *known || !told->is_known()) return ending_to_json(plain);
  told->words = bounded(told->words);
  told->reason = bounded(told->reason);
  told->remedy = bounded(told->remedy);
  return ending_to_json(*told);
}

}  // namespace

std::string_view to_string(SiteEnding ending) {
  return kNames.at(static_cast<std::size_t>(ending));
}

SiteEnding site_ending_named(std::string_view name) {
  const auto* const found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return SiteEnding::unknown;
  return static_cast<SiteEnding>(found - kNames.begin());
}

std::string_view words_for(SiteEnding ending) {
  return kWords.at(static_cast<std::size_t>(ending));
}

std::optional<KeptEnding> ending_of_job(const JobReader& job) {
  // Without an ending from when a run begins until it has ended in good order.
  const auto stored = job.get(kPackageFacts);
  if (!stored || !*stored) return std::nullopt;
  const auto facts = facts_from_json(**stored);
  const auto left_out = job.left_out();
  if (!facts || !facts->ending || !left_out) return std::nullopt;
  Json json = {{"ending", ending_to_json(*facts->ending)},
               {"account", counts_in(Json::parse(facts->account, nullptr, false))},
               {"left_out", Json::array()}};
  for (const LeftOut& left : *left_out) json["left_out"].push_back(json_of(left));
  return KeptEnding{std::string(to_string(facts->ending->how)),
                    json.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

Json told_ending(SiteEnding how, std::string_view facts) {
  Json told = {{"ending", nullptr}, {"account", nullptr}, {"left_out", Json::array()}};
  Json read = facts.size() > kMostFactsBytes ? Json() : Json::parse(facts, nullptr, false);
  if (!read.is_object()) read = Json::object();
  told["ending"] = ending_in(how, read);
  if (told["ending"].is_null()) return told;
  if (const auto account = read.find("account"); account != read.end()) {
    told["account"] = counts_in(*account);
  }
  told["left_out"] = left_in(read);
  return told;
}

}  // namespace tagtrail::host

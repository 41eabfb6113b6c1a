#include "export/page/page_data.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "export/datapackage.hpp"
#include "export/page/answer_tally.hpp"
#include "export/page/file_columns.hpp"
#include "export/page/look_columns.hpp"
#include "store/ending.hpp"
#include "store/job_endings.hpp"
#include "store/left_elsewhere.hpp"
#include "store/stopped_requests.hpp"
#include "system/times.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kPageBytes = 24'000'000;
/// Of these for the list of files.
constexpr std::size_t kListBytes = 16'000'000;
constexpr std::size_t kMostSetting = 2000;
constexpr std::uint64_t kMostGroups = 30;
/// Of the engine and the loaders, for nobody to read, or told in other words.
constexpr std::array<std::string_view, 5> kNotShown{"sessions", kHostsElsewhere, kEnding, kAdvice,
                                                    kStoppedRequests};

Json sections_json(const SiteSections& sections) {
  Json list = Json::array();
  for (const SiteSection& one : sections.list()) {
    list.push_back(
        {{"host", one.host}, {"path", one.path}, {"answers", one.answers}, {"files", one.files}});
  }
  return list;
}

Json curve_json(const FoundCurve& curve) {
  Json x = Json::array();
  Json y = Json::array();
  for (const FoundCurve::Point& point : curve.points()) {
    x.push_back(point.answers);
    y.push_back(point.files);
  }
  return {{"answers", x}, {"files", y}};
}

Json left_out_json(const std::vector<LeftOut>& list) {
  Json json = Json::array();
  for (const LeftOut& one : list) {
    json.push_back(left_out_to_json(one));
    json.back()["words"] = words_for(one);
    json.back()["remedy"] = remedy_for(one);
  }
  return json;
}

Json groups_json(const std::vector<JobReader::Group>& groups) {
  Json json = Json::array();
  for (const auto& group : groups) {
    json.push_back({{"path", std::string(utf8_prefix(group.tag_path, kMostSetting))},
                    {"requests", group.requests},
                    {"files", group.files}});
  }
  return json;
}

Json settings_json(const std::map<std::string, std::string>& settings) {
  Json json = Json::object();
  for (const auto& [name, value] : settings) {
    const bool shown = std::find(kNotShown.begin(), kNotShown.end(), name) == kNotShown.end();
    if (shown) json[name] = std::string(utf8_prefix(value, kMostSetting));
  }
  return json;
}

/// How complete the job is; null while that is not known, as of a job that goes on.
Json ending_json(const std::map<std::string, std::string>& settings) {
  const auto kept = settings.find(std::string(kEnding));
  const auto state = settings.find("state");
  if (kept == settings.end() || state == settings.end() || state->second == "running") {
    return nullptr;
  }
  const auto ending = ending_from_json(kept->second);
  return ending ? ending_to_json(*ending) : Json(nullptr);
}

/// Nothing for a job that never ran with this version.
PackageFacts facts_of(const std::map<std::string, std::string>& settings) {
  const auto stored = settings.find(std::string(kPackageFacts));
  if (stored == settings.end()) return {};
  return facts_from_json(stored->second).value_or(PackageFacts{});
}

}  // namespace

Json job_facts(const JobReader& job, const std::map<std::string, std::string>& settings,
               std::string_view base) {
  const auto value = [&](const char* name) {
    const auto found = settings.find(name);
    return found == settings.end() ? std::string() : found->second;
  };
  const PackageFacts facts = facts_of(settings);
  return {{"seed", facts.seed_url},
          {"began", facts.created},
          {"folder", std::filesystem::absolute(job.dir()).lexically_normal().filename().string()},
          {"base", base},
          {"state", value("state")},
          {"stopped", ending_text(value("state-reason"))},
          {"ending", ending_json(settings)},
          {"written", unix_ms_now() / 1000}};
}

Expected<PageData> page_data(const JobReader& job, std::string_view base,
                             const SearchedTables& tables) {
  const auto tally = TRY(AnswerTally::of(job));
  FileColumns files = TRY(file_columns(job, tally.sections, kListBytes));
  std::size_t taken = files.text_bytes;
  for (const std::string& block : tables.blocks) taken += block.size();
  const std::size_t left = kPageBytes - std::min(kPageBytes, taken);
  LookColumns looks = TRY(look_columns(job, files, left));
  const auto settings = TRY(job.settings());
  Json json = std::move(files.json);
  json["job"] = job_facts(job, settings, base);
  json["total"] = {{"answers", tally.answers},
                   {"requests", tally.sent ? Json(*tally.sent) : Json(nullptr)},
                   {"files", files.total},
                   {"bytes", files.bytes}};
  json["contents"] = std::move(looks.json);
  json["tables"] = tables.json;
  json["sections"] = sections_json(tally.sections);
  json["answers"] = tally.results;
  json["curve"] = curve_json(tally.curve);
  json["leftOut"] = left_out_json(TRY(job.left_out()));
  json["groups"] = groups_json(TRY(job.best_groups(kMostGroups)));
  json["settings"] = settings_json(settings);
  // What servers sent may be invalid UTF-8: it must cost a character, not the page.
  return PageData{json.dump(-1, ' ', false, Json::error_handler_t::replace),
                  std::move(looks.previews)};
}

}  // namespace tagtrail::host

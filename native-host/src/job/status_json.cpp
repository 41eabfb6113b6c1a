#include "job/status_json.hpp"

#include <cmath>

#include "tagtrail/decision_json.hpp"
#include "tagtrail/tag_path.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

// What the panel's reader accepts, and more than any policy says.
constexpr std::size_t kMaxTerms = 32;
constexpr std::size_t kMaxTermName = 100;
constexpr std::size_t kMaxMessage = 2000;

/// JSON has no other numbers, and the panel takes null for none.
Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json terms_json(const Reason& reason) {
  Json terms = Json::array();
  for (const ReasonTerm& term : reason.terms) {
    if (terms.size() == kMaxTerms) break;
    if (!std::isfinite(term.value)) continue;
    terms.push_back({{"name", utf8_prefix(term.name, kMaxTermName)}, {"value", term.value}});
  }
  return terms;
}

Json current_json(const Request& request) {
  const Reason& reason = request.reason;
  const double p = reason.target_probability;
  return {{"url", request.url},
          {"purpose", to_string(request.purpose)},
          {"tagPath", readable_tag_path(request.tag_path)},
          {"anchor", request.anchor},
          {"sourcePage", request.source_page},
          {"words", reason.words},
          {"score", finite(reason.score)},
          {"targetProbability", p >= 0 && p <= 1 ? Json(p) : Json(nullptr)},
          {"terms", terms_json(reason)}};
}

}  // namespace

Json job_info_json(const JobStatus& status, const Config& config) {
  return {{"job", status.job},
          {"seedUrl", status.seed_url},
          {"dir", status.dir},
          {"state", status.state.state},
          {"objective", config.objective},
          {"config", Json::parse(config_to_json(config), nullptr, false)}};
}

Json job_limits_json(const JobStatus& status) {
  const auto limit = [](std::uint64_t value) {
    return value == Budget::kUnlimited ? Json(nullptr) : Json(value);
  };
  return {{"delayMs", status.delay_ms},
          {"maxRequests", limit(status.limits.requests)},
          {"maxBytes", limit(status.limits.bytes)},
          {"maxTimeMs", limit(status.limits.time_ms)}};
}

Json found_files_json(const std::vector<TargetRow>& files) {
  Json list = Json::array();
  for (const TargetRow& file : files) {
    list.push_back({{"name", file.name},
                    {"path", file.path},
                    {"mime", file.mime},
                    {"bytes", file.bytes},
                    {"url", file.url},
                    {"page", file.page}});
  }
  return list;
}

Json link_groups_json(const std::vector<LinkGroup>& groups, std::size_t limit) {
  Json list = Json::array();
  for (const LinkGroup& group : groups) {
    if (list.size() == limit) break;
    list.push_back(link_group_to_json(group));
  }
  return list;
}

Json job_progress_json(const JobStatus& status) {
  const Json current = status.current ? current_json(*status.current) : Json(nullptr);
  Json attention;
  if (status.attention) {
    attention = {{"kind", status.attention->kind},
                 {"url", status.attention->url},
                 {"what", status.attention->what}};
  }
  Json wait;
  if (status.wait) {
    const auto& seconds = status.wait->seconds;
    wait = {{"by", status.wait->by},
            {"host", status.wait->host},
            {"seconds", seconds ? finite(*seconds) : Json(nullptr)}};
  }
  Json resuming;
  if (status.resuming) {
    resuming = {{"answers", status.resuming->answers}, {"of", status.resuming->of}};
  }
  const bool goes_on = status.state.state == "running" || status.state.state == "paused";
  return {{"job", status.job},
          {"state", status.state.state},
          {"reason", status.state.reason},
          {"message", utf8_prefix(status.message, kMaxMessage)},
          {"progress", progress_to_json(status.progress)},
          {"files", found_files_json(status.newest)},
          {"current", current},
          {"seconds", status.seconds},
          {"limits", job_limits_json(status)},
          {"skips", status.skips},
          {"leftOut", Json(left_out_to_json(status.left_out))},
          {"stopped", Json(status.stopped.brief_json())},
          {"ending", goes_on ? Json(nullptr) : Json(ending_to_json(status.ending))},
          {"attention", attention},
          {"wait", wait},
          {"resuming", resuming}};
}

}  // namespace tagtrail::host

#include "replica/replica_judge.hpp"

#include "replica/replica_loader.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail::host {
namespace {

bool is_page(const ReachableUrl& url) { return url.status == 200 && is_html(url.mime); }

/// What is known without reading a page.
Response response_of(const ReachableUrl& url) {
  Response response;
  response.status = static_cast<std::uint16_t>(url.status);
  response.final_url = url.url;
  response.mime = url.mime;
  response.xml_root = url.xml_root;
  response.file_name = url.file_name;
  response.is_page = is_page(url) || url.link_source;
  return response;
}

}  // namespace

Expected<ReplicaJudge> ReplicaJudge::make(Replica& replica, const Config& config) {
  const ObjectiveInfo* info = find_objective(config.objective);
  if (info == nullptr) {
    return fail(ErrorCode::invalid_argument,
                "unknown objective '" + config.objective + "'; there are: " + objective_names());
  }
  ReplicaJudge judge(replica, TRY(info->make(config)));
  judge.sitemaps_ = config.sitemaps;
  if (!info->of_pages) {
    const auto wanted = TRY(TargetSet::parse(config.targets));
    judge.files_only_ = !wanted.matches({"text/html", {}, {}, {}});
  }
  return judge;
}

Expected<Response> ReplicaJudge::response_to(const ReachableUrl& url) const {
  const bool reads = is_page(url) ? needs().any() : needs().files && !url.link_source;
  if (!reads) return response_of(url);
  Request request;
  request.url = url.url;
  return load_from_replica(*replica_, request, sitemaps_, needs());
}

Finding ReplicaJudge::judge(const Response& response) const {
  if (response.status >= 300 && response.status < 400) return {.url_class = UrlClass::html};
  return brings_content(response) ? objective_->judge(response, response.final_url) : Finding{};
}

Expected<Finding> ReplicaJudge::judge(const ReachableUrl& url) {
  const auto response = TRY(response_to(url));
  return judge(response);
}

UrlClass ReplicaJudge::class_of(const ReachableUrl& url) const {
  return judge(response_of(url)).url_class;
}

void ReplicaJudge::take(const Response& response, const Finding& finding, WithinReach& reach) {
  if (!finding.is_target()) return;
  const double gain = objective_->take(finding, response);
  if (!finding.is_target_for(gain)) return;
  ++reach.targets;
  reach.gain += gain;
  if (response.holds != FileHolds::unknown) ++reach.looked_into;
}

Expected<void> ReplicaJudge::take(const ReachableUrl& url, WithinReach& reach) {
  const auto response = TRY(response_to(url));
  take(response, judge(response), reach);
  return {};
}

Expected<void> ReplicaJudge::check_looked(const WithinReach& reach) const {
  if (!needs().files || reach.targets == 0 || reach.looked_into > 0) return {};
  return fail(ErrorCode::invalid_argument,
              replica_->name() +
                  " holds no bytes of its files, which this objective has to look into; import it "
                  "with --with-files, from a source that has them");
}

Expected<WithinReach> count_within_reach(Replica& replica, const Config& config) {
  auto judge = TRY(ReplicaJudge::make(replica, config));
  WithinReach reach;
  const auto take = [&](const ReachableUrl& url) { return judge.take(url, reach); };
  const auto which =
      judge.wants_files_only() ? Replica::Reachable::files : Replica::Reachable::answering;
  TRY(each_reachable(replica, config.scope, which, take, config.sitemaps));
  TRY(judge.check_looked(reach));
  return reach;
}

}  // namespace tagtrail::host

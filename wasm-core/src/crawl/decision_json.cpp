#include "tagtrail/decision_json.hpp"

#include <array>
#include <cmath>

#include "crawl/json_members.hpp"

namespace tagtrail {
namespace {

constexpr std::array kClassNames{"html", "target", "neither", "dead"};

tl::unexpected<Error> malformed(const char* what) {
  return fail(ErrorCode::invalid_data, std::string("malformed ") + what);
}

Json reason_to_json(const Reason& reason) {
  Json terms = Json::array();
  for (const ReasonTerm& term : reason.terms) {
    terms.push_back({{"name", term.name}, {"value", term.value}});
  }
  return {{"words", reason.words},
          {"action", reason.action},
          {"score", reason.score},
          {"targetProbability", reason.target_probability},
          {"terms", terms}};
}

bool reason_from_json(const Json& json, Reason& reason) {
  Members in(json);
  reason.words = in.text("words");
  reason.action = in.integer("action");
  reason.score = in.real("score");
  reason.target_probability = in.real("targetProbability");
  const auto terms = json.find("terms");
  if (terms == json.end() || !terms->is_array()) return false;
  for (const Json& term : *terms) {
    Members member(term);
    std::string name = member.text("name");
    reason.terms.push_back({std::move(name), member.real("value")});
    if (!member.ok()) return false;
  }
  return in.ok();
}

}  // namespace

Json request_to_json(const Request& request) {
  return {{"id", request.id},
          {"url", request.url},
          {"method", to_string(request.method)},
          {"purpose", to_string(request.purpose)},
          {"sourcePage", request.source_page},
          {"tagPath", request.tag_path},
          {"anchor", request.anchor},
          {"depth", request.depth},
          {"revisit", request.revisit},
          {"reason", reason_to_json(request.reason)}};
}

Expected<Request> request_from_json(const Json& json) {
  static constexpr std::array kMethods{"GET", "HEAD"};
  static constexpr std::array kPurposes{"page", "target", "type_check"};
  Members in(json);
  Request request;
  request.id = in.number("id");
  request.url = in.text("url");
  request.method = static_cast<Method>(in.one_of("method", kMethods));
  request.purpose = static_cast<Purpose>(in.one_of("purpose", kPurposes));
  request.source_page = in.text("sourcePage");
  request.tag_path = in.text("tagPath");
  request.anchor = in.text("anchor");
  const std::uint64_t depth = in.number("depth");
  request.depth = static_cast<std::uint32_t>(depth);
  request.revisit = in.boolean("revisit");
  if (!in.ok() || depth != request.depth ||
      !reason_from_json(in.object("reason"), request.reason)) {
    return malformed("request");
  }
  return request;
}

Json decision_to_json(const Decision& decision) {
  if (const auto* request = std::get_if<Request>(&decision)) {
    return {{"kind", "request"}, {"request", request_to_json(*request)}};
  }
  if (const auto* finished = std::get_if<Finished>(&decision)) {
    return {{"kind", "finished"}, {"reason", to_string(finished->reason)}};
  }
  return {{"kind", "wait"}};
}

Expected<Decision> decision_from_json(const Json& json) {
  static constexpr std::array kKinds{"request", "wait", "finished"};
  static constexpr std::array kReasons{"frontier_empty", "max_requests",   "max_bytes",
                                       "max_time",       "early_stopping", "stop_advice"};
  Members in(json);
  const std::size_t kind = in.one_of("kind", kKinds);
  if (!in.ok()) return malformed("decision");
  if (kind == 1) return Wait{};
  if (kind == 2) {
    const auto reason = static_cast<StopReason>(in.one_of("reason", kReasons));
    if (!in.ok()) return malformed("decision");
    return Finished{reason};
  }
  auto request = TRY(request_from_json(in.object("request")));
  return request;
}

Json judgement_to_json(const Judgement& judgement) {
  return {{"urlClass", kClassNames[static_cast<std::size_t>(judgement.url_class)]},
          {"newTarget", judgement.new_target},
          {"redirect", judgement.redirect}};
}

Expected<Judgement> judgement_from_json(const Json& json) {
  Members in(json);
  Judgement judgement;
  judgement.url_class = static_cast<UrlClass>(in.one_of("urlClass", kClassNames));
  judgement.new_target = in.boolean("newTarget");
  judgement.redirect = in.boolean("redirect");
  if (!in.ok()) return malformed("judgement");
  return judgement;
}

Json advice_to_json(const StopAdvice& advice) {
  if (!advice.known()) return nullptr;
  Json json = {{"share", advice.share()}, {"low", advice.low()}, {"high", advice.high()}};
  if (!advice.is_complete()) json.update({{"level", advice.level()}, {"slope", advice.slope()}});
  return json;
}

Expected<StopAdvice> advice_from_json(const Json& json) {
  if (json.is_null()) return StopAdvice{};
  Members in(json);
  if (json.is_object() && !json.contains("level") && !json.contains("slope")) {
    if (in.real("share") != 1) return malformed("advice");
    return StopAdvice::complete();
  }
  const double level = in.real("level");
  const double slope = in.real("slope");
  if (!in.ok() || !std::isfinite(level) || !(slope > 0) || !std::isfinite(slope)) {
    return malformed("advice");
  }
  return StopAdvice::of(level, slope);
}

Json estimate_to_json(const std::optional<FileEstimate>& estimate) {
  if (!estimate) return nullptr;
  return {{"files", estimate->files},
          {"low", estimate->low},
          {"high", estimate->high},
          {"price", estimate->price}};
}

namespace {

Expected<std::optional<FileEstimate>> estimate_from_json(const Json& json) {
  if (json.is_null()) return std::nullopt;
  Members in(json);
  const FileEstimate estimate{in.number("files"), in.number("low"), in.number("high"),
                              in.number("price")};
  const bool in_order = estimate.low <= estimate.files && estimate.files <= estimate.high;
  if (!in.ok() || !in_order) return malformed("estimate");
  return estimate;
}

Json traps_to_json(const std::vector<TrapReport>& traps) {
  Json list = Json::array();
  for (const TrapReport& trap : traps) {
    list.push_back({{"kind", trap.kind},
                    {"example", trap.example},
                    {"answers", trap.answers},
                    {"left", trap.left}});
  }
  return list;
}

Expected<std::vector<TrapReport>> traps_from_json(const Json& json) {
  if (!json.is_array() || json.size() > kMostTraps) return malformed("traps");
  std::vector<TrapReport> traps;
  for (const Json& item : json) {
    Members in(item);
    TrapReport trap{in.text("kind"), in.text("example"), in.number("answers"), in.number("left")};
    if (!in.ok()) return malformed("traps");
    traps.push_back(std::move(trap));
  }
  return traps;
}

}  // namespace

Json progress_to_json(const Progress& progress) {
  return {{"requests", progress.requests},
          {"gets", progress.gets},
          {"heads", progress.heads},
          {"pages", progress.pages},
          {"targets", progress.targets},
          {"targetBytes", progress.target_bytes},
          {"otherBytes", progress.other_bytes},
          {"knownUrls", progress.known_urls},
          {"frontier", progress.frontier},
          {"issued", progress.issued},
          {"inFlight", progress.in_flight},
          {"acting", progress.acting},
          {"round", progress.round},
          {"roundRequests", progress.round_requests},
          {"roundBytes", progress.round_bytes},
          {"traps", traps_to_json(progress.traps)},
          {"advice", advice_to_json(progress.advice)},
          {"estimate", estimate_to_json(progress.estimate)}};
}

Expected<Progress> progress_from_json(const Json& json) {
  Members in(json);
  Progress progress;
  progress.requests = in.number("requests");
  progress.gets = in.number("gets");
  progress.heads = in.number("heads");
  progress.pages = in.number("pages");
  progress.targets = in.number("targets");
  progress.target_bytes = in.number("targetBytes");
  progress.other_bytes = in.number("otherBytes");
  progress.known_urls = in.number("knownUrls");
  progress.frontier = in.number("frontier");
  progress.issued = in.number("issued");
  progress.in_flight = in.number("inFlight");
  progress.acting = in.number("acting");
  progress.round = in.number("round");
  progress.round_requests = in.number("roundRequests");
  progress.round_bytes = in.number("roundBytes");
  if (!in.ok()) return malformed("progress");
  for (const char* name : {"advice", "estimate", "traps"}) {
    if (!json.contains(name)) return malformed("progress");
  }
  auto traps = TRY(traps_from_json(json.at("traps")));
  progress.traps = std::move(traps);
  auto advice = TRY(advice_from_json(json.at("advice")));
  progress.advice = advice;
  auto estimate = TRY(estimate_from_json(json.at("estimate")));
  progress.estimate = estimate;
  return progress;
}

}  // namespace tagtrail

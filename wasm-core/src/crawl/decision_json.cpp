#include "tagtrail/decision_json.hpp"

#include <array>
#include <cmath>

#include "tagtrail/json_fields.hpp"
#include "tagtrail/tag_path.hpp"

namespace tagtrail {
namespace {

using Json = nlohmann::json;
using Words = std::string_view;

constexpr std::array<Words, 2> kMethods{"GET", "HEAD"};
constexpr std::array<Words, 3> kPurposes{"page", "target", "type_check"};
constexpr std::array<Words, 4> kClassNames{"html", "target", "neither", "dead"};
constexpr std::array<Words, 3> kKinds{"request", "wait", "finished"};
constexpr std::array<Words, 6> kReasons{"frontier_empty", "max_requests",   "max_bytes",
                                        "max_time",       "early_stopping", "stop_advice"};
/// What is said of groups.
constexpr std::array<Words, 4> kGroupWords{"neutral", "good", "useless", "only"};
/// In the order of LeftOutCause.
const auto kCauses = [] {
  std::array<Words, static_cast<std::size_t>(kLastLeftOutCause) + 1> names;
  for (std::size_t at = 0; at < names.size(); ++at) {
    names[at] = to_string(static_cast<LeftOutCause>(at));
  }
  return names;
}();
constexpr std::size_t kMostAnchors = 10;

tl::unexpected<Error> malformed(const char* what) {
  return fail(ErrorCode::invalid_data, std::string("malformed ") + what);
}

/// All members of what another part of Tagtrail wrote.
template <typename T, typename Members>
Expected<T> read(const Json& json, const char* what, Members members) {
  T read;
  MembersIn in(json);
  members(in, read);
  if (!in.ok()) return malformed(what);
  return read;
}

constexpr auto reason_members = [](auto& io, auto& reason) {
  io("words", reason.words);
  io("action", reason.action);
  io("score", reason.score);
  io("targetProbability", reason.target_probability);
  io.objects("terms", reason.terms, [](auto& in, auto& term) {
    in("name", term.name);
    in("value", term.value);
  });
};

constexpr auto request_members = [](auto& io, auto& request) {
  io("id", request.id);
  io("url", request.url);
  io.word("method", request.method, kMethods);
  io.word("purpose", request.purpose, kPurposes);
  io("sourcePage", request.source_page);
  io("tagPath", request.tag_path);
  io("anchor", request.anchor);
  io("depth", request.depth);
  io("revisit", request.revisit);
  io("onlyFile", request.only_file);
  io.object("reason", request.reason, reason_members);
};

constexpr auto judgement_members = [](auto& io, auto& judgement) {
  io.word("urlClass", judgement.url_class, kClassNames);
  io("newTarget", judgement.new_target);
  io("gain", judgement.gain);
};

constexpr auto estimate_members = [](auto& io, auto& estimate) {
  io("files", estimate.files);
  io("low", estimate.low);
  io("high", estimate.high);
  io("price", estimate.price);
};

constexpr auto account_members = [](auto& io, auto& account) {
  io("met", account.met);
  io("saved", account.saved);
  io("equal", account.equal);
  io("pages", account.pages);
  io("moved", account.moved);
  io("unwanted", account.unwanted);
  io("dead", account.dead);
  io("failed", account.failed);
  io("left", account.left);
  io("notTried", account.not_tried);
  io("unaccounted", account.unaccounted);
  io("waiting", account.waiting);
  io.objects("leftOut", account.left_out, [](auto& in, auto& left) {
    in.word("cause", left.cause, kCauses);
    in("count", left.count);
    in("example", left.example);
  });
  io.objects("otherTypes", account.other_types, [](auto& in, auto& type) {
    in("mime", type.mime);
    in("count", type.count);
  });
  io.objects("listings", account.listings, [](auto& in, auto& listing) {
    in("source", listing.source);
    in("stated", listing.stated);
    in("listed", listing.listed);
  });
};

/// All but the advice.
constexpr auto progress_members = [](auto& io, auto& progress) {
  io("requests", progress.requests);
  io("gets", progress.gets);
  io("heads", progress.heads);
  io("pages", progress.pages);
  io("targets", progress.targets);
  io("gain", progress.gain);
  io("targetBytes", progress.target_bytes);
  io("otherBytes", progress.other_bytes);
  io("knownUrls", progress.known_urls);
  io("frontier", progress.frontier);
  io("issued", progress.issued);
  io("inFlight", progress.in_flight);
  io("acting", progress.acting);
  io("actingMore", progress.acting_more);
  io("round", progress.round);
  io("roundRequests", progress.round_requests);
  io("roundBytes", progress.round_bytes);
  io.objects("traps", progress.traps, [](auto& in, auto& trap) {
    in("kind", trap.kind);
    in("example", trap.example);
    in("answers", trap.answers);
    in("left", trap.left);
  });
  io.object("elsewhere", progress.elsewhere, [](auto& in, auto& elsewhere) {
    in("files", elsewhere.files);
    in("more", elsewhere.more);
    in("example", elsewhere.example);
    in("taken", elsewhere.taken);
    in("hosts", elsewhere.hosts);
    in.objects("most", elsewhere.most, [](auto& host, auto& files) {
      host("host", files.host);
      host("files", files.files);
    });
  });
  io.object("forms", progress.forms, [](auto& in, auto& forms) {
    in("asked", forms.asked);
    in("queries", forms.queries);
    in("files", forms.files);
    in("sending", forms.sending);
    in("acting", forms.acting);
    in("more", forms.more);
  });
  io.object("account", progress.account, account_members);
  io.object("estimate", progress.estimate, estimate_members);
};

constexpr auto group_members = [](auto& io, auto& group) {
  io("id", group.id);
  io("tagPath", group.tag_path);
  io.word("word", group.word, kGroupWords);
  io("anchors", group.anchors);
  io("open", group.open);
  io("withheld", group.withheld);
  io("acting", group.acting);
  io("requests", group.requests);
  io("files", group.files);
  io("expected", group.expected);
};

constexpr auto acting_members = [](auto& io, auto& link) {
  io("url", link.url);
  io("page", link.page);
  io("anchor", link.anchor);
  io("tagPath", link.tag_path);
  io("reason", link.reason);
  io("sure", link.sure);
};

}  // namespace

std::string_view to_string(StopReason reason) { return kReasons[static_cast<std::size_t>(reason)]; }

Json request_to_json(const Request& request) { return MembersOut::of(request, request_members); }

Json decision_to_json(const Decision& decision) {
  Json json = {{"kind", kKinds[decision.index()]}};
  if (const auto* request = std::get_if<Request>(&decision)) {
    json["request"] = request_to_json(*request);
  } else if (const auto* finished = std::get_if<Finished>(&decision)) {
    json["reason"] = to_string(finished->reason);
  }
  return json;
}

Expected<Decision> decision_from_json(const Json& json) {
  MembersIn in(json);
  std::size_t kind = 0;
  in.word("kind", kind, kKinds);
  Request request;
  Finished finished;
  if (kind == 0) in.object("request", request, request_members);
  if (kind == 2) in.word("reason", finished.reason, kReasons);
  if (!in.ok()) return malformed("decision");
  if (kind == 0) return request;
  return kind == 1 ? Decision(Wait{}) : finished;
}

Json judgement_to_json(const Judgement& judgement) {
  return MembersOut::of(judgement, judgement_members);
}

Expected<Judgement> judgement_from_json(const Json& json) {
  return read<Judgement>(json, "judgement", judgement_members);
}

Json advice_to_json(const StopAdvice& advice) {
  if (!advice.known()) return nullptr;
  Json json = {{"share", advice.share()}, {"low", advice.low()}, {"high", advice.high()}};
  if (!advice.is_complete()) json.update({{"level", advice.level()}, {"slope", advice.slope()}});
  return json;
}

Expected<StopAdvice> advice_from_json(const Json& json) {
  if (json.is_null()) return StopAdvice{};
  MembersIn in(json);
  double share = 0;
  double level = 0;
  double slope = 1;
  const bool complete = json.is_object() && !json.contains("level") && !json.contains("slope");
  if (complete) {
    in("share", share);
  } else {
    in("level", level);
    in("slope", slope);
  }
  if (!in.ok() || (complete && share != 1) || !(slope > 0)) return malformed("advice");
  return complete ? StopAdvice::complete() : StopAdvice::of(level, slope);
}

Json estimate_to_json(const std::optional<FileEstimate>& estimate) {
  return estimate ? MembersOut::of(*estimate, estimate_members) : Json(nullptr);
}

Json progress_to_json(const Progress& progress) {
  Json json = MembersOut::of(progress, progress_members);
  json["advice"] = advice_to_json(progress.advice);
  return json;
}

Expected<Progress> progress_from_json(const Json& json) {
  auto progress = TRY(read<Progress>(json, "progress", progress_members));
  const auto& estimate = progress.estimate;
  const bool in_order =
      !estimate || (estimate->low <= estimate->files && estimate->files <= estimate->high);
  if (!in_order || progress.traps.size() > kMostTraps ||
      progress.elsewhere.most.size() > kMostHostsElsewhere || !json.contains("advice")) {
    return malformed("progress");
  }
  progress.advice = TRY(advice_from_json(json.at("advice")));
  return progress;
}

Json link_group_to_json(const LinkGroup& group) {
  Json json = MembersOut::of(group, group_members);
  json["readable"] = readable_tag_path(group.tag_path);
  return json;
}

Expected<LinkGroup> link_group_from_json(const Json& json) {
  auto group = TRY(read<LinkGroup>(json, "group of links", group_members));
  if (group.anchors.size() > kMostAnchors) return malformed("group of links");
  return group;
}

Json acting_link_to_json(const ActingLink& link) { return MembersOut::of(link, acting_members); }

Expected<ActingLink> acting_link_from_json(const Json& json) {
  return read<ActingLink>(json, "link that acts", acting_members);
}

}  // namespace tagtrail

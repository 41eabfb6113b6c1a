#include "tagtrail/config.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "learn/centroid_index.hpp"
#include "policy/trail/parts.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/objective.hpp"
#include "tagtrail/policy.hpp"
#include "tagtrail/scope.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxConfigBytes = 64 * 1024;
// Snapshots hold the configuration and must be readable again.
constexpr std::size_t kMaxTargetsBytes = 16 * 1024;
// A list for each of the 2^m dimensions is made at the start.
constexpr std::uint32_t kMaxDimensionBits = 20;
constexpr std::uint32_t kMaxInFlight = 256;

/// In the order of Minimise.
constexpr std::array<std::string_view, 2> kMinimise{"requests", "bytes"};

/// In the order of ActingRule.
constexpr std::array<std::string_view, 3> kActingRules{"open", "leaveSure", "leaveAll"};

/// Takes known members out of a JSON object; what is left at the end is unknown. The first error
/// is kept, so that callers read all fields and then ask once.
class ObjectReader {
 public:
  ObjectReader(Json& object, std::string where) : object_(object), where_(std::move(where)) {
    if (!object_.is_object()) complain("is not an object");
  }

  void read(const char* name, std::string& value) {
    take(name, [&](const Json& member) {
      if (!member.is_string()) return false;
      value = member.get<std::string>();
      return true;
    });
  }
  void read(const char* name, bool& value) {
    take(name, [&](const Json& member) {
      if (!member.is_boolean()) return false;
      value = member.get<bool>();
      return true;
    });
  }
  void read(const char* name, double& value) {
    take(name, [&](const Json& member) {
      if (!member.is_number()) return false;
      value = member.get<double>();
      return std::isfinite(value);
    });
  }
  template <typename Unsigned>
  void read(const char* name, Unsigned& value) {
    take(name, [&](const Json& member) {
      if (!member.is_number_unsigned()) return false;
      const auto number = member.get<std::uint64_t>();
      value = static_cast<Unsigned>(number);
      return static_cast<std::uint64_t>(value) == number;
    });
  }
  /// One of some words, in the order of an enumeration.
  template <typename Enum, std::size_t kWords>
  void word(const char* name, Enum& value, const std::array<std::string_view, kWords>& words) {
    take(name, [&](const Json& member) {
      if (!member.is_string()) return false;
      const auto found = std::find(words.begin(), words.end(), member.get<std::string>());
      if (found == words.end()) return false;
      value = static_cast<Enum>(found - words.begin());
      return true;
    });
  }
  template <typename Read>
  void object(const char* name, Read read_members) {
    take(name, [&](Json& member) {
      ObjectReader inner(member, where_ + name + ".");
      read_members(inner);
      inner.finish();
      if (error_.empty()) error_ = inner.error_;
      return true;
    });
  }
  void finish() {
    if (object_.is_object() && !object_.empty()) {
      complain("has no member '" + object_.begin().key() + "'");
    }
  }
  const std::string& error() const { return error_; }

 private:
  template <typename Take>
  void take(const char* name, Take use) {
    if (!object_.is_object()) return;
    const auto found = object_.find(name);
    if (found == object_.end()) return;
    if (!use(*found)) complain(std::string("has a bad value for '") + name + "'");
    object_.erase(name);
  }
  void complain(const std::string& what) {
    if (error_.empty()) error_ = "configuration " + where_ + " " + what;
  }

  Json& object_;
  std::string where_;
  std::string error_;
};

void read_budget(ObjectReader& in, Budget& budget) {
  in.read("requests", budget.requests);
  in.read("bytes", budget.bytes);
  in.read("timeMs", budget.time_ms);
}

void read_config(ObjectReader& in, Config& config) {
  in.read("seedUrl", config.seed_url);
  in.read("policy", config.policy);
  in.read("objective", config.objective);
  in.read("targets", config.targets);
  in.read("scope", config.scope);
  in.read("blocklist", config.blocklist);
  in.read("seed", config.seed);
  in.read("followOutOfScopeRedirects", config.follow_out_of_scope_redirects);
  in.read("sitemaps", config.sitemaps);
  in.read("secondTries", config.second_tries);
  in.read("leaveTraps", config.leave_traps);
  in.read("inFlight", config.in_flight);
  in.word("minimise", config.minimise, kMinimise);
  in.word("acting", config.acting, kActingRules);
  in.read("administration", config.administration);
  in.object("budget", [&](ObjectReader& budget) { read_budget(budget, config.budget); });
  in.object("earlyStopping", [&](ObjectReader& stopping) {
    stopping.read("enabled", config.early_stopping.enabled);
    stopping.read("nu", config.early_stopping.nu);
    stopping.read("epsilon", config.early_stopping.epsilon);
    stopping.read("gamma", config.early_stopping.gamma);
    stopping.read("kappa", config.early_stopping.kappa);
  });
  in.object("stopAt", [&](ObjectReader& stop) {
    stop.read("share", config.stop_at.share);
    stop.read("confidence", config.stop_at.confidence);
  });
  in.object("trail", [&](ObjectReader& trail) {
    trail.read("discount", config.trail.discount);
    trail.read("noveltyBonus", config.trail.novelty_bonus);
    trail.read("countBonus", config.trail.count_bonus);
    trail.read("failureDamping", config.trail.failure_damping);
    trail.read("realisedRate", config.trail.realised_rate);
    trail.read("lateRate", config.trail.late_rate);
    trail.read("scoutShare", config.trail.scout_share);
    trail.read("rescoreShare", config.trail.rescore_share);
    trail.read("without", config.trail.without);
  });
  in.object("sb", [&](ObjectReader& sb) {
    sb.read("alpha", config.sb.alpha);
    sb.read("n", config.sb.n);
    sb.read("theta", config.sb.theta);
    sb.read("m", config.sb.m);
    sb.read("w", config.sb.w);
    sb.read("batch", config.sb.batch);
    sb.read("classifier", config.sb.classifier);
    sb.read("classifierFeatures", config.sb.classifier_features);
    sb.read("actionIndex", config.sb.action_index);
  });
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

tl::unexpected<Error> bad(std::string what) {
  return fail(ErrorCode::invalid_argument, std::move(what));
}

Expected<void> check_parameters(const Config& config) {
  const SbParameters& sb = config.sb;
  if (!(sb.alpha >= 0) || sb.alpha > 1e6) return bad("alpha must be between 0 and 1,000,000");
  if (sb.n < 1 || sb.n > 5) return bad("n must be between 1 and 5");
  if (!(sb.theta > 0) || sb.theta > 1) return bad("theta must be over 0 and at most 1");
  if (sb.w < 1 || sb.w > 30 || sb.m < 1 || sb.m > sb.w || sb.m > kMaxDimensionBits) {
    return bad("1 <= m <= w <= 30 and m <= 20 must hold");
  }
  if (sb.batch < 1 || sb.batch > 100'000) return bad("batch must be between 1 and 100,000");
  if (!is_one_of(sb.classifier, {"lr", "svm", "nb", "pa"})) {
    return bad("unknown classifier '" + sb.classifier + "'; there are: lr, svm, nb, pa");
  }
  if (!is_one_of(sb.classifier_features, {"url", "url+context"})) {
    return bad("unknown classifier features '" + sb.classifier_features +
               "'; there are: url, url+context");
  }
  if (!is_one_of(sb.action_index, {"exact", "hnsw"})) {
    return bad("unknown action index '" + sb.action_index + "'; there are: exact, hnsw");
  }
  if (sb.action_index == "hnsw" && !has_hnsw_index()) {
    return bad("the action index 'hnsw' works only natively, not in WebAssembly; take 'exact'");
  }
  TRY(parse_trail_parts(config.trail.without));
  const TrailParameters& trail = config.trail;
  for (const double weight :
       {trail.discount, trail.novelty_bonus, trail.count_bonus, trail.failure_damping,
        trail.realised_rate, trail.late_rate, trail.scout_share, trail.rescore_share}) {
    if (!(weight >= 0) || weight > 1000) return bad("trail's weights must be between 0 and 1,000");
  }
  if (trail.scout_share > 1) return bad("the share of scouts is at most 1");
  const EarlyStopping& stopping = config.early_stopping;
  if (stopping.nu < 1 || stopping.kappa < 1) return bad("nu and kappa must be at least 1");
  if (!(stopping.gamma > 0) || stopping.gamma > 1) {
    return bad("gamma must be over 0 and at most 1");
  }
  if (!(stopping.epsilon >= 0) || !std::isfinite(stopping.epsilon)) {
    return bad("epsilon must be a number and not negative");
  }
  const StopAt& stop = config.stop_at;
  if (!(stop.share >= 0) || stop.share > 1) return bad("the share to stop at is between 0 and 1");
  if (!(stop.confidence > 0) || stop.confidence >= 1) {
    return bad("the confidence to stop with is over 0 and under 1");
  }
  return {};
}

}  // namespace

Expected<void> validate(const Config& config) {
  const auto key = TRY(canonical_url(config.seed_url));
  if (key != config.seed_url) return fail(ErrorCode::invalid_url, "the seed URL is not canonical");
  if (find_policy(config.policy) == nullptr) {
    std::string names;
    for (const PolicyInfo& info : policies()) {
      names.append(names.empty() ? "" : ", ").append(info.name);
    }
    return bad("unknown policy '" + config.policy + "'; there are: " + names);
  }
  if (config.in_flight < 1 || config.in_flight > kMaxInFlight) {
    return bad("requests in flight must be between 1 and 256");
  }
  if (config.in_flight > 1 && !find_policy(config.policy)->several_in_flight) {
    return bad("policy '" + config.policy + "' makes one request after the other: take 'trail' " +
               "for several in flight");
  }
  if (find_objective(config.objective) == nullptr) {
    return bad("unknown objective '" + config.objective + "'; there is: data-files");
  }
  if (config.targets.size() > kMaxTargetsBytes) return bad("targets are over 16 KiB");
  TRY(TargetSet::parse(config.targets));
  if (to_valid_utf8(config.scope) != config.scope) return bad("the scope is not UTF-8");
  TRY(Scope::parse(config.scope, config.seed_url));
  TRY(parse_blocklist(config.blocklist));
  return check_parameters(config);
}

Json budget_to_json(const Budget& budget) {
  Json json = Json::object();
  if (budget.requests != Budget::kUnlimited) json["requests"] = budget.requests;
  if (budget.bytes != Budget::kUnlimited) json["bytes"] = budget.bytes;
  if (budget.time_ms != Budget::kUnlimited) json["timeMs"] = budget.time_ms;
  return json;
}

Expected<Budget> budget_from_json(const Json& json) {
  Json members = json;
  Budget budget;
  ObjectReader in(members, "budget.");
  read_budget(in, budget);
  in.finish();
  if (!in.error().empty()) return bad(in.error());
  return budget;
}

std::string config_to_json(const Config& config) {
  const EarlyStopping& stopping = config.early_stopping;
  const SbParameters& sb = config.sb;
  const Json json = {
      {"seedUrl", config.seed_url},
      {"policy", config.policy},
      {"objective", config.objective},
      {"targets", config.targets},
      {"scope", config.scope},
      {"blocklist", config.blocklist},
      {"seed", config.seed},
      {"followOutOfScopeRedirects", config.follow_out_of_scope_redirects},
      {"sitemaps", config.sitemaps},
      {"secondTries", config.second_tries},
      {"leaveTraps", config.leave_traps},
      {"inFlight", config.in_flight},
      {"minimise", kMinimise[static_cast<std::size_t>(config.minimise)]},
      {"acting", kActingRules[static_cast<std::size_t>(config.acting)]},
      {"administration", config.administration},
      {"budget", budget_to_json(config.budget)},
      {"earlyStopping",
       {{"enabled", stopping.enabled},
        {"nu", stopping.nu},
        {"epsilon", stopping.epsilon},
        {"gamma", stopping.gamma},
        {"kappa", stopping.kappa}}},
      {"stopAt", {{"share", config.stop_at.share}, {"confidence", config.stop_at.confidence}}},
      {"trail",
       {{"discount", config.trail.discount},
        {"noveltyBonus", config.trail.novelty_bonus},
        {"countBonus", config.trail.count_bonus},
        {"failureDamping", config.trail.failure_damping},
        {"realisedRate", config.trail.realised_rate},
        {"lateRate", config.trail.late_rate},
        {"scoutShare", config.trail.scout_share},
        {"rescoreShare", config.trail.rescore_share},
        {"without", config.trail.without}}},
      {"sb",
       {{"alpha", sb.alpha},
        {"n", sb.n},
        {"theta", sb.theta},
        {"m", sb.m},
        {"w", sb.w},
        {"batch", sb.batch},
        {"classifier", sb.classifier},
        {"classifierFeatures", sb.classifier_features},
        {"actionIndex", sb.action_index}}},
  };
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Expected<Config> config_from_json(std::string_view text) {
  if (text.size() > kMaxConfigBytes) return fail(ErrorCode::too_large, "configuration over 64 KiB");
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return bad("the configuration is not JSON");
  Config config;
  ObjectReader in(json, "");
  read_config(in, config);
  in.finish();
  if (!in.error().empty()) return bad(in.error());
  TRY(validate(config));
  return config;
}

}  // namespace tagtrail

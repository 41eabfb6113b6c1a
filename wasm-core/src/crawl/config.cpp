#include "tagtrail/config.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>

#include "critic/ache_model.hpp"
#include "learn/centroid_index.hpp"
#include "policy/acebot/pattern.hpp"
#include "policy/anthelion/host_functions.hpp"
#include "policy/trail/parts.hpp"
#include "tagtrail/catalogue_filter.hpp"
#include "tagtrail/json_fields.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/objective.hpp"
#include "tagtrail/policy.hpp"
#include "tagtrail/scope.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/topic_words.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxConfigBytes = 4 * 1024 * 1024;
constexpr std::size_t kMaxSeedsBytes = 2 * 1024 * 1024;
// Snapshots hold the configuration and must be readable again.
constexpr std::size_t kMaxTargetsBytes = 16 * 1024;
// A list for each of the 2^m dimensions is made at the start.
constexpr std::uint32_t kMaxDimensionBits = 20;
constexpr std::uint32_t kMaxInFlight = 4096;

/// In the order of ActingRule.
constexpr std::array<std::string_view, 4> kActingRules{"open", "leaveSure", "leaveAll",
                                                       "leaveSuspects"};

constexpr auto budget_members = [](auto& io, auto& budget) {
  io.unless(Budget::kUnlimited, "requests", budget.requests);
  io.unless(Budget::kUnlimited, "bytes", budget.bytes);
  io.unless(Budget::kUnlimited, "timeMs", budget.time_ms);
  io.unless(Budget::kUnlimited, "memory", budget.memory);
};

constexpr auto stopping_members = [](auto& io, auto& stopping) {
  io("enabled", stopping.enabled);
  io("nu", stopping.nu);
  io("epsilon", stopping.epsilon);
  io("gamma", stopping.gamma);
  io("kappa", stopping.kappa);
};

constexpr auto trail_members = [](auto& io, auto& trail) {
  io("discount", trail.discount);
  io("noveltyBonus", trail.novelty_bonus);
  io("countBonus", trail.count_bonus);
  io("failureDamping", trail.failure_damping);
  io("realisedRate", trail.realised_rate);
  io("lateRate", trail.late_rate);
  io("scoutShare", trail.scout_share);
  io("rescoreShare", trail.rescore_share);
  io("without", trail.without);
};

constexpr auto markup_members = [](auto& io, auto& markup) {
  io("syntaxes", markup.syntaxes);
  io("atLeast", markup.at_least);
  io("count", markup.count);
};

constexpr auto acebot_members = [](auto& io, auto& acebot) {
  io("sample", acebot.sample);
  io("k", acebot.k);
  io("cr", acebot.cr);
  io("labels", acebot.labels);
  io("ac", acebot.ac);
  io("patterns", acebot.patterns);
};

constexpr auto ache_members = [](auto& io, auto& ache) {
  io("model", ache.model);
  io("mode", ache.mode);
  io("levels", ache.levels);
  io("learnEvery", ache.learn_every);
  io("features", ache.features);
  io("subwords", ache.subwords);
  io("siteResults", ache.site_results);
  io("sitePages", ache.site_pages);
};

constexpr auto sb_members = [](auto& io, auto& sb) {
  io("alpha", sb.alpha);
  io("n", sb.n);
  io("theta", sb.theta);
  io("m", sb.m);
  io("w", sb.w);
  io("batch", sb.batch);
  io("classifier", sb.classifier);
  io("classifierFeatures", sb.classifier_features);
  io("actionIndex", sb.action_index);
};

constexpr auto anthelion_members = [](auto& io, auto& anthelion) {
  io("hostFunction", anthelion.host_function);
  io("lambda", anthelion.lambda);
  io("decay", anthelion.decay);
  io("classifier", anthelion.classifier);
  io("features", anthelion.features);
  io("online", anthelion.online);
  io("trainingPages", anthelion.training_pages);
  io("batch", anthelion.batch);
};

constexpr auto bounds_members = [](auto& io, auto& bounds) {
  io("include", bounds.include);
  io("exclude", bounds.exclude);
  io("depth", bounds.depth);
  io("hostPages", bounds.host_pages);
  io("urls", bounds.urls);
};

constexpr auto config_members = [](auto& io, auto& config) {
  io("seedUrl", config.seed_url);
  io("moreSeeds", config.more_seeds);
  io("policy", config.policy);
  io.unless(std::string(), "about", config.about);
  io("objective", config.objective);
  io("targets", config.targets);
  io("scope", config.scope);
  io("files", config.files);
  io("blocklist", config.blocklist);
  io("seed", config.seed);
  io("followOutOfScopeRedirects", config.follow_out_of_scope_redirects);
  io("sitemaps", config.sitemaps);
  io("forms", config.forms);
  io("catalogues", config.catalogues);
  io("catalogueFilter", config.catalogue_filter);
  io("secondTries", config.second_tries);
  io("leaveTraps", config.leave_traps);
  io("inFlight", config.in_flight);
  io("perHost", config.per_host);
  io.formerly("minimise");
  io.word("acting", config.acting, kActingRules);
  io("administration", config.administration);
  io.object("bounds", config.bounds, bounds_members);
  io.object("budget", config.budget, budget_members);
  io.object("earlyStopping", config.early_stopping, stopping_members);
  io.object("stopAt", config.stop_at, [](auto& in, auto& stop) {
    in("share", stop.share);
    in("confidence", stop.confidence);
  });
  io.object("markup", config.markup, markup_members);
  io.object("trail", config.trail, trail_members);
  io.object("sb", config.sb, sb_members);
  io.object("anthelion", config.anthelion, anthelion_members);
  io.object("acebot", config.acebot, acebot_members);
  io.object("ache", config.ache, ache_members);
};

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

tl::unexpected<Error> bad(std::string what) {
  return fail(ErrorCode::invalid_argument, std::move(what));
}

Expected<void> check_anthelion(const AnthelionParameters& anthelion) {
  if (!parse_host_function(anthelion.host_function)) {
    return bad("unknown host function '" + anthelion.host_function +
               "'; there are: " + std::string(host_function_names()));
  }
  if (!(anthelion.lambda >= 0) || anthelion.lambda > 1) return bad("lambda is between 0 and 1");
  if (!is_one_of(anthelion.classifier, {"nb", "ht"})) {
    return bad("unknown link classifier '" + anthelion.classifier + "'; there are: nb, ht");
  }
  if (!is_one_of(anthelion.features, {"url", "parents", "both"})) {
    return bad("unknown link features '" + anthelion.features + "'; there are: url, parents, both");
  }
  if (anthelion.batch > 100'000) return bad("anthelion's batch is at most 100,000");
  return {};
}

Expected<void> check_acebot(const AcebotParameters& acebot) {
  if (acebot.sample < 1 || acebot.sample > 100'000) {
    return bad("acebot's sample must be between 1 and 100,000");
  }
  if (acebot.k < 1 || acebot.k > 10) return bad("k must be between 1 and 10");
  if (!(acebot.cr > 0) || acebot.cr > 1) return bad("cr must be over 0 and at most 1");
  if (!is_one_of(acebot.labels, {"id", "class", "both"})) {
    return bad("unknown labels '" + acebot.labels + "'; there are: id, class, both");
  }
  TRY(acebot::parse_patterns(acebot.patterns));
  return {};
}

Expected<void> check_ache(const AcheParameters& ache) {
  if (!is_one_of(ache.mode, {"baseline", "offline", "offline-online", "online"})) {
    return bad("unknown mode '" + ache.mode +
               "' of ache; there are: baseline, offline, offline-online, online");
  }
  if (ache.levels < 1 || ache.levels > 10) return bad("ache's levels must be between 1 and 10");
  if (ache.learn_every < 1) return bad("ache needs at least one result to learn from");
  if (ache.features < 1 || ache.features > 1000 || ache.subwords > 1000) {
    return bad("ache keeps between 1 and 1,000 words of a kind, and merges 1,000 at most");
  }
  const auto model = TRY(parse_ache_model(ache.model));
  if (!ache.mode.starts_with("offline")) return {};
  if (!model.links) {
    return bad("ache's mode '" + ache.mode + "' needs a model with a link classifier; take online");
  }
  if (model.links->classes() != ache.levels) {
    return bad("the model's link classifier tells " + std::to_string(model.links->classes()) +
               " levels apart, but " + std::to_string(ache.levels) + " are wanted");
  }
  return {};
}

Expected<void> check_catalogues(const Config& config) {
  if (!is_one_of(config.catalogues, {"auto", "only", "never"})) {
    return bad("catalogues are asked 'auto', 'only' or 'never', not '" + config.catalogues + "'");
  }
  if (config.catalogue_filter.empty()) return {};
  if (config.catalogues != "only") return bad("a filter of a catalogue needs catalogues 'only'");
  const auto filter = parse_catalogue_filter(config.catalogue_filter);
  return filter ? Expected<void>{} : bad("the filter of the catalogue: " + filter.error().message);
}

Expected<void> check_topic(const Config& config) {
  if (config.about.empty()) return {};
  if (!is_valid_utf8(config.about)) return bad("the topic is not UTF-8");
  TRY(TopicWords::parse(config.about));
  const ObjectiveInfo* objective = find_objective(config.objective);
  if (objective != nullptr && objective->of_pages) {
    return bad("a topic is one of files, and objective '" + config.objective + "' looks for pages");
  }
  if (find_policy(config.policy)->by_topic) return {};
  return bad("policy '" + config.policy + "' knows no topics: take 'trail' for files about one");
}

Expected<void> check_parameters(const Config& config) {
  TRY(check_topic(config));
  TRY(check_anthelion(config.anthelion));
  TRY(check_ache(config.ache));
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
  TRY(check_acebot(config.acebot));
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

std::uint64_t AnthelionParameters::decay_of(std::uint64_t requests) {
  constexpr std::uint64_t kPublishedRequests = 1'000'000;
  const std::uint64_t published = AnthelionParameters{}.decay;
  if (requests == Budget::kUnlimited) return published;
  return std::max<std::uint64_t>(1, requests / (kPublishedRequests / published));
}

std::vector<std::string_view> seed_urls(const Config& config) {
  std::vector<std::string_view> seeds{config.seed_url};
  std::unordered_set<std::string_view> known{config.seed_url};
  std::string_view left = config.more_seeds;
  while (!left.empty()) {
    const std::string_view line = left.substr(0, left.find('\n'));
    left.remove_prefix(std::min(left.size(), line.size() + 1));
    if (!line.empty() && known.insert(line).second) seeds.push_back(line);
  }
  return seeds;
}

Expected<void> validate(const Config& config) {
  if (config.more_seeds.size() > kMaxSeedsBytes) return bad("the seed URLs are over 2 MiB");
  for (const std::string_view seed : seed_urls(config)) {
    const auto key = TRY(canonical_url(seed));
    if (key != seed) return fail(ErrorCode::invalid_url, "a seed URL is not canonical");
  }
  if (find_policy(config.policy) == nullptr) {
    std::string names;
    for (const PolicyInfo& info : policies()) {
      names.append(names.empty() ? "" : ", ").append(info.name);
    }
    return bad("unknown policy '" + config.policy + "'; there are: " + names);
  }
  if (config.in_flight < 1 || config.in_flight > kMaxInFlight) {
    return bad("requests in flight must be between 1 and 4096");
  }
  if (config.in_flight > 1 && !find_policy(config.policy)->several_in_flight) {
    return bad("policy '" + config.policy + "' makes one request after the other: take 'trail' " +
               "for several in flight");
  }
  const ObjectiveInfo* objective = find_objective(config.objective);
  if (objective == nullptr) {
    return bad("unknown objective '" + config.objective + "'; there are: " + objective_names());
  }
  if (config.targets.size() > kMaxTargetsBytes) return bad("targets are over 16 KiB");
  TRY(TargetSet::parse(config.targets));
  TRY(objective->make(config));
  if (to_valid_utf8(config.scope) != config.scope) return bad("the scope is not UTF-8");
  TRY(check_catalogues(config));
  TRY(Scope::of(config));
  if (!is_one_of(config.files, {"site", "linked"})) {
    return bad("unknown choice of files '" + config.files + "'; there are: site, linked");
  }
  TRY(UrlRules::parse(config.bounds));
  TRY(parse_blocklist(config.blocklist));
  return check_parameters(config);
}

Json budget_to_json(const Budget& budget) { return MembersOut::of(budget, budget_members); }

Expected<Budget> budget_from_json(const Json& json) {
  Budget budget;
  MembersIn in(json, MembersIn::Kind::options, "budget.");
  budget_members(in, budget);
  if (!in.error().empty()) return bad("configuration " + in.error());
  return budget;
}

std::string config_to_json(const Config& config) {
  const Json json = MembersOut::of(config, config_members);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Expected<Config> config_from_json(std::string_view text) {
  if (text.size() > kMaxConfigBytes) return fail(ErrorCode::too_large, "configuration over 4 MiB");
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return bad("the configuration is not JSON");
  Config config;
  MembersIn in(json, MembersIn::Kind::options);
  config_members(in, config);
  if (!in.error().empty()) return bad("configuration " + in.error());
  TRY(validate(config));
  return config;
}

}  // namespace tagtrail

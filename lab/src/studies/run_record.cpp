#include "studies/run_record.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "studies/policy_settings.hpp"
#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kGroups = 20;
constexpr std::size_t kMostCurvePoints = 2000;

/// Members of `json` that differ from those of `base`, at any depth.
Json changed(const Json& json, const Json& base) {
  Json left = Json::object();
  for (const auto& [name, value] : json.items()) {
    const auto other = base.find(name);
    if (other == base.end()) {
      left[name] = value;
    } else if (value.is_object() && other->is_object()) {
      if (Json inner = changed(value, *other); !inner.empty()) left[name] = std::move(inner);
    } else if (value != *other) {
      left[name] = value;
    }
  }
  return left;
}

Json replica_json(const SiteFacts& site) {
  return {{"name", site.name},
          {"sha256", site.digest},
          {"bytes", site.file_bytes},
          {"urls", site.urls},
          {"pages", site.pages},
          {"targets", site.targets},
          {"gain", site.gain},
          {"target_bytes", site.target_bytes},
          {"other_bytes", site.other_bytes}};
}

Json curve_json(const std::vector<CurvePoint>& curve) {
  std::array<Json, 5> columns;
  columns.fill(Json::array());
  for (const CurvePoint& point : curve) {
    columns[0].push_back(point.requests);
    columns[1].push_back(point.targets);
    columns[2].push_back(point.other_bytes);
    columns[3].push_back(point.target_bytes);
    columns[4].push_back(point.gain);
  }
  return {{"requests", columns[0]},
          {"targets", columns[1]},
          {"other_bytes", columns[2]},
          {"target_bytes", columns[3]},
          {"gain", columns[4]}};
}

Json groups_json(const std::vector<GroupReport>& groups) {
  Json json = Json::array();
  for (std::size_t i = 0; i < std::min(groups.size(), kGroups); ++i) {
    json.push_back({{"tag_path", groups[i].tag_path},
                    {"visits", groups[i].visits},
                    {"mean_reward", groups[i].mean_reward},
                    {"open_links", groups[i].open_links}});
  }
  return json;
}

std::optional<Sample> rewards_of(const std::vector<GroupReport>& groups) {
  std::vector<double> rewards;
  for (const GroupReport& group : groups) {
    if (group.mean_reward > 0) rewards.push_back(group.mean_reward);
  }
  return sample_of(rewards);
}

Json sample_json(const Sample& sample) {
  return {{"mean", sample.mean}, {"deviation", sample.deviation}};
}

// Names of the numbers in a line.
constexpr auto kShapeNumbers = std::to_array<std::pair<const char*, double SiteShape::*>>(
    {{"available", &SiteShape::available},
     {"pages", &SiteShape::pages},
     {"targets", &SiteShape::targets},
     {"linking_pages", &SiteShape::linking_pages}});
constexpr auto kShapeSamples = std::to_array<std::pair<const char*, Sample SiteShape::*>>(
    {{"size_mb", &SiteShape::size_mb}, {"depth", &SiteShape::depth}});

Json shape_json(const SiteShape& shape) {
  Json json = Json::object();
  for (const auto& [name, number] : kShapeNumbers) json[name] = shape.*number;
  for (const auto& [name, sample] : kShapeSamples) json[name] = sample_json(shape.*sample);
  return json;
}

Json point_json(const ContentPoint& point) {
  return {{"requests", point.requests}, {"pairs", point.pairs}, {"outside", point.outside}};
}

Json content_json(const ContentCourse& course) {
  Json json = {{"requests", Json::array()}, {"pairs", Json::array()}, {"outside", Json::array()}};
  for (const ContentPoint& point : course.points) {
    const Json numbers = point_json(point);
    for (const auto& [name, value] : numbers.items()) json[name].push_back(value);
  }
  json["patterns"] = course.patterns;
  if (course.second_visit) json["second_visit"] = point_json(*course.second_visit);
  return json;
}

Json advice_json(const std::vector<AdvicePoint>& points) {
  std::array<Json, 4> columns{Json::array(), Json::array(), Json::array(), Json::array()};
  for (const AdvicePoint& point : points) {
    columns[0].push_back(point.requests);
    columns[1].push_back(point.targets);
    columns[2].push_back(point.advice.level());
    columns[3].push_back(point.advice.slope());
  }
  return {{"requests", columns[0]},
          {"targets", columns[1]},
          {"level", columns[2]},
          {"slope", columns[3]}};
}

// Names of the figures in a line.
constexpr auto kShownFigures = std::to_array<std::pair<const char*, double ShownFigures::*>>(
    {{"error", &ShownFigures::error},
     {"turns", &ShownFigures::turns},
     {"range_turns", &ShownFigures::range_turns},
     {"inside", &ShownFigures::inside},
     {"withdrawals", &ShownFigures::withdrawals},
     {"moments", &ShownFigures::moments},
     {"silent", &ShownFigures::silent}});

Json shown_json(const ShownByRule& shown) {
  Json json = Json::object();
  for (std::size_t i = 0; i < shown.size(); ++i) {
    Json& rule = json[kShownRules[i].name];
    for (const auto& [name, figure] : kShownFigures) rule[name] = shown[i].*figure;
  }
  return json;
}

Json levels_json(const ReplayResult::Levels& levels) {
  Json json = Json::object();
  for (std::size_t i = 0; i < kLevels.size(); ++i) {
    json[std::to_string(kLevels[i])] = levels[i] ? Json(*levels[i]) : Json(nullptr);
  }
  return json;
}

/// Adds what every line has, failed runs too.
void add_facts(Json& json, const StudyFacts& study, const SiteFacts& site, const Config& config) {
  json["study"] = study.study;
  json["config"] = differences(config);
  json["key"] = run_key(site, study.version, config);
  json["replica"] = replica_json(site);
  json["version"] = study.version;
  json["command"] = study.command;
  json["date"] = study.date;
}

std::string to_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// --- Reading -----------------------------------------------------------------------------------
// Members of the wrong type throw; parse_record() catches.

double number(const Json& json) {
  const auto value = json.get<double>();
  if (!std::isfinite(value) || value < 0) throw Json::other_error::create(501, "number", &json);
  return value;
}

Sample read_sample(const Json& json) {
  return {number(json.at("mean")), number(json.at("deviation"))};
}

SiteShape read_shape(const Json& json) {
  SiteShape shape;
  for (const auto& [name, value] : kShapeNumbers) shape.*value = number(json.at(name));
  for (const auto& [name, sample] : kShapeSamples) shape.*sample = read_sample(json.at(name));
  return shape;
}

RunRecord::Levels read_levels(const Json& json) {
  RunRecord::Levels levels;
  for (std::size_t i = 0; i < kLevels.size(); ++i) {
    const Json& level = json.at(std::to_string(kLevels[i]));
    if (!level.is_null()) levels[i] = number(level);
  }
  return levels;
}

std::vector<double> read_column(const Json& json) {
  std::vector<double> column;
  for (const Json& value : json) {
    if (column.size() == kMostCurvePoints) break;
    column.push_back(number(value));
  }
  // Curves only rise: what is drawn relies on it.
  if (!std::is_sorted(column.begin(), column.end())) {
    throw Json::other_error::create(501, "curve", &json);
  }
  return column;
}

RunRecord::Curve read_curve(const Json& json) {
  RunRecord::Curve curve{read_column(json.at("requests")), read_column(json.at("targets")),
                         read_column(json.at("other_bytes")), read_column(json.at("target_bytes")),
                         read_column(json.at(json.contains("gain") ? "gain" : "targets"))};
  const std::size_t points = curve.requests.size();
  if (points == 0 || curve.targets.size() != points || curve.other_bytes.size() != points ||
      curve.target_bytes.size() != points || curve.gain.size() != points) {
    throw Json::other_error::create(501, "curve", &json);
  }
  return curve;
}

ContentCourse read_content(const Json& json) {
  ContentCourse course;
  const auto requests = read_column(json.at("requests"));
  const auto pairs = read_column(json.at("pairs"));
  const auto outside = read_column(json.at("outside"));
  if (requests.empty() || pairs.size() != requests.size() || outside.size() != requests.size()) {
    throw Json::other_error::create(501, "content", &json);
  }
  for (std::size_t i = 0; i < requests.size(); ++i) {
    course.points.push_back({requests[i], pairs[i], outside[i]});
  }
  course.patterns = number(json.at("patterns"));
  if (const auto visit = json.find("second_visit"); visit != json.end()) {
    course.second_visit = {number(visit->at("requests")), number(visit->at("pairs")),
                           number(visit->at("outside"))};
  }
  return course;
}

std::vector<AdvicePoint> read_advice(const Json& json) {
  const auto requests = read_column(json.at("requests"));
  const auto targets = read_column(json.at("targets"));
  std::vector<AdvicePoint> points;
  for (std::size_t i = 0; i < std::min(requests.size(), targets.size()); ++i) {
    const auto level = json.at("level").at(i).get<double>();
    const double slope = number(json.at("slope").at(i));
    if (!std::isfinite(level) || slope <= 0) {
      throw Json::other_error::create(501, "advice", &json);
    }
    points.push_back({requests[i], targets[i], StopAdvice::of(level, slope)});
  }
  return points;
}

ShownByRule read_shown(const Json& json) {
  ShownByRule shown;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const Json& rule = json.at(kShownRules[i].name);
    for (const auto& [name, figure] : kShownFigures) shown[i].*figure = number(rule.at(name));
  }
  return shown;
}

/// Takes what is `varied` of a policy's parameters out of `config`; `read`: into parameters.
template <typename Parameters, typename Read>
void take_parameters(Json& config, const char* policy, const std::vector<const char*>& varied,
                     RunRecord& record, Read read) {
  Parameters parameters;
  if (const auto found = config.find(policy); found != config.end()) {
    read(*found, parameters);
    for (const char* name : varied) found->erase(name);
    if (found->empty()) config.erase(policy);
  }
  if (record.policy != policy) return;
  record.policy_setting = to_words(parameters);
  record.has_usual_setting = record.policy_setting == to_words(Parameters{});
}

void take_policy_setting(Json& config, RunRecord& record) {
  take_parameters<AcebotParameters>(config, "acebot", {"k", "cr"}, record,
                                    [](const Json& json, AcebotParameters& acebot) {
                                      acebot.k = json.value("k", acebot.k);
                                      acebot.cr = json.value("cr", acebot.cr);
                                    });
  take_parameters<AcheParameters>(
      config, "ache", {"mode"}, record,
      [](const Json& json, AcheParameters& ache) { ache.mode = json.value("mode", ache.mode); });
  take_parameters<AnthelionParameters>(
      config, "anthelion",
      {"hostFunction", "lambda", "decay", "classifier", "online", "trainingPages"}, record,
      [](const Json& json, AnthelionParameters& anthelion) {
        anthelion.host_function = json.value("hostFunction", anthelion.host_function);
        anthelion.lambda = json.value("lambda", anthelion.lambda);
        anthelion.decay = json.value("decay", anthelion.decay);
        anthelion.classifier = json.value("classifier", anthelion.classifier);
        anthelion.online = json.value("online", anthelion.online);
        anthelion.training_pages = json.value("trainingPages", anthelion.training_pages);
      });
}

/// Takes the parameters that studies vary out of `config`; what is left makes the setting.
void read_config(Json config, RunRecord& record) {
  if (const auto sb = config.find("sb"); sb != config.end()) {
    record.sb.alpha = sb->value("alpha", record.sb.alpha);
    record.sb.theta = sb->value("theta", record.sb.theta);
    record.sb.n = sb->value("n", record.sb.n);
    record.sb.classifier = sb->value("classifier", record.sb.classifier);
    record.sb.classifier_features = sb->value("classifierFeatures", record.sb.classifier_features);
    for (const char* name : {"alpha", "theta", "n", "classifier", "classifierFeatures"}) {
      sb->erase(name);
    }
    if (sb->empty()) config.erase("sb");
  }
  if (const auto stopping = config.find("earlyStopping"); stopping != config.end()) {
    record.stopping.enabled = stopping->value("enabled", false);
    record.stopping.nu = stopping->value("nu", record.stopping.nu);
    record.stopping.epsilon = stopping->value("epsilon", record.stopping.epsilon);
    record.stopping.gamma = stopping->value("gamma", record.stopping.gamma);
    record.stopping.kappa = stopping->value("kappa", record.stopping.kappa);
    config.erase("earlyStopping");
  }
  if (const auto in_flight = config.find("inFlight"); in_flight != config.end()) {
    record.in_flight = number(*in_flight);
    config.erase("inFlight");
  }
  if (const auto trail = config.find("trail"); trail != config.end()) {
    record.without = trail->value("without", record.without);
    trail->erase("without");
    if (trail->empty()) config.erase("trail");
  }
  take_policy_setting(config, record);
  if (const auto budget = config.find("budget"); budget != config.end()) {
    if (budget->contains("requests")) record.budget = number(budget->at("requests"));
  }
  if (const auto markup = config.find("markup"); markup != config.end()) {
    if (markup->contains("atLeast")) record.markup_min = number(markup->at("atLeast"));
  }
  record.setting = record.version + " " + to_line(config);
}

void read_result(const Json& json, RunRecord& record) {
  record.found = number(json.at("targets").at("found"));
  // Lines of older programs have no gain: there a target was worth 1.
  record.gain = json.contains("gain") ? number(json.at("gain").at("found")) : record.found;
  record.requests = number(json.at("requests").at("total"));
  record.requests_to = read_levels(json.at("requests_to"));
  record.other_bytes_to_volume = read_levels(json.at("other_bytes_to_volume"));
  for (std::size_t truth = 0; truth < 3; ++truth) {
    for (std::size_t guess = 0; guess < 2; ++guess) {
      record.confusion[truth][guess] = number(json.at("confusion").at(truth).at(guess));
    }
  }
  record.misclassification_rate = number(json.at("misclassification_rate"));
  record.policy_us = number(json.at("policy_us_per_request"));
  for (const Json& group : json.at("groups")) {
    if (record.groups.size() == kGroups) break;
    record.groups.push_back({group.at("tag_path").get<std::string>(), number(group.at("visits")),
                             number(group.at("mean_reward"))});
  }
  record.curve = read_curve(json.at("curve"));
  if (json.contains("advice")) record.advice = read_advice(json.at("advice"));
  if (json.contains("shown")) record.shown = read_shown(json.at("shown"));
  if (json.contains("group_rewards")) record.group_rewards = read_sample(json.at("group_rewards"));
  if (json.contains("content")) record.content = read_content(json.at("content"));
  if (json.contains("shape")) record.shape = read_shape(json.at("shape"));
}

RunRecord read_record(const Json& json) {
  RunRecord record;
  const auto text = [&](const char* name) { return json.at(name).get<std::string>(); };
  record.key = text("key");
  record.study = text("study");
  record.version = text("version");
  record.command = text("command");
  record.date = text("date");
  record.site = text("site");
  record.policy = text("policy");
  record.seed = number(json.at("seed"));
  const Json& replica = json.at("replica");
  record.digest = replica.at("sha256").get<std::string>();
  record.file_bytes = number(replica.at("bytes"));
  record.urls = number(replica.at("urls"));
  record.pages = number(replica.at("pages"));
  record.site_targets = number(replica.at("targets"));
  record.site_gain = replica.contains("gain") ? number(replica.at("gain")) : record.site_targets;
  record.site_target_bytes = number(replica.at("target_bytes"));
  record.site_other_bytes = number(replica.at("other_bytes"));
  read_config(json.at("config"), record);
  if (json.contains("error")) {
    record.error = text("error");
  } else {
    read_result(json, record);
  }
  return record;
}

}  // namespace

Config lab_config() {
  Config config;
  config.scope = "host";
  config.blocklist = "none";
  config.follow_out_of_scope_redirects = true;
  return config;
}

std::string run_key(const SiteFacts& site, const std::string& version, const Config& config) {
  constexpr std::size_t kKeyDigits = 32;
  return sha256_of(site.digest + "\n" + version + "\n" + config_to_json(config))
      .substr(0, kKeyDigits);
}

Json differences(const Config& config) {
  Json json =
      changed(Json::parse(config_to_json(config)), Json::parse(config_to_json(lab_config())));
  for (const char* name : {"seedUrl", "policy", "seed"}) json.erase(name);
  // A model may be large, and all runs of a study have the same: its digest tells it.
  if (!config.ache.model.empty()) json["ache"]["model"] = sha256_of(config.ache.model);
  return json;
}

std::string result_line(const StudyFacts& study, const SiteFacts& site, const Config& config,
                        const ReplayResult& result, const RunCourse& course) {
  Json json = Json::parse(to_json_line(result));
  // Pages are parsed once for many runs, in memory that they share: neither is this run's own.
  json.erase("cpu_us_per_request");
  json.erase("peak_rss_mb");
  add_facts(json, study, site, config);
  json["stopped_by"] = to_string(result.stopped_by);
  json["other_bytes_to_volume"] = levels_json(result.other_bytes_to_volume);
  json["groups"] = groups_json(result.groups);
  if (const auto rewards = rewards_of(result.groups)) json["group_rewards"] = sample_json(*rewards);
  if (course.shape) json["shape"] = shape_json(*course.shape);
  if (course.content) json["content"] = content_json(*course.content);
  json["curve"] = curve_json(course.curve);
  json["advice"] = advice_json(course.advice);
  json["shown"] = shown_json(course.shown);
  return to_line(json);
}

std::string failure_line(const StudyFacts& study, const SiteFacts& site, const Config& config,
                         const std::string& error) {
  Json json = {{"site", site.name}, {"policy", config.policy}, {"seed", config.seed}};
  add_facts(json, study, site, config);
  json["error"] = error;
  return to_line(json);
}

Expected<RunRecord> parse_record(std::string_view line) {
  try {
    return read_record(Json::parse(line));
  } catch (const Json::exception& error) {
    return fail(ErrorCode::invalid_data, std::string("not a line of a lab: ") + error.what());
  }
}

}  // namespace tagtrail::host

// One line of a results file: a run of a study and what came of it.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "replay/replay_run.hpp"
#include "studies/advice_curve.hpp"
#include "studies/content_course.hpp"
#include "studies/curve.hpp"
#include "studies/loaded_site.hpp"
#include "studies/shown_figures.hpp"
#include "studies/site_shape.hpp"

namespace tagtrail::host {

/// What the lines of one invocation have in common.
struct StudyFacts {
  std::string study;
  std::string version;
  std::string command;  ///< as to be typed again, replicas by their file names
  std::string date;     ///< day of the run, YYYY-MM-DD
};

/// Names a run: the same replica, version and configuration (policy and seed are in it) give the
/// same key on every machine.
std::string run_key(const SiteFacts& site, const std::string& version, const Config& config);

/// What `config` has other than a lab's defaults, in the shape of config_to_json; without seed URL,
/// policy and seed; a model by its SHA-256.
nlohmann::ordered_json differences(const Config& config);

/// A lab's configuration before a study changes it: as the published replay code crawls.
Config lab_config();

/// What was noted on the way.
struct RunCourse {
  std::vector<CurvePoint> curve;
  std::vector<AdvicePoint> advice;
  ShownByRule shown;
  std::optional<SiteShape> shape{};        ///< of a crawl by `bfs` for the paper's tables
  std::optional<ContentCourse> content{};  ///< of a crawl for new text
};

/// The line of a run, without its line feed.
std::string result_line(const StudyFacts& study, const SiteFacts& site, const Config& config,
                        const ReplayResult& result, const RunCourse& course);
/// The line of a run that failed.
std::string failure_line(const StudyFacts& study, const SiteFacts& site, const Config& config,
                         const std::string& error);

/// A line as studies and reports read it. Numbers are finite and not negative.
struct RunRecord {
  using Levels = std::array<std::optional<double>, kLevels.size()>;
  struct Group {
    std::string tag_path;
    double visits = 0;
    double mean_reward = 0;
  };
  struct Curve {
    std::vector<double> requests, targets, other_bytes, target_bytes, gain;  ///< of equal length
  };

  std::string key;
  std::string study;
  std::string version;
  std::string command;
  std::string date;
  std::string site;
  std::string digest;
  std::string policy;
  double seed = 0;
  std::string error;  ///< of a run that failed; nothing below counts then

  std::string setting;  ///< version, and differences other than those that studies vary
  SbParameters sb;
  EarlyStopping stopping;
  double in_flight = 1;
  std::string without;  ///< parts of the policy left out (TrailParameters::without)
  /// Of `acebot`, `anthelion`, `ache`: the parameters that their studies vary
  /// (policy_settings.hpp).
  std::string policy_setting;
  bool has_usual_setting = true;
  double budget = 0;      ///< requests that the crawl was allowed; 0: any number
  double markup_min = 1;  ///< statements that make a page a result

  double file_bytes = 0;
  double urls = 0;
  double pages = 0;
  double site_targets = 0;
  double site_gain = 0;
  double site_target_bytes = 0;
  double site_other_bytes = 0;

  double found = 0;  ///< targets
  double gain = 0;   ///< of these
  double requests = 0;
  Levels requests_to;
  Levels other_bytes_to_volume;
  std::array<std::array<double, 2>, 3> confusion{};
  double misclassification_rate = 0;
  double policy_us = 0;
  std::vector<Group> groups;
  std::optional<Sample> group_rewards;  ///< over all groups that paid; not in older lines
  std::optional<SiteShape> shape;
  std::optional<ContentCourse> content;  ///< of a crawl for new text
  Curve curve;
  std::vector<AdvicePoint> advice;   ///< by rising requests; empty in lines of older programs
  std::optional<ShownByRule> shown;  ///< nothing in lines of older programs
};

/// Errors: invalid_data.
Expected<RunRecord> parse_record(std::string_view line);

}  // namespace tagtrail::host

#include "studies/run_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace tagtrail::host {
namespace {

constexpr std::size_t k90 = 2;
static_assert(kLevels[k90] == 90);

std::optional<double> share(const std::optional<double>& part, double all) {
  if (!part || all <= 0) return std::nullopt;
  return *part / all * 100;
}

void add(std::vector<SiteRuns::Variant>& variants, const std::string& name, const RunRecord& run) {
  auto found = std::find_if(variants.begin(), variants.end(),
                            [&](const SiteRuns::Variant& variant) { return variant.name == name; });
  if (found == variants.end()) found = variants.insert(found, {name, {}});
  found->runs.push_back(&run);
}

/// What is varied of the parameters; empty for the defaults, `several` for more than one.
std::string varied_parameter(const SbParameters& sb) {
  const SbParameters standard;
  std::vector<std::string> names;
  if (sb.alpha != standard.alpha) names.push_back(fmt::format("alpha {:.4g}", sb.alpha));
  if (sb.n != standard.n) names.push_back(fmt::format("n {}", sb.n));
  if (sb.theta != standard.theta) names.push_back(fmt::format("theta {:.4g}", sb.theta));
  if (names.empty()) return {};
  return names.size() == 1 ? names.front() : "several";
}

void sort_in(const RunRecord& run, SiteRuns& site) {
  if (std::find(site.policies.begin(), site.policies.end(), run.policy) == site.policies.end()) {
    site.policies.push_back(run.policy);
  }
  const SbParameters standard;
  const std::string parameter = varied_parameter(run.sb);
  const bool usual_classifier = run.sb.classifier == standard.classifier &&
                                run.sb.classifier_features == standard.classifier_features;
  if (!run.policy_setting.empty()) add(site.settings[run.policy], run.policy_setting, run);
  if (!run.has_usual_setting) return;
  if (run.stopping.enabled) {
    const EarlyStopping& s = run.stopping;
    if (parameter.empty() && usual_classifier) {
      add(site.stopped[run.policy],
          fmt::format("nu {}, epsilon {:.4g}, gamma {:.4g}, kappa {}", s.nu, s.epsilon, s.gamma,
                      s.kappa),
          run);
    }
  } else if (run.in_flight > 1) {
    if (parameter.empty() && usual_classifier && run.without.empty()) {
      add(site.several[run.policy], fmt::format("{:.0f}", run.in_flight), run);
    }
  } else if (!run.without.empty()) {
    if (parameter.empty() && usual_classifier) add(site.ablated[run.policy], run.without, run);
  } else if (parameter.empty() && usual_classifier) {
    site.compared[run.policy].push_back(&run);
  } else if (run.policy != "sb-classifier") {
    return;
  } else if (usual_classifier && parameter != "several") {
    add(site.parameters, parameter, run);
  } else if (parameter.empty()) {
    add(site.classifiers, run.sb.classifier_features + " " + run.sb.classifier, run);
  }
}

void sort_by_seed(Runs& runs) {
  std::stable_sort(runs.begin(), runs.end(),
                   [](const RunRecord* a, const RunRecord* b) { return a->seed < b->seed; });
}

void finish(SiteRuns& site) {
  for (auto& [policy, runs] : site.compared) sort_by_seed(runs);
  for (auto* by_policy : {&site.stopped, &site.ablated, &site.several, &site.settings}) {
    for (auto& [policy, variants] : *by_policy) {
      for (auto& variant : variants) sort_by_seed(variant.runs);
    }
  }
  for (auto* variants : {&site.parameters, &site.classifiers}) {
    for (auto& variant : *variants) sort_by_seed(variant.runs);
  }
}

/// Sites of one name that are different recordings, or crawled differently, are told apart.
void name_apart(std::vector<SiteRuns>& sites) {
  std::map<std::string, std::size_t> names;
  for (const SiteRuns& site : sites) ++names[site.label];
  for (SiteRuns& site : sites) {
    if (names[site.label] < 2) continue;
    site.label += fmt::format(" [{}, {}]", site.any->digest.substr(0, 6), site.any->setting);
  }
}

}  // namespace

std::vector<SiteRuns> sites_of(const std::vector<RunRecord>& records) {
  std::vector<SiteRuns> sites;
  std::map<std::string, std::size_t> places;
  for (const RunRecord& run : records) {
    if (!run.error.empty()) continue;
    const std::string key = run.site + "\n" + run.digest + "\n" + run.setting;
    const auto [found, is_new] = places.try_emplace(key, sites.size());
    if (is_new) {
      sites.emplace_back();
      sites.back().label = run.site;
      sites.back().any = &run;
    }
    sort_in(run, sites[found->second]);
  }
  for (SiteRuns& site : sites) finish(site);
  name_apart(sites);
  return sites;
}

std::optional<double> requests_to_90(const RunRecord& run) { return run.requests_to[k90]; }

std::optional<double> request_share(const RunRecord& run) {
  return share(run.requests_to[k90], run.urls);
}

std::optional<double> volume_share(const RunRecord& run) {
  return share(run.other_bytes_to_volume[k90], run.site_other_bytes);
}

const Runs& runs_of(const SiteRuns& site, const std::string& policy) {
  static const Runs none;
  const auto found = site.compared.find(policy);
  return found == site.compared.end() ? none : found->second;
}

const Runs& runs_of(const SiteRuns& site, const std::string& policy, const std::string& setting) {
  static const Runs none;
  const auto found = site.settings.find(policy);
  if (found == site.settings.end()) return none;
  for (const SiteRuns::Variant& variant : found->second) {
    if (variant.name == setting) return variant.runs;
  }
  return none;
}

}  // namespace tagtrail::host

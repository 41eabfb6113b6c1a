#include "studies/study_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "studies/site_ratios.hpp"

namespace tagtrail::host {
namespace {

constexpr const char* kDashes = "A dash: not reached, or not in every run.";

std::vector<std::string> all_policies(const std::vector<SiteRuns>& sites, const std::string& base) {
  std::vector<std::string> policies;
  for (const SiteRuns& site : sites) {
    for (const auto& [policy, runs] : site.compared) {
      if (std::find(policies.begin(), policies.end(), policy) == policies.end()) {
        policies.push_back(policy);
      }
    }
  }
  // The base first, the others by name: the same table whatever came first in the file.
  std::sort(policies.begin(), policies.end(), [&](const auto& a, const auto& b) {
    return std::pair(a != base, a) < std::pair(b != base, b);
  });
  return policies;
}

bool are_many(const Runs& runs) { return runs.size() > 1; }

/// The ratios of each policy to the base.
template <typename Figure>
void add_ratio_rows(Table& table, const std::vector<SiteRuns>& sites,
                    const std::vector<std::string>& policies, const std::string& base,
                    Figure figure) {
  std::vector<Cell> means{text_cell("ratio to " + base)};
  std::vector<Cell> worst{text_cell("worst ratio")};
  std::vector<Cell> worse{text_cell(fmt::format("sites above {:.2f}", kWorse))};
  for (const std::string& policy : policies) {
    std::vector<SiteRatio> ratios;
    for (const SiteRuns& site : sites) {
      add_ratio(ratios, site.label, runs_of(site, policy), runs_of(site, base), figure);
    }
    const bool is_base = policy == base;
    means.push_back(mean_cell(ratios, sites.size()));
    worst.push_back(is_base ? text_cell("") : worst_cell(ratios));
    worse.push_back(is_base ? text_cell("") : worse_cell(ratios));
  }
  table.footer = {std::move(means), std::move(worst), std::move(worse)};
}

template <typename Figure>
Table policies_table(const std::vector<SiteRuns>& sites, const std::string& base, Figure figure) {
  Table table;
  const auto policies = all_policies(sites, base);
  table.columns.push_back("site");
  table.columns.insert(table.columns.end(), policies.begin(), policies.end());
  for (const SiteRuns& site : sites) {
    if (site.compared.empty()) continue;
    std::vector<Cell> row{text_cell(site.label)};
    for (const std::string& policy : policies) {
      const Runs& runs = runs_of(site, policy);
      row.push_back(sample_cell(over(runs, figure), are_many(runs)));
    }
    table.rows.push_back(std::move(row));
  }
  if (std::find(policies.begin(), policies.end(), base) != policies.end()) {
    add_ratio_rows(table, sites, policies, base, figure);
  }
  return table;
}

/// Names of variants in order of appearance over all sites.
std::vector<std::string> names_of(const std::vector<SiteRuns>& sites,
                                  std::vector<SiteRuns::Variant> SiteRuns::*variants) {
  std::vector<std::string> names;
  for (const SiteRuns& site : sites) {
    for (const auto& variant : site.*variants) {
      if (std::find(names.begin(), names.end(), variant.name) == names.end()) {
        names.push_back(variant.name);
      }
    }
  }
  return names;
}

Runs variant_runs(const std::vector<SiteRuns::Variant>& variants, const std::string& name) {
  for (const auto& variant : variants) {
    if (variant.name == name) return variant.runs;
  }
  return {};
}

std::string default_classifier() {
  const SbParameters standard;
  return standard.classifier_features + " " + standard.classifier;
}

Runs classifier_runs(const SiteRuns& site, const std::string& name) {
  return name == default_classifier() ? runs_of(site, kReferencePolicy)
                                      : variant_runs(site.classifiers, name);
}

std::vector<std::string> classifier_names(const std::vector<SiteRuns>& sites) {
  auto names = names_of(sites, &SiteRuns::classifiers);
  const bool has_default = std::any_of(sites.begin(), sites.end(), [](const SiteRuns& site) {
    return !runs_of(site, kReferencePolicy).empty();
  });
  if (has_default) names.insert(names.begin(), default_classifier());
  return names;
}

std::optional<double> misclassified(const RunRecord& run) {
  return run.misclassification_rate * 100;
}

/// What a run with early stopping saved and lost against the full one of the same seed, in %.
struct Saving {
  double requests = 0;
  double targets = 0;
};

std::vector<Saving> savings(const Runs& stopped, const Runs& full) {
  std::vector<Saving> list;
  for (const RunRecord* run : stopped) {
    const auto whole = std::find_if(
        full.begin(), full.end(), [&](const RunRecord* other) { return other->seed == run->seed; });
    if (whole == full.end() || (*whole)->requests <= 0) continue;
    Saving saving;
    saving.requests = (1 - run->requests / (*whole)->requests) * 100;
    if ((*whole)->found > 0) saving.targets = (1 - run->found / (*whole)->found) * 100;
    list.push_back(saving);
  }
  return list;
}

std::optional<Sample> sample_of_savings(const std::vector<Saving>& list, double Saving::*part) {
  std::vector<double> values;
  for (const Saving& saving : list) values.push_back(saving.*part);
  return sample_of(values);
}

/// The groups that paid best, each over the runs that have it among their best; groups of which no
/// page was read say nothing.
std::vector<std::vector<Cell>> group_rows(const Runs& runs) {
  struct Group {
    std::vector<double> visits;
    std::vector<double> rewards;
  };
  std::map<std::string, Group> groups;
  for (const RunRecord* run : runs) {
    for (const RunRecord::Group& group : run->groups) {
      if (group.visits <= 0) continue;
      groups[group.tag_path].visits.push_back(group.visits);
      groups[group.tag_path].rewards.push_back(group.mean_reward);
    }
  }
  std::vector<std::vector<Cell>> rows;
  for (const auto& [tag_path, group] : groups) {
    rows.push_back({text_cell(tag_path), number_cell(static_cast<double>(group.visits.size()), 0),
                    sample_cell(sample_of(group.visits), are_many(runs), 0),
                    sample_cell(sample_of(group.rewards), are_many(runs), 2)});
  }
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return a.back().value.value_or(0) > b.back().value.value_or(0);
  });
  constexpr std::size_t kMost = 20;
  if (rows.size() > kMost) rows.resize(kMost);
  return rows;
}

}  // namespace

Table requests_table(const std::vector<SiteRuns>& sites, const std::string& base) {
  Table table = policies_table(sites, base, request_share);
  table.id = "requests";
  table.title = "Requests to 90 % of the targets (% of the site's URLs)";
  table.note = std::string(
                   "Mean (standard deviation) over seeds; HEAD and GET, dead links and "
                   "redirects count. Ratios: of means; their geometric mean over sites. ") +
               kDashes;
  return table;
}

Table volume_table(const std::vector<SiteRuns>& sites, const std::string& base) {
  Table table = policies_table(sites, base, volume_share);
  table.id = "volume";
  table.title = "Other volume before 90 % of the targets' volume (% of the site's other volume)";
  table.note = std::string(
                   "Mean (standard deviation) over seeds; bytes of bodies. Ratios: of "
                   "means; their geometric mean over sites. ") +
               kDashes;
  return table;
}

Table parameters_table(const std::vector<SiteRuns>& sites) {
  Table table;
  table.id = "parameters";
  table.title = "Hyper-parameters of sb-classifier: requests / volume to 90 % (%)";
  table.note = std::string("One parameter varied at a time. ") + kDashes;
  table.columns.push_back("parameter");
  for (const SiteRuns& site : sites) table.columns.push_back(site.label);
  auto names = names_of(sites, &SiteRuns::parameters);
  if (names.empty()) return table;
  names.insert(names.begin(), "default");
  for (const std::string& name : names) {
    std::vector<Cell> row{text_cell(name)};
    for (const SiteRuns& site : sites) {
      const Runs runs =
          name == "default" ? runs_of(site, kReferencePolicy) : variant_runs(site.parameters, name);
      Cell cell = sample_cell(over(runs, request_share), are_many(runs));
      cell.text += " / " + sample_cell(over(runs, volume_share), are_many(runs)).text;
      row.push_back(std::move(cell));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table classifiers_table(const std::vector<SiteRuns>& sites) {
  Table table;
  table.id = "classifiers";
  table.title = "URL classifiers of sb-classifier: requests to 90 % (%)";
  table.note = std::string(
                   "Misclassified: html taken for targets and targets for html, of all html "
                   "and targets judged (%), mean over sites. ") +
               kDashes;
  table.columns.push_back("features, classifier");
  for (const SiteRuns& site : sites) table.columns.push_back(site.label);
  table.columns.push_back("misclassified");
  const auto names = classifier_names(sites);
  if (names.size() < 2) return table;
  for (const std::string& name : names) {
    std::vector<Cell> row{text_cell(name)};
    std::vector<double> rates;
    for (const SiteRuns& site : sites) {
      const Runs runs = classifier_runs(site, name);
      row.push_back(sample_cell(over(runs, request_share), are_many(runs)));
      if (const auto rate = over(runs, misclassified)) rates.push_back(rate->mean);
    }
    const auto rate = sample_of(rates);
    row.push_back(number_cell(rate ? std::optional(rate->mean) : std::nullopt, 2));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table stopping_table(const std::vector<SiteRuns>& sites) {
  Table table;
  table.id = "stopping";
  table.title = "Early stopping against crawling to the end";
  table.note = "Requests saved and targets lost (%), each run against the full one of its seed.";
  table.columns = {"site", "policy", "setting", "requests saved", "targets lost"};
  for (const SiteRuns& site : sites) {
    for (const auto& [policy, variants] : site.stopped) {
      for (const auto& variant : variants) {
        const auto list = savings(variant.runs, runs_of(site, policy));
        table.rows.push_back(
            {text_cell(site.label), text_cell(policy), text_cell(variant.name),
             sample_cell(sample_of_savings(list, &Saving::requests), list.size() > 1),
             sample_cell(sample_of_savings(list, &Saving::targets), list.size() > 1, 2)});
      }
    }
  }
  return table;
}

std::vector<Table> groups_tables(const std::vector<SiteRuns>& sites) {
  std::vector<Table> tables;
  for (const SiteRuns& site : sites) {
    for (const auto& [policy, runs] : site.compared) {
      const auto rows = group_rows(runs);
      if (rows.empty()) continue;
      Table table;
      table.id = "groups";
      table.title = fmt::format("{}, {}, {} {}", site.label, policy, runs.size(),
                                runs.size() == 1 ? "run" : "runs");
      table.columns = {"tag path", "runs", "pages", "files a page"};
      table.rows = rows;
      tables.push_back(std::move(table));
    }
  }
  return tables;
}

Table speed_table(const std::vector<SiteRuns>& sites) {
  Table table =
      policies_table(sites, kReferencePolicy,
                     [](const RunRecord& run) -> std::optional<double> { return run.policy_us; });
  table.id = "speed";
  table.title = "CPU time of the engine (microseconds a request)";
  table.note = "Without reading and parsing pages, which a lab does once for all runs.";
  return table;
}

std::vector<ConfusionMatrix> confusion_matrices(const std::vector<SiteRuns>& sites) {
  std::vector<ConfusionMatrix> matrices;
  for (const std::string& name : classifier_names(sites)) {
    ConfusionMatrix matrix;
    matrix.classifier = name;
    double judged_sites = 0;
    for (const SiteRuns& site : sites) {
      ConfusionMatrix sum;
      double all = 0;
      for (const RunRecord* run : classifier_runs(site, name)) {
        for (std::size_t truth = 0; truth < 3; ++truth) {
          for (std::size_t guess = 0; guess < 2; ++guess) {
            sum.percent[truth][guess] += run->confusion[truth][guess];
            all += run->confusion[truth][guess];
          }
        }
      }
      if (all <= 0) continue;
      ++judged_sites;
      for (std::size_t truth = 0; truth < 3; ++truth) {
        for (std::size_t guess = 0; guess < 2; ++guess) {
          matrix.percent[truth][guess] += sum.percent[truth][guess] / all * 100;
        }
      }
    }
    if (judged_sites == 0) continue;
    for (auto& row : matrix.percent) {
      for (double& percent : row) percent /= judged_sites;
    }
    matrices.push_back(std::move(matrix));
  }
  return matrices;
}

}  // namespace tagtrail::host

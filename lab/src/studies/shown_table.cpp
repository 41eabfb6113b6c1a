#include "studies/shown_table.hpp"

#include <array>

namespace tagtrail::host {
namespace {

struct Column {
  const char* name;
  /// Nothing where the run has none.
  std::optional<double> (*figure)(const RunRecord&, const ShownFigures&);
};

const std::array kColumns{
    Column{"error",
           [](const RunRecord&, const ShownFigures& shown) {
             return shown.moments > 0 ? std::optional(shown.error) : std::nullopt;
           }},
    Column{"turns",
           [](const RunRecord&, const ShownFigures& shown) { return std::optional(shown.turns); }},
    Column{"of range", [](const RunRecord&,
                          const ShownFigures& shown) { return std::optional(shown.range_turns); }},
    Column{"in range",
           [](const RunRecord&, const ShownFigures& shown) {
             return shown.moments > 0 ? std::optional(shown.inside * 100) : std::nullopt;
           }},
    Column{"withdrawn", [](const RunRecord&,
                           const ShownFigures& shown) { return std::optional(shown.withdrawals); }},
    Column{"silent", [](const RunRecord& run, const ShownFigures& shown) {
             return run.requests > 0 ? std::optional(shown.silent / run.requests * 100)
                                     : std::nullopt;
           }}};

using Means = std::array<std::optional<double>, kColumns.size()>;

std::optional<double> mean(const std::vector<double>& values) {
  const auto sample = sample_of(values);
  return sample ? std::optional(sample->mean) : std::nullopt;
}

/// Over the runs that have the figure.
Means means_over(const Runs& runs, std::size_t rule) {
  Means means;
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    std::vector<double> values;
    for (const RunRecord* run : runs) {
      if (!run->shown) continue;
      if (const auto value = kColumns[i].figure(*run, (*run->shown)[rule]))
        values.push_back(*value);
    }
    means[i] = mean(values);
  }
  return means;
}

Means means_over(const std::vector<Means>& sites) {
  Means means;
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    std::vector<double> values;
    for (const Means& site : sites) {
      if (site[i]) values.push_back(*site[i]);
    }
    means[i] = mean(values);
  }
  return means;
}

std::vector<Cell> row_of(const std::string& label, std::size_t rule, const Means& means) {
  std::vector<Cell> row{text_cell(label), text_cell(kShownRules[rule].name)};
  for (const auto& figure : means) row.push_back(number_cell(figure));
  return row;
}

bool has_figures(const SiteRuns& site, const std::string& policy) {
  const auto runs = site.compared.find(policy);
  if (runs == site.compared.end()) return false;
  for (const RunRecord* run : runs->second) {
    if (run->shown) return true;
  }
  return false;
}

}  // namespace

Table shown_table(const std::vector<SiteRuns>& sites, const std::string& policy) {
  Table table;
  table.id = "shown-" + policy;
  table.title = "What a person is shown of the estimate: " + policy;
  table.note =
      "Always: the advised share in whole per cent, from the first advice on. Live: the same, at "
      "the requests at which the program shows something. Told: what it shows, in files. Error: of "
      "the share shown, points, mean over the requests at which there was one (a dash: at none). "
      "Turns: how often in a run the number, and the ends of its range, changed direction. In "
      "range: how often the truth lay there (%). Silent: requests (%) before the first. Mean over "
      "seeds, then sites.";
  table.columns = {"site", "rule"};
  for (const Column& column : kColumns) table.columns.emplace_back(column.name);
  std::array<std::vector<Means>, kShownRules.size()> all;
  for (const SiteRuns& site : sites) {
    if (!has_figures(site, policy)) continue;
    for (std::size_t rule = 0; rule < kShownRules.size(); ++rule) {
      all[rule].push_back(means_over(site.compared.at(policy), rule));
      table.rows.push_back(row_of(site.label, rule, all[rule].back()));
    }
  }
  for (std::size_t rule = 0; rule < kShownRules.size(); ++rule) {
    table.footer.push_back(row_of("mean", rule, means_over(all[rule])));
  }
  return table;
}

}  // namespace tagtrail::host

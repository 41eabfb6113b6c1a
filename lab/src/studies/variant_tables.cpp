#include "studies/variant_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "studies/site_ratios.hpp"
#include "studies/study_tables.hpp"

namespace tagtrail::host {
namespace {

using Variants = std::map<std::string, std::vector<SiteRuns::Variant>>;

std::set<std::string> policies_in(const std::vector<SiteRuns>& sites,
                                  Variants SiteRuns::*variants) {
  std::set<std::string> policies;
  for (const SiteRuns& site : sites) {
    for (const auto& [policy, list] : site.*variants) policies.insert(policy);
  }
  return policies;
}

/// In order of appearance over all sites.
std::vector<std::string> variant_names(const std::vector<SiteRuns>& sites,
                                       Variants SiteRuns::*variants, const std::string& policy) {
  std::vector<std::string> names;
  for (const SiteRuns& site : sites) {
    const auto found = (site.*variants).find(policy);
    if (found == (site.*variants).end()) continue;
    for (const auto& variant : found->second) {
      if (std::find(names.begin(), names.end(), variant.name) == names.end()) {
        names.push_back(variant.name);
      }
    }
  }
  return names;
}

/// The runs of a variant; those with nothing varied for an empty name.
Runs variant_runs(const SiteRuns& site, Variants SiteRuns::*variants, const std::string& policy,
                  const std::string& name) {
  if (name.empty()) return runs_of(site, policy);
  const auto found = (site.*variants).find(policy);
  if (found == (site.*variants).end()) return {};
  for (const auto& variant : found->second) {
    if (variant.name == name) return variant.runs;
  }
  return {};
}

/// `name: 2001 to 4702`, in requests.
Cell change_cell(const std::vector<SiteRatio>& ratios) {
  const SiteRatio* worst = worst_of(ratios);
  if (worst == nullptr) return number_cell(std::nullopt);
  return {fmt::format("{}: {:.0f} to {:.0f}", worst->site, worst->other, worst->mine),
          worst->ratio()};
}

std::vector<Cell> ablation_row(const std::vector<SiteRuns>& sites, const std::string& policy,
                               const std::string& part) {
  std::vector<SiteRatio> to_whole;
  std::vector<SiteRatio> to_reference;
  for (const SiteRuns& site : sites) {
    const Runs mine = variant_runs(site, &SiteRuns::ablated, policy, part);
    add_ratio(to_whole, site.label, mine, runs_of(site, policy), requests_to_90);
    add_ratio(to_reference, site.label, mine, runs_of(site, kReferencePolicy), requests_to_90);
  }
  const bool is_whole = part.empty();
  return {text_cell(is_whole ? "nothing" : part), mean_cell(to_whole, sites.size()),
          mean_cell(to_reference, sites.size()), worst_cell(to_reference),
          is_whole ? text_cell("") : change_cell(to_whole)};
}

/// The column of one number of requests in flight.
void add_in_flight(Table& table, const std::vector<SiteRuns>& sites, const std::string& policy,
                   const std::string& number) {
  std::vector<SiteRatio> all;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const std::size_t before = all.size();
    add_ratio(all, sites[i].label, variant_runs(sites[i], &SiteRuns::several, policy, number),
              runs_of(sites[i], policy), requests_to_90);
    const bool has = all.size() > before;
    table.rows[i].push_back(number_cell(has ? std::optional(all.back().ratio()) : std::nullopt, 2));
  }
  table.footer[0].push_back(mean_cell(all, sites.size()));
  table.footer[1].push_back(worst_cell(all));
}

}  // namespace

std::vector<Table> ablation_tables(const std::vector<SiteRuns>& sites) {
  std::vector<Table> tables;
  for (const std::string& policy : policies_in(sites, &SiteRuns::ablated)) {
    Table table;
    table.id = "ablation";
    table.title = fmt::format("Parts of {} left out: requests to 90 % of the targets", policy);
    table.note = fmt::format(
        "Geometric means over {} sites of ratios of means over seeds; in brackets over how many, "
        "where not over all. A dash: not reached, or no runs of sb-classifier in the file.",
        sites.size());
    table.columns = {"without", "to the whole", "to sb-classifier", "worst to sb-classifier",
                     "hurts most"};
    table.rows.push_back(ablation_row(sites, policy, ""));
    for (const std::string& part : variant_names(sites, &SiteRuns::ablated, policy)) {
      table.rows.push_back(ablation_row(sites, policy, part));
    }
    tables.push_back(std::move(table));
  }
  return tables;
}

std::vector<Table> in_flight_tables(const std::vector<SiteRuns>& sites) {
  std::vector<Table> tables;
  for (const std::string& policy : policies_in(sites, &SiteRuns::several)) {
    Table table;
    table.id = "in-flight";
    table.title =
        fmt::format("Requests of {} in flight at once: requests to 90 % of the targets", policy);
    table.note =
        "Answers come in the order of asking. Requests for one at a time, else relative to that: "
        "ratios of means over seeds; last rows: their geometric mean over sites, and the worst.";
    std::vector<std::string> numbers = variant_names(sites, &SiteRuns::several, policy);
    std::stable_sort(numbers.begin(), numbers.end(), [](const auto& a, const auto& b) {
      return a.size() != b.size() ? a.size() < b.size() : a < b;
    });
    table.columns = {"site", "1"};
    table.columns.insert(table.columns.end(), numbers.begin(), numbers.end());
    for (const SiteRuns& site : sites) {
      const Runs alone = runs_of(site, policy);
      table.rows.push_back(
          {text_cell(site.label), sample_cell(over(alone, requests_to_90), alone.size() > 1, 0)});
    }
    table.footer = {{text_cell("ratio to 1"), text_cell("1.00")},
                    {text_cell("worst ratio"), text_cell("")}};
    for (const std::string& number : numbers) add_in_flight(table, sites, policy, number);
    tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace tagtrail::host

#include "studies/paper_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "generated/profile.hpp"
#include "studies/published.hpp"
#include "studies/study_tables.hpp"

namespace tagtrail::host {
namespace {

constexpr const char* kPublished = "published";

Cell sample(const Sample& sample, int decimals) { return sample_cell(sample, true, decimals); }

/// The run that saw the whole site.
const RunRecord* run_with_shape(const SiteRuns& site) {
  const auto runs = site.compared.find("bfs");
  if (runs == site.compared.end()) return nullptr;
  const auto found = std::find_if(runs->second.begin(), runs->second.end(),
                                  [](const RunRecord* run) { return run->shape.has_value(); });
  return found == runs->second.end() ? nullptr : *found;
}

std::vector<Cell> measured_site(const SiteRuns& site, const SiteShape& shape) {
  const double linking = shape.pages > 0 ? shape.linking_pages / shape.pages * 100 : 0;
  return {text_cell(site.label),
          number_cell(shape.available / 1000, 2),
          number_cell(shape.targets / 1000, 2),
          number_cell(linking, 2),
          sample(shape.size_mb, 2),
          sample(shape.depth, 2)};
}

std::vector<Cell> published_row(const generated::Profile& site) {
  return {text_cell(fmt::format("{}, {}", site.name, kPublished)),
          number_cell(site.available.value / 1000, 2),
          number_cell(site.targets.value / 1000, 2),
          number_cell(site.linking_share.value * 100, 2),
          sample({site.size_mean_mb.value, site.size_sd_mb.value}, 2),
          sample({site.depth_mean.value, site.depth_sd.value}, 2)};
}

Table sites_table(const std::vector<SiteRuns>& sites) {
  Table table;
  table.id = "paper-1";
  table.title = "Table 1: the sites";
  table.note =
      "Available: URLs that answer without an error. Size and depth: mean (deviation). From "
      "the run by bfs; a dash: that run was made by another study.";
  table.columns = {"site",          "available (k)",    "targets (k)",
                   "HTML to T (%)", "target size (MB)", "target depth"};
  for (const SiteRuns& site : sites) {
    if (const RunRecord* run = run_with_shape(site)) {
      table.rows.push_back(measured_site(site, *run->shape));
    } else {
      table.rows.push_back({text_cell(site.label)});
      table.rows.back().resize(table.columns.size(), number_cell(std::nullopt));
    }
    if (const auto known = generated::find_profile(site.label))
      table.rows.push_back(published_row(*known));
  }
  return table;
}

/// A table of sites by policies, turned as the paper has it: a column a site.
Table turned(const Table& table) {
  Table result = table;
  result.columns = {"policy"};
  result.rows.clear();
  result.footer.clear();
  for (const auto& row : table.rows) result.columns.push_back(row.front().text);
  for (std::size_t column = 1; column < table.columns.size(); ++column) {
    std::vector<Cell> cells{text_cell(table.columns[column])};
    for (const auto& row : table.rows) cells.push_back(row[column]);
    result.rows.push_back(std::move(cells));
  }
  return result;
}

/// A row of what the paper says, site by site; left out where it knows none of the sites.
void add_published(Table& table, const std::string& name,
                   const std::function<double(const PublishedSite&)>& figure) {
  std::vector<Cell> row{text_cell(fmt::format("{}, {}", name, kPublished))};
  bool any = false;
  for (std::size_t column = 1; column < table.columns.size(); ++column) {
    const PublishedSite* site = published_site(table.columns[column]);
    const bool known = site != nullptr && figure(*site) >= 0;
    any = any || known;
    row.push_back(number_cell(known ? std::optional(figure(*site)) : std::nullopt));
  }
  if (any) table.rows.push_back(std::move(row));
}

using Figures = std::array<double, kPublishedPolicies.size()>;

Table policies_of_paper(const Table& measured, const char* id, const char* title,
                        Figures PublishedSite::*figures) {
  Table table = turned(measured);
  table.id = id;
  table.title = title;
  for (std::size_t i = 0; i < kPublishedPolicies.size(); ++i) {
    add_published(table, std::string(kPublishedPolicies[i]),
                  [&](const PublishedSite& site) { return (site.*figures)[i]; });
  }
  return table;
}

/// The second part of Table 2: what early stopping saves and loses.
Table early_stopping_table(const std::vector<SiteRuns>& sites) {
  Table measured = stopping_table(sites);
  Table table;
  table.id = "paper-2b";
  table.title = "Table 2, second part: early stopping of sb-classifier (%)";
  table.note = measured.note;
  table.columns = {""};
  std::vector<Cell> saved{text_cell("saved requests")};
  std::vector<Cell> lost{text_cell("lost targets")};
  for (const auto& row : measured.rows) {
    if (row[1].text != kReferencePolicy) continue;
    table.columns.push_back(row[0].text);
    saved.push_back(row[3]);
    lost.push_back(row[4]);
  }
  table.rows = {std::move(saved), std::move(lost)};
  add_published(table, "saved requests", [](const auto& site) { return site.saved_requests; });
  add_published(table, "lost targets", [](const auto& site) { return site.lost_targets; });
  return table;
}

Table rewards_table(const std::vector<SiteRuns>& sites) {
  Table table;
  table.id = "paper-6";
  table.title = "Table 6: mean rewards of the groups of sb-classifier that paid";
  table.note = "Mean and deviation over groups with a reward above zero, means over seeds.";
  table.columns = {""};
  std::vector<Cell> means{text_cell("mean")};
  std::vector<Cell> deviations{text_cell("deviation")};
  for (const SiteRuns& site : sites) {
    table.columns.push_back(site.label);
    const Runs& runs = runs_of(site, kReferencePolicy);
    const auto part = [&](double Sample::*member) {
      const auto over_runs = over(runs, [&](const RunRecord& run) -> std::optional<double> {
        if (!run.group_rewards) return std::nullopt;
        return (*run.group_rewards).*member;
      });
      return number_cell(over_runs ? std::optional(over_runs->mean) : std::nullopt);
    };
    means.push_back(part(&Sample::mean));
    deviations.push_back(part(&Sample::deviation));
  }
  table.rows = {std::move(means), std::move(deviations)};
  add_published(table, "mean", [](const auto& site) { return site.group_rewards.mean; });
  add_published(table, "deviation", [](const auto& site) { return site.group_rewards.deviation; });
  return table;
}

/// Rewards of the groups that paid best, by rank, over sites: of each site the mean over seeds.
Table best_groups_table(const std::vector<SiteRuns>& sites) {
  constexpr std::size_t kRanks = 10;
  Table table;
  table.id = "paper-figure-5";
  table.title = "Figure 5: mean reward of the ten groups that paid best";
  table.note =
      "Mean (deviation) over sites of the means over seeds. Published, over ten sites: "
      "258, 89, 74, 67, ... 41.";
  table.columns = {"group", "mean reward", "sites"};
  for (std::size_t rank = 0; rank < kRanks; ++rank) {
    std::vector<double> of_sites;
    for (const SiteRuns& site : sites) {
      const auto found = site.compared.find(kReferencePolicy);
      if (found == site.compared.end()) continue;
      const auto reward = over(found->second, [&](const RunRecord& run) -> std::optional<double> {
        std::vector<double> rewards;
        for (const auto& group : run.groups) rewards.push_back(group.mean_reward);
        std::sort(rewards.begin(), rewards.end(), std::greater<>());
        return rank < rewards.size() ? std::optional(rewards[rank]) : std::nullopt;
      });
      if (reward) of_sites.push_back(reward->mean);
    }
    table.rows.push_back({number_cell(static_cast<double>(rank + 1), 0),
                          sample_cell(sample_of(of_sites), true),
                          number_cell(static_cast<double>(of_sites.size()), 0)});
  }
  return table;
}

/// The column of a site in Tables 4 and 5; nothing for those that these do not have.
std::optional<std::size_t> whole_site(const std::string& label) {
  const auto found = std::find(kWholeSites.begin(), kWholeSites.end(), label);
  if (found == kWholeSites.end()) return std::nullopt;
  return static_cast<std::size_t>(found - kWholeSites.begin());
}

std::optional<double> known(double figure) {
  return figure < 0 ? std::nullopt : std::optional(figure);
}

/// Published rows under a measured table with a column a site: `cell(row, site)` for sites that
/// have figures. None where no site has.
template <class Rows, class OfSite>
void add_published_rows(Table& table, const std::vector<SiteRuns>& sites, const Rows& rows,
                        OfSite cell) {
  const bool any = std::any_of(sites.begin(), sites.end(), [](const SiteRuns& site) {
    return whole_site(site.label).has_value();
  });
  if (!any || table.rows.empty()) return;
  for (const auto& row : rows) {
    table.rows.push_back({text_cell(fmt::format("{}, {}", row.name, kPublished))});
    for (const SiteRuns& site : sites) {
      const auto place = whole_site(site.label);
      table.rows.back().push_back(place ? cell(row, *place) : number_cell(std::nullopt));
    }
  }
}

Table settings_of_paper(const std::vector<SiteRuns>& sites) {
  Table table = parameters_table(sites);
  table.id = "paper-4";
  table.title = "Table 4: hyper-parameters of sb-classifier, requests / volume (%)";
  table.note += " Published: which values were tried is not in the paper's text.";
  add_published_rows(table, sites, published_settings(),
                     [](const PublishedSetting& row, std::size_t site) {
                       Cell cell = number_cell(known(row.requests[site]));
                       cell.text += " / " + number_cell(known(row.volume[site])).text;
                       return cell;
                     });
  return table;
}

Table classifiers_of_paper(const std::vector<SiteRuns>& sites) {
  Table table = classifiers_table(sites);
  table.id = "paper-5";
  table.title = "Table 5: URL classifiers, requests to 90 % and misclassified (%)";
  const std::size_t measured = table.rows.size();
  add_published_rows(table, sites, published_classifiers(),
                     [](const PublishedClassifier& row, std::size_t site) {
                       return number_cell(known(row.requests[site]));
                     });
  for (std::size_t i = measured; i < table.rows.size(); ++i)
    table.rows[i].push_back(number_cell(published_classifiers()[i - measured].misclassified, 2));
  return table;
}

}  // namespace

std::vector<Table> paper_tables(const std::vector<SiteRuns>& sites) {
  return {sites_table(sites),
          policies_of_paper(requests_table(sites), "paper-2a",
                            "Table 2, first part: requests to 90 % of the targets (%)",
                            &PublishedSite::requests),
          early_stopping_table(sites),
          policies_of_paper(volume_table(sites), "paper-3",
                            "Table 3: other volume before 90 % of the targets' volume (%)",
                            &PublishedSite::volume),
          settings_of_paper(sites),
          classifiers_of_paper(sites),
          rewards_table(sites),
          best_groups_table(sites)};
}

}  // namespace tagtrail::host

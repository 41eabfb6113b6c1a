#include "studies/ache_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tagtrail::host {
namespace {

struct Column {
  const char* name;
  const char* policy;
  const char* setting;  ///< ache's mode
};
constexpr std::array<Column, 6> kCrawls{{{"bfs", "bfs", ""},
                                         {"baseline", "ache", "baseline"},
                                         {"offline", "ache", "offline"},
                                         {"offline-online", "ache", "offline-online"},
                                         {"online", "ache", "online"},
                                         {"trail", "trail", ""}}};
constexpr std::size_t kBaseline = 1;
constexpr std::size_t kOffline = 2;
constexpr std::size_t kOfflineOnline = 3;
constexpr std::size_t kOnline = 4;

using Forms = std::array<std::optional<Sample>, kCrawls.size()>;

std::optional<double> forms_after(const RunRecord& run, double share) {
  if (run.budget <= 0) return std::nullopt;
  return step_value(run.curve.requests, run.curve.gain, run.budget * share);
}

Forms forms_of(const SiteRuns& site, double share) {
  Forms forms;
  for (std::size_t i = 0; i < kCrawls.size(); ++i) {
    const auto& [name, policy, setting] = kCrawls[i];
    const bool is_ache = *setting != 0;
    forms[i] = over(is_ache ? runs_of(site, policy, setting) : runs_of(site, policy),
                    [&](const RunRecord& run) { return forms_after(run, share); });
  }
  return forms;
}

/// In per cent: 100 for twice as many.
std::optional<double> gain_over(const std::optional<Sample>& more,
                                const std::optional<Sample>& less) {
  if (!more || !less || less->mean <= 0) return std::nullopt;
  return (more->mean / less->mean - 1) * 100;
}

std::string range(const std::vector<double>& values) {
  if (values.empty()) return number_cell({}).text;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return fmt::format("{:+.0f} to {:+.0f}", *least, *most);
}

Cell percent_cell(const std::optional<double>& percent) {
  Cell cell = number_cell(percent, 0);
  if (percent) cell.text = fmt::format("{:+.0f}", *percent);
  return cell;
}

std::vector<Cell> range_row(const char* name, const std::string& online,
                            const std::string& offline_online) {
  std::vector<Cell> row(3 + kCrawls.size(), text_cell(""));
  row.front() = text_cell(name);
  row.push_back(text_cell(online));
  row.push_back(text_cell(offline_online));
  return row;
}

Table forms_table(const std::vector<SiteRuns>& sites) {
  Table table;
  table.id = "ache";
  table.title = "ACHE: distinct search forms of the topic after as many requests";
  table.note =
      "Mean over seeds. Density: forms of the baseline for 100 of its requests. Gains in per cent: "
      "of online over baseline, and of offline-online over offline. Published: eight topics, "
      "100,000 pages each, densities 0.09 to 1.9.";
  table.columns = {"site", "forms there", "density"};
  for (const Column& column : kCrawls) table.columns.emplace_back(column.name);
  table.columns.insert(table.columns.end(), {"online gains", "offline-online gains"});
  std::vector<double> online_gains;
  std::vector<double> learning_gains;
  for (const SiteRuns& site : sites) {
    const Forms forms = forms_of(site, 1);
    if (!forms[kBaseline] && !forms[kOffline]) continue;
    const auto density = forms[kBaseline]
                             ? std::optional(forms[kBaseline]->mean / site.any->budget * 100)
                             : std::nullopt;
    std::vector<Cell> row{text_cell(site.label), number_cell(site.any->site_gain, 0),
                          number_cell(density, 2)};
    for (const auto& sample : forms) row.push_back(sample_cell(sample, false, 0));
    const auto online = gain_over(forms[kOnline], forms[kBaseline]);
    const auto learning = gain_over(forms[kOfflineOnline], forms[kOffline]);
    if (online) online_gains.push_back(*online);
    if (learning) learning_gains.push_back(*learning);
    row.push_back(percent_cell(online));
    row.push_back(percent_cell(learning));
    table.rows.push_back(std::move(row));
  }
  if (!table.rows.empty()) {
    table.footer.push_back(range_row("least to most", range(online_gains), range(learning_gains)));
    table.footer.push_back(range_row("published", "+34 to +585; one topic 0", "+4 to +245"));
  }
  return table;
}

Table course_table(const std::vector<SiteRuns>& sites) {
  constexpr std::array kShares{10, 20, 30, 40, 50, 60, 80, 100};
  Table table;
  table.id = "ache-course";
  table.title = "ACHE: forms (% of those there) after a share of the requests (%)";
  table.note = "Mean over sites and seeds.";
  table.columns = {"crawl"};
  for (const int share : kShares) table.columns.push_back(fmt::format("{}", share));
  for (std::size_t i = 0; i < kCrawls.size(); ++i) {
    std::vector<Cell> row{text_cell(kCrawls[i].name)};
    for (const int share : kShares) {
      std::vector<double> shares;
      for (const SiteRuns& site : sites) {
        const auto forms = forms_of(site, share / 100.0)[i];
        if (forms && site.any->site_gain > 0) {
          shares.push_back(forms->mean / site.any->site_gain * 100);
        }
      }
      row.push_back(sample_cell(sample_of(shares), false));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

std::vector<Table> ache_tables(const std::vector<SiteRuns>& sites) {
  Table forms = forms_table(sites);
  if (forms.rows.empty()) return {};
  return {std::move(forms), course_table(sites)};
}

}  // namespace tagtrail::host

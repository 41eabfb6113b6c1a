#include "studies/calibration_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "studies/shown_table.hpp"

namespace tagtrail::host {
namespace {

constexpr std::array kBands{0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 1.0};
constexpr std::array kStopAt{0.9, 0.95, 0.99};

/// A moment at which a crawl was told something, and what was true.
struct Moment {
  double truth = 0;   ///< share of the site's targets
  double weight = 0;  ///< each site's moments weigh 1 together
  bool inside = false;
};

double true_share(const RunRecord& run, const AdvicePoint& point) {
  return run.site_targets > 0 ? std::min(1.0, point.targets / run.site_targets) : 1.0;
}

/// Moments whose advised share was in [from, to); up to 1 has that too.
std::vector<Moment> moments_of(const std::vector<SiteRuns>& sites, const std::string& policy,
                               double from, double to) {
  std::vector<Moment> moments;
  for (const SiteRuns& site : sites) {
    const auto runs = site.compared.find(policy);
    if (runs == site.compared.end()) continue;
    const std::size_t first = moments.size();
    for (const RunRecord* run : runs->second) {
      for (const AdvicePoint& point : run->advice) {
        const StopAdvice& advice = point.advice;
        const double share = advice.share();
        if (share < from || (share >= to && to < 1)) continue;
        const double truth = true_share(*run, point);
        moments.push_back({truth, 0, truth >= advice.low() && truth <= advice.high()});
      }
    }
    const auto count = static_cast<double>(moments.size() - first);
    for (std::size_t i = first; i < moments.size(); ++i) moments[i].weight = 1 / count;
  }
  return moments;
}

double lower_tenth(std::vector<Moment> moments, double all) {
  std::sort(moments.begin(), moments.end(),
            [](const Moment& a, const Moment& b) { return a.truth < b.truth; });
  double below = 0;
  for (const Moment& moment : moments) {
    below += moment.weight;
    if (below >= all / 10) return moment.truth;
  }
  return 0;
}

Table bands_table(const std::vector<SiteRuns>& sites, const std::string& policy) {
  Table table;
  table.id = "calibration-" + policy;
  table.title = "Share of the targets found (%), as advised and as true: " + policy;
  table.note =
      "At moments 4 % of the requests apart; each site counts alike. 9 of 10 moments had at least "
      "the lower tenth. In interval: how often the truth lay in the advised one, meant to be 80 %.";
  table.columns = {"advised", "moments", "true, mean", "lower tenth", "in interval"};
  for (std::size_t i = 0; i + 1 < kBands.size(); ++i) {
    const auto moments = moments_of(sites, policy, kBands[i], kBands[i + 1]);
    double all = 0;
    double truth = 0;
    double inside = 0;
    for (const Moment& moment : moments) {
      all += moment.weight;
      truth += moment.weight * moment.truth;
      if (moment.inside) inside += moment.weight;
    }
    if (all <= 0) continue;
    table.rows.push_back(
        {text_cell(fmt::format("{:.0f} to {:.0f}", kBands[i] * 100, kBands[i + 1] * 100)),
         number_cell(static_cast<double>(moments.size()), 0), number_cell(truth / all * 100),
         number_cell(lower_tenth(moments, all) * 100), number_cell(inside / all * 100)});
  }
  return table;
}

/// What `--stop-at` would have made of the runs of one site.
struct Stopping {
  double found = 0;  ///< mean share
  double saved = 0;  ///< mean share of the requests
  double held = 0;   ///< share of the runs that were stopped and had what was promised
  double stopped = 0;
};

std::optional<Stopping> stopping_of(const Runs& runs, double share) {
  Stopping sum;
  double count = 0;
  const double confidence = StopAt{}.confidence;
  for (const RunRecord* run : runs) {
    if (run->advice.empty() || run->requests <= 0) continue;
    ++count;
    const auto stop = std::find_if(
        run->advice.begin(), run->advice.end(),
        [&](const AdvicePoint& point) { return point.advice.confidence(share) >= confidence; });
    if (stop == run->advice.end() || stop->requests >= run->requests) {
      sum.found += 1;
      continue;
    }
    const double found = true_share(*run, *stop);
    sum.found += found;
    sum.saved += 1 - stop->requests / run->requests;
    sum.held += found >= share ? 1 : 0;
    sum.stopped += 1;
  }
  if (count <= 0) return std::nullopt;
  return Stopping{sum.found / count, sum.saved / count, sum.held / count, sum.stopped / count};
}

Table stops_table(const std::vector<SiteRuns>& sites, const std::string& policy) {
  Table table;
  table.id = "stop-at-" + policy;
  table.title = "--stop-at against crawling to the end: " + policy;
  table.note =
      "Targets found and requests saved (%), mean over seeds. Held: of the runs that were stopped, "
      "those that had at least the share asked for, meant to be 80 %; each site counts alike.";
  table.columns = {"site", "targets"};
  std::array<Stopping, kStopAt.size()> sums{};
  for (const double share : kStopAt) {
    table.columns.push_back(fmt::format("{:.0f}%: found", share * 100));
    table.columns.emplace_back("saved");
  }
  for (const SiteRuns& site : sites) {
    const auto runs = site.compared.find(policy);
    if (runs == site.compared.end()) continue;
    std::vector<Cell> row{text_cell(site.label), number_cell(site.any->site_targets, 0)};
    for (std::size_t i = 0; i < kStopAt.size(); ++i) {
      const auto stopping = stopping_of(runs->second, kStopAt[i]);
      if (!stopping) break;
      row.push_back(number_cell(stopping->found * 100));
      row.push_back(number_cell(stopping->saved * 100));
      sums[i].found += stopping->found;
      sums[i].saved += stopping->saved;
      sums[i].held += stopping->held;
      sums[i].stopped += stopping->stopped;
    }
    if (row.size() == table.columns.size()) table.rows.push_back(std::move(row));
  }
  const auto count = static_cast<double>(table.rows.size());
  std::vector<Cell> means{text_cell("mean"), text_cell("")};
  std::vector<Cell> held{text_cell("held"), text_cell("")};
  for (const Stopping& sum : sums) {
    means.push_back(number_cell(sum.found / count * 100));
    means.push_back(number_cell(sum.saved / count * 100));
    const bool any = sum.stopped > 0;
    held.push_back(number_cell(any ? std::optional(sum.held / sum.stopped * 100) : std::nullopt));
    held.push_back(text_cell(""));
  }
  table.footer = {std::move(means), std::move(held)};
  return table;
}

}  // namespace

std::vector<Table> calibration_tables(const std::vector<SiteRuns>& sites) {
  std::vector<std::string> policies;
  for (const SiteRuns& site : sites) {
    for (const std::string& policy : site.policies) {
      if (std::find(policies.begin(), policies.end(), policy) == policies.end()) {
        policies.push_back(policy);
      }
    }
  }
  std::vector<Table> tables;
  for (const std::string& policy : policies) {
    for (Table& table : std::vector<Table>{bands_table(sites, policy), stops_table(sites, policy),
                                           shown_table(sites, policy)}) {
      if (!table.rows.empty()) tables.push_back(std::move(table));
    }
  }
  return tables;
}

}  // namespace tagtrail::host

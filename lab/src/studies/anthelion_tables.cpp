#include "studies/anthelion_tables.hpp"

#include <fmt/format.h>

#include <array>

#include "studies/policy_settings.hpp"

namespace tagtrail::host {
namespace {

constexpr double kManyStatements = 5;

/// A crawl under its name in the tables, by whatever policy and setting.
struct Crawl {
  std::string name;
  std::optional<double> published;
  Runs runs;
};

void take_runs(const std::vector<SiteRuns>& sites, const std::string& policy,
               const std::string& setting, Crawl& crawl) {
  for (const SiteRuns& site : sites) {
    const Runs& runs = setting.empty() ? runs_of(site, policy) : runs_of(site, policy, setting);
    for (const RunRecord* run : runs) {
      if (run->budget > 0) crawl.runs.push_back(run);
    }
  }
}

const RunRecord* any_of_anthelion(const std::vector<SiteRuns>& sites) {
  for (const SiteRuns& site : sites) {
    if (const auto found = site.settings.find("anthelion"); found != site.settings.end()) {
      const RunRecord* run = found->second.front().runs.front();
      if (run->budget > 0) return run;
    }
  }
  return nullptr;
}

/// The policies that know nothing of hosts, then anthelion's in the order of the paper.
std::vector<Crawl> crawls_in(const std::vector<SiteRuns>& sites, const RunRecord& any) {
  const bool is_second = any.markup_min >= kManyStatements;
  const auto first_only = [&](double published) {
    return is_second ? std::nullopt : std::optional(published);
  };
  std::vector<Crawl> all{{"random", first_only(0.159), {}},
                         {"bfs", first_only(0.291), {}},
                         {"trail", std::nullopt, {}},
                         {"ache", std::nullopt, {}}};
  for (Crawl& crawl : all) take_runs(sites, crawl.name, {}, crawl);
  for (const AnthelionRun& run : anthelion_runs(static_cast<std::uint64_t>(any.budget))) {
    const std::string words = to_words(run.parameters);
    Crawl crawl{words, is_second ? run.published_second : run.published, {}};
    take_runs(sites, "anthelion", words, crawl);
    all.push_back(std::move(crawl));
  }
  std::erase_if(all, [](const Crawl& crawl) { return crawl.runs.empty(); });
  return all;
}

/// Results among so much of what a run was allowed to request, in per cent.
std::optional<double> precision_after(const RunRecord& run, double share) {
  const double requests = std::min(run.requests, run.budget * share);
  if (requests < 1) return std::nullopt;
  return step_value(run.curve.requests, run.curve.targets, requests) / requests * 100;
}

std::optional<Sample> precision(const Crawl& crawl, double share) {
  return over(crawl.runs, [&](const RunRecord& run) { return precision_after(run, share); });
}

std::optional<double> ratio(const std::optional<double>& part, const std::optional<double>& whole) {
  if (!part || !whole || *whole <= 0) return std::nullopt;
  return *part / *whole;
}

Table end_table(const std::vector<Crawl>& crawls) {
  Table table;
  table.id = "anthelion";
  table.title = "Anthelion: results among the pages fetched (%)";
  table.note =
      "After all requests that the crawl was allowed; those that found no page count, too. Mean "
      "over sites and seeds. Of bfs: how many times its share.";
  table.columns = {"crawl", "results", "of bfs", "published", "published of bfs"};
  std::optional<double> bfs;
  std::optional<double> published_bfs;
  for (const Crawl& crawl : crawls) {
    if (crawl.name != "bfs") continue;
    if (const auto sample = precision(crawl, 1)) bfs = sample->mean;
    published_bfs = crawl.published;
  }
  for (const Crawl& crawl : crawls) {
    const auto sample = precision(crawl, 1);
    const auto mean = sample ? std::optional(sample->mean) : std::nullopt;
    const auto per_cent =
        crawl.published ? std::optional(*crawl.published * 100) : std::optional<double>{};
    table.rows.push_back({text_cell(crawl.name), sample_cell(sample, crawl.runs.size() > 1),
                          number_cell(ratio(mean, bfs), 2), number_cell(per_cent),
                          number_cell(ratio(crawl.published, published_bfs), 2)});
  }
  return table;
}

Table course_table(const std::vector<Crawl>& crawls) {
  constexpr std::array kShares{5, 10, 20, 30, 40, 50, 60, 80, 100};
  Table table;
  table.id = "anthelion-course";
  table.title = "Anthelion: the same after a share of the requests (%)";
  table.columns = {"crawl"};
  for (const int share : kShares) table.columns.push_back(fmt::format("{}", share));
  for (const Crawl& crawl : crawls) {
    std::vector<Cell> row{text_cell(crawl.name)};
    for (const int share : kShares) {
      row.push_back(sample_cell(precision(crawl, share / 100.0), false));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

std::vector<Table> anthelion_tables(const std::vector<SiteRuns>& sites) {
  const RunRecord* any = any_of_anthelion(sites);
  if (any == nullptr) return {};
  const auto crawls = crawls_in(sites, *any);
  return {end_table(crawls), course_table(crawls)};
}

}  // namespace tagtrail::host

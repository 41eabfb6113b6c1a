#include "studies/acebot_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "studies/policy_settings.hpp"

namespace tagtrail::host {
namespace {

constexpr const char* kFullCrawl = "bfs";

/// Of its 50 sites, about two million pages, with a sample of 3,000 pages.
struct PublishedSelection {
  const char* name;
  double requests;
  double pairs;    ///< per cent
  double outside;  ///< per cent
};
constexpr double kPublishedPages = 2'000'000;
constexpr auto kPublishedSelections = std::to_array<PublishedSelection>({
    {"k 2, cr 0.85", 376'632, 95.7, 98.6},
    {"k 2, cr 0.9", 377'147, 95.8, 98.7},
    {"k 2, cr 0.95", 394'235, 96.0, 99.1},
    {"k 3, cr 0.85", 418'654, 96.3, 99.2},
    {"k 3, cr 0.9", 431'572, 96.6, 99.3},
    {"k 3, cr 0.95", 458'547, 96.8, 99.3},
    {"k 4, cr 0.85", 491'568, 96.9, 99.4},
    {"k 4, cr 0.9", 532'358, 97.1, 99.4},
    {"k 4, cr 0.95", 588'512, 97.2, 99.4},
});

const ContentPoint& end_of(const RunRecord& run) { return run.content->points.back(); }

/// The runs of a site that sought new text, by what they are called in the tables.
struct TextRuns {
  std::string label;
  ContentPoint all;                     ///< what the full crawl met
  std::map<std::string, Runs> by_name;  ///< `k 2, cr 0.85` for acebot's, else the policy
};

void take_text_runs(std::map<std::string, Runs>& by_name, const std::string& name,
                    const Runs& runs) {
  for (const RunRecord* run : runs) {
    if (run->content) by_name[name].push_back(run);
  }
}

std::vector<TextRuns> text_runs(const std::vector<SiteRuns>& sites) {
  std::vector<TextRuns> list;
  for (const SiteRuns& site : sites) {
    TextRuns text;
    text.label = site.label;
    for (const auto& [policy, runs] : site.compared) {
      if (policy != "acebot") take_text_runs(text.by_name, policy, runs);
    }
    if (const auto own = site.settings.find("acebot"); own != site.settings.end()) {
      for (const auto& variant : own->second) {
        take_text_runs(text.by_name, variant.name, variant.runs);
      }
    }
    const auto full = text.by_name.find(kFullCrawl);
    if (full == text.by_name.end()) continue;
    text.all = end_of(*full->second.front());
    if (text.all.pairs > 0) list.push_back(std::move(text));
  }
  return list;
}

bool is_selection(const std::string& name) { return name.starts_with("k "); }

/// acebot's by rising k and cr, then the others by name.
std::vector<std::string> names_in(const std::vector<TextRuns>& sites) {
  std::map<std::pair<bool, std::string>, bool> names;
  for (const TextRuns& site : sites) {
    for (const auto& [name, runs] : site.by_name) names[{!is_selection(name), name}] = true;
  }
  std::vector<std::string> list;
  for (const auto& [name, there] : names) list.push_back(name.second);
  return list;
}

double mean_of(const Runs& runs, double ContentPoint::*part) {
  double sum = 0;
  for (const RunRecord* run : runs) sum += end_of(*run).*part;
  return sum / static_cast<double>(runs.size());
}

std::optional<double> per_cent(double part, double all) {
  return all > 0 ? std::optional(part / all * 100) : std::nullopt;
}

/// One setting over all sites: requests added up as published, shares as means over sites.
struct Overall {
  double requests = 0;
  double all_requests = 0;
  std::vector<double> pairs;
  std::vector<double> outside;
};

Overall overall(const std::vector<TextRuns>& sites, const std::string& name) {
  Overall sums;
  for (const TextRuns& site : sites) {
    const auto found = site.by_name.find(name);
    if (found == site.by_name.end()) continue;
    sums.requests += mean_of(found->second, &ContentPoint::requests);
    sums.all_requests += site.all.requests;
    const auto pairs = per_cent(mean_of(found->second, &ContentPoint::pairs), site.all.pairs);
    const auto outside = per_cent(mean_of(found->second, &ContentPoint::outside), site.all.outside);
    if (pairs) sums.pairs.push_back(*pairs);
    if (outside) sums.outside.push_back(*outside);
  }
  return sums;
}

std::optional<double> mean_value(const std::vector<double>& values) {
  const auto sample = sample_of(values);
  return sample ? std::optional(sample->mean) : std::nullopt;
}

std::optional<double> least(const std::vector<double>& values) {
  const auto found = std::min_element(values.begin(), values.end());
  return found == values.end() ? std::nullopt : std::optional(*found);
}

void add_published(std::vector<Cell>& row, const std::string& name) {
  const auto found = std::find_if(kPublishedSelections.begin(), kPublishedSelections.end(),
                                  [&](const auto& published) { return name == published.name; });
  if (found == kPublishedSelections.end()) {
    for (int i = 0; i < 3; ++i) row.push_back(text_cell(""));
    return;
  }
  row.push_back(number_cell(kPublishedPages / found->requests));
  row.push_back(number_cell(found->pairs));
  row.push_back(number_cell(found->outside));
}

Table selections_table(const std::vector<TextRuns>& sites) {
  Table table;
  table.id = "acebot";
  table.title = "New text for requests: ACEBot's settings over all sites";
  table.note =
      "Fewer: requests of the full crawl for one of this, all sites added up. Pairs of words and "
      "links to other sites: share (%) of the full crawl's, mean over sites; the lowest. Crawls by "
      "other policies end when no link is left.";
  table.columns = {"crawl",           "requests",        "fewer",
                   "pairs",           "lowest pairs",    "outside links",
                   "published fewer", "published pairs", "published outside"};
  for (const std::string& name : names_in(sites)) {
    const Overall sums = overall(sites, name);
    std::vector<Cell> row{text_cell(is_selection(name) ? "acebot, " + name : name),
                          number_cell(sums.requests, 0),
                          number_cell(sums.all_requests / std::max(sums.requests, 1.0)),
                          number_cell(mean_value(sums.pairs)),
                          number_cell(least(sums.pairs)),
                          number_cell(mean_value(sums.outside))};
    add_published(row, name);
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// The cost of the same: requests until a run had `pairs`; nothing when it never had.
std::optional<double> requests_for(const RunRecord& run, double pairs) {
  for (const ContentPoint& point : run.content->points) {
    if (point.pairs >= pairs) return point.requests;
  }
  return std::nullopt;
}

Table sites_table(const std::vector<TextRuns>& sites) {
  Table table;
  table.id = "acebot-sites";
  table.title = "ACEBot with its defaults, site by site";
  table.note =
      "Shares (%) of the full crawl's pairs of words and links to other sites. Then the requests "
      "that bfs and trail need for as many pairs; a dash: they never have them.";
  table.columns = {"site",  "all requests",  "requests",  "fewer",      "patterns",
                   "pairs", "outside links", "bfs needs", "trail needs"};
  const std::string defaults = to_words(AcebotParameters{});
  for (const TextRuns& site : sites) {
    const auto found = site.by_name.find(defaults);
    if (found == site.by_name.end()) continue;
    const Runs& runs = found->second;
    const double requests = mean_of(runs, &ContentPoint::requests);
    const double pairs = mean_of(runs, &ContentPoint::pairs);
    std::vector<Cell> row{
        text_cell(site.label),
        number_cell(site.all.requests, 0),
        number_cell(requests, 0),
        number_cell(site.all.requests / requests),
        sample_cell(over(runs,
                         [](const RunRecord& run) -> std::optional<double> {
                           return run.content->patterns;
                         }),
                    false, 0),
        number_cell(per_cent(pairs, site.all.pairs)),
        number_cell(per_cent(mean_of(runs, &ContentPoint::outside), site.all.outside))};
    for (const char* policy : {kFullCrawl, "trail"}) {
      const auto other = site.by_name.find(policy);
      const auto needed =
          other == site.by_name.end()
              ? std::nullopt
              : over(other->second, [&](const RunRecord& run) { return requests_for(run, pairs); });
      row.push_back(sample_cell(needed, false, 0));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// Pairs that the run had after so many requests.
double pairs_after(const RunRecord& run, double requests) {
  double pairs = 0;
  for (const ContentPoint& point : run.content->points) {
    if (point.requests > requests) break;
    pairs = point.pairs;
  }
  return pairs;
}

Table course_table(const std::vector<TextRuns>& sites) {
  constexpr std::array kShares{2.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0, 75.0, 100.0};
  Table table;
  table.id = "acebot-course";
  table.title = "Pairs of words (%) after a share of the full crawl's requests (%)";
  table.note =
      "Mean over sites. acebot first learns from a sample, which counts here; what it has in the "
      "end stays.";
  table.columns = {"crawl"};
  for (const double share : kShares) table.columns.push_back(fmt::format("{:.0f}", share));
  for (const std::string& name : names_in(sites)) {
    if (is_selection(name) && name != to_words(AcebotParameters{})) continue;
    std::vector<Cell> row{text_cell(is_selection(name) ? "acebot, " + name : name)};
    for (const double share : kShares) {
      std::vector<double> values;
      for (const TextRuns& site : sites) {
        const auto found = site.by_name.find(name);
        if (found == site.by_name.end()) continue;
        for (const RunRecord* run : found->second) {
          const double pairs = pairs_after(*run, site.all.requests * share / 100);
          values.push_back(pairs / site.all.pairs * 100);
        }
      }
      row.push_back(number_cell(mean_value(values)));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table visits_table(const std::vector<TextRuns>& sites) {
  Table table;
  table.id = "acebot-visits";
  table.title = "A second visit that begins with the patterns of the first";
  table.note =
      "By ACEBot's defaults, first / second visit: requests, pairs of words and links to other "
      "sites (%). The second one needs no sample and follows the patterns only.";
  table.columns = {"site", "requests", "pairs", "outside links"};
  for (const TextRuns& site : sites) {
    const auto found = site.by_name.find(to_words(AcebotParameters{}));
    if (found == site.by_name.end()) continue;
    ContentPoint first, second;
    double runs = 0;
    for (const RunRecord* run : found->second) {
      if (!run->content->second_visit) continue;
      ++runs;
      for (const auto part :
           {&ContentPoint::requests, &ContentPoint::pairs, &ContentPoint::outside}) {
        first.*part += end_of(*run).*part;
        second.*part += *run->content->second_visit.*part;
      }
    }
    if (runs == 0) continue;
    const auto both = [&](double ContentPoint::*part, double all, int decimals) {
      Cell cell =
          number_cell(all > 0 ? std::optional(first.*part / runs / all) : std::nullopt, decimals);
      cell.text +=
          " / " +
          number_cell(all > 0 ? std::optional(second.*part / runs / all) : std::nullopt, decimals)
              .text;
      return cell;
    };
    table.rows.push_back({text_cell(site.label), both(&ContentPoint::requests, 1, 0),
                          both(&ContentPoint::pairs, site.all.pairs / 100, 1),
                          both(&ContentPoint::outside, site.all.outside / 100, 1)});
  }
  return table;
}

}  // namespace

std::vector<Table> acebot_tables(const std::vector<SiteRuns>& sites) {
  const auto runs = text_runs(sites);
  const bool has_any = std::any_of(runs.begin(), runs.end(), [](const TextRuns& site) {
    return std::any_of(site.by_name.begin(), site.by_name.end(),
                       [](const auto& named) { return is_selection(named.first); });
  });
  std::vector<Table> tables;
  if (!has_any) return tables;
  for (Table& table : std::vector<Table>{selections_table(runs), sites_table(runs),
                                         course_table(runs), visits_table(runs)}) {
    if (!table.rows.empty()) tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace tagtrail::host

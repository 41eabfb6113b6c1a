#include "studies/report_data.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "export/page/page_template.hpp"
#include "studies/acebot_tables.hpp"
#include "studies/ache_tables.hpp"
#include "studies/anthelion_tables.hpp"
#include "studies/calibration_tables.hpp"
#include "studies/mean_curves.hpp"
#include "studies/paper_tables.hpp"
#include "studies/variant_tables.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

/// Four digits are more than a pixel shows.
Json rounded(const std::vector<double>& values) {
  Json json = Json::array();
  for (const double value : values) {
    if (value == std::floor(value) || value <= 0) {
      json.push_back(value);
      continue;
    }
    const double scale = std::pow(10, 3 - std::floor(std::log10(value)));
    json.push_back(std::round(value * scale) / scale);
  }
  return json;
}

Json curves_json(const MeanCurves& curves) {
  Json series = Json::array();
  for (const MeanSeries& one : curves.series) {
    series.push_back({{"policy", one.policy},
                      {"mean", rounded(one.mean)},
                      {"deviation", rounded(one.deviation)}});
  }
  return {{"x", curves.x}, {"series", series}};
}

Json sites_json(const std::vector<SiteRuns>& sites) {
  Json list = Json::array();
  for (const SiteRuns& site : sites) {
    const RunRecord& any = *site.any;
    std::size_t runs = 0;
    for (const auto& [policy, of_policy] : site.compared) runs = std::max(runs, of_policy.size());
    list.push_back({{"label", site.label},
                    {"sha256", any.digest},
                    {"bytes", any.file_bytes},
                    {"urls", any.urls},
                    {"pages", any.pages},
                    {"targets", any.site_targets},
                    {"targetBytes", any.site_target_bytes},
                    {"otherBytes", any.site_other_bytes},
                    {"runs", runs},
                    {"targetCurves", curves_json(target_curves(site))},
                    {"volumeCurves", curves_json(volume_curves(site))}});
  }
  return list;
}

Json origin_json(const std::vector<RunRecord>& records) {
  std::set<std::string> commands;
  std::set<std::string> versions;
  std::set<std::string> dates;
  std::size_t failed = 0;
  for (const RunRecord& record : records) {
    commands.insert(record.command);
    versions.insert(record.version);
    dates.insert(record.date);
    failed += record.error.empty() ? 0 : 1;
  }
  return {{"commands", commands},
          {"versions", versions},
          {"dates", dates},
          {"runs", records.size()},
          {"failed", failed}};
}

}  // namespace

std::vector<Table> tables_of(const std::vector<SiteRuns>& sites) {
  std::vector<Table> tables;
  for (Table& table :
       std::vector<Table>{requests_table(sites), volume_table(sites), parameters_table(sites),
                          classifiers_table(sites), stopping_table(sites), speed_table(sites)}) {
    if (!table.rows.empty()) tables.push_back(std::move(table));
  }
  for (Table& table : ablation_tables(sites)) tables.push_back(std::move(table));
  for (Table& table : in_flight_tables(sites)) tables.push_back(std::move(table));
  for (Table& table : calibration_tables(sites)) tables.push_back(std::move(table));
  for (const auto& of_policy : {acebot_tables, ache_tables, anthelion_tables}) {
    for (Table& table : of_policy(sites)) tables.push_back(std::move(table));
  }
  return tables;
}

std::vector<Table> tables_of(Study study, const std::vector<SiteRuns>& sites,
                             const std::string& base) {
  switch (study) {
    case Study::acebot:
      return acebot_tables(sites);
    case Study::ache:
      return ache_tables(sites);
    case Study::anthelion:
      return anthelion_tables(sites);
    case Study::compare:
      return {requests_table(sites, base), volume_table(sites, base), speed_table(sites)};
    case Study::hyperparameters:
      return {parameters_table(sites)};
    case Study::classifiers:
      return {classifiers_table(sites)};
    case Study::early_stopping:
      return {stopping_table(sites)};
    case Study::groups:
      return groups_tables(sites);
    case Study::ablate:
      return ablation_tables(sites);
    case Study::in_flight:
      return in_flight_tables(sites);
    case Study::calibration:
      return calibration_tables(sites);
    case Study::paper:
      return paper_tables(sites);
  }
  return {};
}

Json lab_report(const Results& results) {
  const auto sites = sites_of(results.records);
  Json tables = Json::array();
  for (const Table& table : tables_of(sites)) tables.push_back(to_json(table));
  Json groups = Json::array();
  for (const Table& table : groups_tables(sites)) groups.push_back(to_json(table));
  Json confusion = Json::array();
  for (const ConfusionMatrix& matrix : confusion_matrices(sites)) {
    confusion.push_back({{"classifier", matrix.classifier}, {"percent", matrix.percent}});
  }
  Json origin = origin_json(results.records);
  origin["badLines"] = results.bad_lines;
  return {{"kind", "lab"},    {"origin", origin}, {"sites", sites_json(sites)},
          {"tables", tables}, {"groups", groups}, {"confusion", confusion}};
}

Expected<std::string> fill_report(std::string_view page, const Json& data) {
  return put_into_page(page, data.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace tagtrail::host

// The studies of anthelion and ache: their runs, and their tables beside what is published.
#include <boost/test/unit_test.hpp>
#include <set>

#include "made_up.hpp"
#include "studies/ache_tables.hpp"
#include "studies/anthelion_tables.hpp"
#include "studies/policy_settings.hpp"
#include "studies/report_data.hpp"
#include "studies/study.hpp"
#include "tagtrail/training.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

constexpr std::uint64_t kBudget = 100;

/// A run of 200 requests (MadeUp) of which 100 were allowed: 9 targets worth 10 after `to_90`.
RunRecord experiment_run(const std::string& policy, std::uint64_t to_90, const Config& config,
                         std::uint64_t seed = 0) {
  MadeUp made;
  made.policy = policy;
  made.seed = seed;
  made.to_90 = to_90;
  made.config = config;
  made.config.scope = "web";
  made.config.budget.requests = kBudget;
  const auto record = parse_record(made.line());
  BOOST_REQUIRE_MESSAGE(record, (record ? "" : record.error().message));
  return *record;
}

Config host_config(const char* function, double lambda, std::uint64_t decay) {
  Config config = lab_config();
  config.objective = "markup";
  config.anthelion.host_function = function;
  config.anthelion.lambda = lambda;
  config.anthelion.decay = decay;
  return config;
}

Config mode_config(const char* mode) {
  Config config = lab_config();
  config.objective = "forms";
  config.ache.mode = mode;
  return config;
}

const std::vector<Cell>& row_named(const Table& table, const std::string& name) {
  for (const auto& row : table.rows) {
    if (row.front().text == name) return row;
  }
  BOOST_REQUIRE_MESSAGE(false, "no row " << name);
  return table.rows.front();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(policy_experiments)

BOOST_AUTO_TEST_CASE(each_published_crawl_is_run_once) {
  StudyOptions options;
  options.study = Study::anthelion;
  options.policies = {"random", "anthelion"};
  options.base = lab_config();
  options.base.budget.requests = 20'000;
  const auto configs = plan(options, "https://example.org/");
  BOOST_REQUIRE(configs);
  BOOST_TEST(configs->size() == 19U);
  std::set<std::string> words;
  for (const Config& config : *configs) {
    if (config.policy == "anthelion") words.insert(to_words(config.anthelion));
  }
  BOOST_TEST(words.size() == 18U);
  BOOST_TEST(words.contains("best-score, nb of the first 2000 pages, lambda 0"));
  BOOST_TEST(words.contains("success-rate, nb, lambda 0.5 decaying"));
  // 10,000 choices of a million, and of 20,000.
  BOOST_TEST(configs->back().anthelion.decay == 200U);

  TrainingCases cases;
  cases.links = {{"http://a.example/jobs/search", "find jobs", "find jobs here", 0},
                 {"http://a.example/jobs/find", "find jobs", "jobs", 0},
                 {"http://a.example/jobs", "jobs", "all jobs", 1},
                 {"http://a.example/all/jobs", "all jobs", "jobs", 1}};
  const auto training = train_ache(cases);
  BOOST_REQUIRE_MESSAGE(training, (training ? "" : training.error().message));
  options.base.ache.model = training->model;
  options.study = Study::ache;
  options.policies = {"ache", "trail"};
  const auto modes = plan(options, "https://example.org/");
  BOOST_REQUIRE(modes);
  BOOST_TEST(modes->size() == 5U);
  BOOST_TEST(ache_learn_every(20'000) == 20U);
  BOOST_TEST(ache_learn_every(100) == 10U);
}

BOOST_AUTO_TEST_CASE(results_of_anthelion_stand_beside_the_published_ones) {
  Config plain = lab_config();
  plain.objective = "markup";
  const std::vector<RunRecord> records{
      experiment_run("bfs", 60, plain), experiment_run("random", 120, plain),
      experiment_run("anthelion", 10, host_config("success-rate", 0.2, 0)),
      experiment_run("anthelion", 20, host_config("success-rate", 0.2, 0), 1)};
  const auto sites = sites_of(records);
  BOOST_REQUIRE(sites.size() == 1U);
  const auto tables = tables_of(Study::anthelion, sites);
  BOOST_REQUIRE(tables.size() == 2U);
  const auto& bfs = row_named(tables[0], "bfs");
  BOOST_TEST(bfs[1].text == "9.0");
  BOOST_TEST(bfs[3].text == "29.1");
  const auto& random = row_named(tables[0], "random");
  BOOST_TEST(random[1].text == "0.0");
  const auto& rate = row_named(tables[0], "success-rate, nb, lambda 0.2");
  BOOST_TEST(rate[1].text == "9.0 (0.0)");
  BOOST_TEST(rate[2].text == "1.00");
  BOOST_TEST(rate[3].text == "60.0");
  BOOST_TEST(rate[4].text == "2.06");
  // After 10 and after 20 of 100 requests: 9 of 10 of the one, none of the other; then 9 of 20.
  const auto& course = row_named(tables[1], "success-rate, nb, lambda 0.2");
  BOOST_TEST(course[2].text == "45.0");
  BOOST_TEST(course[3].text == "45.0");
  BOOST_TEST(ache_tables(sites).empty());
}

BOOST_AUTO_TEST_CASE(other_published_figures_for_five_statements) {
  Config plain = host_config("success-rate", 0.2, 0);
  plain.markup.at_least = 5;
  const std::vector<RunRecord> records{experiment_run("anthelion", 10, plain)};
  const auto tables = anthelion_tables(sites_of(records));
  BOOST_REQUIRE(!tables.empty());
  BOOST_TEST(row_named(tables[0], "success-rate, nb, lambda 0.2")[3].text == "12.0");
}

BOOST_AUTO_TEST_CASE(gains_of_ache_stand_beside_the_published_ones) {
  const std::vector<RunRecord> records{experiment_run("ache", 90, mode_config("baseline")),
                                       experiment_run("ache", 40, mode_config("offline")),
                                       experiment_run("ache", 30, mode_config("offline-online")),
                                       experiment_run("ache", 20, mode_config("online")),
                                       experiment_run("trail", 120, mode_config("online"))};
  const auto sites = sites_of(records);
  BOOST_REQUIRE(sites.size() == 1U);
  const auto tables = tables_of(Study::ache, sites);
  BOOST_REQUIRE(tables.size() == 2U);
  const Table& forms = tables[0];
  BOOST_REQUIRE(forms.rows.size() == 1U);
  BOOST_REQUIRE(forms.columns.size() == forms.rows[0].size());
  BOOST_TEST(forms.columns[8] == "trail");
  BOOST_TEST(forms.rows[0][8].text == "0");
  BOOST_TEST(forms.rows[0][9].text == "+0");
  BOOST_REQUIRE(forms.footer.size() == 2U);
  BOOST_TEST(forms.footer[0].size() == forms.columns.size());
  BOOST_TEST(anthelion_tables(sites).empty());
}

BOOST_AUTO_TEST_SUITE_END()

// What studies make of runs: tables, curves, the data of the page.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "made_up.hpp"
#include "studies/calibration_tables.hpp"
#include "studies/mean_curves.hpp"
#include "studies/paper_tables.hpp"
#include "studies/report_data.hpp"
#include "studies/study.hpp"
#include "studies/study_tables.hpp"
#include "tagtrail/ablation.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

RunRecord record(const MadeUp& run) { return *parse_record(run.line()); }

/// Sites a and b: sb-classifier needs 50 and 100, bfs 100 and 400 hundredths... of 200 URLs.
std::vector<RunRecord> two_sites() {
  std::vector<RunRecord> records;
  for (const std::uint64_t seed : {0U, 1U}) {
    records.push_back(record({"a", "bfs", seed, 100 + 20 * seed, lab_config()}));
    records.push_back(record({"a", "sb-classifier", seed, 50, lab_config()}));
    records.push_back(record({"b", "bfs", seed, 25, lab_config()}));
    records.push_back(record({"b", "sb-classifier", seed, 100, lab_config()}));
  }
  return records;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tables)

BOOST_AUTO_TEST_CASE(requests_to_90_per_cent) {
  const auto records = two_sites();
  const Table table = requests_table(sites_of(records));
  BOOST_TEST((table.columns == std::vector<std::string>{"site", "sb-classifier", "bfs"}));
  BOOST_REQUIRE(table.rows.size() == 2U);
  BOOST_TEST(table.rows[0][1].text == "25.0 (0.0)");
  BOOST_TEST(table.rows[0][2].text == "55.0 (7.1)");
  // Ratios 2.2 and 0.25.
  BOOST_TEST(table.footer.at(0)[1].text == "1.00");
  BOOST_TEST(table.footer.at(0)[2].text == "0.74");
  BOOST_TEST(table.footer.at(1)[2].text == "2.20 a");
  BOOST_TEST(table.footer.at(2)[0].text == "sites above 1.05");
  BOOST_TEST(table.footer.at(2)[2].text == "1");
  // 1000 and 1200 of 4000 bytes.
  BOOST_TEST(volume_table(sites_of(records)).rows[0][2].text == "27.5 (3.5)");
}

BOOST_AUTO_TEST_CASE(ratios_to_another_base) {
  const auto records = two_sites();
  const Table table = requests_table(sites_of(records), "bfs");
  BOOST_TEST((table.columns == std::vector<std::string>{"site", "bfs", "sb-classifier"}));
  BOOST_TEST(table.footer.at(0)[0].text == "ratio to bfs");
  BOOST_TEST(table.footer.at(0)[2].text == "1.35");
  BOOST_TEST(table.footer.at(1)[1].text.empty());
  BOOST_TEST(table.footer.at(1)[2].text == "4.00 b");
  // Volume rises with requests in these runs.
  BOOST_TEST(volume_table(sites_of(records), "bfs").footer.at(1)[2].text == "4.00 b");
  BOOST_TEST(requests_table(sites_of(records), "dfs").footer.empty());
}

BOOST_AUTO_TEST_CASE(parts_left_out) {
  auto records = two_sites();
  const auto add = [&](const std::string& site, const std::string& without, std::uint64_t to_90) {
    MadeUp run{site, "trail", 0, to_90, lab_config()};
    run.config.trail.without = without;
    records.push_back(record(run));
  };
  add("a", "", 25);
  add("b", "", 50);
  add("a", "url", 25);
  add("b", "url", 200);
  add("b", "late", 25);
  const auto sites = sites_of(records);
  BOOST_TEST(sites.size() == 2U);
  const auto tables = tables_of(Study::ablate, sites);
  BOOST_REQUIRE(tables.size() == 1U);
  const auto& rows = tables[0].rows;
  BOOST_REQUIRE(rows.size() == 3U);
  const auto texts = [](const std::vector<Cell>& row) {
    std::vector<std::string> list;
    for (const Cell& cell : row) list.push_back(cell.text);
    return list;
  };
  using Texts = std::vector<std::string>;
  BOOST_TEST((texts(rows[0]) == Texts{"nothing", "1.00", "0.50", "0.50 a", ""}));
  // As much as and four times the whole; half and twice sb-classifier.
  BOOST_TEST((texts(rows[1]) == Texts{"url", "2.00", "1.00", "2.00 b", "b: 50 to 200"}));
  BOOST_TEST((texts(rows[2]) == Texts{"late", "0.50 (1)", "0.25 (1)", "0.25 b", "b: 50 to 25"}));
  BOOST_TEST(requests_table(sites).columns.size() == 4U);
  BOOST_TEST(requests_table(sites).rows[0][3].text == "12.5");
}

BOOST_AUTO_TEST_CASE(several_in_flight) {
  auto records = two_sites();
  const auto add = [&](const std::string& site, std::uint32_t in_flight, std::uint64_t to_90) {
    MadeUp run{site, "trail", 0, to_90, lab_config()};
    run.config.in_flight = in_flight;
    records.push_back(record(run));
  };
  add("a", 1, 25);
  add("b", 1, 50);
  add("a", 32, 50);
  add("b", 32, 200);
  add("b", 8, 50);
  const auto tables = tables_of(Study::in_flight, sites_of(records));
  BOOST_REQUIRE(tables.size() == 1U);
  const Table& table = tables[0];
  BOOST_TEST((table.columns == std::vector<std::string>{"site", "1", "8", "32"}));
  BOOST_REQUIRE(table.rows.size() == 2U);
  BOOST_TEST(table.rows[0][1].text == "25");
  BOOST_TEST(table.rows[0][2].text == "-");
  BOOST_TEST(table.rows[0][3].text == "2.00");
  BOOST_TEST(table.rows[1][2].text == "1.00");
  BOOST_TEST(table.footer[0][2].text == "1.00 (1)");
  BOOST_TEST(table.footer[0][3].text == "2.83");
  BOOST_TEST(table.footer[1][3].text == "4.00 b");
}

using Texts = std::vector<std::string>;

Texts texts(const std::vector<Cell>& row) {
  Texts list;
  for (const Cell& cell : row) list.push_back(cell.text);
  return list;
}

/// Each of its two runs is told after 50 requests that 86 % (77 to 91) are found, and after 100
/// that as good as all are.
BOOST_AUTO_TEST_CASE(advice_against_the_truth) {
  std::vector<RunRecord> records;
  const auto add = [&](const std::string& site, std::uint64_t seed, double then, double later) {
    MadeUp run{site, "trail", seed, 50, lab_config(), {}};
    // logit(6 / 7) is ln 6.
    run.advice = {{50, then, StopAdvice::of(4 * 1.791759469228055, 4)},
                  {100, later, StopAdvice::of(24, 4)}};
    records.push_back(record(run));
  };
  add("a", 0, 8, 10);
  add("a", 1, 5, 9);
  add("b", 0, 8, 10);
  const auto sites = sites_of(records);
  BOOST_TEST(sites[0].compared.at("trail")[0]->advice.size() == 2U);
  const auto tables = tables_of(Study::calibration, sites);
  BOOST_REQUIRE(tables.size() == 3U);
  BOOST_REQUIRE(tables[0].rows.size() == 2U);
  // Site a: 80 and 50 %, site b: 80 %; sites count alike.
  BOOST_TEST((texts(tables[0].rows[0]) == Texts{"80 to 90", "3", "72.5", "50.0", "75.0"}));
  BOOST_TEST((texts(tables[0].rows[1]) == Texts{"99 to 100", "3", "97.5", "90.0", "75.0"}));
  // 86 % are not enough for 90 %; all three runs stop after 100 of 200 requests.
  BOOST_REQUIRE(tables[1].rows.size() == 2U);
  BOOST_TEST((texts(tables[1].rows[0]) ==
              Texts{"a", "10", "95.0", "50.0", "95.0", "50.0", "95.0", "50.0"}));
  BOOST_TEST((texts(tables[1].rows[1]) ==
              Texts{"b", "10", "100.0", "50.0", "100.0", "50.0", "100.0", "50.0"}));
  BOOST_TEST((texts(tables[1].footer[0]) ==
              Texts{"mean", "", "97.5", "50.0", "97.5", "50.0", "97.5", "50.0"}));
  BOOST_TEST(
      (texts(tables[1].footer[1]) == Texts{"held", "", "100.0", "", "75.0", "", "75.0", ""}));
}

/// Of the 200 requests of each run.
BOOST_AUTO_TEST_CASE(what_was_shown) {
  std::vector<RunRecord> records;
  const auto add = [&](const std::string& site, std::uint64_t seed, const ShownFigures& told) {
    MadeUp run{site, "trail", seed};
    run.shown[0] = {.error = 20, .turns = 30, .moments = 100, .silent = 20};
    run.shown[2] = told;
    records.push_back(record(run));
  };
  add("a", 0,
      {.error = 2,
       .turns = 1,
       .range_turns = 3,
       .inside = 0.5,
       .withdrawals = 1,
       .moments = 50,
       .silent = 150});
  add("a", 1, {.silent = 200});  // nothing was shown: there is no error to count
  add("b", 0, {.error = 1, .inside = 1, .moments = 100, .silent = 100});
  const auto tables = tables_of(Study::calibration, sites_of(records));
  BOOST_REQUIRE(tables.size() == 1U);
  const Table& table = tables[0];
  BOOST_TEST((table.columns == Texts{"site", "rule", "error", "turns", "of range", "in range",
                                     "withdrawn", "silent"}));
  BOOST_REQUIRE(table.rows.size() == 6U);
  BOOST_TEST(
      (texts(table.rows[0]) == Texts{"a", "always", "20.0", "30.0", "0.0", "0.0", "0.0", "10.0"}));
  BOOST_TEST((texts(table.rows[1]) == Texts{"a", "live", "-", "0.0", "0.0", "-", "0.0", "0.0"}));
  BOOST_TEST(
      (texts(table.rows[2]) == Texts{"a", "told", "2.0", "0.5", "1.5", "50.0", "0.5", "87.5"}));
  BOOST_REQUIRE(table.footer.size() == 3U);
  BOOST_TEST((texts(table.footer[2]) ==
              Texts{"mean", "told", "1.5", "0.2", "0.8", "75.0", "0.2", "68.8"}));
}

BOOST_AUTO_TEST_CASE(lines_of_older_programs_show_nothing) {
  auto records = two_sites();
  BOOST_TEST(!calibration_tables(sites_of(records)).empty());
  for (RunRecord& run : records) run.shown.reset();
  BOOST_TEST(calibration_tables(sites_of(records)).empty());
}

BOOST_AUTO_TEST_CASE(a_level_not_reached_is_no_mean) {
  auto records = two_sites();
  records.push_back(record({"a", "bfs", 2, 0, lab_config()}));
  const Table table = requests_table(sites_of(records));
  BOOST_TEST(table.rows[0][2].text == "-");
  BOOST_TEST(table.footer[0][2].text == "0.25 (1)");
}

BOOST_AUTO_TEST_CASE(parameters_and_classifiers) {
  auto records = two_sites();
  MadeUp varied{"a", "sb-classifier", 0, 80, lab_config()};
  varied.config.sb.theta = 0.5;
  records.push_back(record(varied));
  MadeUp svm{"a", "sb-classifier", 0, 60, lab_config()};
  svm.config.sb.classifier = "svm";
  records.push_back(record(svm));
  const auto sites = sites_of(records);
  const Table parameters = parameters_table(sites);
  BOOST_REQUIRE(parameters.rows.size() == 2U);
  BOOST_TEST(parameters.rows[0][1].text == "25.0 (0.0) / 12.5 (0.0)");
  BOOST_TEST(parameters.rows[1][0].text == "theta 0.5");
  BOOST_TEST(parameters.rows[1][1].text == "40.0 / 20.0");
  BOOST_TEST(parameters.rows[1][2].text == "- / -");
  const Table classifiers = classifiers_table(sites);
  BOOST_REQUIRE(classifiers.rows.size() == 2U);
  BOOST_TEST(classifiers.rows[1][0].text == "url svm");
  BOOST_TEST(classifiers.rows[1][1].text == "30.0");
  BOOST_TEST(classifiers.rows[0][3].text == "16.67");  // 15 of 90
  const auto matrices = confusion_matrices(sites);
  BOOST_REQUIRE(matrices.size() == 2U);
  BOOST_TEST(matrices[0].percent[0][0] == 60);
  BOOST_TEST(matrices[0].percent[2][1] == 2);
}

BOOST_AUTO_TEST_CASE(early_stopping_against_the_full_run) {
  auto records = two_sites();
  MadeUp stopped{"a", "bfs", 1, 50, lab_config()};
  stopped.config.early_stopping.enabled = true;
  records.push_back(record(stopped));
  records.back().requests = 150;
  records.back().found = 9;
  const Table table = stopping_table(sites_of(records));
  BOOST_REQUIRE(table.rows.size() == 1U);
  BOOST_TEST(table.rows[0][2].text == "nu 1000, epsilon 0.01, gamma 0.5, kappa 15");
  BOOST_TEST(table.rows[0][3].text == "25.0");
  BOOST_TEST(table.rows[0][4].text == "10.00");
}

BOOST_AUTO_TEST_CASE(groups_are_means_over_seeds) {
  auto records = two_sites();
  records[1].groups = {{"/a", 4, 1}, {"/b", 10, 3}, {"/never", 0, 9}};
  records[5].groups = {{"/a", 6, 2}};
  const auto tables = tables_of(Study::groups, sites_of(records));
  BOOST_REQUIRE(tables.size() == 4U);
  const auto found = std::find_if(tables.begin(), tables.end(), [](const Table& table) {
    return table.title == "a, sb-classifier, 2 runs";
  });
  BOOST_REQUIRE((found != tables.end()));
  BOOST_REQUIRE(found->rows.size() == 2U);
  BOOST_TEST(found->rows[0][0].text == "/b");
  BOOST_TEST(found->rows[0][1].text == "1");
  BOOST_TEST(found->rows[1][0].text == "/a");
  BOOST_TEST(found->rows[1][1].text == "2");
  BOOST_TEST(found->rows[1][2].text == "5 (1)");
  BOOST_TEST(found->rows[1][3].text == "1.50 (0.71)");
}

BOOST_AUTO_TEST_CASE(settings_are_not_mixed) {
  auto records = two_sites();
  MadeUp other{"a", "bfs", 0, 10, lab_config()};
  other.config.targets = "csv";
  records.push_back(record(other));
  const auto sites = sites_of(records);
  BOOST_REQUIRE(sites.size() == 3U);
  BOOST_TEST(sites[0].label != sites[2].label);
  BOOST_TEST(sites[2].label.find("csv") != std::string::npos);
  BOOST_TEST(sites[1].label == "b");
}

BOOST_AUTO_TEST_CASE(mean_curve) {
  const auto records = two_sites();
  const auto curves = target_curves(sites_of(records).at(0));
  BOOST_TEST(curves.x.front() == 0);
  BOOST_TEST(curves.x.back() == 200);
  const auto& bfs = curves.series.at(0);
  BOOST_TEST(bfs.policy == "bfs");
  const auto at = [&](double x) {
    return static_cast<std::size_t>(std::find(curves.x.begin(), curves.x.end(), x) -
                                    curves.x.begin());
  };
  BOOST_TEST(bfs.mean.at(at(99)) == 0);
  BOOST_TEST(bfs.mean.at(at(110)) == 4.5);  // one run has 9, the other none
  BOOST_TEST(bfs.mean.at(at(120)) == 9);
  BOOST_TEST(bfs.mean.back() == 10);
  BOOST_TEST(bfs.deviation.back() == 0);
}

BOOST_AUTO_TEST_CASE(the_data_of_a_page_can_not_leave_its_element) {
  Results results;
  results.records = two_sites();
  const std::string page = R"(<p><script id="data" type="application/json">{}</script></p>)";
  const auto filled = fill_report(page, lab_report(results));
  BOOST_REQUIRE(filled.has_value());
  BOOST_TEST(filled->find("<script>") == std::string::npos);
  BOOST_TEST(filled->find("\\u003cscript>") != std::string::npos);
  BOOST_TEST(filled->ends_with("}</script></p>"));
  BOOST_TEST(!fill_report("<p>", lab_report(results)).has_value());
  BOOST_TEST(fill_report(page, lab_report({})).has_value());
}

BOOST_AUTO_TEST_CASE(text_columns_align) {
  const Table table{"i", "T", "", {"site", "n"}, {{text_cell("caf\xC3\xA9"), number_cell(5, 0)}},
                    {}};
  BOOST_TEST(to_text(table) == "T\nsite  n\ncaf\xC3\xA9  5\n");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(studies)

BOOST_AUTO_TEST_CASE(plans) {
  StudyOptions options;
  options.base = lab_config();
  options.runs = 3;
  const auto count = [&](Study study) {
    options.study = study;
    const auto configs = plan(options, "https://example.org/");
    BOOST_REQUIRE(configs.has_value());
    return configs->size();
  };
  BOOST_TEST(count(Study::compare) == 3U);
  BOOST_TEST(count(Study::hyperparameters) == 3U * 7);
  BOOST_TEST(count(Study::classifiers) == 3U * 8);
  BOOST_TEST(count(Study::early_stopping) == 3U * 2);
  options.policies = {"trail"};
  const std::size_t parts = parts_of_policy("trail").size();
  BOOST_TEST(parts > 15U);
  BOOST_TEST(count(Study::ablate) == 3U * (1 + parts));
  BOOST_TEST(count(Study::in_flight) == 3U * 3);
  options.study = Study::ablate;
  BOOST_TEST(references(options, "https://example.org/").size() == 3U);
  options.policies = {"trail", "bfs"};
  const auto refused = plan(options, "https://example.org/");
  BOOST_REQUIRE(!refused.has_value());
  BOOST_TEST(refused.error().message ==
             "policy 'bfs' has no parts to leave out; these have: trail");
  options.study = Study::compare;
  BOOST_TEST(references(options, "https://example.org/").empty());
  options.policies = {"bfs", "nonsense"};
  BOOST_TEST(!plan(options, "https://example.org/").has_value());
}

BOOST_AUTO_TEST_CASE(stopping_settings) {
  const auto given = parse_stopping("nu=50,kappa=2,epsilon=0.5");
  BOOST_REQUIRE(given.has_value());
  BOOST_TEST(given->nu == 50U);
  BOOST_TEST(given->kappa == 2U);
  BOOST_TEST(given->epsilon == 0.5);
  BOOST_TEST(given->gamma == EarlyStopping{}.gamma);
  for (const char* bad : {"nu", "nu=", "nu=x", "nu=1x", "mu=1", "nu=-1", "=1"}) {
    BOOST_TEST(!parse_stopping(bad).has_value(), bad);
  }
}

/// The rows of a table whose first cell is `name`.
std::vector<std::vector<Cell>> rows_named(const Table& table, const std::string& name) {
  std::vector<std::vector<Cell>> rows;
  for (const auto& row : table.rows) {
    if (row.front().text == name) rows.push_back(row);
  }
  return rows;
}

const Table& table_named(const std::vector<Table>& tables, const std::string& id) {
  return *std::find_if(tables.begin(), tables.end(),
                       [&](const Table& table) { return table.id == id; });
}

BOOST_AUTO_TEST_CASE(published_variants_stand_below_those_measured) {
  Config other_alpha = lab_config();
  other_alpha.sb.alpha = 30;
  Config other_classifier = lab_config();
  other_classifier.sb.classifier = "svm";
  std::vector<RunRecord> records;
  for (const char* site : {"qa", "a", "ed"}) {
    records.push_back(record({site, "sb-classifier", 0, 100, lab_config()}));
    records.push_back(record({site, "sb-classifier", 0, 90, other_alpha}));
    records.push_back(record({site, "sb-classifier", 0, 80, other_classifier}));
  }
  const auto tables = paper_tables(sites_of(records));

  const Table& settings = table_named(tables, "paper-4");
  BOOST_REQUIRE((settings.columns == std::vector<std::string>{"parameter", "qa", "a", "ed"}));
  BOOST_REQUIRE(rows_named(settings, "alpha 30").size() == 1U);
  const auto largest = rows_named(settings, "theta, higher, published");
  BOOST_REQUIRE(largest.size() == 1U);
  BOOST_REQUIRE(largest[0].size() == 4U);
  BOOST_TEST(largest[0][1].text == "68.3 / 25.9");
  BOOST_TEST(largest[0][2].text == "-");
  BOOST_TEST(largest[0][3].text == "- / -");  // out of memory

  const Table& classifiers = table_named(tables, "paper-5");
  const auto svm = rows_named(classifiers, "url svm, published");
  BOOST_REQUIRE(svm.size() == 1U);
  BOOST_REQUIRE(svm[0].size() == classifiers.columns.size());
  BOOST_TEST(svm[0][1].text == "61.5");
  BOOST_TEST(svm[0][3].text == "63.6");
  BOOST_TEST(svm[0][4].text == "2.99");
}

BOOST_AUTO_TEST_CASE(sites_that_were_not_published_have_no_such_rows) {
  Config other = lab_config();
  other.sb.alpha = 30;
  const std::vector<RunRecord> records{record({"a", "sb-classifier", 0, 100, lab_config()}),
                                       record({"a", "sb-classifier", 0, 90, other})};
  BOOST_TEST(table_named(paper_tables(sites_of(records)), "paper-4").rows.size() == 2U);
}

BOOST_AUTO_TEST_SUITE_END()

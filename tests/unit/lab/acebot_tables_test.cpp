// The study of acebot: its runs, its lines, its tables.
#include "studies/acebot_tables.hpp"

#include <boost/test/unit_test.hpp>

#include "made_up.hpp"
#include "studies/content_course.hpp"
#include "studies/report_data.hpp"
#include "studies/study.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

RunRecord text_run(const std::string& site, const std::string& policy, std::uint64_t k, double cr,
                   const ContentCourse& course) {
  MadeUp made;
  made.site = site;
  made.policy = policy;
  made.config.objective = "content";
  made.config.acebot.k = k;
  made.config.acebot.cr = cr;
  made.content = course;
  const auto record = parse_record(made.line());
  BOOST_REQUIRE_MESSAGE(record, (record ? "" : record.error().message));
  return *record;
}

/// A full crawl that meets 1,000 pairs in 400 requests, 200 in the first 100.
ContentCourse full() { return {{{0, 0, 0}, {100, 200, 4}, {400, 1000, 20}}, 0, {}}; }
ContentCourse selected(double requests, double pairs) {
  return {{{0, 0, 0}, {requests, pairs, 10}}, 3, ContentPoint{50, 900, 20}};
}

const Table& named(const std::vector<Table>& tables, const std::string& id) {
  for (const Table& table : tables) {
    if (table.id == id) return table;
  }
  BOOST_REQUIRE_MESSAGE(false, "no table " << id);
  return tables.front();
}

std::vector<std::string> texts(const std::vector<Cell>& row) {
  std::vector<std::string> all;
  for (const Cell& cell : row) all.push_back(cell.text);
  return all;
}

Response page_with(const std::vector<std::string>& links) {
  Response response;
  response.is_page = true;
  for (const std::string& url : links) {
    response.page.links.emplace_back();
    response.page.links.back().url = url;
  }
  return response;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(acebot_study)

BOOST_AUTO_TEST_CASE(each_pair_of_settings_is_run_once) {
  StudyOptions options;
  options.study = Study::acebot;
  options.policies = {"acebot", "bfs"};
  options.base = lab_config();
  options.base.objective = "content";
  options.steps = {2, 3};
  const auto configs = plan(options, "https://example.org/");
  BOOST_REQUIRE(configs);
  BOOST_REQUIRE(configs->size() == 7U);
  BOOST_TEST(configs->front().acebot.k == 2U);
  BOOST_TEST(configs->front().acebot.cr == 0.85);
  BOOST_TEST(configs->back().policy == "bfs");
  options.steps = {0};
  BOOST_TEST(!plan(options, "https://example.org/").has_value());
}

BOOST_AUTO_TEST_CASE(links_to_other_hosts_count_once) {
  ContentSampler sampler("http://a.example/");
  sampler.see(page_with({"http://a.example/x", "http://b.example/", "http://b.example/"}));
  sampler.see(page_with({"https://c.example/", "http://b.example/"}));
  sampler.see({});
  Progress progress;
  progress.requests = 3;
  progress.gain = 12;
  sampler.add(progress);
  BOOST_CHECK((sampler.end() == ContentPoint{3, 12, 2}));
  BOOST_TEST(sampler.points().size() == 2U);
}

BOOST_AUTO_TEST_CASE(settings_stand_beside_what_is_published) {
  const std::vector<RunRecord> records{
      text_run("a", "bfs", 3, 0.95, full()), text_run("a", "acebot", 3, 0.95, selected(100, 950)),
      text_run("a", "acebot", 2, 0.85, selected(80, 900)), text_run("b", "bfs", 3, 0.95, full()),
      text_run("b", "acebot", 3, 0.95, selected(300, 850))};
  const auto sites = sites_of(records);
  BOOST_REQUIRE(sites.size() == 2U);
  const auto tables = tables_of(Study::acebot, sites);
  const Table& all = named(tables, "acebot");
  BOOST_REQUIRE(all.rows.size() == 3U);
  BOOST_TEST(
      (texts(all.rows[0]) == std::vector<std::string>{"acebot, k 2, cr 0.85", "80", "5.0", "90.0",
                                                      "90.0", "50.0", "5.3", "95.7", "98.6"}));
  BOOST_TEST(
      (texts(all.rows[1]) == std::vector<std::string>{"acebot, k 3, cr 0.95", "400", "2.0", "90.0",
                                                      "85.0", "50.0", "4.4", "96.8", "99.3"}));
  BOOST_TEST(all.rows[2][0].text == "bfs");
  BOOST_TEST(all.rows[2][6].text.empty());
}

BOOST_AUTO_TEST_CASE(what_others_need_for_the_same) {
  const std::vector<RunRecord> records{
      text_run("a", "bfs", 3, 0.95, full()), text_run("a", "acebot", 3, 0.95, selected(100, 200)),
      text_run("a", "trail", 3, 0.95, {{{0, 0, 0}, {9, 199, 0}}, 0, {}})};
  const auto tables = tables_of(Study::acebot, sites_of(records));
  const Table& sites = named(tables, "acebot-sites");
  BOOST_REQUIRE(sites.rows.size() == 1U);
  BOOST_TEST(
      (texts(sites.rows[0]) == std::vector<std::string>{"a", "400", "100", "4.0", "3", "20.0",
                                                        "50.0", "100", number_cell({}).text}));
  const Table& course = named(tables, "acebot-course");
  BOOST_REQUIRE(course.rows.size() == 3U);
  // After 2 and 25 % of 400 requests.
  BOOST_TEST(course.rows[0][1].text == "0.0");
  BOOST_TEST(course.rows[0][6].text == "20.0");
  BOOST_TEST(course.rows[2][2].text == "19.9");
  BOOST_TEST(named(tables, "acebot-visits").rows[0][1].text == "100 / 50");
  BOOST_TEST(named(tables, "acebot-visits").rows[0][2].text == "20.0 / 90.0");
}

BOOST_AUTO_TEST_CASE(no_tables_without_a_full_crawl_or_without_acebot) {
  const std::vector<RunRecord> none{text_run("a", "acebot", 3, 0.95, selected(100, 950))};
  BOOST_TEST(acebot_tables(sites_of(none)).empty());
  const std::vector<RunRecord> others{text_run("a", "bfs", 3, 0.95, full())};
  BOOST_TEST(acebot_tables(sites_of(others)).empty());
}

BOOST_AUTO_TEST_CASE(a_course_that_is_none_is_refused) {
  MadeUp made;
  made.content = ContentCourse{{{0, 0, 0}, {5, 9, 0}, {6, 8, 0}}, 0, {}};
  BOOST_TEST(!parse_record(made.line()).has_value());
  made.content = ContentCourse{};
  BOOST_TEST(!parse_record(made.line()).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

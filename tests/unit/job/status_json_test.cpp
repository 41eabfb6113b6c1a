// What the panel is told of the request under way.
#include "job/status_json.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

namespace tagtrail::host {
namespace {

JobStatus requesting() {
  JobStatus status;
  Request request;
  request.url = "https://a.example/data/";
  request.source_page = "https://a.example/";
  request.tag_path = "/html/body/ul.datasets wide/li/a";
  request.anchor = "Download";
  request.reason.words = "links like it pay";
  request.reason.score = 2.5;
  request.reason.terms = {{"expected", 2}, {"exploration", 0.5}};
  status.current = request;
  return status;
}

BOOST_AUTO_TEST_SUITE(status_json)

BOOST_AUTO_TEST_CASE(the_request_under_way_comes_with_its_reason) {
  JobStatus status = requesting();
  const Json expected = {
      {"url", "https://a.example/data/"},
      {"purpose", "page"},
      {"tagPath", "html body ul.datasets.wide li a"},
      {"anchor", "Download"},
      {"sourcePage", "https://a.example/"},
      {"words", "links like it pay"},
      {"score", 2.5},
      {"targetProbability", nullptr},
      {"terms",
       {{{"name", "expected"}, {"value", 2.0}}, {{"name", "exploration"}, {"value", 0.5}}}}};
  BOOST_TEST(job_progress_json(status).at("current") == expected);
  status.current->reason.target_probability = 0.25;
  BOOST_TEST(job_progress_json(status)["current"]["targetProbability"] == 0.25);
  status.current.reset();
  BOOST_TEST(job_progress_json(status).at("current").is_null());
}

BOOST_AUTO_TEST_CASE(what_is_waited_for_is_told) {
  JobStatus status;
  BOOST_TEST(job_progress_json(status).at("wait").is_null());
  status.wait = JobWait{"other_job", "a.example", 4.5};
  const Json wanted = {{"by", "other_job"}, {"host", "a.example"}, {"seconds", 4.5}};
  BOOST_TEST(job_progress_json(status).at("wait") == wanted);
  status.wait->seconds.reset();
  BOOST_TEST(job_progress_json(status)["wait"]["seconds"].is_null());
}

BOOST_AUTO_TEST_CASE(how_complete_it_is_stands_where_it_has_ended) {
  JobStatus status;
  status.state = {"finished", "frontier_empty"};
  BOOST_TEST(job_progress_json(status).at("ending").is_null());
  status.ending = {Ending::How::complete, "complete", "types", ""};
  const Json ending = job_progress_json(status).at("ending");
  BOOST_TEST(ending.at("complete") == true);
  BOOST_TEST(ending.at("how") == "complete");
  BOOST_TEST(ending.at("reason") == "types");
  for (const char* goes_on : {"running", "paused"}) {
    status.state = {goes_on, ""};
    BOOST_TEST(job_progress_json(status).at("ending").is_null(), goes_on);
  }
}

BOOST_AUTO_TEST_CASE(what_the_panel_would_refuse_is_not_sent) {
  JobStatus status = requesting();
  Reason& reason = status.current->reason;
  reason.score = std::numeric_limits<double>::infinity();
  reason.target_probability = std::numeric_limits<double>::quiet_NaN();
  reason.terms.assign(100, {std::string(500, 'x'), 1});
  reason.terms[0].value = std::numeric_limits<double>::quiet_NaN();
  const Json current = job_progress_json(status).at("current");
  BOOST_TEST(current.at("score").is_null());
  BOOST_TEST(current.at("targetProbability").is_null());
  BOOST_REQUIRE(current.at("terms").size() == 32U);
  BOOST_TEST(current.at("terms")[0].at("value") == 1);
  BOOST_TEST(current.at("terms")[0].at("name").get<std::string>().size() == 100U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace tagtrail::host

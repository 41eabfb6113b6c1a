// The calls of the extension about a job that runs, and about one that has ended.
#include "job/commands/commands.hpp"
#include "job/status_json.hpp"
#include "tagtrail/protocol.hpp"
#include "teaching_fixture.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
namespace call = protocol::call;

namespace {

struct Fixture : TeachingFixture {
  /// Calls as they arrive: numbers that are not negative are unsigned only after parsing.
  static Expected<Json> ask(const JobCalls& calls, std::string_view name, Json fields) {
    if (!fields.contains("job")) fields["job"] = "1";
    return calls.at(std::string(name))(Json::parse(fields.dump()));
  }
  static ErrorCode refusal(const JobCalls& calls, std::string_view name, Json fields) {
    const auto answer = ask(calls, name, std::move(fields));
    BOOST_REQUIRE(!answer);
    return answer.error().code;
  }
  /// Runs a job, and does `what` once it has made some requests.
  template <typename What>
  RunEnd run_and(JobRunner::Setup asked_for, What what) {
    bool done = false;
    asked_for.on_progress = [&](const JobStatus& status) {
      if (done || status.progress.requests < 2) return;
      done = true;
      what(running_calls(*runner));
    };
    runner = open(std::move(asked_for));
    const RunEnd end = runner->run(nullptr);
    BOOST_TEST(done);
    return end;
  }
  JobRunner::Setup slow() const {
    JobRunner::Setup asked_for = setup("job");
    asked_for.options.delay = std::chrono::milliseconds(40);
    return asked_for;
  }

  std::unique_ptr<JobRunner> runner;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(job_calls, Fixture)

BOOST_AUTO_TEST_CASE(a_lowered_limit_ends_a_job_that_runs) {
  const RunEnd end = run_and(slow(), [](const JobCalls& calls) {
    const auto answer = ask(calls, call::kJobSet, {{"maxRequests", 1}, {"maxTimeMs", nullptr}});
    BOOST_REQUIRE(answer);
    const Json limits = {
        {"delayMs", 40}, {"maxRequests", 1}, {"maxBytes", nullptr}, {"maxTimeMs", nullptr}};
    BOOST_TEST(answer->at("limits") == limits);
  });
  BOOST_TEST(end.exit_code == 4);
  BOOST_TEST(end.state.reason == "max_requests");
  BOOST_TEST(job_progress_json(runner->status())["limits"]["maxRequests"] == 1);
  runner.reset();
  const Json kept = Json::parse(store("job")->get(kEngineConfig)->value());
  BOOST_TEST(kept.at("budget").at("requests") == 1);
}

BOOST_AUTO_TEST_CASE(a_raised_limit_lets_it_go_on) {
  JobRunner::Setup asked_for = slow();
  asked_for.config.budget.requests = 12;
  const RunEnd end = run_and(std::move(asked_for), [](const JobCalls& calls) {
    BOOST_TEST(ask(calls, call::kJobSet, {{"maxRequests", nullptr}}).has_value());
  });
  BOOST_TEST(end.exit_code == 0);
  BOOST_TEST(runner->status().progress.targets == 2U * kPagesOfAGroup);
}

BOOST_AUTO_TEST_CASE(another_delay_counts_at_once) {
  JobRunner::Setup asked_for = slow();
  asked_for.options.delay = std::chrono::seconds(1);
  // It makes 34 requests: with such pauses this would end it.
  asked_for.config.budget.time_ms = 30'000;
  const RunEnd end = run_and(std::move(asked_for), [](const JobCalls& calls) {
    BOOST_TEST(ask(calls, call::kJobSet, {{"delayMs", 0}}).has_value());
  });
  BOOST_TEST(end.exit_code == 0);
}

BOOST_AUTO_TEST_CASE(bad_limits_change_nothing) {
  runner = open(slow());
  const JobCalls calls = running_calls(*runner);
  for (const Json& fields :
       {Json{{"maxRequests", -1}}, Json{{"maxBytes", "many"}}, Json{{"delayMs", nullptr}},
        Json{{"delayMs", 3'600'001}}, Json{{"maxTimeMs", 1.5}},
        Json{{"maxRequests", 5}, {"maxBytes", false}}}) {
    BOOST_TEST_CONTEXT(fields.dump()) {
      BOOST_TEST((refusal(calls, call::kJobSet, fields) == ErrorCode::invalid_argument));
    }
  }
  BOOST_TEST(runner->status().delay_ms == 40U);
  BOOST_TEST(runner->config().budget.requests == Budget::kUnlimited);
}

BOOST_AUTO_TEST_CASE(a_word_shows_in_the_groups_it_is_answered_with) {
  const RunEnd end = run_and(slow(), [](const JobCalls& calls) {
    const Json feedback = {{"word", "useless"}, {"tagPath", kDullPath}};
    const auto answer = ask(calls, call::kJobTeach, {{"feedback", feedback}});
    BOOST_REQUIRE(answer);
    BOOST_REQUIRE(answer->at("groups").is_array());
    bool found = false;
    for (const Json& group : answer->at("groups")) {
      if (group.at("tagPath") != kDullPath) continue;
      found = true;
      BOOST_TEST(group.at("word") == "useless");
      BOOST_TEST(group.at("readable") == "html body ul.dull li a");
      BOOST_TEST(group.at("open") == 0);
      BOOST_TEST(group.at("withheld").get<int>() > 0);
    }
    BOOST_TEST(found);
    BOOST_TEST(
        (ask(calls, call::kJobGroups, Json::object())->at("groups") == answer->at("groups")));
  });
  BOOST_TEST(end.exit_code == 0);
  BOOST_TEST(pages_asked("dull") < kPagesOfAGroup);
}

BOOST_AUTO_TEST_CASE(malformed_words_are_refused) {
  runner = open(slow());
  const JobCalls calls = running_calls(*runner);
  for (const Json& feedback :
       {Json(nullptr), Json("useless"), Json::object(), Json{{"word", "great"}, {"tagPath", "/a"}},
        Json{{"word", "good"}}, Json{{"word", "good"}, {"tagPath", 7}}, Json{{"word", "fetch"}},
        Json{{"word", "fetch"}, {"url", "file:///etc/passwd"}},
        Json{{"word", "paid"}, {"tagPath", "/html"}, {"files", "many"}, {"requests", 1}}}) {
    BOOST_TEST_CONTEXT(feedback.dump()) {
      BOOST_TEST(!ask(calls, call::kJobTeach, {{"feedback", feedback}}));
    }
  }
  runner.reset();
  BOOST_TEST(store("job")->input_count() == 0U);
}

BOOST_AUTO_TEST_CASE(calls_about_other_jobs_are_refused) {
  runner = open(slow());
  const JobCalls calls = running_calls(*runner);
  for (const auto& [name, serve] : calls) {
    BOOST_TEST_CONTEXT(name) {
      BOOST_TEST((refusal(calls, name, {{"job", "2"}}) == ErrorCode::not_found));
      BOOST_TEST((refusal(calls, name, {{"job", 1}}) == ErrorCode::invalid_argument));
      BOOST_TEST((refusal(jobless_calls(), name, Json::object()) == ErrorCode::not_found));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_job_that_waits_for_its_user_says_why) {
  int looked = 0;
  JobRunner::Setup asked_for = slow();
  asked_for.on_progress = [&](const JobStatus& status) {
    if (looked == 0 && status.progress.requests >= 2) {
      runner->pause_for({"login_lost", "https://a.example/login"});
      ++looked;
    } else if (looked == 1 && status.state.state == "paused") {
      const Json progress = job_progress_json(status);
      BOOST_TEST(progress["attention"]["kind"] == "login_lost");
      BOOST_TEST(progress["attention"]["url"] == "https://a.example/login");
      BOOST_TEST(runner->control("resume").has_value());
      ++looked;
    }
  };
  runner = open(std::move(asked_for));
  BOOST_TEST(runner->run(nullptr).exit_code == 0);
  BOOST_TEST(looked == 2);
  BOOST_TEST(job_progress_json(runner->status())["attention"].is_null());
}

BOOST_AUTO_TEST_CASE(an_ended_job_still_tells_what_it_found) {
  runner = open(setup("job"));
  BOOST_TEST(runner->run(nullptr).exit_code == 0);
  const JobCalls calls = ended_calls(*runner);
  runner.reset();
  // Nobody owns the folder any more.
  BOOST_TEST(JobStore::open(dir / "job").has_value());
  const auto files = ask(calls, call::kJobFiles, {{"offset", 10}, {"limit", 4}});
  BOOST_REQUIRE(files);
  BOOST_TEST(files->at("total") == 2 * kPagesOfAGroup);
  BOOST_TEST(files->at("files").size() == 4U);
  BOOST_TEST(!ask(calls, call::kJobGroups, Json::object())->at("groups").empty());
  BOOST_TEST(ask(calls, call::kJobRecipe, Json::object())->at("recipe").at("version") == 1);
  for (const auto name : {call::kJobControl, call::kJobSet, call::kJobTeach}) {
    BOOST_TEST((refusal(calls, name, Json::object()) == ErrorCode::not_found));
  }
}

BOOST_AUTO_TEST_CASE(bad_pages_of_files_are_refused) {
  runner = open(setup("job"));
  const JobCalls calls = running_calls(*runner);
  for (const Json& fields : {Json{{"limit", 201}}, Json{{"limit", -1}}, Json{{"offset", "0"}}}) {
    BOOST_TEST((refusal(calls, call::kJobFiles, fields) == ErrorCode::invalid_argument));
  }
  const auto none = ask(calls, call::kJobFiles, {{"offset", 0}, {"limit", 200}});
  BOOST_REQUIRE(none);
  BOOST_TEST(none->at("total") == 0);
}

BOOST_AUTO_TEST_SUITE_END()

#include <boost/test/unit_test.hpp>

#include "job/hosted_job.hpp"

using namespace tagtrail;
using host::Json;
using host::read_job_start;

namespace {

const std::filesystem::path kRoot = "/jobs";

Expected<host::HostedJob> start(Json options) {
  // As it arrives: numbers that are not negative are unsigned only after a parser has read them.
  const Json message{{"url", "https://example.org/"}, {"options", std::move(options)}};
  return read_job_start(Json::parse(message.dump()), kRoot);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(job_start)

BOOST_AUTO_TEST_CASE(options_are_taken_over) {
  const auto job = start({{"policy", "bfs"},
                          {"targets", "csv"},
                          {"maxRequests", 100},
                          {"delayMs", 2500},
                          {"browser", "always"},
                          {"dir", "my-job"}});
  BOOST_REQUIRE(job);
  BOOST_TEST(job->config.policy == "bfs");
  BOOST_TEST(job->config.budget.requests == 100);
  BOOST_TEST(job->options.delay.count() == 2500);
  BOOST_TEST((job->options.browser == host::BrowserMode::always));
  BOOST_TEST(job->dir == kRoot / "my-job");
  BOOST_TEST(!job->options.allow_private);
}

BOOST_AUTO_TEST_CASE(robots_and_the_session_can_be_chosen) {
  const auto job = start({{"robots", false}, {"session", "never"}});
  BOOST_REQUIRE(job);
  BOOST_TEST(!job->options.robots);
  BOOST_TEST((job->options.session == host::SessionMode::never));
  const auto usual = start(Json::object());
  BOOST_REQUIRE(usual);
  BOOST_TEST(usual->options.robots);
  BOOST_TEST((usual->options.session == host::SessionMode::automatic));
}

BOOST_AUTO_TEST_CASE(the_folder_is_named_after_the_site_by_default) {
  const auto job = start(Json::object());
  BOOST_REQUIRE(job);
  BOOST_TEST(job->dir == kRoot / "example.org");
  BOOST_TEST(job->options.delay.count() == 1000);
}

BOOST_AUTO_TEST_CASE(no_folder_leaves_the_root) {
  for (const char* dir : {"../x", "a/b", "/etc", "..", ".", ".hidden", "", "a b", "a\\b"}) {
    BOOST_TEST_CONTEXT(dir) { BOOST_TEST(!start({{"dir", dir}})); }
  }
}

BOOST_AUTO_TEST_CASE(wrong_values_are_refused) {
  for (const Json& options :
       {Json{{"unknown", 1}}, Json{{"maxRequests", "many"}}, Json{{"maxRequests", -1}},
        Json{{"policy", 5}}, Json{{"policy", "sb-oracle2"}}, Json{{"delayMs", 1e12}},
        Json{{"browser", "maybe"}}, Json{{"targets", "??"}}, Json{{"sitemaps", "off"}},
        Json{{"sitemaps", nullptr}}, Json{{"allowPrivate", 1}}, Json{{"robots", "no"}},
        Json{{"session", "always"}}, Json{{"session", true}}, Json::array()}) {
    BOOST_TEST_CONTEXT(options.dump()) { BOOST_TEST(!start(options)); }
  }
  BOOST_TEST(!read_job_start({{"url", "file:///etc/passwd"}}, kRoot));
  BOOST_TEST(!read_job_start(Json::object(), kRoot));
}

BOOST_AUTO_TEST_SUITE_END()

#include <boost/test/unit_test.hpp>

#include "job/hosted_job.hpp"

using namespace tagtrail;
using host::Json;
using host::read_job_start;

namespace {

const std::filesystem::path kRoot = "/jobs";

Expected<host::HostedJob> started(Json message) {
  if (!message.contains("url")) message["url"] = "https://example.org/";
  // As it arrives: numbers that are not negative are unsigned only after a parser has read them.
  return read_job_start(Json::parse(message.dump()), kRoot);
}

Expected<host::HostedJob> start(Json options) { return started({{"options", std::move(options)}}); }

}  // namespace

BOOST_AUTO_TEST_SUITE(job_start)

BOOST_AUTO_TEST_CASE(options_are_taken_over) {
  const auto job = start({{"policy", "bfs"},
                          {"targets", "csv"},
                          {"maxRequests", 100},
                          {"delayMs", 2500},
                          {"browser", "always"},
                          {"name", "{host}/{name}"},
                          {"contact", "ada@example.org"},
                          {"maxFileBytes", 5000},
                          {"revisit", true},
                          {"dir", "my-job"}});
  BOOST_REQUIRE(job);
  BOOST_TEST(job->config.policy == "bfs");
  BOOST_TEST(job->config.budget.requests == 100);
  BOOST_TEST(job->options.delay.count() == 2500);
  BOOST_TEST((job->options.browser == host::BrowserMode::always));
  BOOST_TEST(job->dir == kRoot / "my-job");
  BOOST_TEST(!job->options.allow_private);
  BOOST_TEST(job->options.name_mask == "{host}/{name}");
  BOOST_TEST(job->options.user_agent.find("ada@example.org") != std::string::npos);
  BOOST_TEST(job->options.max_file_bytes == 5000U);
  BOOST_TEST(job->revisit);
  BOOST_TEST(!start({{"name", "{unheard}"}}));
  BOOST_TEST(!start({{"contact", "two\nlines"}}));
}

BOOST_AUTO_TEST_CASE(what_is_to_be_taught_comes_with_the_start) {
  const Json recipe = {
      {"tagtrail", "recipe"},
      {"version", 1},
      {"site", "example.org"},
      {"settings", Json::object()},
      {"groups",
       {{{"tagPath", "/html/body/ul/li/a"}, {"word", "good"}, {"requests", 4}, {"files", 20}}}}};
  const Json feedback = {{{"word", "fetch"}, {"url", "https://example.org/a.csv"}}};
  const auto job = started({{"recipe", recipe}, {"feedback", feedback}});
  BOOST_REQUIRE(job);
  BOOST_REQUIRE(job->feedback.size() == 3U);
  BOOST_TEST((job->feedback[0].word == Word::paid));
  BOOST_TEST(job->feedback[0].files == 20);
  BOOST_TEST((job->feedback[1].word == Word::good));
  BOOST_TEST(job->feedback[2].url == "https://example.org/a.csv");
  BOOST_TEST(started(Json::object())->feedback.empty());
}

BOOST_AUTO_TEST_CASE(what_can_not_be_taught_starts_nothing) {
  for (const Json& fields :
       {Json{{"feedback", 1}}, Json{{"feedback", {1}}}, Json{{"feedback", Json::object()}},
        Json{{"feedback", {{{"word", "fetch"}, {"url", "ftp://example.org/"}}}}},
        Json{{"feedback", Json::array_t(10'001, {{"word", "good"}, {"tagPath", "/a"}})}},
        Json{{"recipe", 1}}, Json{{"recipe", Json::object()}},
        Json{{"recipe", {{"tagtrail", "recipe"}, {"version", 2}, {"groups", Json::array()}}}},
        Json{{"recipe", {{"tagtrail", "recipe"}, {"version", 1}, {"groups", {1}}}}},
        Json{
            {"recipe", {{"tagtrail", "recipe"}, {"version", 1}, {"groups", {{{"word", "only"}}}}}}},
        Json{{"recipe",
              {{"tagtrail", "recipe"},
               {"version", 1},
               {"groups", {{{"tagPath", "/a"}, {"word", "example"}}}}}}}}) {
    BOOST_TEST_CONTEXT(fields.dump().substr(0, 200)) { BOOST_TEST(!started(fields)); }
  }
}

BOOST_AUTO_TEST_CASE(robots_can_be_chosen) {
  const auto job = start({{"robots", false}});
  BOOST_REQUIRE(job);
  BOOST_TEST(!job->options.robots);
  const auto usual = start(Json::object());
  BOOST_REQUIRE(usual);
  BOOST_TEST(usual->options.robots);
}

BOOST_AUTO_TEST_CASE(pages_can_be_looked_for) {
  const auto job = start({{"objective", "markup"}, {"markup", "rdfa,json-ld"}});
  BOOST_REQUIRE(job);
  BOOST_TEST(job->config.objective == "markup");
  BOOST_TEST(job->config.markup.syntaxes == "rdfa,json-ld");
  BOOST_TEST((job->named.contains("objective") && job->named.contains("markup")));
  const auto unheard = start({{"objective", "pictures"}});
  BOOST_REQUIRE(!unheard);
  BOOST_TEST(
      unheard.error().message.find("data-files, statistics, markup, forms") != std::string::npos,
      unheard.error().message);
  BOOST_TEST(!start({{"objective", "markup"}, {"markup", "html"}}));
  BOOST_TEST(!start({{"objective", "markup"}, {"markup", ""}}));
}

BOOST_AUTO_TEST_CASE(an_archive_can_be_asked_for) {
  const auto job = start({{"archive", "warc"}});
  BOOST_REQUIRE(job);
  BOOST_TEST((job->options.archive == host::ArchiveMode::warc));
  BOOST_TEST(!start(Json::object())->options.archive.has_value());
  BOOST_TEST(!start({{"archive", "zip"}}));
  BOOST_TEST(!start({{"archive", true}}));
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
  BOOST_TEST(!start({{"dir", std::string("a\0/../b", 7)}}));
  BOOST_TEST(!start({{"dir", std::string(101, 'a')}}));
  BOOST_TEST(!start({{"dir", 5}}));
}

BOOST_AUTO_TEST_CASE(wrong_values_are_refused) {
  for (const Json& options :
       {Json{{"unknown", 1}}, Json{{"maxRequests", "many"}}, Json{{"maxRequests", -1}},
        Json{{"policy", 5}}, Json{{"policy", "sb-oracle2"}}, Json{{"delayMs", 1e12}},
        Json{{"browser", "maybe"}}, Json{{"targets", "??"}}, Json{{"sitemaps", "off"}},
        Json{{"sitemaps", nullptr}}, Json{{"allowPrivate", 1}}, Json{{"robots", "no"}},
        Json{{"session", "never"}}, Json{{"openActing", "all"}}, Json::array()}) {
    BOOST_TEST_CONTEXT(options.dump()) { BOOST_TEST(!start(options)); }
  }
  BOOST_TEST(!read_job_start({{"url", "file:///etc/passwd"}}, kRoot));
  BOOST_TEST(!read_job_start(Json::object(), kRoot));
}

BOOST_AUTO_TEST_SUITE_END()

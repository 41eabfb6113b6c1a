#include "batch/site_end.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail::host;

namespace {

const std::string kResult =
    R"({"job":"d/a","exit":4,"targets":7,"requests":{"total":40,"get":38,"head":2,"sub":0},)"
    R"("bytes":99,"seconds":2.5,"stopped_by":"max_requests","complete":false,)"
    R"("ending":{"complete":false,"how":"about","words":"about complete"}})"
    "\n";

}  // namespace

BOOST_AUTO_TEST_SUITE(site_end)

BOOST_AUTO_TEST_CASE(a_result) {
  const SiteEnd end = read_site_end(4, kResult);
  BOOST_TEST(end.exit == 4);
  BOOST_TEST(end.files.value() == 7);
  BOOST_TEST(end.requests.value() == 40);
  BOOST_TEST(end.seconds.value() == 2.5);
  BOOST_TEST(end.reason == "max_requests");
  BOOST_TEST((end.how == Ending::How::about));
}

BOOST_AUTO_TEST_CASE(a_refusal_says_why) {
  const SiteEnd end = read_site_end(6, "tagtrail: robots.txt of the site forbids it\n" + kResult);
  BOOST_TEST(end.reason == "robots.txt of the site forbids it");
  BOOST_TEST(end.files.value() == 7);
  BOOST_TEST(read_site_end(6, kResult).reason == "max_requests");
  BOOST_TEST(!read_site_end(6, "").reason.empty());
}

BOOST_AUTO_TEST_CASE(what_was_said_is_no_reason_for_a_good_end) {
  BOOST_TEST(read_site_end(0, "tagtrail: finished before\n" + kResult).reason == "max_requests");
  BOOST_TEST(read_site_end(0, "tagtrail: finished before\n").reason == "finished before");
}

BOOST_AUTO_TEST_CASE(killed_without_a_result) {
  const SiteEnd end = read_site_end(128 + 9, "");
  BOOST_TEST(end.exit == 137);
  BOOST_TEST(end.reason == "ended by signal 9");
  BOOST_TEST(!end.files.has_value());
}

BOOST_AUTO_TEST_CASE(hostile_words_do_no_harm) {
  const std::string long_text(10 * kMaxReason, 'x');
  const SiteEnd end = read_site_end(3, "tagtrail: \x1b[2J\xff" + long_text + "\n");
  BOOST_TEST(end.reason.size() <= kMaxReason);
  BOOST_TEST(end.reason.find('\x1b') == std::string::npos);
  BOOST_TEST(end.reason.starts_with(" [2J\xEF\xBF\xBD"));
  for (const char* odd : {"{\"exit\":0,\"targets\":-1,\"requests\":7,\"seconds\":\"x\"}\n", "{\n",
                          "{\"exit\":0,\"requests\":{\"total\":1.5},\"stopped_by\":{}}\n",
                          "{\"exit\":0,\"ending\":null}\n", "{\"exit\":0,\"ending\":{\"how\":1}}\n",
                          "{\"exit\":0,\"ending\":{\"how\":\"nearly\"}}\n"}) {
    const SiteEnd read = read_site_end(0, odd);
    BOOST_TEST(!read.files.has_value(), odd);
    BOOST_TEST(!read.requests.has_value(), odd);
    BOOST_TEST(!read.seconds.has_value(), odd);
    BOOST_TEST(!read.how.has_value(), odd);
    BOOST_TEST(read.reason == "gave no reason", odd);
  }
}

BOOST_AUTO_TEST_SUITE_END()

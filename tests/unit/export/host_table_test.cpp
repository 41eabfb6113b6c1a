// What a job got from each of its hosts.
#include "export/host_table.hpp"

#include "../store/job_fixture.hpp"
#include "export/manners.hpp"

namespace tagtrail::host::testing {
namespace {

Attempt attempt_at(const std::string& url, const std::string& host, FetchError error) {
  Attempt made;
  made.host = host;
  made.url = url;
  made.error = to_string(error);
  return made;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(host_table, JobFixture)

// `hosts` counted a request to a private address, which `politeness` said was never made.
BOOST_AUTO_TEST_CASE(what_was_never_sent_is_no_request) {
  ResponseCommit refused = page_commit(1, "http://10.0.0.1/");
  refused.response.error = FetchError::refused_address;
  refused.response.status = 0;
  refused.response.is_page = false;
  store->add_attempt(attempt_at("http://10.0.0.1/", "10.0.0.1", FetchError::refused_address));
  store->add_attempt(attempt_at("http://example.org/", "example.org", FetchError::timeout));
  must(store->commit(batch_of(std::move(refused))));
  const auto job = must(JobReader::open(dir));
  std::map<std::string, std::uint64_t> requests;
  for (const HostCounts& host : must(count_hosts(job))) requests[host.host] = host.requests;
  BOOST_TEST(requests.at("10.0.0.1") == 0U);
  BOOST_TEST(requests.at("example.org") == 1U);
  const Manners manners = must(read_manners(job));
  BOOST_REQUIRE(manners.hosts.size() == 1U);
  BOOST_TEST(manners.hosts.front().host == "example.org");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing

// Recorded sitemaps, feeds and robots.txt: files as ever, and pages for crawls that ask for it.
#include <boost/test/unit_test.hpp>

#include "generated/generate.hpp"
#include "importers/http_message.hpp"
#include "replay/replay_run.hpp"
#include "replica_scratch.hpp"
#include "system/codecs/deflate.hpp"
#include "tagtrail/mime.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::test;

namespace {

const std::string kSite = "https://example.org/";

/// index.html -> a.csv; robots.txt -> map.xml.gz -> hidden.html -> b.csv
std::unique_ptr<Replica> mapped_site(const Scratch& scratch) {
  scratch.write("site/index.html", "<a href=a.csv>a</a>");
  scratch.write("site/a.csv", "a");
  scratch.write("site/robots.txt", "Sitemap: https://example.org/map.xml.gz\n");
  scratch.write("site/map.xml.gz", gzip("<urlset><url><loc>/hidden.html</loc></url></urlset>"));
  scratch.write("site/hidden.html", "<a href=b.csv>b</a>");
  scratch.write("site/b.csv", "b");
  must(import_folder({.folder = scratch / "site", .output = scratch / "s.replica", .base = kSite},
                     [](std::string_view, std::size_t) {}));
  return must(Replica::open(scratch / "s.replica"));
}

ReplayResult replayed(Replica& replica, bool sitemaps, const std::string& policy = "bfs") {
  Config config;
  config.seed_url = replica.start_url();
  config.policy = policy;
  config.scope = "host";
  config.blocklist = "none";
  config.sitemaps = sitemaps;
  return must(run_replay(replica, config, nullptr));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(recorded_link_sources)

BOOST_AUTO_TEST_CASE(of_a_folder_lead_to_more_when_asked_for) {
  const Scratch scratch;
  const auto replica = mapped_site(scratch);
  const ReplayResult off = replayed(*replica, false);
  BOOST_TEST(off.reachable_targets == 1U);
  BOOST_TEST(off.progress.requests == 2U);
  const ReplayResult on = replayed(*replica, true);
  BOOST_TEST(on.reachable_targets == 2U);
  BOOST_TEST(on.progress.targets == 2U);
  // start, a.csv, robots.txt, sitemap.xml (404), the map, hidden.html, b.csv
  BOOST_TEST(on.progress.requests == 7U);
  // The oracle knows what the maps add, and that they are no files.
  BOOST_TEST(replayed(*replica, true, "omniscient").progress.requests == 2U);
}

BOOST_AUTO_TEST_CASE(are_read_with_their_root) {
  const Scratch scratch;
  const auto replica = mapped_site(scratch);
  Request request;
  request.url = kSite + "map.xml.gz";
  BOOST_TEST(!must(load_from_replica(*replica, request)).is_page);
  const Response read = must(load_from_replica(*replica, request, true));
  BOOST_TEST(read.is_page);
  BOOST_TEST(read.xml_root == "urlset");
  BOOST_TEST(read.mime == "application/gzip");
  request.method = Method::head;
  BOOST_TEST(!must(load_from_replica(*replica, request, true)).is_page);
}

BOOST_AUTO_TEST_CASE(come_from_records_of_what_was_read) {
  const Scratch scratch;
  auto replica = must(Replica::create(scratch / "s.replica", kSite, kSite, false));
  Response response;
  response.is_page = true;
  response.xml_root = "urlset";
  response.page.links.resize(1);
  response.page.links[0].url = kSite + "x";
  ReplicaAnswer answer;
  answer.status = 200;
  answer.mime = "application/xml";
  answer.page = encode_response(response);
  must(replica->add_answer(kSite + "sitemap.xml", answer));
  Request request;
  request.url = kSite + "sitemap.xml";
  const Response read = must(load_from_replica(*replica, request, true));
  BOOST_REQUIRE(read.page.links.size() == 1U);
  BOOST_TEST(read.page.links[0].url == kSite + "x");
}

BOOST_AUTO_TEST_CASE(keep_their_bytes_when_archives_are_read) {
  const auto body_of = [](const std::string& type, const std::string& body) {
    const std::string message = "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\n\r\n" + body;
    return must(parse_http_answer(message, message.size(), kSite + "x.xml", {})).answer.body;
  };
  const std::string map = "<urlset><url><loc>/a</loc></url></urlset>";
  BOOST_TEST(body_of("application/xml", map) == map);
  BOOST_TEST(body_of("application/gzip", gzip(map)) == gzip(map));
  BOOST_TEST(body_of("application/xml", "<data/>") == "");
}

BOOST_AUTO_TEST_CASE(of_generated_sites_change_nothing_but_what_they_add) {
  const Scratch scratch;
  generated::GenerateOptions options;
  options.profile = "ed";
  options.pages = 600;
  options.output = scratch / "g.replica";
  must(generated::generate(options, [](std::uint64_t, std::uint64_t) {}));
  const auto replica = must(Replica::open(options.output));
  const ReplayResult off = replayed(*replica, false);
  BOOST_TEST(off.progress.requests == must(replica->count_reachable()));
  const ReplayResult on = replayed(*replica, true);
  BOOST_TEST(on.reachable_targets == off.reachable_targets);
  BOOST_TEST(on.progress.targets == off.reachable_targets);
  // robots.txt, sitemap.xml (404), the index, its one part, the feed
  BOOST_TEST(on.progress.requests == off.progress.requests + 5);
}

BOOST_AUTO_TEST_SUITE_END()

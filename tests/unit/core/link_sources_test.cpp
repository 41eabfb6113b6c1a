// Sitemaps, feeds and robots.txt as sources of links: only where the configuration says so.
#include <boost/test/unit_test.hpp>

#include "fake_site.hpp"
#include "tagtrail/policy.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

Response source(std::string mime, std::string root, std::vector<LinkObservation> links) {
  Response response;
  response.status = 200;
  response.mime = std::move(mime);
  response.xml_root = std::move(root);
  response.body_bytes = 50;
  response.is_page = true;
  response.page.links = std::move(links);
  return response;
}

LinkObservation listed(const std::string& url, const std::string& tag_path) {
  return link(url, tag_path, LinkElement::link);
}

/// / -> feed (in its head), a; robots.txt -> a packed map -> hidden.csv; feed -> story -> told.csv.
FakeSite mapped() {
  FakeSite site;
  site.page("/", {listed("/feed", "/html/head/link"), link("/a")});
  site.page("/a", links({"/linked.csv"}));
  site.file("/linked.csv");
  site.set("/robots.txt", source("text/plain", "", {listed("/map.xml.gz", "/robots.txt/sitemap")}));
  site.set("/map.xml.gz",
           source("application/gzip", "urlset", {listed("/hidden.csv", "/urlset/url/loc")}));
  site.file("/hidden.csv");
  site.set("/feed",
           source("application/rss+xml", "rss", {listed("/story", "/rss/channel/item/link")}));
  site.page("/story", links({"/told.csv"}));
  site.file("/told.csv");
  return site;
}

std::string crawled(const std::string& policy, bool sitemaps, Progress* progress = nullptr) {
  FakeSite site = mapped();
  Config config = config_for(policy);
  config.sitemaps = sitemaps;
  const auto engine = engine_for(config, &site);
  std::string text = crawl_text(*engine, site);
  if (progress != nullptr) *progress = engine->progress();
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(link_sources)

BOOST_AUTO_TEST_CASE(are_asked_for_where_the_configuration_says_so) {
  Progress progress;
  BOOST_TEST(crawled("bfs", true, &progress) ==
             "/ /a /feed /robots.txt /sitemap.xml /linked.csv /story /map.xml.gz /told.csv "
             "/hidden.csv");
  BOOST_TEST(progress.targets == 3U);
  BOOST_TEST(progress.requests == 10U);
  // The start, a, story; the feed, robots.txt and the map, which is no file though gz is wanted.
  BOOST_TEST(progress.pages == 6U);
}

BOOST_AUTO_TEST_CASE(are_no_links_where_it_does_not) {
  BOOST_TEST(crawled("bfs", false) == "/ /a /linked.csv");
}

BOOST_AUTO_TEST_CASE(come_last_in_four_passes) {
  FakeSite site;
  site.page("/", {listed("/feed", "/html/head/link"),
                  link("/f", "/html/iframe", LinkElement::iframe), link("/a")});
  Config config = config_for("sb-classifier");
  config.sitemaps = true;
  const auto engine = engine_for(config, &site);
  answer_from(*engine, site, next_request(*engine));
  // The first links are asked for their types, in the order in which they are considered.
  std::string order;
  for (int i = 0; i < 5; ++i) {
    const Request request = next_request(*engine);
    order += request.url.substr(std::string(FakeSite::kRoot).size()) + " ";
    answer_from(*engine, site, request);
  }
  BOOST_TEST(order == "/a /f /feed /robots.txt /sitemap.xml ");
}

BOOST_AUTO_TEST_CASE(say_in_requests_where_they_were_named) {
  FakeSite site = mapped();
  Config config = config_for("bfs");
  config.sitemaps = true;
  const auto engine = engine_for(config, &site);
  std::map<std::string, std::string> paths;
  for (;;) {
    const Decision decision = engine->next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) break;
    paths[request->url.substr(std::string(FakeSite::kRoot).size())] = request->tag_path;
    answer_from(*engine, site, *request);
  }
  BOOST_TEST(paths["/robots.txt"] == "/site/robots.txt");
  BOOST_TEST(paths["/sitemap.xml"] == "/site/sitemap.xml");
  BOOST_TEST(paths["/hidden.csv"] == "/urlset/url/loc");
}

BOOST_AUTO_TEST_CASE(of_a_full_page_fit_into_a_snapshot) {
  FakeSite site;
  site.page("/", std::vector<LinkObservation>(limits::kLinksPerPage, link("/a")));
  Config config = config_for("bfs");
  config.sitemaps = true;
  const auto engine = engine_for(config, &site);
  answer_from(*engine, site, next_request(*engine));
  const Bytes bytes = engine->snapshot();
  const auto again = must(Engine::restore(bytes.data(), bytes.size()));
  BOOST_TEST(crawl_text(*again, site) == "/a /robots.txt /sitemap.xml");
}

BOOST_AUTO_TEST_CASE(are_files_when_feeds_are_wanted_by_name) {
  FakeSite site = mapped();
  Config config = config_for("bfs");
  config.sitemaps = true;
  config.targets = "application/rss+xml";
  const auto engine = engine_for(config, &site);
  crawl_text(*engine, site);
  BOOST_TEST(engine->progress().targets == 1U);
}

BOOST_AUTO_TEST_CASE(survive_the_configuration_as_json) {
  Config config = config_for("bfs");
  config.sitemaps = true;
  BOOST_TEST(must(config_from_json(config_to_json(config))).sitemaps);
}

BOOST_AUTO_TEST_SUITE_END()

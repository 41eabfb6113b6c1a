// What is known of URLs is bounded in bytes: the best links are kept, and what is left is counted.
#include <boost/test/unit_test.hpp>

#include "fake_site.hpp"
#include "tagtrail/account.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

constexpr int kSections = 30;
constexpr int kOfEach = 60;

/// Sections of pages that lead nowhere, and of one file each that stands among them.
FakeSite site_of_sections() {
  FakeSite site;
  std::vector<LinkObservation> sections;
  for (int s = 0; s < kSections; ++s) {
    const std::string section = "/s" + std::to_string(s);
    sections.push_back(link(section, "/html/body/nav/a"));
    std::vector<LinkObservation> inside;
    for (int i = 0; i < kOfEach; ++i) {
      const std::string number = std::to_string(s) + "-" + std::to_string(i);
      inside.push_back(link("/about/" + number, "/html/body/p/a"));
      inside.push_back(link("/data/" + number + ".csv", "/html/body/ul/li/a"));
      site.page("/about/" + number, {});
      site.file("/data/" + number + ".csv");
    }
    site.page(section, std::move(inside));
  }
  site.page("/", std::move(sections));
  return site;
}

Config bounded(const std::string& policy, std::uint64_t bytes) {
  Config config = config_for(policy);
  config.targets = "csv";
  config.budget.memory = bytes;
  return config;
}

std::uint64_t left_for_memory(const Account& account) {
  std::uint64_t count = 0;
  for (const LeftBehind& left : account.left_out) {
    if (left.cause == LeftOutCause::no_memory) count += left.count;
  }
  return count;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(url_room)

BOOST_AUTO_TEST_CASE(what_there_is_no_room_for_is_counted_and_named) {
  const FakeSite site = site_of_sections();
  constexpr std::uint64_t kBytes = 400'000;
  for (const char* policy : {"trail", "bfs"}) {
    const auto free = engine_for(config_for(policy));
    crawl(*free, site);
    const auto engine = engine_for(bounded(policy, kBytes));
    crawl(*engine, site);
    BOOST_TEST((finished(*engine) == StopReason::frontier_empty));
    const Progress progress = engine->progress();
    BOOST_TEST(progress.known_urls < free->progress().known_urls / 2);
    BOOST_TEST(progress.known_urls > kBytes / 2000);
    const Account& account = progress.account;
    const std::uint64_t left = left_for_memory(account);
    BOOST_TEST(progress.known_urls + left == free->progress().known_urls, policy);
    BOOST_TEST(account.met == account.saved + account.equal + account.pages + account.moved +
                                  account.unwanted + account.dead + account.failed + account.left +
                                  account.not_tried + account.unaccounted);
    BOOST_TEST(account.left >= left);
  }
}

/// As far as the policy can tell: of the links to files a larger share is kept than of the others.
BOOST_AUTO_TEST_CASE(the_best_links_are_kept) {
  const FakeSite site = site_of_sections();
  const auto engine = engine_for(bounded("trail", 500'000));
  std::size_t files = 0;
  std::size_t others = 0;
  for (const std::string& path : crawl(*engine, site)) {
    if (path.starts_with("/data/")) ++files;
    if (path.starts_with("/about/")) ++others;
  }
  BOOST_TEST(files + others < std::size_t{2 * kSections * kOfEach});
  BOOST_TEST(files > others * 11 / 10);
}

BOOST_AUTO_TEST_CASE(links_of_one_value_are_drawn_by_the_seed) {
  const FakeSite site = site_of_sections();
  std::vector<std::string> crawls;
  for (const std::uint64_t seed : {1U, 1U, 2U}) {
    Config config = bounded("bfs", 500'000);
    config.seed = seed;
    const auto engine = engine_for(config);
    crawls.push_back(crawl_text(*engine, site));
  }
  BOOST_TEST(crawls[0] == crawls[1]);
  BOOST_TEST(crawls[0] != crawls[2]);
}

BOOST_AUTO_TEST_CASE(a_crawl_goes_on_from_a_snapshot_as_it_would_have) {
  const FakeSite site = site_of_sections();
  const auto whole = engine_for(bounded("trail", 450'000));
  const std::string expected = crawl_text(*whole, site);
  auto engine = engine_for(bounded("trail", 450'000));
  std::string met;
  for (std::size_t n = 0;; ++n) {
    const Decision decision = engine->next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) break;
    met += (met.empty() ? "" : " ") + request->url.substr(std::string(FakeSite::kRoot).size());
    answer_from(*engine, site, *request);
    if (n % 50 != 0) continue;
    const Bytes bytes = engine->snapshot();
    engine = must(Engine::restore(bytes.data(), bytes.size()));
  }
  BOOST_TEST(met == expected);
}

/// What it has left it does not get back; what it meets from then on it keeps.
BOOST_AUTO_TEST_CASE(more_memory_counts_from_then_on) {
  const FakeSite site = site_of_sections();
  const auto engine = engine_for(bounded("bfs", 60'000));
  for (int i = 0; i < 10; ++i) answer_from(*engine, site, next_request(*engine));
  const std::size_t before = engine->progress().known_urls;
  engine->set_budget({});
  crawl(*engine, site);
  BOOST_TEST(engine->progress().known_urls > before + std::size_t{5 * kOfEach});
}

BOOST_AUTO_TEST_SUITE_END()

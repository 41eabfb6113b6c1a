// Generated sites: what a full crawl of one measures is what its profile and its reachable list
// say.
#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include "../scratch_folder.hpp"
#include "generated/generate.hpp"
#include "replica/replica_loader.hpp"
#include "replica/replica_oracle.hpp"
#include "replica_scratch.hpp"
#include "tagtrail/engine.hpp"
#include "tagtrail/url.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::generated;

namespace {

namespace fs = std::filesystem;

/// A folder with one generated replica.
class Generated {
 public:
  explicit Generated(GenerateOptions options) {
    options.output = folder_.path() / "site.replica";
    const auto measures = generate(options, [](std::uint64_t, std::uint64_t) {});
    BOOST_REQUIRE_MESSAGE(measures, (measures ? "" : measures.error().message));
    measures_ = *measures;
    auto replica = Replica::open(options.output);
    BOOST_REQUIRE(replica);
    replica_ = std::move(*replica);
  }

  Replica& replica() { return *replica_; }
  const Measures& measures() const { return measures_; }
  std::vector<ReachableUrl> reachable() {
    auto urls = replica_->reachable();
    BOOST_REQUIRE(urls);
    return *urls;
  }

 private:
  ScratchFolder folder_;
  Measures measures_;
  std::unique_ptr<Replica> replica_;
};

GenerateOptions small(const std::string& profile, std::uint64_t pages, std::uint64_t seed = 0) {
  GenerateOptions options;
  options.profile = profile;
  options.pages = pages;
  options.seed = seed;
  return options;
}

struct Moments {
  double count = 0;
  double sum = 0;
  double squares = 0;
  void add(double value) {
    count += 1;
    sum += value;
    squares += value * value;
  }
  double mean() const { return sum / count; }
  double deviation() const { return std::sqrt(squares / count - mean() * mean()); }
};

/// What a breadth-first crawl through the engine sees.
struct Crawled {
  double available = 0;
  double pages = 0;
  double linking = 0;
  double others = 0;
  Moments depths;
  Moments sizes;
};

Crawled crawl(Generated& site) {
  Config config;
  config.targets = "paper";
  config.seed_url = site.replica().start_url();
  config.policy = "bfs";
  config.scope = "host";
  config.blocklist = "none";
  const auto oracle = make_oracle(site.replica(), config);
  BOOST_REQUIRE(oracle);
  const auto& listed = (*oracle)->targets();
  const std::set<std::string> targets(listed.begin(), listed.end());
  auto engine = Engine::create(config);
  BOOST_REQUIRE(engine);
  Crawled seen;
  for (;;) {
    const Decision decision = (*engine)->next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) return seen;
    auto response = load_from_replica(site.replica(), *request);
    BOOST_REQUIRE(response);
    const auto& links = response->page.links;
    seen.available += response->status < 400 ? 1 : 0;
    if (response->is_page) {
      seen.pages += 1;
      seen.linking += std::any_of(links.begin(), links.end(), [&](const LinkObservation& link) {
        return targets.contains(link.url);
      });
    } else if (targets.contains(request->url)) {
      seen.depths.add(request->depth);
      seen.sizes.add(static_cast<double>(response->body_bytes) / 1e6);
    } else if (response->status < 300 || response->status >= 400) {
      seen.others += 1;
    }
    response->issued = (*engine)->progress().issued;
    BOOST_REQUIRE((*engine)->deliver(std::move(*response)));
  }
}

using Facts = std::map<std::string, std::pair<int, std::string>>;

Facts facts(const std::vector<ReachableUrl>& urls) {
  Facts facts;
  for (const ReachableUrl& url : urls) facts[url.url] = {url.status, url.mime};
  return facts;
}

/// Few pages can't have shares of a tenth of a per cent.
constexpr double kTolerance = 0.03;

void check_close(double is, double wanted, const std::string& what) {
  BOOST_TEST(std::abs(is / wanted - 1) < kTolerance,
             what << ": " << is << " instead of " << wanted);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(generated_site)

BOOST_AUTO_TEST_CASE(a_full_crawl_measures_what_the_profile_says) {
  // Shallow and deep ones, skewed ones, with several languages; the plan's tests have all.
  for (const auto& [name, pages] : {std::pair<std::string, double>{"be", 600},
                                    {"cl", 1000},
                                    {"qa", 800},
                                    {"il", 1000},
                                    {"ed", 1000},
                                    {"ju", 1500},
                                    {"ok", 1500}}) {
    const auto found = find_profile(name);
    BOOST_REQUIRE(found);
    const Profile& profile = *found;
    Generated site(small(name, static_cast<std::uint64_t>(pages)));
    const Crawled seen = crawl(site);
    const double scale = pages / profile.pages.value;
    BOOST_TEST(seen.pages == pages, name);
    check_close(seen.depths.count, profile.targets.value * scale, name + " targets");
    check_close(seen.available, profile.available.value * scale, name + " available");
    check_close(seen.linking / seen.pages, profile.linking_share.value, name + " linking");
    check_close(seen.depths.mean(), profile.depth_mean.value, name + " depth");
    check_close(seen.depths.deviation(), profile.depth_sd.value, name + " depth deviation");
    check_close(seen.sizes.mean(), profile.size_mean_mb.value, name + " size");
    check_close(seen.sizes.deviation(), profile.size_sd_mb.value, name + " size deviation");
    BOOST_TEST(std::abs(seen.others - profile.neither_or_dead.value * scale) <= 1, name);
    // The summary counts while it writes; it must not promise what a crawl doesn't see.
    BOOST_TEST(static_cast<double>(site.measures().pages) == seen.pages);
    BOOST_TEST(static_cast<double>(site.measures().targets) == seen.depths.count);
    BOOST_TEST(std::abs(site.measures().depth_mean - seen.depths.mean()) < 1e-9);
    BOOST_TEST(std::abs(site.measures().depth_sd - seen.depths.deviation()) < 1e-6);
    BOOST_TEST(std::abs(site.measures().linking_share - seen.linking / seen.pages) < 1e-9);
  }
}

BOOST_AUTO_TEST_CASE(a_full_crawl_meets_exactly_the_reachable_list) {
  for (const auto& [profile, pages, seed] :
       {std::tuple{"nc", 2000, 1}, {"be", 2500, 2}, {"qa", 2000, 3}, {"il", 2200, 4}}) {
    Generated site(
        small(profile, static_cast<std::uint64_t>(pages), static_cast<std::uint64_t>(seed)));
    const auto met = test::crawled(site.replica());
    const auto listed = site.reachable();
    BOOST_TEST(met.size() == listed.size());
    BOOST_TEST((facts(met) == facts(listed)), profile);
  }
}

BOOST_AUTO_TEST_CASE(traps_are_reachable_and_only_there_on_request) {
  GenerateOptions options = small("cl", 1700, 5);
  BOOST_TEST(Generated(options).measures().traps == 0U);
  options.traps = {30, 2, true};
  Generated site(options);
  const auto met = test::crawled(site.replica());
  BOOST_TEST((facts(met) == facts(site.reachable())));
  std::size_t lists = 0;
  std::size_t months = 0;
  for (const ReachableUrl& url : met) {
    const auto parts = split_url(url.url);
    const bool plain = parts.query.empty() || parts.query.starts_with("page=");
    if (parts.path.starts_with("/calendar/")) {
      ++months;
    } else if (plain && parts.query.find('&') == std::string_view::npos &&
               (parts.path.starts_with("/statistics/") ||
                (parts.path.starts_with("/news/") && parts.path.rfind('/') == 5))) {
      ++lists;
    }
  }
  BOOST_TEST(months == 30U);
  BOOST_TEST(lists > 50U);
  BOOST_TEST(site.measures().traps == 30 + lists * 20);
  BOOST_TEST(site.measures().pages == 1700U);
}

BOOST_AUTO_TEST_CASE(links_say_what_pages_are_headed_with_and_noise_is_there) {
  Generated site(small("ed", 2200, 1));
  std::map<std::string, std::string> titles;
  std::map<std::string, std::vector<LinkObservation>> links;
  std::set<std::string> dead;
  std::set<std::string> files;
  std::size_t redirects_to_files = 0;
  const auto urls = site.reachable();
  for (const ReachableUrl& url : urls) {
    Request request;
    request.url = url.url;
    const auto response = load_from_replica(site.replica(), request);
    BOOST_REQUIRE(response);
    if (response->is_page) {
      titles[url.url] = response->page.title;
      links[url.url] = response->page.links;
    } else if (url.status >= 400) {
      dead.insert(url.url);
    } else if (url.status < 300 && url.mime != "image/jpeg") {
      files.insert(url.url);
    }
  }
  std::map<std::string, std::size_t> to_dead;
  std::size_t compared = 0;
  for (const auto& [page, of_page] : links) {
    for (const LinkObservation& link : of_page) {
      if (dead.contains(link.url)) ++to_dead[link.url];
      const bool is_plain = link.tag_path.find("result") != std::string::npos ||
                            link.tag_path.find("menu") != std::string::npos ||
                            link.tag_path.find("related") != std::string::npos;
      if (!is_plain || !titles.contains(link.url) || link.url.ends_with(".example/")) continue;
      BOOST_REQUIRE_MESSAGE(titles[link.url].starts_with(link.anchor + " | "),
                            link.anchor + " leads to " + titles[link.url]);
      ++compared;
    }
  }
  BOOST_TEST(compared > 5000U);
  std::size_t repeated = 0;
  for (const auto& [url, count] : to_dead) repeated += count > 3 ? 1 : 0;
  BOOST_TEST(repeated > 0U);
  for (const ReachableUrl& url : urls) {
    if (url.status < 300 || url.status >= 400) continue;
    const auto answer = site.replica().answer(url.url, false);
    BOOST_REQUIRE(answer);
    BOOST_TEST((titles.contains(answer->location) || files.contains(answer->location)));
    redirects_to_files += files.contains(answer->location) ? 1 : 0;
  }
  BOOST_TEST(redirects_to_files > 0U);
}

BOOST_AUTO_TEST_CASE(the_same_options_give_the_same_answers_another_seed_others) {
  Generated one(small("oe", 2000, 7));
  Generated two(small("oe", 2000, 7));
  Generated other(small("oe", 2000, 8));
  const auto urls = one.reachable();
  const auto same = two.reachable();
  BOOST_REQUIRE(urls.size() == same.size());
  for (std::size_t i = 0; i < urls.size(); ++i) {
    BOOST_REQUIRE(urls[i].url == same[i].url);
    const auto a = one.replica().answer(urls[i].url, true);
    const auto b = two.replica().answer(urls[i].url, true);
    BOOST_REQUIRE((a && b));
    BOOST_REQUIRE((a->status == b->status && a->mime == b->mime && a->body == b->body &&
                   a->location == b->location && a->body_bytes == b->body_bytes &&
                   a->header_bytes == b->header_bytes));
  }
  BOOST_TEST((facts(urls) != facts(other.reachable())));
}

BOOST_AUTO_TEST_CASE(urls_are_canonical_and_pages_of_plausible_size) {
  for (const char* profile : {"as", "jp", "wo", "in"}) {
    Generated site(small(profile, 2000));
    for (const ReachableUrl& url : site.reachable()) {
      const auto key = canonical_url(url.url);
      BOOST_REQUIRE((key && *key == url.url));
    }
    BOOST_TEST(site.measures().page_kb > 2.0, profile);
    BOOST_TEST(site.measures().page_kb < 6.0, profile);
  }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_made_is_an_error) {
  const auto code = [](GenerateOptions options) {
    const auto made = generate(options, [](std::uint64_t, std::uint64_t) {});
    return made ? ErrorCode::internal : made.error().code;
  };
  GenerateOptions options = small("nowhere", 100);
  options.output = fs::temp_directory_path() / "tagtrail-no-such-folder" / "x.replica";
  BOOST_CHECK(code(options) == ErrorCode::invalid_argument);
  options.profile = "nc";
  options.pages = 20;
  BOOST_CHECK(code(options) == ErrorCode::invalid_argument);
  options.pages = 5'000'000;
  BOOST_CHECK(code(options) == ErrorCode::invalid_argument);
  options.pages = 2000;
  BOOST_CHECK(code(options) == ErrorCode::io);
  BOOST_TEST(!fs::exists(options.output.parent_path()));
  // A folder of the replica's name stays, and nothing unfinished is left beside it.
  const ScratchFolder scratch;
  const fs::path& folder = scratch.path();
  options.output = folder / "site.replica";
  fs::create_directories(options.output / "kept");
  BOOST_CHECK(code(options) == ErrorCode::io);
  BOOST_TEST(fs::exists(options.output / "kept"));
  BOOST_TEST(!fs::exists(folder / "site.replica.part"));
}

BOOST_AUTO_TEST_SUITE_END()

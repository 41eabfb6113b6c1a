// The policy `anthelion`: which host, which link, what it learns, its snapshots.
#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "fake_context.hpp"
#include "fake_site.hpp"
#include "policy/anthelion/host_ranking.hpp"
#include "tagtrail/decision_json.hpp"
#include "tagtrail/policy.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

/// No choices at random.
Config greedy() {
  Config config;
  config.anthelion.lambda = 0;
  return config;
}

/// The policy alone, told of links and answers by hand.
class Crawler {
 public:
  explicit Crawler(const Config& config = greedy(), std::string_view name = "anthelion")
      : policy(find_policy(name)->make(config, context)) {}

  UrlId find(const std::string& url) {
    const UrlId id = context.intern_url(url);
    BOOST_REQUIRE((policy->consider(context.link(id)) == Verdict::later));
    return id;
  }
  /// The URL chosen, or nothing.
  std::string choose() {
    const auto choice = policy->choose();
    if (!choice) return {};
    words = choice->reason.words;
    return std::string(context.url(choice->url));
  }
  /// A page: a result or none.
  void answer(const std::string& url, bool good, const Page& page = {}) {
    Outcome outcome = outcome_of(url, good ? 1 : 0);
    outcome.url_class = UrlClass::html;
    policy->on_outcome(outcome);
    policy->page_begin(context.link(outcome.url), true, page);
    policy->page_end(0);
  }
  Outcome outcome_of(const std::string& url, double gain) {
    Outcome outcome;
    outcome.url = context.intern_url(url);
    outcome.url_class = gain > 0 ? UrlClass::target : UrlClass::neither;
    outcome.new_target = gain > 0;
    outcome.gain = gain;
    outcome.chosen = true;
    return outcome;
  }
  /// Six answers from another host, which make a batch: good below /shop/, bad below /news/.
  void teach(const std::string& root = "http://taught.test") {
    for (int i = 0; i < 3; ++i) {
      answer(root + "/shop/" + std::to_string(i), true);
      answer(root + "/news/" + std::to_string(i), false);
    }
  }
  Bytes saved() const {
    ByteWriter out;
    policy->save(out);
    return out.take();
  }

  FakeContext context;
  std::unique_ptr<Policy> policy;
  std::string words;
};

Page page_of(const std::vector<std::string>& urls) {
  Page page;
  page.links = links(urls);
  return page;
}

/// Pages of 40 hosts that link to each other and to pages of other hosts. On every eighth host most
/// pages are results, elsewhere few.
class InventedWeb {
 public:
  InventedWeb() {
    Random random(21);
    for (std::size_t page = 0; page < kHosts * kPages; ++page) {
      const std::size_t host = page / kPages;
      good_.push_back(random.below(100) < (host % 8 == 3 ? 70U : 3U));
      const bool says = random.below(10) < 7;
      urls_.push_back("http://h" + std::to_string(host) + ".test/" +
                      (good_.back() == says ? "item/x" : "about/x") + std::to_string(page));
    }
    for (std::size_t page = 0; page < urls_.size(); ++page) {
      std::vector<std::string> out;
      const std::size_t first = page / kPages * kPages;
      for (int i = 0; i < 5; ++i) out.push_back(urls_[first + random.below(kPages)]);
      for (int i = 0; i < 2; ++i) out.push_back(urls_[random.below(urls_.size())]);
      links_[urls_[page]] = {good_[page], page_of(out)};
    }
  }

  /// Results among the first 300 pages that a policy takes.
  int results(const std::string& policy, const Config& config) const {
    Crawler crawler(config, policy);
    std::set<std::string> found{urls_.front()};
    int results = 0;
    std::string url = urls_.front();
    for (int fetched = 0; fetched < 300 && !url.empty(); ++fetched, url = crawler.choose()) {
      const auto& [good, page] = links_.at(url);
      results += good ? 1 : 0;
      crawler.answer(url, good, page);
      for (const LinkObservation& child : page.links) {
        if (found.insert(child.url).second) crawler.find(child.url);
      }
    }
    return results;
  }

 private:
  static constexpr std::size_t kHosts = 40;
  static constexpr std::size_t kPages = 40;
  std::vector<bool> good_;
  std::vector<std::string> urls_;
  std::map<std::string, std::pair<bool, Page>> links_;
};

std::string text_of(const Decision& decision) { return decision_to_json(decision).dump(); }

/// Ten hosts; on every third each page links to a file.
FakeSite many_hosts() {
  FakeSite site;
  std::vector<LinkObservation> start;
  for (int h = 0; h < 10; ++h) {
    const std::string root = "http://h" + std::to_string(h) + ".test";
    start.push_back(link(root + "/"));
    std::vector<LinkObservation> all;
    if (h % 3 == 0) {
      site.file(root + "/first/table.csv");
      all.push_back(link(root + "/first/table.csv"));
    }
    for (int i = 0; i < 12; ++i) {
      const std::string page = root + "/page/" + std::to_string(i);
      all.push_back(link(page));
      std::vector<LinkObservation> found{link(root + "/page/" + std::to_string((i + 5) % 12))};
      if (h % 3 == 0) {
        site.file(page + "/table.csv");
        found.push_back(link(page + "/table.csv"));
      }
      site.page(page, std::move(found));
    }
    site.page(root + "/", std::move(all));
  }
  site.page("/", std::move(start));
  return site;
}

Config for_all_hosts() {
  Config config = config_for("anthelion");
  config.scope = "regex:^http://.*";
  return config;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(anthelion)

BOOST_AUTO_TEST_CASE(on_one_host_the_likeliest_link_comes_first) {
  Crawler crawler;
  crawler.find("http://a.test/news/1");
  crawler.find("http://a.test/news/2");
  crawler.find("http://a.test/shop/1");
  BOOST_TEST(crawler.choose() == "http://a.test/news/1");  // nothing is known: the oldest
  BOOST_TEST(crawler.words ==
             "'a.test' has brought 0 results in 0 requests; the first found of "
             "its links");
  crawler.teach();
  // What was found before is classified as soon as there is something to classify with.
  BOOST_TEST(crawler.choose() == "http://a.test/shop/1");
  crawler.find("http://a.test/news/3");
  crawler.find("http://a.test/shop/2");
  BOOST_TEST(crawler.choose() == "http://a.test/shop/2");
  // Equal ones: the oldest.
  BOOST_TEST(crawler.choose() == "http://a.test/news/2");
  BOOST_TEST(crawler.choose() == "http://a.test/news/3");
  BOOST_TEST(crawler.choose().empty());
  BOOST_TEST(crawler.policy->frontier_size() == 0U);
}

BOOST_AUTO_TEST_CASE(learns_when_more_than_a_batch_waits) {
  Crawler crawler;
  const UrlId url = crawler.find("http://a.test/shop/1");
  for (int i = 0; i < 5; ++i) crawler.answer("http://b.test/shop/" + std::to_string(i), i > 2);
  BOOST_TEST(!crawler.policy->expected_files(url).has_value());
  crawler.answer("http://b.test/shop/5", true);
  BOOST_REQUIRE(crawler.policy->expected_files(url).has_value());
  BOOST_TEST(*crawler.policy->expected_files(url) == 0.5, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(results_and_nothing_else_are_good) {
  Crawler crawler;
  crawler.find("http://a.test/1");
  crawler.policy->on_outcome(crawler.outcome_of("http://a.test/a.csv", 1));
  crawler.policy->on_outcome(crawler.outcome_of("http://a.test/b.csv", 0.25));
  crawler.policy->on_outcome(crawler.outcome_of("http://a.test/dead", 0));
  const Bytes before = crawler.saved();
  Outcome excluded = crawler.outcome_of("http://a.test/closed", 0);
  excluded.excluded = true;
  crawler.policy->on_outcome(excluded);
  BOOST_TEST((crawler.saved() == before));
  const auto groups = crawler.policy->groups();
  BOOST_REQUIRE(groups.size() == 1U);
  BOOST_TEST(groups[0].tag_path == "a.test");
  BOOST_TEST(groups[0].visits == 3U);
  BOOST_TEST(groups[0].mean_reward == 2.0 / 3);
  BOOST_TEST(groups[0].open_links == 1U);
}

BOOST_AUTO_TEST_CASE(the_host_with_the_best_rate_comes_first) {
  Crawler crawler;
  // One good of two: (1 + 1) / (1 + 1), as much as a host that nobody has tried.
  crawler.answer("http://mixed.test/a", true);
  crawler.answer("http://mixed.test/b", false);
  crawler.answer("http://good.test/a", true);
  crawler.answer("http://bad.test/a", false);
  for (const char* host : {"bad", "new", "mixed", "good"}) {
    crawler.find("http://" + std::string(host) + ".test/x");
  }
  BOOST_TEST(crawler.choose() == "http://good.test/x");
  BOOST_TEST(crawler.words.starts_with("'good.test' has brought 1 results in 1 requests"));
  BOOST_TEST(crawler.choose() == "http://mixed.test/x");  // known before `new`
  BOOST_TEST(crawler.choose() == "http://new.test/x");
  BOOST_TEST(crawler.choose() == "http://bad.test/x");
}

BOOST_AUTO_TEST_CASE(a_host_is_the_full_name) {
  Crawler crawler;
  crawler.answer("http://www.shop.test:8080/a", true);
  crawler.answer("http://shop.test/a", false);
  crawler.find("http://shop.test/x");
  crawler.find("http://www.shop.test/x");
  BOOST_TEST(crawler.choose() == "http://www.shop.test/x");
}

BOOST_AUTO_TEST_CASE(a_share_of_the_choices_is_random_among_hosts) {
  Config config;
  config.anthelion.decay = 0;
  config.anthelion.lambda = 0.4;
  Crawler crawler(config);
  crawler.answer("http://h0.test/a", true);
  constexpr int kHosts = 4;
  std::map<std::string, int> chosen;
  int at_random = 0;
  constexpr int kChoices = 8000;
  for (int host = 0; host < kHosts; ++host) {
    crawler.find("http://h" + std::to_string(host) + ".test/x");
  }
  for (int i = 0; i < kChoices; ++i) {
    const std::string url = crawler.choose();
    ++chosen[url];
    at_random += crawler.words.starts_with("drawn among the hosts") ? 1 : 0;
    crawler.find(url);
  }
  const auto near = [](int count, double expected) {
    return std::abs(count - expected) < 5 * std::sqrt(expected);
  };
  BOOST_TEST(near(at_random, 0.4 * kChoices));
  for (int host = 1; host < kHosts; ++host) {
    BOOST_TEST(near(chosen["http://h" + std::to_string(host) + ".test/x"], 0.1 * kChoices));
  }
}

BOOST_AUTO_TEST_CASE(the_share_of_random_choices_falls) {
  Config config;
  config.anthelion.decay = 100;
  Crawler crawler(config);
  crawler.find("http://a.test/x");
  const auto at_random = [&](int choices) {
    int count = 0;
    for (int i = 0; i < choices; ++i) {
      crawler.find(crawler.choose());
      count += crawler.words.starts_with("drawn among the hosts") ? 1 : 0;
    }
    return count;
  };
  // The sum of 0.5 * 100 / (t + 100): 50 ln 2 for t to 100, then 50 ln (10,100 / 200).
  BOOST_TEST(std::abs(at_random(100) - 34.7) < 20);
  BOOST_TEST(std::abs(at_random(10'000) - 196) < 60);
}

BOOST_AUTO_TEST_CASE(links_of_results_are_likelier) {
  Config config = greedy();
  config.anthelion.features = "parents";
  Crawler crawler(config);
  // Those that a result links to are results, but for one; others are not.
  for (int i = 0; i < 12; ++i) {
    const std::string child = "http://b.test/c" + std::to_string(i);
    crawler.answer("http://b.test/p" + std::to_string(i), i % 3 == 0, page_of({child, child}));
    crawler.answer(child, i % 3 == 0 && i != 3);
  }
  const UrlId waiting = crawler.find("http://a.test/1");
  const UrlId other = crawler.find("http://a.test/2");
  const double before = *crawler.policy->expected_files(waiting);
  BOOST_TEST(before == *crawler.policy->expected_files(other));
  crawler.answer("http://b.test/p", true, page_of({"http://a.test/2", "http://a.test/3"}));
  BOOST_TEST(*crawler.policy->expected_files(waiting) == before);
  BOOST_TEST(*crawler.policy->expected_files(other) > before + 0.3);
  // Also one that is found there first, or asked about.
  const UrlId fresh = crawler.context.intern_url("http://a.test/3");
  BOOST_TEST(*crawler.policy->foresee(crawler.context.link(fresh), "").probability ==
             *crawler.policy->expected_files(other));
  crawler.find("http://a.test/3");
  BOOST_TEST(crawler.choose() == "http://a.test/2");
  BOOST_TEST(crawler.choose() == "http://a.test/3");
  // A page that is no result is no good parent.
  crawler.answer("http://b.test/q", false, page_of({"http://a.test/1"}));
  BOOST_TEST(*crawler.policy->expected_files(waiting) == before);
}

BOOST_AUTO_TEST_CASE(a_static_classifier_learns_from_the_first_answers_only) {
  Config config = greedy();
  config.anthelion.online = false;
  config.anthelion.training_pages = 8;
  Crawler crawler(config);
  const UrlId url = crawler.find("http://a.test/shop/1");
  const auto foreseen = [&] {
    return crawler.policy->foresee(crawler.context.link(url), "").probability;
  };
  crawler.teach();
  const auto six = foreseen();
  crawler.answer("http://b.test/shop/1", true);
  BOOST_TEST((foreseen() == six));
  crawler.answer("http://b.test/shop/2", true);
  const auto eight = foreseen();
  BOOST_TEST((eight > six));
  for (int i = 0; i < 20; ++i) crawler.answer("http://b.test/shop/x" + std::to_string(i), false);
  BOOST_TEST((foreseen() == eight));
}

BOOST_AUTO_TEST_CASE(what_is_removed_may_come_back) {
  Crawler crawler;
  const UrlId first = crawler.find("http://a.test/1");
  crawler.find("http://a.test/2");
  crawler.policy->remove(first);
  crawler.policy->remove(first);
  BOOST_TEST(crawler.policy->frontier_size() == 1U);
  BOOST_TEST(!crawler.policy->expected_files(first).has_value());
  crawler.find("http://a.test/1");
  crawler.find("http://a.test/1");
  BOOST_TEST(crawler.policy->frontier_size() == 2U);
  BOOST_TEST(crawler.choose() == "http://a.test/1");
  BOOST_TEST(crawler.choose() == "http://a.test/2");
}

/// Against looking at all hosts and links each time.
BOOST_DATA_TEST_CASE(each_function_ranks_as_a_full_search_does, boost::unit_test::data::xrange(7),
                     number) {
  const auto function = static_cast<HostFunction>(number);
  constexpr HostId kHosts = 12;
  struct Link {
    HostId host = 0;
    double score = 0;
  };
  std::map<UrlId, Link> links;
  std::vector<HostFacts> facts(kHosts);
  LinkQueues queues;
  HostRanking ranking(function);
  Random random(7);
  const auto told = [&](HostId host) {
    const bool any = queues.size(host) > 0;
    ranking.queue_changed(host, any, any ? queues.score(queues.best(host)) : 0);
  };
  for (int step = 0; step < 5000; ++step) {
    const auto url = static_cast<UrlId>(random.below(60));
    const double score = static_cast<double>(random.below(8)) / 8;
    if (links.count(url) == 0) {
      const auto host = static_cast<HostId>(random.below(kHosts));
      links[url] = {host, score};
      queues.add(url, host, score);
      told(host);
    } else if (random.below(2) == 0) {
      links[url].score = score;
      queues.rescore(url, score);
      told(links[url].host);
    } else {
      const HostId host = links[url].host;
      links.erase(url);
      queues.remove(url);
      told(host);
    }
    const auto answered = static_cast<HostId>(random.below(kHosts));
    const bool good = random.below(answered + 2U) == 0;
    ++(good ? facts[answered].good : facts[answered].bad);
    ranking.answered(answered, good);
    if (links.empty()) continue;
    std::map<HostId, UrlId> best;
    for (const auto& [id, link] : links) {
      const auto known = best.find(link.host);
      if (known == best.end() || link.score > links[known->second].score) best[link.host] = id;
    }
    BOOST_REQUIRE(ranking.size() == best.size());
    for (const auto& [host, id] : best) {
      facts[host].best = links[id].score;
      BOOST_REQUIRE(queues.best(host) == id);
    }
    Random draws(static_cast<std::uint64_t>(step));
    const HostRanking::Pick pick = ranking.best(draws);
    if (is_drawn(function)) {
      BOOST_REQUIRE(best.count(pick.host) == 1U);
      BOOST_REQUIRE((pick.score >= 0 && pick.score <= 1));
      continue;
    }
    HostId wanted = best.begin()->first;
    for (const auto& [host, id] : best) {
      if (host_score(function, facts[host]) > host_score(function, facts[wanted])) wanted = host;
    }
    BOOST_REQUIRE(pick.host == wanted);
    BOOST_REQUIRE(pick.score == host_score(function, facts[wanted]));
  }
}

BOOST_AUTO_TEST_CASE(thompson_prefers_what_has_brought_more) {
  HostRanking ranking(HostFunction::thompson);
  for (int i = 0; i < 30; ++i) {
    ranking.answered(0, i % 10 == 0);
    ranking.answered(1, i % 10 != 0);
  }
  for (HostId host = 0; host < 2; ++host) ranking.queue_changed(host, true, 0.5);
  Random random(1);
  int second = 0;
  for (int i = 0; i < 1000; ++i) second += ranking.best(random).host == 1 ? 1 : 0;
  BOOST_TEST(second > 990);
}

BOOST_DATA_TEST_CASE(pages_that_are_results_are_found_early,
                     boost::unit_test::data::make({"nb success-rate", "ht success-rate",
                                                   "nb best-score", "ht best-score", "nb thompson",
                                                   "nb success-best", "nb thompson-best",
                                                   "nb negative-bad"}),
                     variant) {
  const std::string words = variant;
  static const InventedWeb web;
  static const int by_chance = std::max(web.results("random", {}), web.results("bfs", {}));
  Config config = greedy();
  config.anthelion.classifier = words.substr(0, 2);
  config.anthelion.host_function = words.substr(3);
  const int results = web.results("anthelion", config);
  BOOST_TEST(2 * results > 3 * by_chance);
}

BOOST_AUTO_TEST_CASE(a_crawl_over_hosts_goes_where_results_are) {
  FakeSite site = many_hosts();
  Config config = for_all_hosts();
  config.anthelion.lambda = 0;
  config.budget.requests = 120;
  const auto focused = engine_for(config);
  crawl_text(*focused, site);
  config.policy = "bfs";
  const auto breadth = engine_for(config);
  crawl_text(*breadth, site);
  BOOST_TEST(breadth->progress().targets < 10U);
  BOOST_TEST(focused->progress().targets > 40U);
}

BOOST_DATA_TEST_CASE(every_variant_goes_on_from_a_snapshot,
                     boost::unit_test::data::make({"nb url success-best", "nb both thompson-best",
                                                   "ht both success-rate", "ht url thompson",
                                                   "ht parents good-best", "nb parents best-score",
                                                   "nb both negative-bad"}),
                     variant) {
  const std::string words = variant;
  Config config = for_all_hosts();
  config.anthelion.classifier = words.substr(0, 2);
  config.anthelion.features = words.substr(3, words.find(' ', 3) - 3);
  config.anthelion.host_function = words.substr(words.find(' ', 3) + 1);
  FakeSite site = many_hosts();
  const auto engine = engine_for(config);
  std::unique_ptr<Engine> other = engine_for(config);
  std::size_t steps = 0;
  for (;; ++steps) {
    const Bytes bytes = engine->snapshot();
    BOOST_REQUIRE((other->snapshot() == bytes));
    other = must(Engine::restore(bytes.data(), bytes.size()));
    const Decision decision = engine->next();
    BOOST_REQUIRE_EQUAL(text_of(other->next()), text_of(decision));
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) break;
    answer_from(*engine, site, *request);
    answer_from(*other, site, *request);
  }
  BOOST_TEST(engine->progress().targets == 52U);
  BOOST_TEST(steps == 183U);
}

BOOST_AUTO_TEST_SUITE_END()

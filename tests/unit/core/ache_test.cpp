// The policy `ache`: which link is next, what it learns, what it sets aside, its snapshots.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "critic/link_words.hpp"
#include "fake_context.hpp"
#include "fake_site.hpp"
#include "policy/ache/paths.hpp"
#include "policy/ache/sites.hpp"
#include "tagtrail/policy.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;
using Json = nlohmann::json;

namespace {

/// Pages that say "flight" are on topic, those that say "match" are not. Links that say "search"
/// lead to a result, those that say "list" to such a page, those that say "news" to one of these.
std::string model() {
  const Json links = {
      {"cases", {10, 10, 10}},
      {"words",
       {{"anchor search", {10, 0, 0}}, {"anchor list", {0, 10, 0}}, {"anchor new", {0, 0, 10}}}}};
  const Json pages = {{"cases", {10, 10}}, {"words", {{"flight", {0, 10}}, {"match", {10, 0}}}}};
  return Json{{"format", "tagtrail-ache-model"}, {"version", 1}, {"pages", pages}, {"links", links}}
      .dump();
}

Config offline() {
  Config config;
  config.seed_url = "http://a/";
  config.ache.mode = "offline";
  config.ache.model = model();
  return config;
}

Config with_mode(const std::string& mode) {
  Config config = offline();
  config.ache.mode = mode;
  return config;
}

/// The policy alone, told of links and answers by hand.
class Crawler {
 public:
  explicit Crawler(const Config& config) : policy(find_policy("ache")->make(config, context)) {
    context.add({config.seed_url, "", "", 0});
  }

  /// A page that says so, with these links (URL, anchor).
  void read(const std::string& url, const std::string& text,
            const std::vector<std::pair<std::string, std::string>>& links) {
    Page page;
    page.text = text;
    for (const auto& [link, anchor] : links) {
      page.links.push_back(testing::link(link));
      page.links.back().anchor = anchor;
      page.links.back().around = anchor;
    }
    std::vector<std::pair<UrlId, const LinkObservation*>> fresh;
    for (const LinkObservation& link : page.links) {
      if (!known(link.url)) fresh.emplace_back(context.add({link.url, link.anchor, "", 1}), &link);
    }
    policy->page_begin(context.link(context.intern_url(url)), true, page);
    for (const auto& [id, link] : fresh) {
      LinkView view = context.link(id);
      view.observation = link;
      BOOST_REQUIRE((policy->consider(view) == Verdict::later));
    }
    policy->page_end(0);
  }
  bool known(const std::string& url) const {
    for (UrlId id = 0; id < context.known().urls; ++id) {
      if (context.url(id) == url) return true;
    }
    return false;
  }
  std::string choose() {
    const auto choice = policy->choose();
    if (!choice) return {};
    words = choice->reason.words;
    return std::string(context.url(choice->url));
  }
  void answer(const std::string& url, double gain) {
    Outcome outcome;
    outcome.url = context.intern_url(url);
    outcome.url_class = UrlClass::html;
    outcome.new_target = gain > 0;
    outcome.gain = gain;
    outcome.chosen = true;
    policy->on_outcome(outcome);
  }

  FakeContext context;
  std::unique_ptr<Policy> policy;
  std::string words;
};

Bytes saved(const Policy& policy) {
  ByteWriter out;
  policy.save(out);
  return out.take();
}

ache::PathLink path_link(const std::string& url, const std::string& anchor, std::size_t distance) {
  return {ache::link_words(url, anchor, ""), distance};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ache_policy)

BOOST_AUTO_TEST_CASE(words_are_chosen_for_each_distance_and_space) {
  const std::vector<ache::PathLink> links{
      path_link("http://h/jobsearch", "Find jobs", 0), path_link("http://h/job", "jobs", 0),
      path_link("http://h/job", "The jobs", 0), path_link("http://h/carsearch", "Cars", 1)};
  // Of distance 0: job 2 + 1 of jobsearch, jobsearch 1.
  BOOST_TEST(ache::chosen_words(links, 2, {1, 5}) ==
                 (WordSet{"anchor car", "anchor job", "url carsearch", "url job"}),
             boost::test_tools::per_element());
  BOOST_TEST(ache::words_among(links[0].words, WordSet{"anchor search", "url job", "url search"}) ==
                 (WordSet{"url job", "url search"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_nearest_link_comes_first) {
  Crawler crawler(offline());
  crawler.read("http://a/", "",
               {{"http://a/1", "news"}, {"http://a/2", "list"}, {"http://a/3", "search"}});
  BOOST_TEST(crawler.choose() == "http://a/3");
  BOOST_TEST(crawler.words.starts_with("by its words it leads to a result (probability 0.9"));
  BOOST_TEST(crawler.choose() == "http://a/2");
  BOOST_TEST(crawler.words.starts_with("by its words it leads to a page 1 step away"));
  BOOST_TEST(crawler.choose() == "http://a/1");
  BOOST_TEST(crawler.choose() == "");
}

BOOST_AUTO_TEST_CASE(what_is_found_waits_until_all_queues_are_empty) {
  Crawler crawler(offline());
  crawler.read("http://a/", "", {{"http://a/1", "news"}, {"http://a/2", "list"}});
  BOOST_TEST(crawler.choose() == "http://a/2");
  crawler.read("http://a/2", "flight", {{"http://a/3", "search"}});
  BOOST_TEST(crawler.policy->frontier_size() == 2U);
  BOOST_TEST(crawler.choose() == "http://a/1");
  BOOST_TEST(crawler.choose() == "http://a/3");
}

BOOST_AUTO_TEST_CASE(links_of_pages_off_topic_are_open_but_not_followed) {
  Crawler crawler(with_mode("online"));
  crawler.read("http://a/", "match", {{"http://a/1", "x"}});  // the start page always counts
  BOOST_TEST(crawler.choose() == "http://a/1");
  crawler.read("http://a/1", "match", {{"http://a/2", "x"}, {"http://a/3", "x"}});
  BOOST_TEST(crawler.choose() == "");
  BOOST_TEST(crawler.policy->frontier_size() == 2U);
  crawler.read("http://a/", "", {{"http://a/4", "x"}});
  BOOST_TEST(crawler.choose() == "http://a/4");
  crawler.read("http://a/4", "flight", {{"http://a/3", "x"}});
  BOOST_TEST(crawler.choose() == "http://a/3");
  BOOST_TEST(crawler.words.find("on topic with probability 0.9") != std::string::npos);
  BOOST_TEST(crawler.policy->frontier_size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_host_is_left_when_enough_was_had_of_it) {
  Config config = offline();
  config.ache.site_results = 2;
  config.ache.site_pages = 5;
  Crawler crawler(config);
  crawler.read("http://a/", "", {{"http://a/1", "search"}, {"http://b/1", "news"}});
  crawler.answer("http://a/x", 1);
  crawler.answer("http://a/y", 1);
  BOOST_TEST(crawler.choose() == "http://b/1");
  BOOST_TEST(crawler.choose() == "");
  BOOST_TEST(crawler.policy->frontier_size() == 1U);
  ache::Sites sites({0, 2});
  sites.answered("http://b/1", false);
  BOOST_TEST(!sites.is_left("http://b/2"));
  sites.answered("http://b/1", false);
  BOOST_TEST(sites.is_left("http://b/2"));
  BOOST_TEST(!sites.is_left("http://c/"));
  ache::Sites endless({0, 0});
  for (int i = 0; i < 100; ++i) endless.answered("http://b/1", true);
  BOOST_TEST(!endless.is_left("http://b/1"));
}

BOOST_AUTO_TEST_CASE(it_learns_from_the_paths_to_results) {
  Config config = with_mode("online");
  config.ache.model.clear();
  config.ache.learn_every = 3;
  Crawler crawler(config);
  crawler.read("http://a/", "",
               {{"http://a/n1", "News"},
                {"http://a/f1", "Book flights"},
                {"http://a/f2", "Cheap flights"},
                {"http://a/f3", "All flights"},
                {"http://a/n2", "Sport"},
                {"http://a/f4", "More flights"}});
  BOOST_TEST(crawler.choose() == "http://a/n1");
  BOOST_TEST(crawler.words == "the first found of the waiting links");
  for (const char* path : {"f1", "f2", "f3"}) {
    BOOST_TEST(crawler.choose() == std::string("http://a/") + path);
    crawler.answer(std::string("http://a/") + path, 1);
  }
  BOOST_TEST(crawler.choose() == "http://a/f4");
  BOOST_TEST(crawler.words.find("by its words it leads to a result") == 0U);
  const auto groups = crawler.policy->groups();
  BOOST_REQUIRE_EQUAL(groups.size(), 3U);
  BOOST_TEST(groups[0].visits == 3U);
  BOOST_TEST(groups[0].mean_reward == 1);
}

BOOST_AUTO_TEST_CASE(the_more_results_there_were_the_more_it_waits_for) {
  FakeContext context;
  context.add({"http://a/", "", "", 0});
  ache::Paths paths(context);
  const auto until_due = [&] {
    int results = 0;
    for (; !paths.is_time(10); ++results) paths.led_to_result(0);
    paths.take(3);
    return results;
  };
  BOOST_TEST(until_due() == 10);
  for (int i = 0; i < 990; ++i) paths.led_to_result(0);
  paths.take(3);
  BOOST_TEST(until_due() == 52);  // a twentieth of the 1,052 there are then
}

BOOST_AUTO_TEST_CASE(only_what_is_to_learn_learns) {
  for (const std::string mode : {"baseline", "offline", "offline-online"}) {
    Config config = with_mode(mode);
    config.ache.learn_every = 1;
    Crawler crawler(config);
    crawler.read("http://a/", "", {{"http://a/1", "search"}, {"http://a/2", "flights"}});
    crawler.answer("http://a/2", 1);
    BOOST_TEST(crawler.choose() == (mode == "offline-online" ? "http://a/2" : "http://a/1"), mode);
  }
}

BOOST_AUTO_TEST_CASE(snapshots_go_on_as_the_crawl_would_have) {
  for (const std::string mode : {"baseline", "offline", "offline-online", "online"}) {
    Config config = with_mode(mode);
    config.ache.learn_every = 2;
    config.ache.site_results = 3;
    Crawler crawler(config);
    crawler.read("http://a/", "flight",
                 {{"http://a/1", "search"},
                  {"http://b/2", "news"},
                  {"http://b/3", "list"},
                  {"http://a/4", "search"},
                  {"http://c/5", "x"}});
    for (int i = 0; i < 2; ++i) crawler.answer(crawler.choose(), 1);
    crawler.read("http://b/2", "flight", {{"http://b/6", "search"}, {"http://c/7", "x"}});
    crawler.read("http://b/3", "match", {{"http://b/8", "search"}});
    crawler.choose();
    const Bytes bytes = saved(*crawler.policy);
    const auto copy = find_policy("ache")->make(config, crawler.context);
    ByteReader in(bytes);
    BOOST_REQUIRE_MESSAGE(copy->load(in) && in.at_end(), mode);
    BOOST_TEST((saved(*copy) == bytes));
    for (auto choice = crawler.policy->choose(); choice; choice = crawler.policy->choose()) {
      const auto same = copy->choose();
      BOOST_REQUIRE(same.has_value());
      BOOST_TEST(same->url == choice->url);
      BOOST_TEST(same->reason.words == choice->reason.words);
    }
    BOOST_TEST(!copy->choose());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      ByteReader cut(bytes.data(), size);
      BOOST_TEST(!find_policy("ache")->make(config, crawler.context)->load(cut), mode << size);
    }
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      Bytes damaged = bytes;
      damaged[at] ^= 0xFFU;
      const auto policy = find_policy("ache")->make(config, crawler.context);
      ByteReader bad(damaged);
      if (!policy->load(bad)) continue;
      while (policy->choose()) continue;  // whatever it says, it ends
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

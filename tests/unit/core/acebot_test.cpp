// Policy `acebot` in whole crawls.
#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "fake_site.hpp"
#include "tables/string_table.hpp"
#include "tagtrail/decision_json.hpp"
#include "tagtrail/random.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

const std::string kNext = "/html/body/div#pager/a";
const std::string kPost = "/html/body/div#posts/h2/a";
const std::string kTag = "/html/body/ul#tags/li/a";
const std::string kTagged = "/html/body/div#tagged/p/a";
const std::string kPrint = "/html/body/p#print/a";
const std::string kNextText = R"(/html/body/div[@id="pager"]/a/@href)";
const std::string kPostText = R"(/html/body/div[@id="posts"]/h2/a/@href)";

constexpr int kTags = 12;
constexpr int kLists = 20;
constexpr int kPosts = 10;  // of a list

LinkObservation to(const std::string& path, const std::string& tag_path,
                   LinkElement element = LinkElement::a) {
  return tagtrail::testing::link(path, tag_path, element);
}

/// `count` pairs of words, from `first` on.
void say(FakeSite& site, const std::string& path, std::vector<LinkObservation> links,
         std::uint32_t first, std::uint32_t count) {
  Request request;
  request.url = on_site(path);
  site.page(path, std::move(links));
  Response response = site.answer(request);
  for (std::uint32_t i = 0; i < count; ++i) response.page.content.pairs.push_back(first + i);
  site.set(path, std::move(response));
}

/// Twenty lists one behind the other, each with ten posts of 100 pairs of words, and with a print
/// view for each; twelve tags, each with ten posts.
FakeSite blog() {
  FakeSite site;
  std::vector<LinkObservation> start = links({"/list/0"}, kNext);
  for (int tag = 0; tag < kTags; ++tag) {
    const std::string path = "/tag/" + std::to_string(tag);
    start.push_back(link(path, kTag));
    std::vector<LinkObservation> tagged = links({"/"}, "/html/body/a");
    for (int i = 0; i < 10; ++i) {
      tagged.push_back(to("/post/" + std::to_string((tag * 7 + i * 13) % 200), kTagged));
    }
    say(site, path, tagged, 1'000'000 + 3 * static_cast<std::uint32_t>(tag), 3);
  }
  say(site, "/", start, 0, 50);
  for (int list = 0; list < kLists; ++list) {
    std::vector<LinkObservation> found;
    for (int post = list * kPosts; post < (list + 1) * kPosts; ++post) {
      const std::string id = std::to_string(post);
      const auto first = 1000 + 100 * static_cast<std::uint32_t>(post);
      found.push_back(to("/post/" + id, kPost));
      say(site, "/post/" + id, links({"/print/" + id}, kPrint), first, 100);
      say(site, "/print/" + id, links({"/post/" + id}, "/html/body/a"), first, 100);
    }
    if (list + 1 < kLists) found.push_back(to("/list/" + std::to_string(list + 1), kNext));
    say(site, "/list/" + std::to_string(list), found,
        2'000'000 + 10 * static_cast<std::uint32_t>(list), 10);
  }
  return site;
}

Config acebot_config(std::uint64_t sample, std::uint64_t seed = 0) {
  Config config = config_for("acebot");
  config.acebot.sample = sample;
  config.seed = seed;
  return config;
}

std::size_t count_of(const std::vector<std::string>& paths, const std::string& start) {
  return static_cast<std::size_t>(std::count_if(
      paths.begin(), paths.end(), [&](const auto& path) { return path.starts_with(start); }));
}

/// As the next visit is told.
std::string patterns_of(const Engine& engine) {
  std::vector<GroupReport> groups = engine.groups();
  std::sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  std::string text;
  for (const GroupReport& group : groups) text += group.tag_path + "\n";
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(acebot)

BOOST_DATA_TEST_CASE(after_its_sample_it_follows_what_leads_to_new_text,
                     boost::unit_test::data::xrange(5), seed) {
  const FakeSite site = blog();
  const auto engine = engine_for(acebot_config(60, seed));
  std::vector<std::string> all = crawl(*engine, site);
  BOOST_TEST(std::set<std::string>(all.begin(), all.end()).size() == all.size());
  // Of 433 pages; a complete crawl has all.
  BOOST_TEST(all.size() < 320U);
  BOOST_TEST(count_of(all, "/post/") == 200U);
  BOOST_TEST(count_of(all, "/list/") == 20U);
  const std::vector<std::string> later(all.begin() + 60, all.end());
  BOOST_TEST(count_of(later, "/print/") == 0U);
  BOOST_TEST(engine->progress().frontier > 0U);
  const std::string best = "/(" + kNextText + ")+/(" + kPostText + ")";
  BOOST_TEST(patterns_of(*engine).find(best) != std::string::npos, patterns_of(*engine));
}

BOOST_AUTO_TEST_CASE(it_draws_its_sample_from_both_ends) {
  const FakeSite site = blog();
  const auto engine = engine_for(acebot_config(60));
  std::size_t front = 0;
  std::size_t back = 0;
  answer_from(*engine, site, next_request(*engine));
  for (int i = 0; i < 59; ++i) {
    const Request request = next_request(*engine);
    const bool at_front = request.reason.words.starts_with("drawn from the front");
    ++(at_front ? front : back);
    BOOST_TEST((at_front || request.reason.words.starts_with("drawn from the back")));
    if (i == 0) BOOST_TEST(request.url == on_site(at_front ? "/list/0" : "/tag/11"));
    answer_from(*engine, site, request);
  }
  BOOST_TEST(front > 15U);
  BOOST_TEST(back > 15U);
  const Request request = next_request(*engine);
  BOOST_TEST(request.reason.words.starts_with("it is on navigation pattern"));
  BOOST_TEST(request.reason.action >= 0);
}

BOOST_AUTO_TEST_CASE(known_patterns_need_no_sample) {
  const FakeSite site = blog();
  Config config = acebot_config(3000);
  config.acebot.patterns = "# best first\n/(" + kNextText + ")+/(" + kPostText + ")\n/(" +
                           R"(/html/body/ul[@id="tags"]/li/a/@href){1,3})" + "\n";
  const auto engine = engine_for(config);
  const std::vector<std::string> all = crawl(*engine, site);
  BOOST_TEST(all.size() == 1U + 20 + 200 + 12);
  // By rank: what is on the first pattern comes first, in document order.
  BOOST_TEST(all[1] == "/list/0");
  BOOST_TEST(all[2] == "/post/0");
  BOOST_TEST(all[12] == "/list/1");
  BOOST_TEST(all[221] == "/tag/0");
  const auto groups = engine->groups();
  BOOST_REQUIRE(groups.size() == 2U);
  BOOST_TEST(groups[0].id == 0U);
  BOOST_TEST(groups[0].visits == 220U);
  BOOST_TEST(groups[1].visits == 12U);
  BOOST_TEST(groups[0].open_links == 0U);
}

BOOST_AUTO_TEST_CASE(what_it_learnt_starts_the_next_visit) {
  const FakeSite site = blog();
  const auto first = engine_for(acebot_config(60));
  const std::size_t before = crawl(*first, site).size();
  Config config = acebot_config(60);
  config.acebot.patterns = patterns_of(*first);
  const auto second = engine_for(config);
  const std::vector<std::string> all = crawl(*second, site);
  BOOST_TEST(count_of(all, "/post/") == 200U);
  BOOST_TEST(count_of(all, "/print/") == 0U);
  BOOST_TEST(all.size() < before);
  BOOST_TEST(patterns_of(*second) == patterns_of(*first));
}

/// A page that is met first where no pattern leads on, then where one does.
BOOST_AUTO_TEST_CASE(a_link_that_was_set_aside_is_followed_when_another_leads_there) {
  FakeSite site;
  site.page("/", {to("/deep", "/other/a"), to("/list", "/list/a"), to("/end", "/end/a")});
  site.page("/list", {to("/deep", "/post/a"), to("/end", "/post/a")});
  site.page("/deep", {});
  site.page("/end", {to("/last", "/post/a")});
  site.page("/last", {});
  Config config = config_for("acebot");
  config.acebot.patterns = "/(/list/a)/(/post/a)\n";
  BOOST_TEST(crawl_text(*engine_for(config), site) == "/ /list /deep /end");
  // Read as the end of one pattern, then found to be in the middle of another.
  config.acebot.patterns = "/(/end/a)\n/(/list/a)/(/post/a)2\n";
  BOOST_TEST(crawl_text(*engine_for(config), site) == "/ /end /list /deep /last");
}

BOOST_AUTO_TEST_CASE(patterns_are_known_before_the_sample_is_full) {
  const FakeSite site = blog();
  Config config = acebot_config(3000);
  config.budget.requests = 50;
  const auto engine = engine_for(config);
  BOOST_TEST(engine->groups().empty());
  crawl(*engine, site);
  BOOST_REQUIRE(!engine->groups().empty());
  std::uint64_t pages = 0;
  for (const GroupReport& group : engine->groups()) {
    BOOST_TEST(group.open_links == 0U);
    pages += group.visits;
  }
  BOOST_TEST(pages > 10U);
  BOOST_TEST(pages < 50U);
}

BOOST_AUTO_TEST_CASE(links_of_no_pattern_stay_open_and_nobody_waits_for_them) {
  FakeSite site;
  site.page("/", {to("/a", "/one/a"), to("/b", "/two/a"), to("/c", "/two/a")});
  site.page("/a", {});
  Config config = config_for("acebot");
  config.acebot.patterns = "/(/one/a)";
  const auto engine = engine_for(config);
  answer_from(*engine, site, next_request(*engine));
  const Request request = next_request(*engine);
  BOOST_TEST(engine->progress().frontier == 2U);
  BOOST_TEST(request.reason.words ==
             "it is on navigation pattern 1 of 1, known from an earlier visit");
  BOOST_REQUIRE(request.reason.terms.size() == 2U);
  BOOST_TEST(request.reason.terms[1].value == 2.0);
  answer_from(*engine, site, request);
  BOOST_TEST((finished(*engine) == StopReason::frontier_empty));
}

BOOST_AUTO_TEST_CASE(a_site_smaller_than_the_sample_is_crawled_whole) {
  const FakeSite site = blog();
  const auto engine = engine_for(acebot_config(3000));
  BOOST_TEST(crawl(*engine, site).size() == 1U + 12 + 20 + 200 + 200);
  BOOST_TEST(patterns_of(*engine).find(kPostText) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_sample_has_links_of_a_only_and_counts_what_is_no_page) {
  FakeSite site;
  site.page("/", {to("/frame", "/html/iframe", LinkElement::iframe), to("/x.csv", "/html/a"),
                  to("/gone", "/html/b/a"), to("/more", "/html/i/a")});
  site.file("/x.csv");
  site.page("/more", {});
  site.page("/frame", {});
  const std::vector<std::string> all = crawl(*engine_for(acebot_config(3000)), site);
  BOOST_TEST(all.size() == 4U);
  BOOST_TEST(count_of(all, "/frame") == 0U);
  // Two answers after the entry page and learning is over, with no pattern that brings anything.
  BOOST_TEST(crawl(*engine_for(acebot_config(3)), site).size() == 3U);
}

BOOST_DATA_TEST_CASE(restored_at_every_step_the_crawl_is_the_same,
                     boost::unit_test::data::make({0, 1}), with_patterns) {
  const FakeSite site = blog();
  Config config = acebot_config(40, 3);
  config.acebot.labels = "both";
  if (with_patterns != 0) config.acebot.patterns = "/(" + kNextText + ")+/(" + kPostText + ")";
  if (with_patterns != 0) config.acebot.labels = "id";
  const auto whole = engine_for(config);
  auto engine = engine_for(config);
  Random random(1);
  for (std::size_t steps = 0;; ++steps) {
    for (int time = 0; time < 2; ++time) {
      const Bytes bytes = engine->snapshot();
      engine = must(Engine::restore(bytes.data(), bytes.size()));
      BOOST_REQUIRE((engine->snapshot() == bytes));
      if (time == 0) engine->next();
    }
    const Decision expected = whole->next();
    const Decision decision = engine->next();
    BOOST_REQUIRE_EQUAL(decision_to_json(decision).dump(), decision_to_json(expected).dump());
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) {
      BOOST_TEST(steps > 100U);
      break;
    }
    answer_from(*whole, site, *request);
    answer_from(*engine, site, *request);
    BOOST_REQUIRE((whole->snapshot() == engine->snapshot()));
  }
  BOOST_TEST(patterns_of(*engine) == patterns_of(*whole));
}

/// While it learns and after that.
BOOST_DATA_TEST_CASE(forged_snapshots_are_errors_or_crawl_on,
                     boost::unit_test::data::make({20, 70}), steps) {
  const FakeSite site = blog();
  const auto whole = engine_for(acebot_config(40, 3));
  for (int step = 0; step < steps; ++step) answer_from(*whole, site, next_request(*whole));
  const Bytes sound = whole->snapshot();
  // What the policy wrote is at the end.
  Random random(4);
  std::size_t restored = 0;
  for (int round = 0; round < 2000; ++round) {
    Bytes bytes = sound;
    const std::size_t at =
        bytes.size() - 9 - random.below(std::min<std::size_t>(bytes.size() / 2, 6000));
    bytes[at] = static_cast<std::uint8_t>(random.next());
    const std::uint64_t sum = hash_bytes(bytes.data(), bytes.size() - 8);
    for (std::size_t i = 0; i < 8; ++i) {
      bytes[bytes.size() - 8 + i] = static_cast<std::uint8_t>(sum >> (8 * i));
    }
    const auto engine = Engine::restore(bytes.data(), bytes.size());
    if (!engine) continue;
    ++restored;
    (*engine)->groups();
    for (int step = 0; step < 60; ++step) {
      const Decision decision = (*engine)->next();
      const auto* request = std::get_if<Request>(&decision);
      if (request == nullptr) break;
      Response response = site.answer(*request);
      response.issued = (*engine)->progress().issued;
      if (!(*engine)->deliver(std::move(response))) break;
    }
    (*engine)->snapshot();
  }
  BOOST_TEST(restored > 100U);
}

/// The learning phase does not end while answers are to come, and no link is lost.
BOOST_AUTO_TEST_CASE(several_in_flight_read_as_much) {
  const FakeSite site = blog();
  Config config = acebot_config(60);
  config.in_flight = 8;
  const auto engine = engine_for(config);
  std::vector<Request> out;
  std::set<std::string> read;
  for (;;) {
    Decision decision = engine->next();
    if (auto* request = std::get_if<Request>(&decision)) {
      out.push_back(std::move(*request));
      continue;
    }
    if (out.empty()) break;
    Response response = site.answer(out.front());
    response.issued = engine->progress().issued;
    BOOST_TEST(read.insert(out.front().url).second);
    out.erase(out.begin());
    must(engine->deliver(std::move(response)));
  }
  BOOST_TEST(read.size() < 330U);
  for (int post = 0; post < 200; ++post) {
    BOOST_TEST(read.contains(on_site("/post/" + std::to_string(post))), post);
  }
}

BOOST_AUTO_TEST_CASE(its_parameters_are_checked) {
  const auto refused = [](void (*change)(AcebotParameters&)) {
    Config config = acebot_config(60);
    change(config.acebot);
    return validate(config) ? std::string() : validate(config).error().message;
  };
  BOOST_TEST(refused([](AcebotParameters&) {}) == "");
  BOOST_TEST(refused([](AcebotParameters& p) { p.sample = 0; }) ==
             "acebot's sample must be between 1 and 100,000");
  BOOST_TEST(refused([](AcebotParameters& p) { p.k = 0; }) == "k must be between 1 and 10");
  BOOST_TEST(refused([](AcebotParameters& p) { p.cr = 0; }) == "cr must be over 0 and at most 1");
  BOOST_TEST(refused([](AcebotParameters& p) { p.labels = "name"; }) ==
             "unknown labels 'name'; there are: id, class, both");
  BOOST_TEST(refused([](AcebotParameters& p) {
               p.patterns = "/(/a)\n/(";
             }).starts_with("line 2 of the patterns: "));
  Config config = acebot_config(77);
  config.acebot = {77, 2, 0.9, "both", false, "/(/a[@id=\"x\"]/@href)\n"};
  const Config read = must(config_from_json(config_to_json(config)));
  BOOST_TEST(read.acebot.patterns == config.acebot.patterns);
  BOOST_TEST(config_to_json(read) == config_to_json(config));
}

BOOST_AUTO_TEST_SUITE_END()

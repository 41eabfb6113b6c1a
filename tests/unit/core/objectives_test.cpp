// What answers are to each objective: target or not, worth how much, kept, followed.
#include <boost/test/unit_test.hpp>
#include <set>

#include "fake_site.hpp"
#include "objective/hash_set.hpp"
#include "tagtrail/objective.hpp"
#include "tagtrail/random.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

Response page_with(PageContent content, std::vector<LinkObservation> links = {}) {
  Response response;
  response.status = 200;
  response.mime = "text/html";
  response.is_page = true;
  response.page.content = std::move(content);
  response.page.links = std::move(links);
  return response;
}

Response with_markup(MarkupCounts markup) { return page_with({markup, {}, {}}); }

std::unique_ptr<Objective> objective(const Config& config) {
  return must(find_objective(config.objective)->make(config));
}

std::unique_ptr<Objective> markup(MarkupParameters parameters) {
  Config config = config_for("bfs");
  config.objective = "markup";
  config.markup = std::move(parameters);
  return objective(config);
}

double gain(const Objective& objective, const Response& response) {
  return objective.judge(response, "http://site.test/x").gain;
}

/// Two lists of pages; those of one have markup.
FakeSite shop() {
  FakeSite site;
  std::vector<LinkObservation> all;
  for (int i = 0; i < 60; ++i) {
    const std::string name = std::to_string(i);
    all.push_back(link("/news/" + name, "/html/body/ul.news/li/a"));
    all.push_back(link("/item/" + name, "/html/body/div.shop/p/a"));
    site.set("/news/" + name, page_with({}));
    site.set("/item/" + name, with_markup({4, 0, 0, 0}));
  }
  all.push_back(link("/prices.csv"));
  site.file("/prices.csv");
  site.page("/", std::move(all));
  return site;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(objectives_suite)

BOOST_AUTO_TEST_CASE(markup_counts_what_it_is_told_to) {
  const auto any = markup({});
  BOOST_TEST(gain(*any, with_markup({1, 0, 0, 0})) == 1);
  BOOST_TEST(gain(*any, with_markup({0, 0, 0, 3})) == 1);
  BOOST_TEST(gain(*any, with_markup({})) == 0);
  const auto five = markup({"microdata, rdfa", 5, false});
  BOOST_TEST(gain(*five, with_markup({4, 4, 9, 9})) == 0);
  BOOST_TEST(gain(*five, with_markup({5, 0, 0, 0})) == 1);
  const auto counted = markup({"microdata,json-ld", 2, true});
  BOOST_TEST(gain(*counted, with_markup({7, 5, 3, 1})) == 8);
  BOOST_TEST(gain(*counted, with_markup({1, 5, 3, 1})) == 0);
}

BOOST_AUTO_TEST_CASE(markup_that_nobody_knows_is_refused) {
  for (const char* list : {"", "xml", "microdata, xml", "microdata,,rdfa"}) {
    Config config = config_for("bfs");
    config.objective = "markup";
    config.markup.syntaxes = list;
    const auto checked = validate(config);
    BOOST_REQUIRE_MESSAGE(!checked, list);
    BOOST_TEST((checked.error().code == ErrorCode::invalid_argument));
  }
}

BOOST_AUTO_TEST_CASE(a_page_is_kept_and_followed_each_for_its_own_reason) {
  const auto any = markup({});
  const Finding rich = any->judge(with_markup({1, 0, 0, 0}), "http://site.test/x");
  BOOST_TEST((rich.url_class == UrlClass::html && rich.keep && rich.follow));
  const Finding poor = any->judge(with_markup({}), "http://site.test/x");
  BOOST_TEST((poor.url_class == UrlClass::html && !poor.keep && poor.follow));
  Response csv;
  csv.status = 200;
  csv.mime = "text/csv";
  const Finding file = any->judge(csv, "http://site.test/x.csv");
  BOOST_TEST((file.url_class == UrlClass::neither && !file.keep && !file.follow));
  const auto files = objective(config_for("bfs"));
  const Finding wanted = files->judge(csv, "http://site.test/x.csv");
  BOOST_TEST((wanted.url_class == UrlClass::target && wanted.keep && !wanted.follow));
  BOOST_TEST(wanted.gain == 1);
}

BOOST_AUTO_TEST_CASE(files_are_weighed_by_what_they_hold_and_are_files_all_the_same) {
  Config config = config_for("bfs");
  config.objective = "statistics";
  const auto statistics = objective(config);
  BOOST_TEST(statistics->needs().files);
  BOOST_TEST(!objective(config_for("bfs"))->needs().files);
  Response file;
  file.status = 200;
  file.mime = "text/csv";
  const auto weighed = [&](FileHolds holds) {
    file.holds = holds;
    const Finding found = statistics->judge(file, "http://site.test/x.csv");
    BOOST_TEST((found.is_target() && found.keep && found.url_class == UrlClass::target));
    return found.gain;
  };
  BOOST_TEST(weighed(FileHolds::statistics) == 1);
  BOOST_TEST(weighed(FileHolds::nothing) == 0);
  const double data = weighed(FileHolds::data);
  BOOST_TEST((data > 0 && data < 1));
  BOOST_TEST(weighed(FileHolds::unknown) == data);
}

/// A template of two sections: one has tables of statistics, the other forms to fill in.
FakeSite office() {
  FakeSite site;
  std::vector<LinkObservation> all;
  for (int i = 0; i < 40; ++i) {
    const std::string name = std::to_string(i);
    for (const std::string section : {"tables", "forms"}) {
      const std::string page = "/" + section + "/" + name;
      const std::string file = "/data" + page + ".xlsx";
      all.push_back(link(page, "/html/body/ul." + section + "/li/a"));
      site.page(page, {link(file, "/html/body/p." + section + "/a")});
      Response answer;
      answer.status = 200;
      answer.mime = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
      answer.holds = section == "tables" ? FileHolds::statistics : FileHolds::nothing;
      site.set(file, std::move(answer));
    }
  }
  site.page("/", std::move(all));
  return site;
}

BOOST_AUTO_TEST_CASE(statistics_come_first_and_all_files_come) {
  FakeSite site = office();
  // Which section is tried first is chance.
  constexpr std::uint64_t kSeeds = 6;
  const auto early = [&](const char* objective) {
    std::size_t statistics = 0;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      Config config = config_for("trail");
      config.objective = objective;
      config.seed = seed;
      config.budget.requests = 90;
      auto engine = must(Engine::create(config));
      for (const std::string& url : crawl(*engine, site)) {
        if (url.find("/tables/") != std::string::npos && url.ends_with(".xlsx")) ++statistics;
      }
    }
    return statistics;
  };
  const std::size_t weighed = early("statistics");
  BOOST_TEST(weighed >= 35 * kSeeds);
  BOOST_TEST(weighed > early("data-files") + 5 * kSeeds);
  Config config = config_for("trail");
  config.objective = "statistics";
  auto engine = must(Engine::create(config));
  crawl(*engine, site);
  BOOST_TEST(engine->progress().targets == 80U);
  BOOST_TEST(engine->progress().gain == 40);
}

BOOST_AUTO_TEST_CASE(text_pays_once) {
  Config config = config_for("bfs");
  config.objective = "content";
  const auto content = objective(config);
  const Response first = page_with({{}, {}, {1, 2, 3}});
  const Response second = page_with({{}, {}, {2, 3, 4, 70'000}});
  const Finding found = content->judge(first, "");
  BOOST_TEST(found.gain == 3);
  BOOST_TEST(content->take(found, first) == 3);
  BOOST_TEST(content->take(content->judge(second, ""), second) == 2);
  BOOST_TEST(content->take(content->judge(second, ""), second) == 0);
}

BOOST_AUTO_TEST_CASE(a_form_that_searches_pays_once) {
  Form search{"http://site.test/find?x=1", false, "Find", {{"text", "q", "Words", 0, 20}}};
  Form login{"http://site.test/in",
             true,
             "Log in",
             {{"text", "user", "", 0, 20}, {"password", "key", "", 0, 20}}};
  Form mail{"http://site.test/mail", true, "Subscribe", {{"text", "mail", "", 0, 20}}};
  Form posted{"http://site.test/jobs", true, "Search jobs", {{"select", "place", "", 9, 0}}};
  Config config = config_for("bfs");
  config.objective = "forms";
  const auto forms = objective(config);
  BOOST_TEST(gain(*forms, page_with({{}, {login, mail}, {}})) == 0);
  const Response first = page_with({{}, {login, search, posted}, {}});
  BOOST_TEST(gain(*forms, first) == 2);
  BOOST_TEST(forms->take(forms->judge(first, ""), first) == 2);
  search.action = "http://site.test/find?x=2";
  const Response again = page_with({{}, {search}, {}});
  BOOST_TEST(forms->take(forms->judge(again, ""), again) == 0);
}

BOOST_AUTO_TEST_CASE(a_set_of_hashes_is_what_a_set_is) {
  Random random(5);
  HashSet set;
  std::set<std::uint32_t> plain;
  for (int page = 0; page < 200; ++page) {
    std::set<std::uint32_t> hashes;
    for (int i = 0; i < 50; ++i) {
      hashes.insert(static_cast<std::uint32_t>(random.below(page % 2 == 0 ? 3'000 : 0xFFFFFFFF)));
    }
    std::size_t fresh = 0;
    for (const std::uint32_t hash : hashes) fresh += plain.insert(hash).second ? 1 : 0;
    BOOST_REQUIRE_EQUAL(set.add({hashes.begin(), hashes.end()}), fresh);
  }
  BOOST_TEST(set.size() == plain.size());
  ByteWriter out;
  set.save(out);
  HashSet copy;
  ByteReader in(out.bytes());
  BOOST_REQUIRE(copy.load(in));
  BOOST_TEST(in.at_end());
  BOOST_TEST(copy.add({plain.begin(), plain.end()}) == 0U);
  Bytes damaged = out.bytes();
  damaged.pop_back();
  ByteReader cut(damaged);
  BOOST_TEST(!copy.load(cut));
}

BOOST_AUTO_TEST_CASE(a_crawl_goes_where_pages_pay_and_asks_for_no_files) {
  for (const char* policy : {"trail", "sb-classifier"}) {
    const FakeSite site = shop();
    Config config = config_for(policy);
    config.objective = "markup";
    config.budget.requests = 90;
    const auto engine = engine_for(config);
    const auto asked = crawl(*engine, site);
    const auto progress = engine->progress();
    BOOST_TEST_CONTEXT(policy) {
      BOOST_TEST(std::count(asked.begin(), asked.end(), "/prices.csv") == 0);
      BOOST_TEST(progress.targets >= 50U);
      BOOST_TEST(progress.gain == static_cast<double>(progress.targets));
    }
  }
}

BOOST_AUTO_TEST_CASE(what_was_taken_is_in_snapshots) {
  FakeSite site;
  site.page("/", links({"/a", "/b"}));
  site.set("/a", page_with({{}, {}, {1, 2, 3}}));
  site.set("/b", page_with({{}, {}, {2, 3, 4}}));
  Config config = config_for("bfs");
  config.objective = "content";
  auto engine = engine_for(config);
  for (int i = 0; i < 2; ++i) answer_from(*engine, site, next_request(*engine));
  const Bytes snapshot = engine->snapshot();
  auto again = must(Engine::restore(snapshot.data(), snapshot.size()));
  BOOST_TEST(again->progress().gain == 3);
  BOOST_TEST(answer_from(*again, site, next_request(*again)).gain == 1);
  BOOST_TEST(again->progress().gain == 4);
}

BOOST_AUTO_TEST_SUITE_END()

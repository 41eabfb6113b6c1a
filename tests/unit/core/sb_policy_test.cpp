// SB-CLASSIFIER in whole crawls: phases, rewards, nested pages (docs/policies.md).
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "fake_site.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

const std::string kList = "/html/body/ul.list/li/a";
const std::string kNews = "/html/body/main/section/article.news/div/p/a";

double mean_of(const Request& request) {
  BOOST_REQUIRE(!request.reason.terms.empty());
  return request.reason.terms[0].value;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sb_policy)

BOOST_AUTO_TEST_CASE(the_oracle_fetches_targets_at_once_and_never_the_rest) {
  FakeSite site;
  site.page("/", links({"/a", "/t1.csv", "/dead", "/x.png", "/t2.csv"}));
  site.page("/a", links({"/t1.csv", "/t3.csv"}));
  for (const char* file : {"/t1.csv", "/t2.csv", "/t3.csv"}) site.file(file);
  site.file("/x.png", "image/png");
  const auto engine = engine_for(config_for("sb-oracle"), &site);
  BOOST_TEST(crawl_text(*engine, site) == "/ /t1.csv /t2.csv /a /t3.csv");
  BOOST_TEST(engine->progress().heads == 0U);
}

BOOST_AUTO_TEST_CASE(a_page_is_rewarded_for_its_new_targets) {
  FakeSite site;
  std::vector<LinkObservation> found{link("/list/1", kList), link("/list/2", kList),
                                     link("/news/1", kNews), link("/news/2", kNews)};
  site.page("/", found);
  site.page("/list/1", links({"/a.csv", "/b.csv", "/c.csv"}));
  site.page("/list/2", links({"/a.csv", "/d.csv"}));  // the first is known
  site.page("/news/1", {});
  site.page("/news/2", {});
  for (const char* file : {"/a.csv", "/b.csv", "/c.csv", "/d.csv"}) site.file(file);
  Config config = config_for("sb-oracle");
  config.sb.alpha = 0.01;  // so that means decide once each action was tried
  const auto engine = engine_for(config, &site);
  std::vector<Request> pages;
  for (;;) {
    const Decision decision = engine->next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) break;
    if (request->purpose == Purpose::page) pages.push_back(*request);
    answer_from(*engine, site, *request);
  }
  BOOST_REQUIRE(pages.size() == 5U);
  // The seed gives no reward; the oldest action first, then each new one, then the better one.
  BOOST_TEST(pages[1].reason.action == 0);
  BOOST_TEST(mean_of(pages[1]) == 0.0);
  BOOST_TEST(pages[2].reason.action == 1);
  BOOST_TEST(pages[3].reason.action == 0);
  // Its first page brought three files, or two if the other one was drawn first.
  const bool first_list = pages[1].url == on_site("/list/1");
  BOOST_TEST(mean_of(pages[3]) == (first_list ? 3.0 : 2.0));
  BOOST_TEST(pages[4].reason.action == 1);
  BOOST_TEST(mean_of(pages[4]) == 0.0);
  BOOST_TEST(pages[3].reason.score == mean_of(pages[3]) + pages[3].reason.terms[1].value);
}

BOOST_AUTO_TEST_CASE(targets_behind_redirects_reward_nobody) {
  FakeSite site;
  site.page("/", {link("/list/1", kList), link("/list/2", kList)});
  for (const std::string n : {"1", "2"}) {
    site.page("/list/" + n, links({"/get/" + n}));
    site.redirect("/get/" + n, "/files/" + n + ".csv");
    site.file("/files/" + n + ".csv");
  }
  const auto engine = engine_for(config_for("sb-oracle"), &site);
  for (;;) {
    const Decision decision = engine->next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) break;
    if (request->reason.action >= 0) BOOST_TEST(mean_of(*request) == 0.0);
    answer_from(*engine, site, *request);
  }
  BOOST_TEST(engine->progress().targets == 2U);
}

BOOST_AUTO_TEST_CASE(eleven_types_are_asked_for_first) {
  FakeSite site;
  std::vector<std::string> paths;
  for (int i = 0; i < 7; ++i) paths.push_back("/page/" + std::to_string(i));
  for (int i = 0; i < 3; ++i) paths.push_back("/image/" + std::to_string(i) + ".png");
  for (int i = 0; i < 6; ++i) paths.push_back("/files/" + std::to_string(i) + ".csv");
  site.page("/", links(paths));
  for (int i = 0; i < 7; ++i) site.page(paths[static_cast<std::size_t>(i)], {});
  for (int i = 0; i < 3; ++i) site.file("/image/" + std::to_string(i) + ".png", "image/png");
  for (int i = 0; i < 6; ++i) site.file("/files/" + std::to_string(i) + ".csv");
  const auto engine = engine_for(config_for("sb-classifier"));
  const auto requests = crawl(*engine, site);
  // Seven pages, three that are neither and do not count, and four files: eleven labels.
  std::vector<std::string> heads;
  for (const std::string& request : requests) {
    if (request.starts_with("HEAD ")) heads.push_back(request.substr(5));
  }
  BOOST_TEST(heads.size() == 14U);
  BOOST_TEST(engine->progress().heads == 14U);
  BOOST_TEST((heads == std::vector<std::string>(paths.begin(), paths.begin() + 14)));
  // A file that a HEAD found is fetched at once, images never.
  const auto first_file = std::find(requests.begin(), requests.end(), "HEAD /files/0.csv");
  BOOST_REQUIRE((first_file != requests.end()));
  BOOST_TEST(*(first_file + 1) == "/files/0.csv");
  BOOST_TEST(std::count(requests.begin(), requests.end(), "/image/0.png") == 0);
  BOOST_TEST(engine->progress().targets == 6U);
  BOOST_TEST(engine->progress().pages == 8U);
  BOOST_TEST(engine->progress().other_bytes == 8000U + 140U);
}

BOOST_AUTO_TEST_CASE(a_page_taken_for_a_file_is_read_at_once) {
  // The oracle errs about one page, as a classifier may.
  class Mistaken final : public Oracle {
   public:
    explicit Mistaken(FakeSite& site) : site_(site) {}
    UrlClass classify(std::string_view url) override {
      return url.ends_with("/nested") ? UrlClass::target : site_.classify(url);
    }
    const std::vector<std::string>& targets() override { return site_.targets(); }

   private:
    FakeSite& site_;
  };
  FakeSite site;
  site.page("/", {link("/outer", kList), link("/later", kNews)});
  site.page("/outer", {link("/a.csv"), link("/nested", kNews), link("/b.csv")});
  site.page("/nested", links({"/c.csv", "/d.csv"}));
  site.page("/later", {link("/outer2", kList)});
  site.page("/outer2", {});
  for (const char* file : {"/a.csv", "/b.csv", "/c.csv", "/d.csv"}) site.file(file);
  Mistaken oracle(site);
  const auto engine = engine_for(config_for("sb-oracle"), &oracle);
  std::string order;
  double mean_of_later = -1;
  double mean_of_outer2 = -1;
  for (;;) {
    const Decision decision = engine->next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) break;
    order += request->url.substr(std::string(FakeSite::kRoot).size()) + " ";
    if (request->url.ends_with("/later")) mean_of_later = mean_of(*request);
    if (request->url.ends_with("/outer2")) mean_of_outer2 = mean_of(*request);
    answer_from(*engine, site, *request);
  }
  BOOST_TEST(order == "/ /outer /a.csv /nested /c.csv /d.csv /b.csv /later /outer2 ");
  // The nested page's own path joined the action of /later and earned two; the outer page two.
  BOOST_TEST(mean_of_later == 2.0);
  BOOST_TEST(mean_of_outer2 == 2.0);
}

BOOST_AUTO_TEST_CASE(excluded_answers_train_nothing) {
  FakeSite site;
  std::vector<std::string> paths;
  for (int i = 0; i < 20; ++i) paths.push_back("/private/" + std::to_string(i));
  site.page("/", links(paths));
  for (const std::string& path : paths) site.error(path, FetchError::robots);
  const auto engine = engine_for(config_for("sb-classifier"));
  const auto requests = crawl(*engine, site);
  // No label ever comes, so the types are asked for to the end, and nothing else is requested.
  BOOST_TEST(requests.size() == 21U);
  BOOST_TEST(std::count_if(requests.begin(), requests.end(),
                           [](const auto& text) { return text.starts_with("HEAD "); }) == 20);
  BOOST_TEST(engine->progress().requests == 1U);
}

BOOST_AUTO_TEST_CASE(redirects_and_errors_of_chosen_links_train_nothing_and_visit_nothing) {
  FakeSite site;
  site.page("/", {link("/gone", kList), link("/moved", kList), link("/page", kList)});
  site.redirect("/moved", "/");
  site.page("/page", {});
  Config config = config_for("sb-classifier");
  config.sb.batch = 100;  // HEADs only, so that nothing is predicted
  const auto engine = engine_for(config);
  std::vector<Request> chosen;
  for (;;) {
    const Decision decision = engine->next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) break;
    if (request->reason.action >= 0) chosen.push_back(*request);
    answer_from(*engine, site, *request);
  }
  // 404 to a HEAD is neither; a redirect counts as html.
  BOOST_REQUIRE(chosen.size() == 2U);
  BOOST_TEST(chosen[0].url != on_site("/gone"));
  const bool moved_first = chosen[0].url == on_site("/moved");
  // A redirect to a known page leaves the action untried.
  BOOST_TEST((chosen[1].reason.words.find("not been tried") != std::string::npos) == moved_first);
}

BOOST_AUTO_TEST_SUITE_END()

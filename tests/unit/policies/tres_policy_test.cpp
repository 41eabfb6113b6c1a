// The policy `tres-lite` as a whole, its keywords, texts and states.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "fake_site.hpp"
#include "policies/tres_keywords.hpp"
#include "policies/tres_path.hpp"
#include "policies/tres_relevance.hpp"
#include "policies/word_vectors.hpp"
#include "tagtrail/random.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

/// A site whose pages say whether they have files: those that do speak of harvests.
class ReadableSite final : public Oracle {
 public:
  explicit ReadableSite(int pages) {
    std::vector<LinkObservation> menu;
    for (int i = 0; i < pages; ++i) menu.push_back(link("/page/" + std::to_string(i)));
    page("/", menu, "welcome");
    for (int i = 0; i < pages; ++i) {
      const std::string id = std::to_string(i);
      std::vector<LinkObservation> found{link("/page/" + std::to_string((i + 1) % pages))};
      if (i % 2 == 0) {
        site.file("/harvest/" + id + ".csv");
        found.push_back(link("/harvest/" + id + ".csv"));
      }
      page("/page/" + id, std::move(found),
           i % 2 == 0 ? "wheat barley harvest tonnes" : "mayor council speech visit");
    }
  }

  void page(const std::string& path, std::vector<LinkObservation> links, const std::string& text) {
    site.page(path, std::move(links));
    Request request;
    request.url = on_site(path);
    Response response = site.answer(request);
    response.page.title = "Page " + path;
    response.page.text = text;
    site.set(path, std::move(response));
    pages_.push_back(on_site(path));
  }

  UrlClass classify(std::string_view url) override { return site.classify(url); }
  const std::vector<std::string>& targets() override { return site.targets(); }
  const std::vector<std::string>& pages() override { return pages_; }
  std::optional<Page> read(std::string_view url) override {
    ++read_;
    Request request;
    request.url = std::string(url);
    const Response response = site.answer(request);
    if (!response.is_page) return std::nullopt;
    return response.page;
  }

  FakeSite site;
  std::size_t read_ = 0;

 private:
  std::vector<std::string> pages_;
};

Page page_of(const std::string& text) {
  Page page;
  page.text = text;
  return page;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tres_policy)

BOOST_AUTO_TEST_CASE(keywords_are_whole_words_in_text_and_anything_in_urls) {
  const KeywordHits hits = keyword_hits("Download  the\tPDF now, pdfs and pdf.");
  BOOST_TEST(hits.words == 7U);
  BOOST_TEST(hits.hits == 2U);  // download, pdf; neither "pdfs" nor "pdf."
  BOOST_TEST(!hits.phrase);
  BOOST_TEST(keyword_hits("Our Annual\nReport for you").phrase);
  BOOST_TEST(!keyword_hits("biannual reports").phrase);
  BOOST_TEST(keyword_hits(" ").words == 0U);
  BOOST_TEST(keyword_in_url("https://a.example/DataBase/x"));
  BOOST_TEST(!keyword_in_url("https://a.example/about"));
}

BOOST_AUTO_TEST_CASE(texts_are_prepared_as_published) {
  BOOST_TEST(prepared_words("The Don't 2021! café-  wheat of", 9) ==
                 (std::vector<std::string>{"dont", "café", "wheat"}),
             boost::test_tools::per_element());
  BOOST_TEST(prepared_words("one two three", 2).size() == 2U);
  BOOST_TEST(url_words("http://h.example/a-b/c%20d.csv?e=1") == " a b c d csv e  ");
  std::vector<float> first;
  std::vector<float> second;
  append_word_vector("wheat", 100, first);
  append_word_vector("wheat", 100, second);
  BOOST_TEST(first == second, boost::test_tools::per_element());
  second.clear();
  append_word_vector("barley", 100, second);
  BOOST_TEST((first != second));
}

BOOST_AUTO_TEST_CASE(states_by_hand) {
  using State = LinkState;
  BOOST_TEST(kTresSeed.state_of_links() == (State{1, 1, 1}), boost::test_tools::per_element());
  // The father is irrelevant, its distance value 1, one of two pages on the path relevant.
  const TresPage father = kTresSeed.child(false);
  BOOST_TEST(father.state_of_links() == (State{0, 0.5F, 0.5F}), boost::test_tools::per_element());
  const TresPage grandchild = father.child(false);
  BOOST_TEST(grandchild.state_of_links() == (State{0, 1.0F / 3, 1.0F / 3}),
             boost::test_tools::per_element());
  BOOST_TEST(grandchild.child(true).state_of_links() == (State{1, 1, 0.5F}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(relevance_is_learnt_from_pages_that_link_to_targets) {
  ReadableSite site(24);
  TresRelevance relevance;
  BOOST_TEST(relevance.page(page_of("wheat harvest"), "http://site.test/x") == 0.0);
  relevance.train(site, 1);
  BOOST_REQUIRE(relevance.trained());
  BOOST_TEST(relevance.page(page_of("barley harvest"), "http://site.test/x") > 0.5);
  BOOST_TEST(relevance.page(page_of("council speech"), "http://site.test/x") < 0.5);
  BOOST_TEST(relevance.link("harvest", "http://site.test/wheat") >
             relevance.link("mayor", "http://site.test/council"));
  BOOST_TEST(relevance.page(page_of("2021"), "http://site.test/x") == 0.0);
}

BOOST_AUTO_TEST_CASE(the_search_for_training_pages_is_bounded) {
  ReadableSite site(1000);
  TresRelevance relevance;
  site.page("/none", {}, "");
  relevance.train(site, 1);
  BOOST_TEST(site.read_ <= TresRelevance::kPagesLookedAt);
}

BOOST_AUTO_TEST_CASE(pages_are_crawled_and_known_files_follow_their_page) {
  ReadableSite site(8);
  site.site.file("/logo.png", "image/png");
  std::vector<LinkObservation> found = links({"/page/0", "/logo.png", "/gone"});
  site.page("/", std::move(found), "welcome");
  const auto engine = engine_for(config_for("tres-lite"), &site);
  const std::vector<std::string> requests = crawl(*engine, site.site);
  BOOST_REQUIRE(requests.size() == 1 + 2 + 8 + 4U);
  // What is known to be no page costs its request at once; what is dead waits like a page.
  BOOST_TEST(requests[1] == "/logo.png");
  const auto page = std::find(requests.begin(), requests.end(), "/page/2");
  BOOST_REQUIRE((page != requests.end() && page + 1 != requests.end()));
  BOOST_TEST(*(page + 1) == "/harvest/2.csv");
  BOOST_TEST(engine->progress().targets == 4U);
}

BOOST_AUTO_TEST_CASE(a_trained_crawl_is_restored_and_goes_on_the_same) {
  ReadableSite site(40);
  const auto engine = engine_for(config_for("tres-lite"), &site);
  for (int step = 0; step < 30; ++step) {
    const Request request = next_request(*engine);
    answer_from(*engine, site.site, request);
  }
  const Bytes bytes = engine->snapshot();
  site.read_ = 0;
  const auto again = must(Engine::restore(bytes.data(), bytes.size(), &site));
  BOOST_TEST((again->snapshot() == bytes));
  BOOST_TEST(crawl(*again, site.site) == crawl(*engine, site.site),
             boost::test_tools::per_element());
  BOOST_TEST((again->snapshot() == engine->snapshot()));
  BOOST_TEST(site.read_ == 0U);  // not trained a second time
}

BOOST_AUTO_TEST_CASE(past_the_random_phase_links_are_chosen_by_value) {
  ReadableSite site(500);
  const auto engine = engine_for(config_for("tres-lite"), &site);
  std::size_t by_value = 0;
  std::size_t at_random = 0;
  for (;;) {
    const Decision decision = engine->next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) break;
    if (request->reason.terms.empty()) {
      BOOST_TEST((request->depth == 0 || request->purpose == Purpose::target));
    } else {
      const bool promises = request->reason.words.starts_with("promises most");
      BOOST_REQUIRE(promises == (by_value + at_random >= 300));
      ++(promises ? by_value : at_random);
      BOOST_REQUIRE(request->reason.terms.size() == 8U);
    }
    answer_from(*engine, site.site, *request);
  }
  BOOST_TEST(at_random == 300U);
  BOOST_TEST(by_value == 200U);
}

BOOST_AUTO_TEST_SUITE_END()

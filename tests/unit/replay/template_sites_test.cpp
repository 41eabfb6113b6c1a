// Template-made sites: a full crawl meets exactly what was written, the same options write the same
// site, and the text behaves like that of a language.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <set>

#include "../long_only.hpp"
#include "../scratch_folder.hpp"
#include "replica/replica_loader.hpp"
#include "tagtrail/oracle.hpp"
#include "templates/family.hpp"
#include "templates/generate_site.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::templates;

namespace {

struct Made {
  SiteMeasures measures;
  std::unique_ptr<Replica> replica;
};

Made make(const ScratchFolder& folder, std::string_view family, std::uint64_t pages,
          std::uint64_t seed, const std::string& name = "site.replica") {
  SiteOptions options;
  options.family = family;
  options.pages = pages;
  options.seed = seed;
  options.output = folder.path() / name;
  const auto measures = generate_site(options, [](std::uint64_t, std::uint64_t) {});
  BOOST_REQUIRE_MESSAGE(measures, (measures ? "" : measures.error().message));
  auto replica = Replica::open(options.output);
  BOOST_REQUIRE(replica);
  return {*measures, std::move(*replica)};
}

std::set<std::string> urls_of(const std::vector<ReachableUrl>& list) {
  std::set<std::string> urls;
  for (const ReachableUrl& url : list) urls.insert(url.url);
  return urls;
}

std::vector<std::uint32_t> pairs_of(Replica& replica, const std::string& url) {
  Request request;
  request.url = url;
  const auto response = load_from_replica(replica, request, false, {.pairs = true});
  BOOST_REQUIRE(response);
  BOOST_REQUIRE(response->is_page);
  return response->page.content.pairs;
}

/// Distinct pairs of words of a long text, per word.
double distinct_share(std::uint32_t words) {
  const Prose prose;
  const std::string text = prose.text(7, 3, words);
  std::set<std::string> pairs;
  std::size_t begin = 0;
  std::string before;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    std::string word = text.substr(begin, end - begin);
    if (word.ends_with('.')) word.pop_back();
    word[0] = static_cast<char>(word[0] | 0x20);
    pairs.insert(before + ' ' + word);
    before = word;
    begin = end + 1;
  }
  return static_cast<double>(pairs.size()) / words;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(template_sites)

BOOST_AUTO_TEST_CASE(a_full_crawl_meets_what_was_written) {
  for (const FamilyInfo& family : families()) {
    if (family.many_hosts) continue;
    for (std::uint64_t seed = 0; seed < (is_long_run() ? 2 : 1); ++seed) {
      BOOST_TEST_CONTEXT(family.name << " " << seed) {
        const ScratchFolder folder;
        const Made made = make(folder, family.name, 1000, seed);
        const auto listed = made.replica->reachable();
        BOOST_REQUIRE(listed);
        BOOST_TEST(listed->size() == made.measures.urls);
        BOOST_TEST(urls_of(*listed).size() == listed->size());  // no URL for two pages
        std::vector<ReachableUrl> met;
        BOOST_REQUIRE(
            crawl_replica(*made.replica, "host", [&](const ReachableUrl& url) -> Expected<void> {
              met.push_back(url);
              BOOST_TEST(url.status < 400, url.url);
              return {};
            }));
        BOOST_CHECK(urls_of(met) == urls_of(*listed));
        BOOST_TEST(made.measures.urls > 400U);
        BOOST_TEST(made.measures.urls < 2500U);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(the_same_options_write_the_same_site) {
  const ScratchFolder folder;
  const Made one = make(folder, "blog", 1000, 4, "one.replica");
  const Made two = make(folder, "blog", 1000, 4, "two.replica");
  const auto listed = one.replica->reachable();
  BOOST_REQUIRE(listed);
  for (const ReachableUrl& url : *listed) {
    const auto first = one.replica->answer(url.url, true);
    const auto second = two.replica->answer(url.url, true);
    BOOST_REQUIRE((first && second));
    BOOST_TEST(first->status == second->status);
    BOOST_CHECK(first->body == second->body);
  }
  const Made other = make(folder, "blog", 1000, 5, "other.replica");
  BOOST_TEST(other.replica->start_url() != one.replica->start_url());
}

BOOST_AUTO_TEST_CASE(pages_repeat_each_other) {
  const ScratchFolder folder;
  const Made made = make(folder, "news", 1000, 0);
  const auto listed = made.replica->reachable();
  BOOST_REQUIRE(listed);
  const auto printed = std::find_if(listed->begin(), listed->end(), [](const ReachableUrl& url) {
    return url.url.find("/print?article=") != std::string::npos;
  });
  BOOST_REQUIRE(printed != listed->end());
  const std::string number = printed->url.substr(printed->url.find('=') + 1);
  std::vector<std::uint32_t> of_article;
  for (const ReachableUrl& url : *listed) {
    const bool is_of_it = url.url.find("-" + number + ".html") != std::string::npos ||
                          url.url.find("-" + number + "-part") != std::string::npos;
    if (!is_of_it) continue;
    const auto pairs = pairs_of(*made.replica, url.url);
    of_article.insert(of_article.end(), pairs.begin(), pairs.end());
  }
  std::sort(of_article.begin(), of_article.end());
  const auto pairs = pairs_of(*made.replica, printed->url);
  const auto shared = std::count_if(pairs.begin(), pairs.end(), [&](std::uint32_t pair) {
    return std::binary_search(of_article.begin(), of_article.end(), pair);
  });
  BOOST_TEST(static_cast<double>(shared) > 0.95 * static_cast<double>(pairs.size()));
}

/// New pairs become rarer, but never run out.
BOOST_AUTO_TEST_CASE(text_is_like_that_of_a_language) {
  const double short_text = distinct_share(1'000);
  const double middle = distinct_share(30'000);
  const double long_text = distinct_share(1'000'000);
  BOOST_TEST_MESSAGE("distinct pairs a word: " << short_text << " " << middle << " " << long_text);
  BOOST_TEST(short_text > 0.85);
  BOOST_TEST(middle < short_text - 0.05);
  BOOST_TEST(long_text < middle - 0.1);
  BOOST_TEST(long_text > 0.25);
}

BOOST_AUTO_TEST_CASE(an_unknown_family_is_refused_with_the_known_ones) {
  const auto none = find_family("magazine");
  BOOST_REQUIRE(!none);
  BOOST_TEST(none.error().message.find("blog, board, forum, news, web, wiki") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

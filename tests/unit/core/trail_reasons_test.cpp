// What policy `trail` says of its choices, and of the places of links.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numeric>

#include "fake_site.hpp"
#include "policy/shown_text.hpp"
#include "policy/trail/reason_words.hpp"
#include "tagtrail/engine.hpp"

namespace tagtrail {
namespace {

using testing::FakeSite;

constexpr auto kAnchor = static_cast<std::size_t>(FeatureKind::anchor);
constexpr auto kUrl = static_cast<std::size_t>(FeatureKind::url);
constexpr auto kBias = static_cast<std::size_t>(FeatureKind::bias);

LinkCase plain() {
  LinkCase link;
  link.url = "https://a.example/data/2020.html";
  link.tag_path = "/html/body/ul.datasets/li/a";
  link.anchor = "Download";
  link.list.tries = 31;
  link.list.files = 31 * 8.2;
  link.expected = 9;
  link.added[kAnchor] = 2.1;
  return link;
}

/// Two pages with two files each in a list, two without any in a menu.
FakeSite two_lists() {
  using testing::links;
  FakeSite site;
  auto start = links({"/data/1", "/data/2"}, "/html/body/ul.data/li/a");
  const auto menu = links({"/about/1", "/about/2"}, "/html/body/nav/a");
  start.insert(start.end(), menu.begin(), menu.end());
  site.page("/", start);
  site.page("/data/1", links({"/a.csv", "/b.csv"}, "/html/body/td/a"));
  site.page("/data/2", links({"/c.csv", "/d.csv"}, "/html/body/td/a"));
  for (const char* file : {"/a.csv", "/b.csv", "/c.csv", "/d.csv"}) site.file(file);
  site.page("/about/1", {});
  site.page("/about/2", {});
  return site;
}

double sum_of(const Reason& reason, bool parts) {
  return std::accumulate(reason.terms.begin(), reason.terms.end(), 0.0,
                         [&](double sum, const ReasonTerm& term) {
                           const bool is_part = term.name.find(": ") != std::string::npos;
                           return is_part == parts ? sum + term.value : sum;
                         });
}

BOOST_AUTO_TEST_SUITE(trail_reasons)

BOOST_AUTO_TEST_CASE(terms_add_up_to_the_score_and_parts_to_what_is_expected) {
  const FakeSite site = two_lists();
  const auto engine = testing::engine_for(testing::config_for("trail"));
  int pages = 0;
  for (int i = 0; i < 9; ++i) {
    const Request request = testing::next_request(*engine);
    const Reason& reason = request.reason;
    if (request.purpose == Purpose::target) {
      BOOST_TEST(reason.words.find("taken for a file (probability 0.") != std::string::npos);
      BOOST_TEST(reason.target_probability == sum_of(reason, false));
    } else if (request.url != testing::on_site("/")) {
      ++pages;
      BOOST_REQUIRE(reason.terms.size() >= 2U);
      BOOST_TEST(std::abs(sum_of(reason, false) - reason.score) < 0.01);
      BOOST_TEST(std::abs(sum_of(reason, true) - reason.terms[0].value) < 0.05);
      BOOST_TEST(reason.words.find("links in '") != std::string::npos);
      BOOST_TEST(reason.action >= 0);
    }
    testing::answer_from(*engine, site, request);
  }
  BOOST_TEST(pages == 4);
}

BOOST_AUTO_TEST_CASE(groups_are_the_places_of_links_the_best_first) {
  const FakeSite site = two_lists();
  const auto engine = testing::engine_for(testing::config_for("trail"));
  BOOST_TEST(engine->groups().empty());
  testing::answer_from(*engine, site, testing::next_request(*engine));
  const Request second = testing::next_request(*engine);
  auto groups = engine->groups();
  BOOST_REQUIRE(groups.size() == 2U);
  BOOST_TEST(groups[0].tag_path == "/html/body/ul.data/li/a");
  BOOST_TEST(groups[0].visits == 0U);
  // One of the four is being requested.
  BOOST_TEST(groups[0].open_links + groups[1].open_links == 3U);

  testing::answer_from(*engine, site, second);
  testing::crawl(*engine, site);
  groups = engine->groups();
  BOOST_REQUIRE(groups.size() == 3U);
  BOOST_TEST(groups[0].tag_path == "/html/body/ul.data/li/a");
  BOOST_TEST(groups[0].visits == 2U);
  BOOST_TEST(groups[0].mean_reward == 2);
  BOOST_TEST(groups[0].open_links == 0U);
  BOOST_TEST(groups[1].tag_path == "/html/body/nav/a");
  BOOST_TEST(groups[1].visits == 2U);
  BOOST_TEST(groups[1].mean_reward == 0);
  BOOST_TEST(groups[2].tag_path == "/html/body/td/a");
}

BOOST_AUTO_TEST_CASE(what_such_links_brought_and_what_the_link_adds) {
  LinkCase link = plain();
  BOOST_TEST(reason_words(link) ==
             "links in 'ul.datasets li a' have brought 8.2 files a page over 31 pages; the anchor "
             "'Download' adds 2.1");
  link.list.tries = 1;
  link.list.files = 3;
  link.added[kUrl] = -0.6;
  BOOST_TEST(reason_words(link) ==
             "links in 'ul.datasets li a' have brought 3.0 files a page over 1 page, but this one "
             "promises 9.0 a request; the anchor 'Download' adds 2.1, its address takes 0.60 away");
  link.anchor = "";
  link.list.files = 0;
  link.expected = 0.01;
  link.added[kUrl] = 0.02;
  BOOST_TEST(reason_words(link) ==
             "links in 'ul.datasets li a' have brought nothing themselves over 1 page; having no "
             "text adds 2.1");
}

BOOST_AUTO_TEST_CASE(what_all_links_have_in_common_is_no_reason) {
  LinkCase link = plain();
  link.added.fill(0);
  link.added[kBias] = 5;
  BOOST_TEST(reason_words(link) ==
             "links in 'ul.datasets li a' have brought 8.2 files a page over 31 pages");
}

BOOST_AUTO_TEST_CASE(a_section_without_files_is_named) {
  LinkCase link = plain();
  link.added.fill(0);
  link.section.tries = link.section.failures = 4;
  BOOST_TEST(
      reason_words(link).ends_with("; its section /data/ has brought nothing so far in 4 pages"));
  link.url = "https://a.example/index.html?to=/x/y";
  BOOST_TEST(
      reason_words(link).ends_with("; the top of the site has brought nothing so far in 4 pages"));
  link.section.failures = 3;
  BOOST_TEST(reason_words(link).ends_with("31 pages"));
}

BOOST_AUTO_TEST_CASE(translations_and_likely_failures_are_named_where_they_matter) {
  LinkCase link = plain();
  link.added.fill(0);
  link.translations = 0.04;
  link.fruitless = 0.4;
  BOOST_TEST(reason_words(link).ends_with("31 pages"));
  link.translations = 3.5;
  link.fruitless = 0.75;
  BOOST_TEST(reason_words(link).ends_with(
      "31 pages; the same page in another language adds 3.5; it is likely to bring nothing, as "
      "links like it have (probability 0.75)"));
}

BOOST_AUTO_TEST_CASE(links_that_are_tried_to_find_out_are_told_apart) {
  LinkCase link = plain();
  link.added.fill(0);
  link.list = Place{};
  link.expected = 0.1;
  link.exploration = 0.8;
  link.alike_waiting = 12;
  BOOST_TEST(reason_words(link) ==
             "links in 'ul.datasets li a' have not been tried yet; tried because it is a new kind "
             "of link: 12 others like it wait");
  link.list.tries = 2;
  link.alike_waiting = 1;
  BOOST_TEST(reason_words(link) ==
             "links in 'ul.datasets li a' have brought nothing themselves over 2 pages; tried to "
             "know more of such links: 1 other like it waits");
}

BOOST_AUTO_TEST_CASE(paths_are_cut_to_the_end_that_tells) {
  BOOST_TEST(short_tag_path("/html/body/div#main/ul.datasets wide/li/a") ==
             "ul.datasets.wide li a");
  BOOST_TEST(short_tag_path("/html/body/div/a.more") == "body div a.more");
  BOOST_TEST(short_tag_path("/html/body/div#main/section/ul/li/div/span/a") ==
             "div#main … li div span a");
  BOOST_TEST(short_tag_path("/html/body/div#main/ul/li/span/a") == "div#main ul li span a");
  BOOST_TEST(short_tag_path("/html/body/ul/li/a") == "body ul li a");
  BOOST_TEST(short_tag_path("/html") == "html");
  BOOST_TEST(short_tag_path("") == "");
  BOOST_TEST(short_tag_path("///") == "");
  BOOST_TEST(short_tag_path("/html/a." + std::string(500, 'x')).size() < 60U);
}

BOOST_AUTO_TEST_CASE(texts_of_pages_stay_on_their_line) {
  BOOST_TEST(shown_text(" Download\n\t all ", 40) == "Download all");
  BOOST_TEST(shown_text("a\x01\x1b[2Jb\x7f", 40) == "a[2Jb");
  // A right-to-left override, a zero width space, a byte order mark, a C1 control.
  BOOST_TEST(shown_text("a\xE2\x80\xAE\xE2\x80\x8B\xEF\xBB\xBF\xC2\x85z", 40) == "az");
  BOOST_TEST(shown_text("\xFFx", 40) == "\xEF\xBF\xBDx");
  BOOST_TEST(shown_text("Données", 7) == "Données");
  BOOST_TEST(shown_text("Données", 6) == "Donné…");
  BOOST_TEST(shown_text("\xF0\x9F\x93\x8A\xF0\x9F\x93\x8A", 1) == "…");
}

BOOST_AUTO_TEST_CASE(amounts_have_the_digits_that_people_compare) {
  BOOST_TEST(shown_amount(8.24) == "8.2");
  BOOST_TEST(shown_amount(0.994) == "0.99");
  BOOST_TEST(shown_amount(0.996) == "1.0");
  BOOST_TEST(shown_amount(140.4) == "140");
  BOOST_TEST(counted(1, "page") == "1 page");
  BOOST_TEST(counted(0, "page") == "0 pages");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace tagtrail

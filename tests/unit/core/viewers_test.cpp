// Pages that show a file which their address names are asked for when they have something of their
// own, or when the file does not come without them.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "fake_site.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

constexpr int kFiles = 12;

enum class Shows { nothing_else, more_links };

std::string viewer_of(int file) { return "/v.html?file=%2Fo%2F" + std::to_string(file) + ".csv"; }

FakeSite site_of_viewers(Shows shows, bool files_are_there) {
  FakeSite site;
  std::vector<LinkObservation> found;
  for (int i = 0; i < kFiles; ++i) {
    const std::string file = "/o/" + std::to_string(i) + ".csv";
    found.push_back(link(viewer_of(i)));
    found.push_back(link(file, "/html/body/a/@viewer"));
    const std::string more = "/notes/" + std::to_string(i) + ".csv";
    // Words of its own keep a page from being a trap by itself.
    const std::string words = std::string(5, static_cast<char>('a' + i)) + " in words";
    const auto leads_to = shows == Shows::more_links ? links({"/", file, more}) : links({"/"});
    site.page(viewer_of(i), leads_to, words);
    if (files_are_there) site.file(file);
    if (shows == Shows::more_links) site.file(more);
  }
  site.page("/", std::move(found));
  return site;
}

struct Ended {
  std::ptrdiff_t viewers = 0;
  Progress progress;
};

Ended crawled_whole(const FakeSite& site, const std::string& policy, bool restores = false) {
  Ended ended;
  const auto see = [&](const Request& request) {
    if (request.url.find("/v.html?") != std::string::npos) ++ended.viewers;
  };
  ended.progress = crawl_past_traps(policy, site, see, restores);
  return ended;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(viewers)

// Sixty files behind a viewer took a page each besides, or the crawl said that it had left a trap.
BOOST_AUTO_TEST_CASE(of_those_whose_file_came_a_few_are_looked_at) {
  const FakeSite site = site_of_viewers(Shows::nothing_else, true);
  for (const char* policy : {"trail", "bfs"}) {
    const Ended ended = crawled_whole(site, policy);
    BOOST_TEST(ended.progress.targets == static_cast<std::uint64_t>(kFiles));
    BOOST_TEST(ended.progress.traps.empty());
    BOOST_TEST(ended.progress.account.left == 0U);
    if (std::string_view(policy) == "trail") BOOST_TEST(ended.viewers <= 3);
    BOOST_TEST(crawled_whole(site, policy, true).viewers == ended.viewers);
  }
}

BOOST_AUTO_TEST_CASE(what_they_lead_to_besides_is_found) {
  const Ended ended = crawled_whole(site_of_viewers(Shows::more_links, true), "trail");
  BOOST_TEST(ended.progress.targets == 2U * kFiles);
  BOOST_TEST(ended.viewers == kFiles);
}

// Which address a viewer makes of what it is told, it alone knows.
BOOST_AUTO_TEST_CASE(where_the_file_does_not_come_they_are_asked_for) {
  const Ended ended = crawled_whole(site_of_viewers(Shows::nothing_else, false), "trail");
  BOOST_TEST(ended.progress.targets == 0U);
  BOOST_TEST(ended.viewers == kFiles);
}

BOOST_AUTO_TEST_SUITE_END()

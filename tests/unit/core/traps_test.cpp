// Parts of a site that go on without end and add nothing are left: the crawl ends, has all files,
// and says what it left.
#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <set>

#include "endless_site.hpp"
#include "traps/exhaustion.hpp"
#include "traps/page_novelty.hpp"
#include "traps/trap_watch.hpp"
#include "traps/url_aspects.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;
namespace data = boost::unit_test::data;

namespace {

constexpr std::uint64_t kMost = 1500;

Config leaving(const std::string& policy) {
  Config config = config_for(policy);
  config.leave_traps = true;
  return config;
}

bool shares(const std::string& a, const std::string& b, AspectKind kind) {
  for (const Aspect& one : aspects_of(a)) {
    for (const Aspect& other : aspects_of(b)) {
      if (one.kind == kind && one.id == other.id) return true;
    }
  }
  return false;
}

/// 60 files, each by its address and once more with `query`; of every `apart`-th, that is another.
FakeSite files_twice(const std::string& query, int apart) {
  FakeSite site;
  std::vector<std::string> list;
  for (int i = 0; i < 60; ++i) {
    const std::string path = "/data/t" + std::to_string(i) + ".csv";
    Response file;
    file.status = 200;
    file.mime = "text/csv";
    file.body_bytes = 100;
    file.content = static_cast<std::uint64_t>(i) + 1;
    site.set(path, file);
    if (apart > 0 && i % apart == apart - 1) file.content += 1000;
    site.set(path + query, file);
    list.push_back(path);
    list.push_back(path + query);
  }
  site.page("/", links(list));
  return site;
}

struct Ending {
  std::set<std::string> asked;
  std::uint64_t left = 0;
};

Ending crawled_past(const std::string& policy, const FakeSite& site) {
  Ending end;
  const Progress progress = crawl_past_traps(
      policy, site, [&end](const Request& request) { end.asked.insert(request.url); }, true);
  for (const TrapReport& trap : progress.traps) end.left += trap.left;
  return end;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(traps)

// Where most files are the same in another language, the few that are not must not be lost.
BOOST_DATA_TEST_CASE(spellings_of_files_are_tried_before_they_are_left,
                     data::make({"bfs", "dfs", "trail"}) * data::make({"?lang=fr", "?h=v1"}),
                     policy, query) {
  const FakeSite site = files_twice(query, 8);
  const Ending end = crawled_past(policy, site);
  std::size_t others = 0;
  for (int i = 7; i < 60; i += 8) {
    others += end.asked.count(on_site("/data/t" + std::to_string(i) + ".csv" + query));
  }
  // Those that were left are told of.
  BOOST_TEST((others == 7U || end.left >= 7 - others));
}

// Two releases of the same tables: their lists say no more than names.
BOOST_DATA_TEST_CASE(files_of_releases_are_tried_before_they_are_left,
                     data::make({"bfs", "dfs", "trail"}) * data::xrange(3), policy, seed) {
  FakeSite site;
  site.page("/", links({"/v1/", "/v2/"}));
  std::size_t others = 0;
  for (const std::string folder : {"/v1/", "/v2/"}) {
    std::vector<LinkObservation> list;
    for (int i = 0; i < 40; ++i) {
      const std::string name = "t" + std::to_string((i * 7 + seed * 11) % 40) + ".csv";
      list.push_back(link(on_site(folder + name), "/html/body/ul/li/a"));
      list.back().anchor = name;
      Response file;
      file.status = 200;
      file.mime = "text/csv";
      file.body_bytes = 100;
      const bool other = folder == "/v2/" && i % 9 == 8;
      others += other ? 1U : 0U;
      file.content = static_cast<std::uint64_t>(i) + (other ? 1001U : 1U);
      site.set(folder + name, file);
    }
    site.page(folder, list);
  }
  const Ending end = crawled_past(policy, site);
  BOOST_TEST((end.asked.size() == 83U || end.left > 0), end.asked.size() << " asked for");
}

BOOST_AUTO_TEST_CASE(spellings_that_say_nothing_of_files_are_sure_repeats) {
  for (const char* query : {"?sid=8f3a61c09b2e4d75", "?utm_source=list", "?download=1"}) {
    const Ending end = crawled_past("bfs", files_twice(query, 0));
    BOOST_TEST(end.left == 0U, query);
    BOOST_TEST(end.asked.size() < 80U, query);
  }
  // Nobody has seen all of these.
  const Ending end = crawled_past("bfs", files_twice("?lang=fr", 0));
  BOOST_TEST(end.left > 0U);
  BOOST_TEST(end.left + end.asked.size() == 121U);
  BOOST_TEST(end.asked.size() < 110U);
}

BOOST_AUTO_TEST_CASE(identifiers_are_told_from_words) {
  for (const char* made_up : {"1f2e3d4c5b6a7988", "a1b2c3d4", "4f9c81d07ab3e26655aa"}) {
    BOOST_TEST(is_identifier_like(made_up), made_up);
  }
  for (const char* word :
       {"statistics", "2026", "20261122", "covid19", "page12", "table1a", "a1", "x-1f2e3d4c"}) {
    BOOST_TEST(!is_identifier_like(word), word);
  }
  BOOST_TEST(without_identifiers("/s-1f2e3d4c5b6a7988/data/2026-11/x2.csv") ==
             "/s-H/data/0-0/x0.csv");
}

BOOST_AUTO_TEST_CASE(urls_share_what_they_have_in_common) {
  const std::string a = "http://h/cal/2026?d=1&view=list";
  BOOST_TEST(shares(a, "http://h/cal/2027?view=list&d=2", AspectKind::shape));
  BOOST_TEST(!shares(a, "http://h/cal/2027?view=grid&d=2", AspectKind::shape));
  BOOST_TEST(!shares(a, "http://h/cal/2027?d=2", AspectKind::shape));
  BOOST_TEST(shares(a, "http://h/cal/x?d=2", AspectKind::directory_key));
  BOOST_TEST(!shares(a, "http://h/other/x?d=2", AspectKind::directory_key));
  BOOST_TEST(shares(a, "http://h/other/x?d=2", AspectKind::key));
  BOOST_TEST(!shares(a, "http://g/other/x?d=2", AspectKind::key));
  BOOST_TEST(shares(a, "http://h/wiki?view=list", AspectKind::value));
  BOOST_TEST(shares("http://h/a/log/x?id=1", "http://h/b/log/y?id=2", AspectKind::segment_key));
  BOOST_TEST(shares("http://h/news/a", "http://h/news/b", AspectKind::directory));
  BOOST_TEST(!shares("http://h/news/a?q", "http://h/news/b", AspectKind::directory));
  BOOST_TEST(shares("http://h/a/b.svg", "http://h/c.SVG?d", AspectKind::drawing));
  // Apache's listings separate pairs by semicolons.
  BOOST_TEST(shares("http://h/d/?C=M;O=A", "http://h/d/?O=D", AspectKind::directory_key));
}

BOOST_AUTO_TEST_CASE(a_page_of_known_words_adds_nothing) {
  PageNovelty novelty;
  BOOST_TEST((novelty.read(page_with("the quick brown fox jumps")) == Addition::strong));
  BOOST_TEST((novelty.read(page_with("the quick brown fox jumps")) == Addition::none));
  BOOST_TEST((novelty.read(page_with("a lazy dog sleeps in the sun")) == Addition::strong));
  BOOST_TEST((novelty.read(page_with("")) == Addition::none));
}

BOOST_AUTO_TEST_CASE(new_numbers_are_a_weak_addition) {
  PageNovelty novelty;
  novelty.read(page_with("on 1 2 3 4 5 6 events"));
  BOOST_TEST((novelty.read(page_with("on 11 12 13 14 15 16 events")) == Addition::weak));
  BOOST_TEST((novelty.read(page_with("on 11 12 13 14 15 16 events")) == Addition::none));
}

// Each page of a viewer of source code has hashes that no other has.
BOOST_AUTO_TEST_CASE(identifiers_are_no_words) {
  PageNovelty novelty;
  novelty.read(page_with("commit 23196b597906 tree 792d515093b5 parent 80923c83ffe1 blob 1f93a7b"));
  BOOST_TEST((novelty.read(page_with("commit dd8aad7130a4 tree fd46b3c4a544 parent 97b0ecd69434 "
                                     "blob aa93a7e")) == Addition::weak));
}

BOOST_AUTO_TEST_CASE(what_was_read_survives_a_snapshot) {
  PageNovelty before;
  before.read(page_with("the quick brown fox jumps"));
  ByteWriter out;
  before.save(out);
  PageNovelty after;
  ByteReader in(out.bytes());
  BOOST_REQUIRE(after.load(in));
  BOOST_TEST(in.at_end());
  BOOST_TEST((after.read(page_with("the quick brown fox jumps")) == Addition::none));
}

BOOST_AUTO_TEST_CASE(a_group_without_additions_is_exhausted_until_something_comes) {
  Exhaustion exhaustion;
  const auto of = [](int i) { return aspects_of("http://h/list?sort=" + std::to_string(i)); };
  for (int i = 0; i < 11; ++i) exhaustion.answered(of(i), Addition::none, true);
  BOOST_TEST(!exhaustion.reason_to_leave(of(99)).has_value());
  exhaustion.answered(of(11), Addition::none, true);
  BOOST_TEST(exhaustion.reason_to_leave(of(99)).has_value());
  BOOST_TEST(!exhaustion.reason_to_leave(aspects_of("http://h/list")).has_value());
  BOOST_TEST(!exhaustion.credit(of(5)).empty());
  BOOST_TEST(!exhaustion.reason_to_leave(of(99)).has_value());
}

// A key that is worthless on one part of the site tells the tables of another apart.
BOOST_AUTO_TEST_CASE(a_directory_where_a_key_pays_is_spared) {
  Exhaustion exhaustion;
  exhaustion.answered(aspects_of("http://h/tables/view?id=1"), Addition::strong, true);
  for (int i = 0; i < 200; ++i) {
    const std::string place = "http://h/p" + std::string(1, static_cast<char>('a' + i % 26));
    exhaustion.answered(aspects_of(place + "/log?id=" + std::to_string(i)), Addition::none, true);
  }
  BOOST_TEST(exhaustion.reason_to_leave(aspects_of("http://h/new/log?id=7")).has_value());
  BOOST_TEST(!exhaustion.reason_to_leave(aspects_of("http://h/tables/view?id=2")).has_value());
}

namespace {

/// Folders of five files each; `/data/now` leads to the last of them, and `self` in each to itself.
/// As indexes of servers write it: a heading with the path, and what tells the files apart in cells
/// of their own.
FakeSite linked_folders() {
  FakeSite site;
  site.page("/", links({"/data/", "/docs/"}));
  const auto folder = [&site](const std::string& at, const std::string& real) {
    std::vector<LinkObservation> list;
    std::string text = "Index of " + at;
    const auto add = [&](const std::string& name) {
      list.push_back(link(on_site(at + name)));
      list.back().anchor = list.back().around = name;
      text += " " + name + " 9 of " + real;
    };
    for (int file = 0; file < 5; ++file) {
      const std::string name = std::to_string(file) + ".csv";
      add(name);
      Response response;
      response.status = 200;
      response.mime = "text/csv";
      response.body_bytes = 9;
      response.content = std::hash<std::string>()(real + name) | 1U;
      site.set(at + name, std::move(response));
    }
    add("self/");
    if (real == "/data/") {
      add("old/");
      add("now/");
    }
    site.page(at, std::move(list), text);
  };
  // As deep as anybody would go.
  std::vector<std::pair<std::string, std::string>> level{{"/data/", "/data/"},
                                                         {"/docs/", "/docs/"}};
  for (int depth = 0; depth < 5; ++depth) {
    std::vector<std::pair<std::string, std::string>> next;
    for (const auto& [at, real] : level) {
      folder(at, real);
      next.emplace_back(at + "self/", real);
      if (real != "/data/") continue;
      next.emplace_back(at + "old/", "/data/old/");
      next.emplace_back(at + "now/", "/data/old/");
    }
    level = std::move(next);
  }
  return site;
}

}  // namespace

// 75 folders and 375 addresses of files.
BOOST_DATA_TEST_CASE(folders_under_a_second_name_are_read_once,
                     data::make({"trail", "sb-classifier", "bfs"}), policy) {
  FakeSite site = linked_folders();
  const auto engine = engine_for(leaving(policy));
  const auto requests = crawl(*engine, site);
  const Progress progress = engine->progress();
  BOOST_TEST_MESSAGE(policy << ": " << requests.size() << " requests");
  BOOST_TEST(progress.targets == 15U);
  BOOST_TEST(requests.size() < 80U);
  BOOST_TEST(progress.traps.empty());
  BOOST_TEST(progress.account.left == 0U);
  BOOST_TEST(progress.account.unaccounted == 0U);
  BOOST_TEST(progress.account.equal > 0U);
}

BOOST_DATA_TEST_CASE(each_trap_ends_with_all_files,
                     data::make({Trap::none, Trap::calendar, Trap::facets, Trap::session,
                                 Trap::exports}) *
                         data::make({"trail", "sb-classifier", "bfs"}),
                     trap, policy) {
  const Crawled crawled = crawl_endless(trap, leaving(policy), kMost);
  BOOST_TEST(crawled.ended);
  const bool empty_export = trap == Trap::exports;
  BOOST_TEST(crawled.contents == EndlessSite::kFiles + (empty_export ? 1 : 0));
  BOOST_TEST(crawled.progress.targets == crawled.contents);
  // Other spellings of what was read are none to be named.
  const bool left = !crawled.progress.traps.empty() || crawled.progress.account.equal > 0;
  BOOST_TEST(left == (trap != Trap::none));
  BOOST_TEST_MESSAGE(policy << " " << trap << ": " << crawled.requests);
}

// The files of a tracker, of a browser of repositories and of a portal lie among views without end:
// leaving these must not cost one of those. Lists of the portal say the same on each page, and what
// combinations of its filters show is known soon; its plain pages go on to datasets that are not.
BOOST_DATA_TEST_CASE(no_file_is_lost_among_views,
                     data::make({Trap::repositories, Trap::tracker, Trap::portal}) *
                         data::make({"trail", "sb-classifier", "bfs"}) * data::xrange(3),
                     trap, policy, seed) {
  Config config = leaving(policy);
  config.seed = static_cast<std::uint64_t>(seed);
  const Crawled crawled = crawl_endless(trap, config, 3000);
  BOOST_TEST_MESSAGE(policy << " " << trap << ": " << crawled.requests << " requests, "
                            << crawled.wanted << " files");
  for (const TrapReport& left : crawled.progress.traps) {
    BOOST_TEST_MESSAGE("  " << left.kind << " " << left.left << " " << left.example);
  }
  BOOST_TEST(crawled.ended);
  BOOST_TEST(crawled.wanted == EndlessSite::files_in(trap));
}

// What is left to nobody's eyes: without the watch the same sites have no end.
BOOST_AUTO_TEST_CASE(without_the_watch_they_do_not_end) {
  for (const Trap trap : {Trap::calendar, Trap::facets, Trap::session, Trap::exports}) {
    BOOST_TEST(!crawl_endless(trap, config_for("bfs"), kMost).ended);
  }
}

BOOST_AUTO_TEST_CASE(snapshots_hold_all_of_it) {
  for (const Trap trap : {Trap::calendar, Trap::session}) {
    const Crawled whole = crawl_endless(trap, leaving("trail"), kMost);
    const Crawled restored = crawl_endless(trap, leaving("trail"), kMost, true);
    BOOST_TEST(whole.requests == restored.requests);
    BOOST_TEST(whole.contents == restored.contents);
    BOOST_TEST((whole.progress.traps == restored.progress.traps));
  }
}

BOOST_AUTO_TEST_CASE(traps_have_names) {
  BOOST_TEST(trap_kind("http://h/cal?m=2026-1", false) == "a calendar");
  BOOST_TEST(trap_kind("http://h/events/2026/11/", false) == "a calendar");
  BOOST_TEST(trap_kind("http://h/d/?C=M;O=A", false) == "orderings");
  BOOST_TEST(trap_kind("http://h/w?title=X&oldid=7", false) == "revisions");
  BOOST_TEST(trap_kind("http://h/shop/?colour=1&size=2", false) == "combinations of filters");
  BOOST_TEST(trap_kind("http://h/maps/a.svg", false) == "drawings");
  BOOST_TEST(trap_kind("http://h/s-1f2e3d4c5b6a7988/data/", true) == "session identifiers");
}

BOOST_AUTO_TEST_SUITE_END()

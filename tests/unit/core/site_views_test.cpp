// A site that shows each of its files in several views and at several branches: what views that
// tell of nothing would show of files in hand is left, and named. What only looks like a view, or
// tells of something, is not.
#include <boost/test/unit_test.hpp>
#include <set>

#include "fake_site.hpp"
#include "tables/string_table.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

constexpr int kFiles = 40;
constexpr const char* kKind = "other views of what has come";

Response file_of(const std::string& content) {
  Response response;
  response.status = 200;
  response.mime = "text/csv";
  response.body_bytes = 100;
  response.content = hash_bytes(content.data(), content.size());
  return response;
}

/// Words that stand nowhere else, so that no page is alike to another.
std::string words_of(const std::string& of) {
  std::string words;
  std::uint64_t hash = hash_bytes(of.data(), of.size());
  for (int i = 0; i < 12; ++i) {
    for (int letter = 0; letter < 6; ++letter) {
      words += static_cast<char>('a' + (hash >> (letter * 5)) % 26);
    }
    words += ' ';
    hash = hash * 0x9E3779B97F4A7C15U + 1;
  }
  return words;
}

std::string name_of(int file) { return "t" + std::to_string(file) + ".csv"; }

/// What a page of a view links to besides, by the view and the file.
using More = std::function<std::vector<std::string>(const std::string& view, int file)>;
/// The content of a file at a branch (empty: the present one).
using Content = std::function<std::string(const std::string& branch, int file)>;

std::string content_of(const std::string&, int file) { return name_of(file); }
std::vector<std::string> no_more(const std::string&, int) { return {}; }

/// `/VIEW/t1.csv?h=BRANCH`: pages that link to each other, and `/plain/`, which gives the file.
FakeSite site_of_views(const std::vector<std::string>& branches,
                       const Content& content = content_of, const More& more = no_more) {
  FakeSite site;
  std::vector<std::string> heads;
  for (const std::string& branch : branches) {
    const std::string pair = branch.empty() ? "" : "?h=" + branch;
    heads.push_back("/tree/" + pair);
    std::vector<std::string> tree;
    for (int file = 0; file < kFiles; ++file) {
      const std::string name = name_of(file) + pair;
      std::vector<std::string> views{"/plain/" + name};
      for (const char* view : {"tree", "log", "diff", "blame"}) {
        views.push_back("/" + std::string(view) + "/" + name);
      }
      for (const char* view : {"tree", "log", "diff", "blame"}) {
        std::vector<std::string> all = views;
        for (const std::string& each : more(view, file)) all.push_back(each);
        const std::string page = "/" + std::string(view) + "/" + name;
        site.page(page, links(all), words_of(page));
      }
      site.set("/plain/" + name, file_of(content(branch, file)));
      tree.push_back("/tree/" + name);
    }
    site.page("/tree/" + pair, links(tree), words_of("/tree/" + pair));
  }
  site.page("/", links(heads), words_of("/"));
  return site;
}

struct Ended {
  std::set<std::string> asked;
  std::uint64_t requests = 0;
  Progress progress;
  bool names_views = false;
};

Ended crawled(const FakeSite& site, const std::string& policy, bool restores = false) {
  Ended ended;
  const auto see = [&](const Request& request) {
    ++ended.requests;
    ended.asked.insert(request.url.substr(std::string(FakeSite::kRoot).size()));
  };
  ended.progress = crawl_past_traps(policy, site, see, restores);
  for (const TrapReport& trap : ended.progress.traps) {
    ended.names_views = ended.names_views || trap.kind == kKind;
  }
  return ended;
}

template <typename Check>
void with_policies(const FakeSite& site, Check check) {
  for (const char* policy : {"trail", "bfs"}) {
    BOOST_TEST_CONTEXT(policy) { check(crawled(site, policy), policy); }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(site_views)

BOOST_AUTO_TEST_CASE(those_that_tell_of_nothing_are_left_and_named) {
  const FakeSite site = site_of_views({"", "one", "two", "three"});
  with_policies(site, [&](const Ended& ended, const char* policy) {
    for (int file = 0; file < kFiles; ++file) {
      BOOST_TEST(ended.asked.contains("/plain/" + name_of(file)));
    }
    BOOST_TEST(ended.requests <= 10U * kFiles);  // of 20
    BOOST_TEST(ended.names_views);
    BOOST_TEST(ended.progress.account.left > 0U);
    BOOST_TEST(crawled(site, policy, true).asked == ended.asked);
  });
}

BOOST_AUTO_TEST_CASE(a_view_that_leads_to_files_is_followed) {
  FakeSite site = site_of_views({""}, content_of, [](const std::string& view, int file) {
    return view == "blame" ? std::vector<std::string>{"/more/" + name_of(file)}
                           : std::vector<std::string>{};
  });
  for (int file = 0; file < kFiles; ++file) {
    site.set("/more/" + name_of(file), file_of("more " + name_of(file)));
  }
  with_policies(site, [](const Ended& ended, const char*) {
    BOOST_TEST(ended.progress.targets == 2U * kFiles);
  });
}

BOOST_AUTO_TEST_CASE(branches_of_files_of_their_own_are_followed) {
  const FakeSite site = site_of_views(
      {"one", "two", "main"}, [](const std::string& at, int file) { return at + name_of(file); });
  with_policies(site, [](const Ended& ended, const char*) {
    BOOST_TEST(ended.progress.targets == 3U * kFiles);
  });
}

BOOST_AUTO_TEST_CASE(what_stands_on_one_branch_alone_is_found) {
  FakeSite site = site_of_views({"", "one", "two", "three"});
  std::vector<std::string> tree{"/plain/alone.csv?h=two"};
  for (int file = 0; file < kFiles; ++file) tree.push_back("/tree/" + name_of(file) + "?h=two");
  site.page("/tree/?h=two", links(tree), words_of("alone"));
  site.set("/plain/alone.csv?h=two", file_of("alone"));
  with_policies(site, [](const Ended& ended, const char*) {
    BOOST_TEST(ended.asked.contains("/plain/alone.csv?h=two"));
    BOOST_TEST(ended.progress.targets == 1U + kFiles);
  });
}

/// A quarter of the files was corrected since the branches that come first. (In the order of `bfs`
/// the pair is taken for one that changes nothing before a corrected file has come: sameness.hpp.)
BOOST_AUTO_TEST_CASE(the_present_version_comes_though_an_old_one_has) {
  const auto content = [](const std::string& branch, int file) {
    return name_of(file) + (branch == "HEAD" && file % 4 == 0 ? " corrected" : "");
  };
  const Ended ended = crawled(site_of_views({"one", "two", "HEAD"}, content), "trail");
  BOOST_TEST(ended.progress.targets == 1U * kFiles + kFiles / 4);
}

BOOST_AUTO_TEST_CASE(folders_of_years_with_the_same_names_are_no_views) {
  FakeSite site;
  std::vector<std::string> years;
  for (int year = 2010; year < 2022; ++year) {
    const std::string folder = "/" + std::to_string(year) + "/";
    std::vector<std::string> list;
    for (int file = 0; file < kFiles; ++file) {
      list.push_back(folder + "data/" + name_of(file));
      site.set(list.back(), file_of(list.back()));
    }
    years.push_back(folder);
    site.page(folder, links(list), words_of(folder));
  }
  site.page("/", links(years), words_of("years"));
  with_policies(site, [](const Ended& ended, const char*) {
    BOOST_TEST(ended.progress.targets == 12U * kFiles);
    BOOST_TEST(!ended.names_views);
  });
}

/// As `?f=` of a program that shows texts in pages and gives all other files as they are.
BOOST_AUTO_TEST_CASE(what_names_the_file_is_no_view) {
  FakeSite site;
  std::vector<std::string> all;
  for (int file = 0; file < 3 * kFiles; ++file) {
    for (const char* view : {"blob", "plain", "raw"}) {
      const std::string url = "/git?a=" + std::string(view) + "&f=" + name_of(file);
      all.push_back(url);
      if (std::string(view) == "blob" && file % 3 != 0) {
        site.page(url, links({"/"}), words_of(url));
      } else {
        site.set(url, file_of(name_of(file)));
      }
    }
  }
  site.page("/", links(all), words_of("all"));
  with_policies(site, [](const Ended& ended, const char*) {
    BOOST_TEST(ended.progress.targets == 3U * kFiles);
  });
}

BOOST_AUTO_TEST_SUITE_END()

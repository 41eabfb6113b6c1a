// What a site gives once more under another address: parts of URLs that change nothing, and pages
// that lead deeper to themselves.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "fake_site.hpp"
#include "traps/echoes.hpp"
#include "traps/sameness.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

Response answer_of(Page page) {
  Response response;
  response.status = 200;
  response.is_page = true;
  response.page = std::move(page);
  return response;
}

Response file_of(std::uint64_t content) {
  Response response;
  response.status = 200;
  response.content = content;
  return response;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(repetition)

BOOST_AUTO_TEST_CASE(a_key_that_changes_nothing_is_learnt_from_pairs_and_undone) {
  Sameness sameness;
  const auto view = [](const std::string& name) {
    return answer_of(page_with("text of " + name, {"/next"}));
  };
  for (const std::string name : {"a", "b", "c"}) {
    BOOST_TEST(!sameness.repeats("http://h/p/" + name + "?from=2").has_value());
    for (const std::string query : {"", "?from=1"}) {
      sameness.requested("http://h/p/" + name + query);
      sameness.answered("http://h/p/" + name + query, view(name));
    }
  }
  BOOST_TEST(sameness.repeats("http://h/p/c?from=9").has_value());
  BOOST_TEST(!sameness.repeats("http://h/p/new?from=9").has_value());
  BOOST_TEST(!sameness.repeats("http://h/p/c?to=9").has_value());
  const auto undone = sameness.answered("http://h/p/c?from=9", view("something else"));
  BOOST_TEST(undone.size() == 1U);
  BOOST_TEST(!sameness.repeats("http://h/p/c?from=8").has_value());
}

// An index of Apache's has four links to orderings of each folder.
BOOST_AUTO_TEST_CASE(what_changes_nothing_in_four_folders_does_so_on_the_whole_host) {
  Sameness sameness;
  const auto list = [](const std::string& folder) {
    return answer_of(page_with("index", {folder + "a.csv", folder + "b.csv"}));
  };
  const auto see = [&](const std::string& folder, const std::string& query) {
    sameness.requested("http://h" + folder + query);
    return sameness.answered("http://h" + folder + query, list(folder));
  };
  for (const std::string folder : {"/a/", "/b/", "/c/", "/d/"}) {
    BOOST_TEST(!sameness.repeats("http://h" + folder + "?C=N;O=D").has_value());
    see(folder, "");
    see(folder, "?C=N;O=D");
  }
  see("/e/", "");
  const auto rule = sameness.repeats("http://h/e/?C=N;O=D");
  BOOST_REQUIRE(rule.has_value());
  BOOST_TEST(!sameness.repeats("http://other/e/?C=N;O=D").has_value());
  BOOST_TEST(!sameness.is_spotless(*rule));
  see("/e/", "?C=N;O=D");
  BOOST_TEST(sameness.is_spotless(*rule));
  see("/f/", "");
  const auto undone = sameness.answered("http://h/f/?C=N;O=D", list("/elsewhere/"));
  BOOST_TEST(std::count(undone.begin(), undone.end(), *rule) == 1);
  BOOST_TEST(!sameness.repeats("http://h/e/?C=N;O=D").has_value());
}

// Listings of nginx's fancyindex link to what is below them in the order that they have themselves.
BOOST_AUTO_TEST_CASE(an_order_that_is_handed_on_changes_nothing) {
  Sameness sameness;
  const auto see = [&](const std::string& folder, const std::string& query) {
    const std::string key = on_site(folder + query);
    sameness.requested(key);
    sameness.answered(key,
                      answer_of(page_with("index", {folder + "a.csv", folder + "b/" + query,
                                                    folder + "?C=N&O=A", folder + "?C=N&O=D"})));
  };
  for (const std::string folder : {"/a/", "/b/", "/c/", "/d/"}) {
    see(folder, "");
    see(folder, "?C=N&O=A");
  }
  see("/e/", "");
  BOOST_TEST(sameness.repeats(on_site("/e/?C=N&O=A")).has_value());
}

BOOST_AUTO_TEST_CASE(pages_that_lead_deeper_by_the_same_links_are_echoes) {
  Echoes echoes;
  const auto read = [&](const std::string& key, const std::string& source,
                        const std::vector<std::string>& below) {
    Page page;
    for (const std::string& name : below) {
      LinkObservation& link = page.links.emplace_back();
      link.url = key.substr(0, key.rfind('/') + 1) + name;
    }
    echoes.read(key, source, page);
  };
  const std::string home = "http://h/a/";
  read(home, "http://h/", {"a/", "b/", "i.html"});
  BOOST_TEST(!echoes.deeper("http://h/a/b/", home).has_value());
  read("http://h/a/a/", home, {"a/", "b/", "i.html"});
  BOOST_TEST(!echoes.deeper("http://h/a/a/b/", "http://h/a/a/").has_value());
  read("http://h/a/a/a/", "http://h/a/a/", {"i.html", "b/", "a/", "a/"});
  const auto echo = echoes.deeper("http://h/a/a/a/b/", "http://h/a/a/a/");
  BOOST_REQUIRE(echo.has_value());
  BOOST_TEST(!echoes.deeper("http://h/c", "http://h/a/a/a/").has_value(), "not below it");
  BOOST_TEST(!echoes.is_sure(*echo));

  ByteWriter out;
  echoes.save(out);
  Echoes again;
  ByteReader in(out.bytes());
  BOOST_REQUIRE(again.load(in));
  ByteWriter twice;
  again.save(twice);
  BOOST_TEST(twice.bytes() == out.bytes());

  // Elsewhere on the site, at once; and sure, until one of them was another page.
  read("http://h/x/b/", home, {"a/", "b/", "i.html"});
  BOOST_TEST(echoes.deeper("http://h/x/b/a/", "http://h/x/b/").has_value());
  read("http://h/a/b/", home, {"a/", "b/", "i.html"});
  read("http://h/a/b/a/", "http://h/a/b/", {"a/", "b/", "i.html"});
  BOOST_TEST(echoes.is_sure(*echo));
  read("http://h/a/b/b/", "http://h/a/b/", {"c/"});
  BOOST_TEST(!echoes.is_sure(*echo));
}

BOOST_AUTO_TEST_CASE(folders_with_files_are_no_echoes) {
  Echoes echoes;
  std::string above;
  for (std::string key = "http://h/a/"; key.size() < 30; key += "a/") {
    Page page;
    for (const char* name : {"a/", "t.csv"}) page.links.emplace_back().url = key + name;
    echoes.read(key, above, page);
    BOOST_TEST(!echoes.deeper(key + "a/", key).has_value(), key);
    above = key;
  }
}

BOOST_AUTO_TEST_CASE(a_key_that_names_different_files_is_no_repetition) {
  Sameness sameness;
  for (std::uint64_t id = 1; id < 20; ++id) {
    const std::string url = "http://h/get?id=" + std::to_string(id);
    BOOST_TEST(!sameness.repeats(url).has_value());
    sameness.requested(url);
    sameness.answered(url, file_of(id));
  }
}

BOOST_AUTO_TEST_SUITE_END()

// What a site shows at each of its revisions waits for what it shows now, and is left where files
// at other revisions are those in hand; where they are not, nothing is left.
#include <boost/test/unit_test.hpp>

#include "fake_site.hpp"
#include "tables/string_table.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

constexpr int kFiles = 12;
constexpr int kRevisions = 40;

std::string hash_number(int number) {
  const std::string text = "revision" + std::to_string(number);
  const std::uint64_t hash = hash_bytes(text.data(), text.size());
  std::string out;
  for (int i = 0; i < 40; ++i) out += "0123456789abcdef"[(hash >> (i % 16 * 4)) & 15U];
  return out;
}

Response file_of(const std::string& content) {
  Response response;
  response.status = 200;
  response.mime = "text/csv";
  response.body_bytes = 100;
  response.content = hash_bytes(content.data(), content.size());
  return response;
}

std::string words_of(int number) {
  std::string words;
  for (int i = 0; i < 12; ++i) words += hash_number(number * 100 + i).substr(0, 3 + i % 4) + "q ";
  return words;
}

/// As cgit has its addresses: views in the path, the commit as `id`, snapshots named by it. Each
/// commit says something new; two files were corrected once.
FakeSite site_of_commits() {
  FakeSite site;
  std::vector<std::string> log{"/r.git/tree/", "/r.git/commit/"};
  std::vector<std::string> tree;
  for (int i = 0; i < kFiles; ++i) {
    const std::string name = "t" + std::to_string(i) + ".csv";
    tree.push_back("/r.git/tree/" + name);
    site.page("/r.git/tree/" + name, links({"/r.git/plain/" + name, "/r.git/tree/"}),
              words_of(i + 1));
    site.set("/r.git/plain/" + name, file_of(name));
  }
  for (int at = 0; at < kRevisions; ++at) {
    const std::string id = "?id=" + hash_number(at);
    const std::string snapshot = "/r.git/snapshot/r-" + hash_number(at) + ".tar.gz";
    log.push_back("/r.git/commit/" + id);
    site.page("/r.git/commit/" + id, links({"/r.git/tree/" + id, "/r.git/patch/" + id, snapshot}),
              words_of(100 + at));
    site.page("/r.git/patch/" + id, {}, words_of(200 + at));
    site.set(snapshot, file_of(snapshot));
    std::vector<std::string> then;
    for (int i = 0; i < kFiles; ++i) {
      const std::string name = "t" + std::to_string(i) + ".csv" + id;
      then.push_back("/r.git/tree/" + name);
      site.page("/r.git/tree/" + name, links({"/r.git/plain/" + name}),
                words_of(300 + at * 20 + i));
      const bool corrected = i < 2 && at > kRevisions / 2;
      site.set("/r.git/plain/" + name,
               file_of("t" + std::to_string(i) + ".csv" + (corrected ? " before" : "")));
    }
    site.page("/r.git/tree/" + id, links(then), words_of(400 + at));
  }
  site.page("/r.git/tree/", links(tree), words_of(500));
  site.page("/r.git/commit/", links({"/r.git/tree/", "/r.git/patch/"}), words_of(501));
  site.page("/r.git/patch/", {}, words_of(502));
  site.page("/", links(log));
  return site;
}

/// Records whose identifiers look like revisions; each has a file of its own.
FakeSite site_of_records() {
  FakeSite site;
  std::vector<std::string> all{"/view", "/get"};
  for (int at = 0; at < kRevisions; ++at) {
    const std::string id = "?id=" + hash_number(at);
    all.push_back("/view" + id);
    site.page("/view" + id, links({"/get" + id, "/"}), words_of(at + 1));
    site.set("/get" + id, file_of("record " + id));
  }
  site.page("/view", {}, "which record");
  site.set("/get", file_of("all records"));
  site.page("/", links(all));
  return site;
}

struct Ended {
  std::uint64_t requests = 0;
  std::uint64_t last_of_now = 0;  ///< when the last file had come as it is now
  Progress progress;
};

Ended crawled(const FakeSite& site, const std::string& policy, bool restores = false) {
  Ended ended;
  const auto see = [&](const Request& request) {
    ++ended.requests;
    if (request.url.find("/plain/") == std::string::npos) return;
    if (request.url.find('?') == std::string::npos) ended.last_of_now = ended.requests;
  };
  ended.progress = crawl_past_traps(policy, site, see, restores);
  return ended;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(revisions)

BOOST_AUTO_TEST_CASE(those_that_repeat_wait_and_are_left) {
  const FakeSite site = site_of_commits();
  for (const char* policy : {"trail", "bfs"}) {
    BOOST_TEST_CONTEXT(policy) {
      const Ended ended = crawled(site, policy);
      BOOST_TEST(ended.progress.targets >= static_cast<std::uint64_t>(kFiles));
      BOOST_TEST(ended.last_of_now > 0U);
      BOOST_TEST(ended.last_of_now <= 60U);
      BOOST_TEST(ended.requests <= 4U * (2 * kFiles + 6));
      BOOST_REQUIRE(!ended.progress.traps.empty());
      BOOST_TEST(ended.progress.traps.front().kind == "revisions");
      BOOST_TEST(ended.progress.account.left > 0U);
      BOOST_TEST(crawled(site, policy, true).requests == ended.requests);
    }
  }
}

BOOST_AUTO_TEST_CASE(what_only_looks_like_them_is_found) {
  const FakeSite site = site_of_records();
  for (const char* policy : {"trail", "bfs"}) {
    BOOST_TEST_CONTEXT(policy) {
      const Ended ended = crawled(site, policy);
      BOOST_TEST(ended.progress.targets == 1U + kRevisions);
      for (const TrapReport& trap : ended.progress.traps) BOOST_TEST(trap.kind != "revisions");
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

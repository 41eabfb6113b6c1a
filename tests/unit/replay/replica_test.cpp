// Replicas as a store of answers by URL: what is added, what is read back, recordings that resume.
#include <boost/test/unit_test.hpp>

#include "replica/replica_loader.hpp"
#include "replica/replica_oracle.hpp"
#include "replica_scratch.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::test;

namespace {

const std::string kSite = "https://example.org/";

ReplicaAnswer html(const std::string& body) {
  ReplicaAnswer answer;
  answer.status = 200;
  answer.mime = "text/html";
  answer.body = body;
  answer.body_bytes = body.size();
  answer.header_bytes = 100;
  return answer;
}

ReplicaAnswer file(const std::string& mime, std::uint64_t bytes) {
  ReplicaAnswer answer;
  answer.status = 200;
  answer.mime = mime;
  answer.body_bytes = bytes;
  return answer;
}

/// index -> a.csv, moved (301 to b.html), gone; b.html -> c.pdf
std::unique_ptr<Replica> small_site(const Scratch& scratch) {
  auto replica = must(Replica::create(scratch / "s.replica", kSite, kSite, false));
  must(replica->add_answer(kSite, html("<title>T</title><a href=a.csv>a</a><a href=moved>m</a>"
                                       "<a href=gone>g</a>")));
  must(replica->add_answer(kSite + "a.csv", file("text/csv", 1000)));
  ReplicaAnswer moved;
  moved.status = 301;
  moved.location = kSite + "b.html";
  must(replica->add_answer(kSite + "moved", moved));
  must(replica->add_answer(kSite + "b.html", html("<p>Some words</p><a href=c.pdf>c</a>")));
  must(replica->add_answer(kSite + "c.pdf", file("application/pdf", 5)));
  return replica;
}

/// A crawl of the host for files of these types.
Config wanting(const std::string& targets) {
  Config config;
  config.scope = "host";
  config.targets = targets;
  return config;
}

std::size_t count_targets(Replica& replica, const std::string& targets) {
  return must(count_within_reach(replica, wanting(targets))).targets;
}

Response get(Replica& replica, const std::string& url) {
  Request request;
  request.id = 1;
  request.url = url;
  return must(load_from_replica(replica, request));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(answers_by_url)

BOOST_AUTO_TEST_CASE(come_back_as_they_were_added) {
  const Scratch scratch;
  {
    const auto replica = small_site(scratch);
    ReplicaAnswer feed = file("text/xml", 7);
    feed.xml_root = "rss";
    feed.header_bytes = 321;
    must(replica->add_answer(kSite + "feed?x=1", feed));
  }
  const auto replica = must(Replica::open(scratch / "s.replica"));
  BOOST_TEST(replica->start_url() == kSite);
  const ReplicaAnswer page = must(replica->answer(kSite + "b.html", true));
  BOOST_TEST(page.status == 200);
  BOOST_TEST(page.body == "<p>Some words</p><a href=c.pdf>c</a>");
  BOOST_TEST(page.header_bytes == 100U);
  BOOST_TEST(must(replica->answer(kSite + "b.html", false)).body.empty());
  const ReplicaAnswer feed = must(replica->answer(kSite + "feed?x=1", true));
  BOOST_TEST(feed.xml_root == "rss");
  BOOST_TEST(feed.body_bytes == 7U);
  BOOST_TEST(feed.header_bytes == 321U);
  BOOST_TEST(must(replica->answer(kSite + "moved", true)).location == kSite + "b.html");
  // A query is part of the URL here, unlike in a static tree.
  BOOST_TEST(must(replica->answer(kSite + "feed", true)).status == 404);
  BOOST_TEST(must(replica->knows(kSite + "moved")));
  BOOST_TEST(!must(replica->knows(kSite + "feed")));
}

BOOST_AUTO_TEST_CASE(the_last_answer_to_a_url_counts) {
  const Scratch scratch;
  const auto replica = small_site(scratch);
  must(replica->add_answer(kSite + "a.csv", html("now a page")));
  BOOST_TEST(must(replica->answer(kSite + "a.csv", true)).body == "now a page");
}

BOOST_AUTO_TEST_CASE(win_over_the_static_tree) {
  const Scratch scratch;
  const auto replica = small_site(scratch);
  must(replica->add_file("a.csv", "text/plain", "", "tree"));
  must(replica->add_file("d.csv", "text/csv", "", "tree"));
  BOOST_TEST(must(replica->answer(kSite + "a.csv", false)).mime == "text/csv");
  BOOST_TEST(must(replica->answer(kSite + "d.csv", false)).mime == "text/csv");
  BOOST_TEST(must(replica->body(kSite + "d.csv")).value() == "tree");
}

BOOST_AUTO_TEST_CASE(bytes_are_there_only_when_they_were_added) {
  const Scratch scratch;
  const auto replica = small_site(scratch);
  BOOST_TEST(!must(replica->body(kSite + "c.pdf")).has_value());
  BOOST_TEST(!must(replica->body(kSite + "unknown")).has_value());
  BOOST_TEST(must(replica->body(kSite + "b.html")).value().starts_with("<p>"));
  must(replica->add_answer(kSite + "empty.csv", file("text/csv", 0)));
  BOOST_TEST(must(replica->body(kSite + "empty.csv")).value().empty());
  ReplicaAnswer whole = file("application/pdf", 5);
  whole.body = std::string("%PDF\0", 5);
  must(replica->add_answer(kSite + "c.pdf", whole));
  BOOST_TEST(must(replica->body(kSite + "c.pdf")).value() == whole.body);
}

BOOST_AUTO_TEST_CASE(a_name_from_content_disposition_tells_a_file) {
  const Scratch scratch;
  {
    const auto replica = small_site(scratch);
    ReplicaAnswer named = file("application/octet-stream", 9);
    named.file_name = "table.xlsx";
    must(replica->add_answer(kSite + "gone", named));
    BOOST_TEST(count_targets(*replica, "data") == 3U);
    store_crawl(*replica);
  }
  const auto replica = must(Replica::open(scratch / "s.replica"));
  BOOST_TEST(get(*replica, kSite + "gone").file_name == "table.xlsx");
  BOOST_TEST(get(*replica, kSite + "a.csv").file_name.empty());
  BOOST_TEST(count_targets(*replica, "data") == 3U);
  const auto oracle = must(make_oracle(*replica, wanting("data")));
  BOOST_TEST((oracle->classify(kSite + "gone") == UrlClass::target));
  BOOST_TEST(oracle->targets().size() == 3U);
}

BOOST_AUTO_TEST_CASE(a_charset_of_the_header_is_obeyed) {
  const Scratch scratch;
  const auto replica = small_site(scratch);
  ReplicaAnswer page = html("<title>caf\xE9</title>");
  page.content_type = "text/html; charset=iso-8859-1";
  must(replica->add_answer(kSite + "latin", page));
  BOOST_TEST(get(*replica, kSite + "latin").page.title == "caf\xC3\xA9");
}

BOOST_AUTO_TEST_CASE(a_recorded_page_needs_no_html) {
  const Scratch scratch;
  const auto replica = small_site(scratch);
  Response read;
  read.is_page = true;
  read.page.title = "Recorded";
  LinkObservation link;
  link.url = kSite + "a.csv";
  read.page.links.push_back(link);
  ReplicaAnswer answer = file("text/html", 900);
  answer.page = encode_response(read);
  must(replica->add_answer(kSite + "r", answer));
  const Response response = get(*replica, kSite + "r");
  BOOST_TEST(response.is_page);
  BOOST_TEST(response.page.title == "Recorded");
  BOOST_TEST(response.page.links.at(0).url == kSite + "a.csv");
  BOOST_TEST(response.body_bytes == 900U);
  answer.page = {1, 2, 3};
  must(replica->add_answer(kSite + "r", answer));
  Request request;
  request.url = kSite + "r";
  BOOST_TEST((load_from_replica(*replica, request).error().code == ErrorCode::invalid_data));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(reachable_urls)

BOOST_AUTO_TEST_CASE(are_stored_or_crawled) {
  const Scratch scratch;
  const auto replica = small_site(scratch);
  BOOST_TEST(!must(replica->has_reachable()));
  BOOST_TEST(count_targets(*replica, "data") == 2U);
  store_crawl(*replica);
  BOOST_TEST(must(replica->has_reachable()));
  BOOST_TEST(count_targets(*replica, "data") == 2U);
  BOOST_TEST(count_targets(*replica, "text/html") == 2U);
  BOOST_TEST(must(replica->reachable()).size() == 6U);
  BOOST_TEST(must(replica->count_reachable()) == 6U);
  // Storing it again replaces it.
  must(replica->add_answer(kSite + "b.html", html("no link now")));
  BOOST_TEST(store_crawl(*replica).reachable == 5U);
  BOOST_TEST(must(replica->count_reachable()) == 5U);
  must(replica->forget_reachable());
  BOOST_TEST(!must(replica->has_reachable()));
}

BOOST_AUTO_TEST_CASE(each_kind) {
  const Scratch scratch;
  const auto replica = small_site(scratch);
  store_crawl(*replica);
  const auto list = [&](Replica::Reachable which) {
    std::vector<std::string> urls;
    must(replica->each_reachable(which, [&](const ReachableUrl& url) -> Expected<void> {
      urls.push_back(url.url.substr(kSite.size()));
      return {};
    }));
    return urls;
  };
  using Names = std::vector<std::string>;
  BOOST_TEST(
      (list(Replica::Reachable::all) == Names{"", "a.csv", "moved", "b.html", "gone", "c.pdf"}));
  BOOST_TEST((list(Replica::Reachable::answering) == Names{"", "a.csv", "b.html", "c.pdf"}));
  BOOST_TEST((list(Replica::Reachable::files) == Names{"a.csv", "c.pdf"}));
  const auto stopped = replica->each_reachable(
      Replica::Reachable::all,
      [](const ReachableUrl&) -> Expected<void> { return fail(ErrorCode::refused, "enough"); });
  BOOST_TEST((stopped.error().code == ErrorCode::refused));
}

BOOST_AUTO_TEST_CASE(the_oracle_knows_them) {
  const Scratch scratch;
  const auto replica = small_site(scratch);
  store_crawl(*replica);
  const auto oracle = must(make_oracle(*replica, wanting("data")));
  BOOST_TEST((oracle->classify(kSite) == UrlClass::html));
  BOOST_TEST((oracle->classify(kSite + "moved") == UrlClass::html));
  BOOST_TEST((oracle->classify(kSite + "a.csv") == UrlClass::target));
  BOOST_TEST((oracle->classify(kSite + "gone") == UrlClass::dead));
  BOOST_TEST((oracle->targets() == std::vector<std::string>{kSite + "a.csv", kSite + "c.pdf"}));
  BOOST_TEST((oracle->pages() == std::vector<std::string>{kSite, kSite + "b.html"}));
  const auto page = oracle->read(kSite + "b.html");
  BOOST_REQUIRE(page.has_value());
  BOOST_TEST(page->text == "Some words c");
  BOOST_TEST(page->links.size() == 1U);
  BOOST_TEST(!oracle->read(kSite + "a.csv").has_value());
  BOOST_TEST(!oracle->read(kSite + "moved").has_value());
  BOOST_TEST(!oracle->read(kSite + "nowhere").has_value());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(recordings)

BOOST_AUTO_TEST_CASE(are_made_and_added_to) {
  const Scratch scratch;
  const fs::path path = scratch / "r.replica";
  {
    const auto replica = must(Replica::open_for_recording(path, kSite + "start"));
    must(replica->add_answer(kSite + "start", html("<a href=x>x</a>")));
  }
  {
    const auto replica = must(Replica::open_for_recording(path, "https://other.org/"));
    BOOST_TEST(replica->start_url() == kSite + "start");
    must(replica->add_answer(kSite + "x", file("text/csv", 3)));
    // Read while it is recorded: what was added is there.
    BOOST_TEST(must(must(Replica::open(path))->answer(kSite + "x", false)).status == 200);
  }
  const auto replica = must(Replica::open(path));
  BOOST_TEST(must(replica->knows(kSite + "start")));
  BOOST_TEST(must(replica->knows(kSite + "x")));
  BOOST_TEST(!must(replica->has_reachable()));
}

/// As version 2 wrote them: no column of file names.
void make_old(const fs::path& path, const std::string& version) {
  {
    const auto replica = must(Replica::create(path, kSite, kSite, false));
    must(replica->add_answer(kSite, html("<a href=a.csv>a</a>")));
    must(replica->add_answer(kSite + "a.csv", file("text/csv", 4)));
    store_crawl(*replica);
  }
  auto database = must(sqlite::Database::open(path));
  const std::string statements =
      "ALTER TABLE answer DROP COLUMN file_name; ALTER TABLE reachable DROP COLUMN file_name;" +
      std::string(version == "1" ? "DROP TABLE answer;" : "") + "PRAGMA user_version = " + version;
  must(database.execute(statements.c_str()));
}

BOOST_AUTO_TEST_CASE(of_older_versions_are_read_and_added_to) {
  const Scratch scratch;
  const fs::path path = scratch / "old.replica";
  make_old(path, "2");
  {
    const auto replica = must(Replica::open(path));
    BOOST_TEST(get(*replica, kSite + "a.csv").body_bytes == 4U);
    BOOST_TEST(must(replica->reachable()).size() == 2U);
    BOOST_TEST(count_targets(*replica, "csv") == 1U);
  }
  {
    const auto replica = must(Replica::open_for_recording(path, kSite));
    ReplicaAnswer named = file("application/octet-stream", 9);
    named.file_name = "table.xlsx";
    must(replica->add_answer(kSite + "n", named));
    BOOST_TEST(must(replica->answer(kSite, true)).body == "<a href=a.csv>a</a>");
  }
  BOOST_TEST(get(*must(Replica::open(path)), kSite + "n").file_name == "table.xlsx");
  make_old(path, "1");
  BOOST_TEST(must(must(Replica::open(path))->reachable()).size() == 2U);
  const auto refused = Replica::open_for_recording(path, kSite);
  BOOST_REQUIRE(!refused);
  BOOST_TEST((refused.error().code == ErrorCode::wrong_version));
}

BOOST_AUTO_TEST_CASE(of_something_else_are_refused) {
  const Scratch scratch;
  scratch.write("text.replica", std::string(2000, 'x'));
  const auto text = Replica::open_for_recording(scratch / "text.replica", kSite);
  BOOST_REQUIRE(!text);
  BOOST_TEST((text.error().code == ErrorCode::invalid_data));
  BOOST_TEST(scratch.read("text.replica") == std::string(2000, 'x'));
}

BOOST_AUTO_TEST_SUITE_END()

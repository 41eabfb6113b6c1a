// A folder made here, imported as a static server would serve it, and replays of it by hand.
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "../scratch_folder.hpp"
#include "importers/import_folder.hpp"
#include "replay/replay_run.hpp"
#include "replica/replica_loader.hpp"
#include "replica/replica_oracle.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

namespace fs = std::filesystem;

const std::string kBase = "https://example.org/docs/";

template <typename T>
T must(Expected<T> result) {
  BOOST_REQUIRE_MESSAGE(result.has_value(),
                        (result.has_value() ? std::string() : result.error().message));
  return std::move(*result);
}

/// A temporary folder with a small site in `site/`.
class Site {
 public:
  Site() { fs::create_directories(folder()); }

  fs::path folder() const { return scratch_.path() / "site"; }
  fs::path replica() const { return scratch_.path() / "small.replica"; }
  void file(const std::string& path, const std::string& content) const {
    fs::create_directories((folder() / path).parent_path());
    std::ofstream(folder() / path, std::ios::binary) << content;
  }
  ImportOptions options() const {
    ImportOptions options;
    options.folder = folder();
    options.output = replica();
    options.base = kBase;
    return options;
  }
  ImportSummary import(const ImportOptions& options) const {
    return must(import_folder(options, [](std::string_view, std::size_t) {}));
  }
  std::unique_ptr<Replica> imported() const {
    import(options());
    return must(Replica::open(replica()));
  }

 private:
  ScratchFolder scratch_;
};

std::string page(const std::vector<std::string>& links) {
  std::string html = "<!DOCTYPE html><title>t</title><body>";
  for (const std::string& link : links) html += "<a href=\"" + link + "\">x</a>";
  return html;
}

/// / -> data.csv, sub (301 to sub/), gone, report; sub/ -> deep.json, ../data.csv?v=2
void write_small_site(const Site& site) {
  site.file("index.html", page({"data.csv", "sub", "gone", "report", "https://other.org/"}));
  site.file("data.csv", "a,b\n1,2\n");
  site.file("sub/index.html", page({"deep.json", "../data.csv?v=2", "#top"}));
  site.file("sub/deep.json", "{}");
  site.file("report", "%PDF-1.4 ...");
}

ReplicaAnswer answer(Replica& replica, const std::string& path) {
  return must(replica.answer(kBase + path, true));
}

Config replay_config(const Replica& replica, const std::string& policy) {
  Config config;
  config.seed_url = replica.start_url();
  config.policy = policy;
  config.scope = "host";
  config.blocklist = "none";
  config.follow_out_of_scope_redirects = true;
  return config;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(importing)

BOOST_AUTO_TEST_CASE(directories_and_their_index) {
  const Site site;
  write_small_site(site);
  const auto replica = site.imported();
  BOOST_TEST(replica->start_url() == kBase + "index.html");
  BOOST_TEST(replica->name() == "small");
  const ReplicaAnswer redirect = answer(*replica, "sub");
  BOOST_TEST(redirect.status == 301);
  BOOST_TEST(redirect.location == kBase + "sub/");
  BOOST_TEST(answer(*replica, "sub?q=1").location == kBase + "sub/?q=1");
  BOOST_TEST(answer(*replica, "sub/").status == 200);
  BOOST_TEST(answer(*replica, "sub/").mime == "text/html");
  BOOST_TEST(answer(*replica, "").status == 200);
  BOOST_TEST(answer(*replica, "sub/").body == page({"deep.json", "../data.csv?v=2", "#top"}));
  site.file("empty/x.csv", "");
  const auto again = site.imported();
  BOOST_TEST(answer(*again, "empty").status == 301);
  BOOST_TEST(answer(*again, "empty/").status == 404);
  BOOST_TEST(answer(*again, "empty/x.csv").status == 200);
  // The base itself is a directory too.
  const ReplicaAnswer root = must(again->answer("https://example.org/docs?q", false));
  BOOST_TEST(root.status == 301);
  BOOST_TEST(root.location == kBase + "?q");
}

BOOST_AUTO_TEST_CASE(looking_for_the_file) {
  const Site site;
  write_small_site(site);
  site.file("a b/caf\xC3\xA9 100%.csv", "x");
  const auto replica = site.imported();
  BOOST_TEST(answer(*replica, "data.csv?v=2&w=/x/").status == 200);
  BOOST_TEST(answer(*replica, "a%20b/caf%C3%A9%20100%25.csv").status == 200);
  BOOST_TEST(answer(*replica, "a%20b/caf%C3%A9%20100%.csv").status == 200);
  BOOST_TEST(answer(*replica, "%73ub/").status == 200);
  BOOST_TEST(answer(*replica, "DATA.csv").status == 404);
  BOOST_TEST(answer(*replica, "data").status == 404);
  BOOST_TEST(answer(*replica, "data.csv/").status == 404);
  BOOST_TEST(answer(*replica, "..%2Fsite%2Fdata.csv").status == 404);
  BOOST_TEST(answer(*replica, "data.csv%00").status == 404);
  for (const char* elsewhere : {"https://example.org/", "http://example.org/docs/data.csv",
                                "https://other.org/docs/data.csv", ""}) {
    BOOST_TEST(must(replica->answer(elsewhere, true)).status == 404, elsewhere);
  }
}

BOOST_AUTO_TEST_CASE(clean_urls) {
  const Site site;
  site.file("index.html", page({"about"}));
  site.file("about.html", page({}));
  site.file("both.html", "<html>file");
  site.file("both/index.html", "<html>folder");
  ImportOptions options = site.options();
  site.import(options);
  BOOST_TEST(answer(*must(Replica::open(site.replica())), "about").status == 404);
  options.clean_urls = true;
  site.import(options);
  const auto replica = must(Replica::open(site.replica()));
  BOOST_TEST(answer(*replica, "about").status == 200);
  BOOST_TEST(answer(*replica, "about").mime == "text/html");
  BOOST_TEST(answer(*replica, "about.html").status == 200);
  BOOST_TEST(answer(*replica, "both").body == "<html>file");
  BOOST_TEST(answer(*replica, "both/").body == "<html>folder");
  BOOST_TEST(answer(*replica, "nothing").status == 404);
}

BOOST_AUTO_TEST_CASE(types_by_name_and_by_content) {
  const Site site;
  const std::vector<std::tuple<std::string, std::string, std::string>> files{
      {"a.csv", "x", "text/csv"},
      {"a.CSV", "x", "text/csv"},
      {"a.yml", "x", "application/yaml"},
      {"a.xsd", "x", "application/xml"},
      {"a.json", "x", "application/json"},
      {"a.pdf", "not really", "application/pdf"},
      {"a.htm", "x", "text/html"},
      {"a.unheard-of", "x", "application/octet-stream"},
      {"v1.2", "<html>", "application/octet-stream"},
      {"page", " \n<!DOCTYPE HTML>", "text/html"},
      {"page2", "<HTML lang=en>", "text/html"},
      {"page3", "<!-- made by hand --><body>", "text/html"},
      {"report", "%PDF-1.4", "application/pdf"},
      {"binary", std::string("a\0b", 3), "application/octet-stream"},
      {"README", "read me", "text/plain"},
      {"nothing", "", "text/plain"},
  };
  site.file("index.html", page({}));
  for (const auto& [path, content, mime] : files) site.file(path, content);
  const auto replica = site.imported();
  for (const auto& [path, content, mime] : files) {
    BOOST_TEST(answer(*replica, path).mime == mime, path);
    BOOST_TEST(answer(*replica, path).body_bytes == content.size(), path);
  }
}

BOOST_AUTO_TEST_CASE(feeds_are_told_by_their_root) {
  const Site site;
  site.file("index.html", page({"feed.xml", "table.xml"}));
  site.file("feed.xml", "<?xml version='1.0'?><rss version='2.0'/>");
  site.file("table.xml", "<table/>");
  const auto replica = site.imported();
  BOOST_TEST(answer(*replica, "feed.xml").xml_root == "rss");
  const auto oracle = must(make_oracle(*replica, replay_config(*replica, "bfs")));
  BOOST_TEST((oracle->targets() == std::vector<std::string>{kBase + "table.xml"}));
}

BOOST_AUTO_TEST_CASE(what_a_full_crawl_reaches) {
  const Site site;
  write_small_site(site);
  site.file("orphan.csv", "x");
  const ImportSummary summary = site.import(site.options());
  BOOST_TEST(summary.files == 6U);
  BOOST_TEST(summary.reachable == 8U);
  BOOST_TEST(summary.dead == 1U);
  BOOST_TEST(summary.redirects == 1U);
  BOOST_TEST(summary.pages == 2U);
  BOOST_TEST(summary.answering == 7U);
  const auto urls = must(must(Replica::open(site.replica()))->reachable());
  const std::vector<std::pair<std::string, int>> expected{
      {"index.html", 200}, {"data.csv", 200}, {"sub", 301},           {"sub/", 200},
      {"gone", 404},       {"report", 200},   {"sub/deep.json", 200}, {"data.csv?v=2", 200}};
  BOOST_REQUIRE(urls.size() == expected.size());
  for (std::size_t i = 0; i < urls.size(); ++i) {
    BOOST_TEST(urls[i].url == kBase + expected[i].first);
    BOOST_TEST(urls[i].status == expected[i].second);
  }
}

BOOST_AUTO_TEST_CASE(another_start) {
  const Site site;
  write_small_site(site);
  ImportOptions options = site.options();
  options.base = "https://example.org/docs";  // the slash is added
  options.start = "sub/";
  BOOST_TEST(site.import(options).reachable == 3U);
}

BOOST_AUTO_TEST_CASE(what_can_not_be_imported) {
  const Site site;
  write_small_site(site);
  const auto quiet = [](std::string_view, std::size_t) {};
  site.import(site.options());
  ImportOptions options = site.options();
  options.folder = site.folder() / "no-such";
  auto missing = import_folder(options, quiet);
  BOOST_REQUIRE(!missing);
  BOOST_TEST((missing.error().code == ErrorCode::not_found));
  options = site.options();
  options.base = "nonsense";
  BOOST_TEST(!import_folder(options, quiet));
  // What was imported before is not lost by such a mistake.
  BOOST_TEST(must(must(Replica::open(site.replica()))->reachable()).size() == 8U);
}

BOOST_AUTO_TEST_CASE(what_is_no_replica) {
  const Site site;
  const auto missing = Replica::open(site.replica());
  BOOST_REQUIRE(!missing);
  BOOST_TEST((missing.error().code == ErrorCode::not_found));
  std::ofstream(site.replica()) << "This is not a database at all, but some text of good length.";
  const auto text = Replica::open(site.replica());
  BOOST_REQUIRE(!text);
  BOOST_TEST((text.error().code == ErrorCode::invalid_data));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(replaying)

BOOST_AUTO_TEST_CASE(breadth_first_by_hand) {
  const Site site;
  write_small_site(site);
  const auto replica = site.imported();
  std::vector<std::string> order;
  const auto result = must(run_replay(*replica, replay_config(*replica, "bfs"),
                                      [&](const Request& request, const Response&) {
                                        order.push_back(request.url.substr(kBase.size()));
                                      }));
  BOOST_TEST((order == std::vector<std::string>{"index.html", "data.csv", "sub", "sub/", "gone",
                                                "report", "sub/deep.json", "data.csv?v=2"}));
  BOOST_TEST(result.site == "small");
  BOOST_TEST(result.policy == "bfs");
  // Two URLs of one file are two targets: replay counts URLs.
  BOOST_TEST(result.reachable_targets == 4U);
  BOOST_TEST(result.progress.targets == 4U);
  BOOST_TEST(result.progress.requests == 8U);
  BOOST_TEST(result.progress.gets == 8U);
  BOOST_TEST(result.progress.heads == 0U);
  BOOST_TEST(result.progress.target_bytes == 8U + 12U + 2U + 8U);
  const std::uint64_t pages =
      answer(*replica, "index.html").body_bytes + answer(*replica, "sub/").body_bytes;
  BOOST_TEST(result.progress.other_bytes == pages);
  // Half of 4 by the sixth request; 80 % and more need all four.
  BOOST_TEST(*result.requests_to[0] == 6U);
  for (std::size_t i = 1; i < kLevels.size(); ++i) BOOST_TEST(*result.requests_to[i] == 8U);
  BOOST_TEST(*result.other_bytes_to[0] == pages);
}

BOOST_AUTO_TEST_CASE(omniscient_by_hand) {
  const Site site;
  write_small_site(site);
  const auto replica = site.imported();
  const auto result = must(run_replay(*replica, replay_config(*replica, "omniscient"), {}));
  BOOST_TEST(result.progress.requests == 4U);
  BOOST_TEST(result.progress.targets == 4U);
  BOOST_TEST(result.progress.other_bytes == 0U);
  BOOST_TEST(*result.requests_to[0] == 2U);
  BOOST_TEST(*result.requests_to[1] == 4U);
  BOOST_TEST(*result.requests_to[4] == 4U);
  BOOST_TEST(*result.other_bytes_to[4] == 0U);
}

BOOST_AUTO_TEST_CASE(every_policy_finds_all_targets) {
  const Site site;
  write_small_site(site);
  const auto replica = site.imported();
  for (const char* policy : {"sb-classifier", "sb-oracle", "dfs", "random"}) {
    const auto result = must(run_replay(*replica, replay_config(*replica, policy), {}));
    BOOST_TEST(result.progress.targets == 4U, policy);
  }
}

BOOST_AUTO_TEST_CASE(levels_never_reached_are_null) {
  const Site site;
  write_small_site(site);
  const auto replica = site.imported();
  Config config = replay_config(*replica, "bfs");
  config.budget.requests = 6;
  const auto line = nlohmann::json::parse(to_json_line(must(run_replay(*replica, config, {}))));
  BOOST_TEST(line["targets"]["reachable"] == 4);
  BOOST_TEST(line["targets"]["found"] == 2);
  BOOST_TEST(line["requests"]["total"] == 6);
  BOOST_TEST(line["requests_to"]["50"] == 6);
  BOOST_TEST(line["requests_to"]["80"].is_null());
  BOOST_TEST(line["other_bytes_to"]["100"].is_null());
  for (const char* name : {"site", "policy", "seed", "bytes", "cpu_us_per_request",
                           "policy_us_per_request", "peak_rss_mb"}) {
    BOOST_TEST(line.contains(name), name);
  }
  config.targets = "xlsx";
  const auto none = must(run_replay(*replica, config, {}));
  BOOST_TEST(none.reachable_targets == 0U);
  BOOST_TEST(!none.requests_to[0].has_value());
}

BOOST_AUTO_TEST_CASE(another_scope_counts_what_it_reaches) {
  const Site site;
  write_small_site(site);
  site.import([&] {
    ImportOptions options = site.options();
    options.start = "sub/";
    return options;
  }());
  const auto replica = must(Replica::open(site.replica()));
  Config config = replay_config(*replica, "bfs");
  BOOST_TEST(must(run_replay(*replica, config, {})).reachable_targets == 2U);
  config.scope = "prefix";
  BOOST_TEST(must(run_replay(*replica, config, {})).reachable_targets == 1U);
}

BOOST_AUTO_TEST_CASE(heads_have_no_body) {
  const Site site;
  write_small_site(site);
  const auto replica = site.imported();
  Request request;
  request.id = 1;
  request.url = replica->start_url();
  request.method = Method::head;
  const Response head = must(load_from_replica(*replica, request));
  BOOST_TEST(head.status == 200);
  BOOST_TEST(head.mime == "text/html");
  BOOST_TEST(head.body_bytes == 0U);
  BOOST_TEST(head.header_bytes > 0U);
  BOOST_TEST(!head.is_page);
  request.method = Method::get;
  const Response get = must(load_from_replica(*replica, request));
  BOOST_TEST(get.is_page);
  BOOST_TEST(get.page.links.size() == 5U);
}

// Replays knew files alone, and counted none where pages were looked for.
BOOST_AUTO_TEST_CASE(pages_are_results_where_the_objective_says_so) {
  const Site site;
  const std::string product =
      "<div itemscope itemtype='https://schema.org/Product'><b itemprop='name'>x</b></div>";
  const std::string search = "<form action='/find'><input name='q'></form>";
  site.file("index.html",
            "<a href='a.html'>one</a> <a href='b.html'>two</a> <a href='c.csv'>three</a>");
  site.file("a.html", product + "new words here" + search);
  site.file("b.html", product + "new words here" + search + "<a href='d.html'>four</a>");
  site.file("c.csv", "1,2");
  site.file("d.html", "quite other ones");
  const auto replica = site.imported();
  Config config;
  config.seed_url = replica->start_url();
  config.scope = "host";
  config.policy = "bfs";
  const auto crawled = [&](const std::string& objective) {
    config.objective = objective;
    return must(run_replay(*replica, config, {}));
  };
  const auto oracle_targets = [&] { return must(make_oracle(*replica, config))->targets(); };

  const ReplayResult markup = crawled("markup");
  BOOST_TEST(markup.reachable_targets == 2U);
  BOOST_TEST(markup.progress.targets == 2U);
  BOOST_TEST(markup.requests_to.back().value() == 3U);
  BOOST_TEST((oracle_targets() == std::vector<std::string>{kBase + "a.html", kBase + "b.html"}));
  config.markup.syntaxes = "rdfa";
  BOOST_TEST(crawled("markup").reachable_targets == 0U);

  // The same form on two pages is one.
  const ReplayResult forms = crawled("forms");
  BOOST_TEST(forms.reachable_gain == 1);
  BOOST_TEST(forms.progress.gain == 1);

  // Of three words two pairs are new on the first page, none on its twin's but the link's.
  const ReplayResult content = crawled("content");
  BOOST_TEST(content.reachable_gain == content.progress.gain);
  BOOST_TEST(content.progress.gain > 4);
  BOOST_TEST(content.requests_to.back().has_value());

  const ReplayResult files = crawled("data-files");
  BOOST_TEST(files.reachable_targets == 1U);
  BOOST_TEST(files.reachable_gain == 1);
  BOOST_TEST((oracle_targets() == std::vector<std::string>{kBase + "c.csv"}));
}

BOOST_AUTO_TEST_SUITE_END()

// Replays after pages: markup, search forms and new text are read from recorded pages, judged by
// the objective, and counted by its gain.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "replay/replay_run.hpp"
#include "replica/replica_oracle.hpp"
#include "replica_scratch.hpp"
#include "studies/loaded_site.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::test;

namespace {

const std::string kSite = "https://example.org/";
const std::string kProduct =
    "<div itemscope itemtype='https://schema.org/Product'><b itemprop=name>N</b></div>";
const std::string kSearch =
    "<form action=/find><input name=q type=search placeholder='Search jobs'>"
    "<button>Search</button></form>";

void add(Replica& replica, const std::string& path, const std::string& html) {
  ReplicaAnswer answer;
  answer.status = 200;
  answer.mime = "text/html";
  answer.body = "<!DOCTYPE html><title>t</title><body>" + html;
  answer.body_bytes = answer.body.size();
  must(replica.add_answer(kSite + path, answer));
}

/// start -> list (-> one, two: products, two with the form of one), a.csv, moved (to two), gone
std::unique_ptr<Replica> shop(const Scratch& scratch) {
  auto replica = must(Replica::create(scratch / "shop.replica", kSite, kSite, false));
  add(*replica, "", "red shoes <a href=list>l</a><a href=a.csv>a</a><a href=moved>m</a><a href=x>");
  add(*replica, "list", "red shoes <a href=one>o</a><a href=two>t</a>");
  add(*replica, "one", kProduct + kSearch + "green shoes");
  add(*replica, "two", kProduct + kProduct + kSearch + "green shoes");
  ReplicaAnswer file;
  file.status = 200;
  file.mime = "text/csv";
  file.body_bytes = 10;
  must(replica->add_answer(kSite + "a.csv", file));
  ReplicaAnswer moved;
  moved.status = 302;
  moved.location = kSite + "two";
  must(replica->add_answer(kSite + "moved", moved));
  return replica;
}

Config looking_for(const std::string& objective) {
  Config config;
  config.seed_url = kSite;
  config.policy = "bfs";
  config.objective = objective;
  config.scope = "host";
  config.blocklist = "none";
  config.follow_out_of_scope_redirects = true;
  return config;
}

ReplayResult replayed(Replica& replica, const Config& config) {
  return must(run_replay(replica, config, ReplayTrace{}));
}

/// By a crawl of the site read into memory; `memory` for its pages.
ReplayResult replayed_in_memory(const Scratch& scratch, const Config& config,
                                std::uint64_t memory) {
  const auto loaded = must(LoadedSite::load(scratch / "shop.replica", config, memory, nullptr));
  return must(run_replay(loaded->site(), config, ReplayWatch{}));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(replays_after_pages)

BOOST_AUTO_TEST_CASE(count_pages_with_markup) {
  const Scratch scratch;
  const auto replica = shop(scratch);
  Config config = looking_for("markup");
  const ReplayResult result = replayed(*replica, config);
  BOOST_TEST(result.reachable_targets == 2U);
  BOOST_TEST(result.reachable_gain == 2);
  BOOST_TEST(result.progress.targets == 2U);
  BOOST_TEST(result.progress.gain == 2);
  BOOST_TEST(result.requests_to[4].has_value());
  config.markup.at_least = 5;
  BOOST_TEST(replayed(*replica, config).reachable_targets == 1U);
  config.markup.at_least = 1;
  config.markup.syntaxes = "json-ld";
  BOOST_TEST(replayed(*replica, config).reachable_targets == 0U);
}

BOOST_AUTO_TEST_CASE(weigh_pages_by_their_statements_where_that_is_wanted) {
  const Scratch scratch;
  const auto replica = shop(scratch);
  Config config = looking_for("markup");
  config.markup.count = true;
  const ReplayResult result = replayed(*replica, config);
  BOOST_TEST(result.reachable_targets == 2U);
  BOOST_TEST(result.reachable_gain > 5);
  BOOST_TEST(result.progress.gain == result.reachable_gain);
  const auto json = nlohmann::json::parse(to_json_line(result));
  BOOST_TEST(json["objective"] == "markup");
  BOOST_TEST(json["gain"]["found"] == result.reachable_gain);
}

BOOST_AUTO_TEST_CASE(count_a_form_once) {
  const Scratch scratch;
  const auto replica = shop(scratch);
  const ReplayResult result = replayed(*replica, looking_for("forms"));
  BOOST_TEST(result.reachable_gain == 1);
  BOOST_TEST(result.reachable_targets == 1U);
  BOOST_TEST(result.progress.gain == 1);
}

BOOST_AUTO_TEST_CASE(count_new_text_in_any_order) {
  const Scratch scratch;
  const auto replica = shop(scratch);
  Config config = looking_for("content");
  const ReplayResult breadth = replayed(*replica, config);
  BOOST_TEST(breadth.reachable_gain > 5);
  BOOST_TEST(breadth.progress.gain == breadth.reachable_gain);
  BOOST_TEST(breadth.progress.targets == breadth.reachable_targets);
  config.policy = "dfs";
  BOOST_TEST(replayed(*replica, config).progress.gain == breadth.reachable_gain);
}

BOOST_AUTO_TEST_CASE(read_nothing_of_pages_that_is_not_needed) {
  const Scratch scratch;
  const auto replica = shop(scratch);
  Config config = looking_for("data-files");
  ReplayTrace trace = [](const Request&, const Response& got) {
    BOOST_TEST(got.page.content.empty());
  };
  BOOST_TEST(must(run_replay(*replica, config, trace)).progress.targets == 1U);
  config = looking_for("markup");
  trace = [](const Request&, const Response& got) { BOOST_TEST(got.page.content.forms.empty()); };
  must(run_replay(*replica, config, trace));
}

BOOST_AUTO_TEST_CASE(give_the_oracle_what_the_objective_says) {
  const Scratch scratch;
  const auto replica = shop(scratch);
  const auto oracle = must(make_oracle(*replica, looking_for("markup")));
  BOOST_TEST((oracle->targets() == std::vector<std::string>{kSite + "one", kSite + "two"}));
  BOOST_TEST((oracle->classify(kSite + "one") == UrlClass::html));
  BOOST_TEST((oracle->classify(kSite + "a.csv") == UrlClass::neither));
  BOOST_TEST((oracle->classify(kSite + "moved") == UrlClass::html));
  BOOST_TEST((oracle->classify(kSite + "x") == UrlClass::dead));
  BOOST_TEST(!make_oracle(*replica, looking_for("fame")).has_value());
}

BOOST_AUTO_TEST_CASE(are_the_same_from_memory) {
  const Scratch scratch;
  const auto replica = shop(scratch);
  for (const char* objective : {"data-files", "markup", "forms", "content"}) {
    const Config config = looking_for(objective);
    const ReplayResult direct = replayed(*replica, config);
    for (const std::uint64_t memory : {0U, 1U << 20U}) {
      const ReplayResult loaded = replayed_in_memory(scratch, config, memory);
      BOOST_TEST(loaded.reachable_targets == direct.reachable_targets, objective);
      BOOST_TEST(loaded.reachable_gain == direct.reachable_gain, objective);
      BOOST_TEST(loaded.progress.gain == direct.progress.gain, objective);
      BOOST_TEST((loaded.requests_to == direct.requests_to), objective);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

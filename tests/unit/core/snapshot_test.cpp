// A snapshot plus the responses since is the same crawl.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "fake_site.hpp"
#include "tables/string_table.hpp"
#include "tagtrail/decision_json.hpp"
#include "tagtrail/policy.hpp"
#include "tagtrail/random.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

const std::vector<std::string> kPolicies{
    "sb-classifier", "sb-oracle", "bfs",   "dfs",  "random",    "omniscient", "focused",
    "tres-lite",     "tp-off",    "trail", "tree", "anthelion", "acebot",     "ache"};

/// A policy that has more to keep with a topic than without.
const std::string kWithTopic = "trail with a topic";
const std::vector<std::string> kCrawls = [] {
  std::vector<std::string> crawls = kPolicies;
  crawls.push_back(kWithTopic);
  return crawls;
}();

std::string text_of(const Decision& decision) { return decision_to_json(decision).dump(); }

std::unique_ptr<Engine> restored(const Bytes& snapshot, FakeSite& site) {
  return must(Engine::restore(snapshot.data(), snapshot.size(), &site));
}

Config long_config(const std::string& policy) {
  Config config = config_for(policy == kWithTopic ? "trail" : policy);
  if (policy == kWithTopic) config.about = "files of page 7";
  config.seed = 11;
  config.early_stopping.enabled = true;
  config.early_stopping.nu = 10;
  config.early_stopping.kappa = 1000;
  return config;
}

/// All decisions as texts, the responses delivered, and a snapshot before and after each decision.
struct Recording {
  std::vector<std::string> decisions;
  std::vector<Response> responses;
  std::vector<Bytes> before;
  std::vector<Bytes> in_flight;
  Bytes last;
};

Recording record(const std::string& policy, FakeSite& site) {
  Recording recording;
  const auto engine = engine_for(long_config(policy), &site);
  for (;;) {
    recording.before.push_back(engine->snapshot());
    const Decision decision = engine->next();
    recording.decisions.push_back(text_of(decision));
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) break;
    recording.in_flight.push_back(engine->snapshot());
    Response response = site.answer(*request);
    response.at_ms = recording.responses.size() * 7;
    recording.responses.push_back(response);
    must(engine->deliver(std::move(response)));
  }
  recording.last = engine->snapshot();
  return recording;
}

/// Continues from step `step` to step `end`; all must be as recorded.
void must_continue(Engine& engine, const Recording& recording, std::size_t step, std::size_t end) {
  for (std::size_t i = step; i < end; ++i) {
    BOOST_REQUIRE_EQUAL(text_of(engine.next()), recording.decisions[i]);
    if (i < recording.responses.size()) must(engine.deliver(recording.responses[i]));
  }
}

void repair_checksum(Bytes& bytes) {
  const std::uint64_t sum = hash_bytes(bytes.data(), bytes.size() - 8);
  for (std::size_t i = 0; i < 8; ++i) {
    bytes[bytes.size() - 8 + i] = static_cast<std::uint8_t>(sum >> (8 * i));
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(snapshots)

BOOST_AUTO_TEST_CASE(every_policy_is_covered) {
  BOOST_TEST(policies().size() == kPolicies.size());
  for (const std::string& name : kPolicies) BOOST_TEST((find_policy(name) != nullptr), name);
}

BOOST_DATA_TEST_CASE(restored_at_every_step_the_next_steps_are_the_same,
                     boost::unit_test::data::make(kCrawls), policy) {
  FakeSite site = random_site(5, 40);
  const Recording recording = record(policy, site);
  const std::size_t steps = recording.decisions.size();
  BOOST_TEST(steps > 35U);
  for (std::size_t step = 0; step < steps; ++step) {
    BOOST_TEST_INFO("restored at step " << step);
    // A window at each step; from the end of it the next restored engine goes on.
    const std::size_t end = std::min(step + 12, steps);
    const auto engine = restored(recording.before[step], site);
    BOOST_REQUIRE(engine->snapshot() == recording.before[step]);
    must_continue(*engine, recording, step, end);
    BOOST_REQUIRE(engine->snapshot() == (end < steps ? recording.before[end] : recording.last));
    if (step + 1 >= steps) continue;
    const auto with_request = restored(recording.in_flight[step], site);
    BOOST_REQUIRE(with_request->snapshot() == recording.in_flight[step]);
    // Handed out again under its old id.
    must_continue(*with_request, recording, step, std::min(step + 3, steps));
  }
}

BOOST_DATA_TEST_CASE(restored_now_and_then_the_crawl_ends_in_the_same_bytes,
                     boost::unit_test::data::make(kCrawls), policy) {
  FakeSite site = random_site(6, 70);
  const Recording recording = record(policy, site);
  const std::size_t steps = recording.decisions.size();
  for (std::size_t step = 0; step < steps; step += 11) {
    const auto engine = restored(recording.before[step], site);
    must_continue(*engine, recording, step, steps);
    BOOST_REQUIRE(engine->snapshot() == recording.last);
  }
}

BOOST_DATA_TEST_CASE(responses_alone_bring_a_fresh_engine_to_the_same_state,
                     boost::unit_test::data::make(kCrawls), policy) {
  FakeSite site = random_site(7, 50);
  const Recording recording = record(policy, site);
  const auto engine = engine_for(long_config(policy), &site);
  for (std::size_t i = 0; i < recording.responses.size(); ++i) {
    // No call of next(): `issued` says which decisions were made.
    must(engine->deliver(recording.responses[i]));
    if (i % 7 == 0) {
      BOOST_REQUIRE(engine->snapshot() == recording.before[i + 1]);
    }
  }
  BOOST_TEST(text_of(engine->next()) == recording.decisions.back());
  BOOST_TEST((engine->snapshot() == recording.last));
}

BOOST_DATA_TEST_CASE(responses_after_a_snapshot_with_a_request_in_flight,
                     boost::unit_test::data::make(kCrawls), policy) {
  FakeSite site = random_site(8, 40);
  const Recording recording = record(policy, site);
  const std::size_t middle = recording.responses.size() / 2;
  const auto engine = restored(recording.in_flight[middle], site);
  for (std::size_t i = middle; i < recording.responses.size(); ++i) {
    must(engine->deliver(recording.responses[i]));
  }
  engine->next();
  BOOST_TEST((engine->snapshot() == recording.last));
}

/// Steps as record() does, but with several requests out, answered now in one order, now in
/// another.
BOOST_DATA_TEST_CASE(several_in_flight_and_restored_at_any_time_the_crawl_is_the_same,
                     boost::unit_test::data::make({"trail", "sb-classifier", "sb-oracle", "bfs",
                                                   "dfs", "random", "omniscient", "anthelion",
                                                   "acebot", "ache"}),
                     policy) {
  FakeSite site = random_site(10, 70);
  Config config = long_config(policy);
  config.in_flight = 12;
  auto engine = engine_for(config, &site);
  const auto from_responses = engine_for(config, &site);
  std::vector<Request> out;
  Random order(4);
  std::size_t most = 0;
  for (std::size_t step = 0;; ++step) {
    if (order.below(9) == 0) {
      const Bytes bytes = engine->snapshot();
      engine = restored(bytes, site);
      BOOST_REQUIRE(engine->snapshot() == bytes);
      for (const Request& request : out) {
        const Decision again = engine->next();
        BOOST_REQUIRE_EQUAL(text_of(again), text_of(request));
      }
    }
    Decision decision = engine->next();
    if (const auto* request = std::get_if<Request>(&decision)) {
      out.push_back(*request);
      most = std::max(most, out.size());
      if (order.below(3) != 0) continue;  // now and then an answer comes before the slots are full
    } else if (std::holds_alternative<Finished>(decision)) {
      break;
    } else {
      // To be told to wait twice changes nothing.
      const Bytes waiting = engine->snapshot();
      BOOST_REQUIRE(std::holds_alternative<Wait>(engine->next()));
      BOOST_REQUIRE(engine->snapshot() == waiting);
    }
    BOOST_REQUIRE(!out.empty());
    const auto which = static_cast<std::ptrdiff_t>(order.below(out.size()));
    Response response = site.answer(out[static_cast<std::size_t>(which)]);
    response.issued = engine->progress().issued;
    out.erase(out.begin() + which);
    must(from_responses->deliver(response));
    must(engine->deliver(std::move(response)));
  }
  BOOST_TEST(most > 8U);
  BOOST_TEST(out.empty());
  BOOST_REQUIRE(std::holds_alternative<Finished>(from_responses->next()));
  BOOST_TEST((engine->snapshot() == from_responses->snapshot()));
  // As many requests as with one in flight, for a policy that leaves nothing out.
  config.in_flight = 1;
  const auto single = engine_for(config, &site);
  crawl_text(*single, site);
  if (std::string(policy) == "bfs" || std::string(policy) == "trail") {
    BOOST_TEST(engine->progress().requests == single->progress().requests);
    BOOST_TEST(engine->progress().targets == single->progress().targets);
  }
}

BOOST_AUTO_TEST_CASE(every_truncation_is_an_error) {
  FakeSite site = random_site(9, 5);
  const Recording recording = record("bfs", site);
  const Bytes& whole = recording.in_flight[recording.in_flight.size() / 2];
  for (std::size_t size = 0; size < whole.size(); ++size) {
    Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    BOOST_REQUIRE(!Engine::restore(cut.data(), cut.size(), &site));
    if (size < 8) continue;
    // Even with a checksum that fits, as a hostile sender would make it.
    cut.resize(size);
    repair_checksum(cut);
    BOOST_REQUIRE(!Engine::restore(cut.data(), cut.size(), &site));
  }
}

BOOST_AUTO_TEST_CASE(flipped_bits_are_errors) {
  FakeSite site = random_site(9, 30);
  const Bytes whole = record("sb-classifier", site).before[20];
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    Bytes bytes = whole;
    bytes[random.below(bytes.size())] ^= static_cast<std::uint8_t>(1U << random.below(8));
    const auto engine = Engine::restore(bytes.data(), bytes.size(), &site);
    BOOST_REQUIRE(!engine);
    BOOST_REQUIRE((engine.error().code == ErrorCode::invalid_data));
  }
}

BOOST_DATA_TEST_CASE(forged_snapshots_are_errors_or_crawl_on, boost::unit_test::data::make(kCrawls),
                     policy) {
  FakeSite site = random_site(9, 12);
  const Recording recording = record(policy, site);
  const Bytes& whole = recording.before[recording.before.size() / 2];
  Random random(2);
  for (int round = 0; round < 500; ++round) {
    Bytes bytes = whole;
    // Not in the classifier's 72 KB of weights only: often near the start or the end.
    const std::size_t span = random.below(2) == 0 ? bytes.size() : 400;
    const std::size_t at = random.below(std::min(span, bytes.size()));
    bytes[random.below(2) == 0 ? at : bytes.size() - 1 - at] =
        static_cast<std::uint8_t>(random.next());
    repair_checksum(bytes);
    const auto engine = Engine::restore(bytes.data(), bytes.size(), &site);
    if (!engine) continue;
    for (int step = 0; step < 50; ++step) {
      const Decision decision = (*engine)->next();
      const auto* request = std::get_if<Request>(&decision);
      if (request == nullptr) break;
      Response response = site.answer(*request);
      response.issued = (*engine)->progress().issued;
      if (!(*engine)->deliver(std::move(response))) break;
    }
  }
}

BOOST_AUTO_TEST_CASE(another_version_is_told_apart) {
  Bytes bytes = engine_for(config_for("bfs"))->snapshot();
  ++bytes[4];
  repair_checksum(bytes);
  const auto engine = Engine::restore(bytes.data(), bytes.size());
  BOOST_REQUIRE(!engine);
  BOOST_TEST((engine.error().code == ErrorCode::wrong_version));
}

BOOST_AUTO_TEST_CASE(a_policy_that_needs_an_oracle_is_not_restored_without) {
  FakeSite site = random_site(1, 3);
  const Bytes bytes = engine_for(config_for("omniscient"), &site)->snapshot();
  const auto engine = Engine::restore(bytes.data(), bytes.size());
  BOOST_REQUIRE(!engine);
  BOOST_TEST((engine.error().code == ErrorCode::invalid_argument));
}

BOOST_AUTO_TEST_SUITE_END()

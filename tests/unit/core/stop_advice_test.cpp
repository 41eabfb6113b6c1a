// What a crawl says of its own completeness: the model by hand, what is gathered for it, stopping.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "crawl/stop_advisor.hpp"
#include "fake_site.hpp"
#include "tagtrail/decision_json.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

constexpr double kTolerance = 1e-9;

/// Only what a StopAdvisor asks for.
class Expecting final : public Policy {
 public:
  explicit Expecting(std::optional<double> expected) : expected_(expected) {}
  Verdict consider(const LinkView&) override { return Verdict::later; }
  std::optional<Choice> choose() override { return std::nullopt; }
  std::size_t frontier_size() const override { return 1; }
  void remove(UrlId) override {}
  void save(ByteWriter&) const override {}
  bool load(ByteReader&) override { return true; }
  std::optional<double> expected_remaining() const override { return expected_; }

 private:
  std::optional<double> expected_;
};

bool near(double a, double b) { return std::abs(a - b) < kTolerance; }

/// Each target is worth `each`.
void told(StopAdvisor& advisor, std::uint64_t requests, std::uint64_t targets, const Policy& policy,
          double each = 1) {
  advisor.update({requests, targets, each * static_cast<double>(targets)}, policy);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(stop_advice)

BOOST_AUTO_TEST_CASE(by_hand) {
  // Odds of at least s: exp(1 - 2 logit(s)); those of a half are e, so logistic(1).
  const StopAdvice advice = StopAdvice::of(1, 2);
  BOOST_TEST(near(advice.confidence(0.5), 0.7310585786300049));
  BOOST_TEST(near(advice.confidence(0.8), 0.14522069137383123));
  BOOST_TEST(near(advice.share(), 0.6224593312018546));
  BOOST_TEST(near(advice.confidence(advice.share()), 0.5));
  BOOST_TEST(near(advice.low(), 0.35466124439244334));
  BOOST_TEST(near(advice.high(), 0.8318243439635804));
  BOOST_TEST(advice.confidence(1) == 0.0);
}

BOOST_AUTO_TEST_CASE(nothing_known_and_all_known) {
  const StopAdvice nothing;
  BOOST_TEST(!nothing.known());
  BOOST_TEST(nothing.confidence(0.01) == 0.0);
  BOOST_TEST(nothing.share() == 0.0);
  BOOST_TEST(nothing.high() == 1.0);
  const StopAdvice all = StopAdvice::complete();
  BOOST_TEST(all.known());
  BOOST_TEST(all.confidence(1) == 1.0);
  BOOST_TEST(all.share() == 1.0);
  BOOST_TEST(all.low() == 1.0);
}

BOOST_AUTO_TEST_CASE(extreme_levels_stay_shares) {
  for (const double level : {-1e300, -1000.0, 1000.0, 1e300}) {
    const StopAdvice advice = StopAdvice::of(level, 0.5);
    for (const double share : {advice.share(), advice.low(), advice.high(), advice.confidence(0.9)})
      BOOST_TEST((share >= 0 && share <= 1), "level " << level << " gave " << share);
  }
  // What cannot be told from everything is not kept below it.
  BOOST_TEST(StopAdvice::of(2.5, 1).high() == 1.0);
}

BOOST_AUTO_TEST_CASE(the_models_by_hand) {
  StopEvidence evidence;
  evidence.requests = 100;
  evidence.targets = 9;
  evidence.expected = 0;
  // 0.9365 - 0.4495 ln 10 - (0.2614 + 0.8480) ln(0.5 / 9.5)
  BOOST_TEST(near(advise(evidence).level(), 3.168048604186426));
  BOOST_TEST(near(advise(evidence).confidence(0.9), 0.8936673645069155));
  evidence.expected.reset();
  evidence.late = 4;
  evidence.since_last = 50;
  // 1.0111 + 0.3858 ln 10 + 0.7519 ln(51 / 101) - 0.2285 ln(4.5 / 9.5)
  BOOST_TEST(near(advise(evidence).level(), 1.5564063963277859));
  BOOST_TEST(near(advise(evidence).share(), 0.97081923365395));
}

BOOST_AUTO_TEST_CASE(too_early_to_tell) {
  StopEvidence evidence;
  evidence.requests = 1000;
  BOOST_TEST(!advise(evidence).known());
  evidence.targets = 1;
  BOOST_TEST(advise(evidence).known());
  evidence.requests = 99;
  BOOST_TEST(!advise(evidence).known());
}

BOOST_AUTO_TEST_CASE(evidence_is_gathered) {
  StopAdvisor advisor(false);
  const Expecting policy(std::nullopt);
  // A target every second request up to the 40th, then none.
  for (std::uint64_t n = 1; n <= 100; ++n)
    told(advisor, n, std::min<std::uint64_t>(n, 40) / 2, policy);
  StopEvidence evidence;
  evidence.requests = 100;
  evidence.targets = 20;
  evidence.since_last = 60;
  BOOST_TEST((advisor.advice() == advise(evidence)));
}

// What trail expects of a crawl for new text are pairs of words, hundreds a page; compared with
// pages they were taken for hundreds of pages to come.
BOOST_AUTO_TEST_CASE(what_targets_are_worth_makes_no_difference_to_the_share) {
  StopAdvisor pages(false);
  StopAdvisor words(false);
  const Expecting few(30.0);
  const Expecting many(30.0 * 250);
  for (std::uint64_t n = 1; n <= 500; ++n) {
    told(pages, n, n / 3, few);
    told(words, n, n / 3, many, 250);
  }
  BOOST_REQUIRE(pages.advice().known());
  BOOST_TEST(near(pages.advice().share(), words.advice().share()));
  StopAdvisor mixed(false);
  for (std::uint64_t n = 1; n <= 500; ++n) told(mixed, n, n / 3, many);
  BOOST_TEST(mixed.advice().share() < words.advice().share() / 2);
}

// Where files differ in worth, the advice is about that: files of no worth that follow are no
// evidence of more to come, and how many files there are is not told.
BOOST_AUTO_TEST_CASE(of_weighed_files_the_gain_counts) {
  StopAdvisor weighed(true);
  StopAdvisor counted(false);
  const Expecting nothing(0.0);
  for (std::uint64_t n = 1; n <= 500; ++n) {
    const StopAdvisor::Point now{n, n / 2,
                                 static_cast<double>(std::min<std::uint64_t>(n, 100)) / 2};
    weighed.update(now, nothing);
    counted.update({n, n / 2, static_cast<double>(n) / 2}, nothing);
  }
  BOOST_TEST(weighed.advice().share() > counted.advice().share());
  BOOST_TEST(!weighed.estimate().has_value());
}

// "About 30 % found (0 to 97)" was shown for most of a crawl, and told nobody anything.
BOOST_AUTO_TEST_CASE(people_are_told_what_is_certain_and_what_going_on_costs) {
  StopAdvisor advisor(false);
  const Expecting undecided(200.0);
  // A file every fourth request, then one every fiftieth.
  for (std::uint64_t n = 1; n <= 400; ++n) told(advisor, n, n / 4, undecided);
  BOOST_TEST(advisor.advice().known());
  BOOST_TEST(!advisor.estimate().has_value());
  const Expecting sure(0.0);
  for (std::uint64_t n = 401; n <= 700; ++n) told(advisor, n, 100 + (n - 400) / 50, sure);
  const auto estimate = advisor.estimate();
  BOOST_REQUIRE(estimate.has_value());
  BOOST_TEST(estimate->files == 106U);
  BOOST_TEST(estimate->price == 50U);
  // None any more: what has been spent since the last.
  for (std::uint64_t n = 701; n <= 900; ++n) told(advisor, n, 106, sure);
  BOOST_TEST(advisor.estimate()->price == 200U);
}

BOOST_AUTO_TEST_CASE(long_crawls_are_kept_in_bounds) {
  StopAdvisor advisor(false);
  const Expecting policy(3.0);
  for (std::uint64_t n = 1; n <= 100'000; ++n) told(advisor, n, n / 10, policy);
  ByteWriter out;
  advisor.save(out);
  const Bytes bytes = out.take();
  BOOST_TEST(bytes.size() < 3000U);
  // As good as when every request was kept: half of the targets in the later half.
  StopEvidence evidence;
  evidence.requests = 100'000;
  evidence.targets = 10'000;
  evidence.late = 5000;
  evidence.expected = 3.0;
  BOOST_TEST(std::abs(advisor.advice().level() - advise(evidence).level()) < 0.02);

  StopAdvisor again(false);
  ByteReader in(bytes.data(), bytes.size());
  BOOST_REQUIRE(again.load(in));
  BOOST_TEST((again.advice() == advisor.advice()));
  for (std::uint64_t n = 100'001; n <= 101'000; ++n) {
    told(advisor, n, 10'000, policy);
    told(again, n, 10'000, policy);
  }
  BOOST_TEST((again.advice() == advisor.advice()));
}

BOOST_AUTO_TEST_CASE(damaged_state_is_refused) {
  StopAdvisor advisor(false);
  const Expecting policy(3.0);
  for (std::uint64_t n = 1; n <= 50; ++n) told(advisor, n, n, policy);
  ByteWriter out;
  advisor.save(out);
  const Bytes bytes = out.take();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    StopAdvisor cut(false);
    ByteReader in(bytes.data(), size);
    BOOST_TEST(!cut.load(in), size << " bytes");
  }
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    Bytes spoilt = bytes;
    spoilt[i] ^= 0xFFU;
    StopAdvisor other(false);
    ByteReader in(spoilt.data(), spoilt.size());
    if (!other.load(in)) continue;
    for (std::uint64_t n = 51; n <= 60; ++n) told(other, n, 60, policy);  // must not crash
  }
}

BOOST_AUTO_TEST_CASE(stops_a_crawl_and_says_so) {
  FakeSite site = random_site(3, 400);
  const auto whole = engine_for(config_for("trail"));
  const std::size_t all = crawl(*whole, site).size();
  BOOST_TEST(whole->progress().advice.is_complete());
  const std::uint64_t files = whole->progress().targets;
  BOOST_TEST((whole->progress().estimate == FileEstimate{files, files, files, 0}));
  Config config = config_for("trail");
  config.stop_at = {0.2, 0.5};
  const auto engine = engine_for(config);
  const std::size_t made = crawl(*engine, site).size();
  BOOST_TEST((finished(*engine) == StopReason::stop_advice));
  BOOST_TEST(made < all);
  BOOST_TEST(made >= 100U);
  BOOST_TEST(engine->progress().advice.confidence(0.2) >= 0.5);
}

BOOST_AUTO_TEST_CASE(snapshots_keep_it) {
  FakeSite site = random_site(3, 400);
  for (const char* policy : {"trail", "bfs"}) {
    const auto engine = engine_for(config_for(policy));
    bool was_known = false;
    for (int step = 0; step < 200; ++step) {
      const Decision decision = engine->next();
      const auto* request = std::get_if<Request>(&decision);
      if (request == nullptr) break;
      must(engine->deliver(site.answer(*request)));
      if (step % 50 != 49) continue;
      const Bytes bytes = engine->snapshot();
      const auto restored = must(Engine::restore(bytes.data(), bytes.size()));
      BOOST_REQUIRE((restored->progress().advice == engine->progress().advice));
      BOOST_REQUIRE((restored->progress().estimate == engine->progress().estimate));
      BOOST_REQUIRE(restored->snapshot() == bytes);
      was_known = was_known || engine->progress().advice.known();
    }
    BOOST_TEST(was_known);
  }
}

BOOST_AUTO_TEST_CASE(as_json) {
  for (const StopAdvice& advice :
       {StopAdvice(), StopAdvice::complete(), StopAdvice::of(-1.25, 0.1)}) {
    const auto json = nlohmann::json::parse(advice_to_json(advice).dump());
    const auto after = advice_from_json(json);
    BOOST_REQUIRE(after.has_value());
    BOOST_TEST((*after == advice));
  }
  for (const char* text :
       {"1", "{}", R"({"share":0.5})", R"({"share":1,"level":1})", R"({"level":1,"slope":0})",
        R"({"level":"a","slope":1})", R"({"level":1,"slope":-1})"}) {
    BOOST_TEST(!advice_from_json(nlohmann::json::parse(text)).has_value(), text);
  }
}

BOOST_AUTO_TEST_SUITE_END()

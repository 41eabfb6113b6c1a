// When a snapshot is taken: what is written for an answer stays the same as a crawl grows, and what
// is told again after a crash is a share of it.
#include "job/snapshot_rule.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail::host;
using namespace std::chrono_literals;

namespace {

constexpr std::uint64_t kMiB = 1U << 20U;

/// A crawl whose snapshot grows with each answer; one of ten a second.
struct Crawl {
  explicit Crawl(std::uint64_t answers, std::uint64_t record = kRecord) {
    SnapshotRule rule;
    for (std::uint64_t n = 1; n <= answers; ++n) {
      ++since.answers;
      since.bytes += record;
      since.time += 100ms;
      most_told_again = std::max(most_told_again, since.bytes);
      most_answers = std::max(most_answers, since.answers);
      if (!rule.is_due(since)) continue;
      const std::uint64_t snapshot = n * kKnown;
      written += snapshot;
      ++taken;
      rule.taken(snapshot);
      since = {};
    }
  }
  static constexpr std::uint64_t kRecord = 4000;  ///< bytes of an answer
  static constexpr std::uint64_t kKnown = 3000;   ///< bytes that a snapshot grows by
  SnapshotRule::Since since;
  std::uint64_t written = 0;
  std::uint64_t taken = 0;
  std::uint64_t most_told_again = 0;
  std::uint64_t most_answers = 0;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(snapshot_rule)

BOOST_AUTO_TEST_CASE(small_ones_are_taken_after_500_answers_or_30_s_but_not_twice_in_two_seconds) {
  const SnapshotRule rule;
  BOOST_TEST(rule.is_due({500, 0, 1000, 2s}));
  BOOST_TEST(!rule.is_due({499, 0, 1000, 29s}));
  BOOST_TEST(rule.is_due({1, 0, 1000, 30s}));
  BOOST_TEST(rule.is_due({0, 1, 0, 30s}));
  BOOST_TEST(!rule.is_due({100'000, 0, kMiB, 1999ms}));
  BOOST_TEST(!rule.is_due({0, 0, 0, 24h}));
  BOOST_TEST(rule.is_due_at_end({1, 0, 1, 0s}));
  BOOST_TEST(!rule.is_due_at_end({0, 0, 0, 24h}));
}

BOOST_AUTO_TEST_CASE(a_large_one_waits_until_as_much_has_come_as_it_is_worth) {
  SnapshotRule rule;
  rule.taken(400 * kMiB);
  BOOST_TEST(!rule.is_due({5000, 0, 95 * kMiB, 24h}));
  BOOST_TEST(!rule.is_due_at_end({5000, 0, 95 * kMiB, 24h}));
  BOOST_TEST(rule.is_due({500, 0, 100 * kMiB, 2s}));
  BOOST_TEST(rule.is_due_at_end({1, 0, 100 * kMiB, 0s}));
}

// Of 155,000 answers 33,000 were told again, because their records were short: 9 s of CPU.
BOOST_AUTO_TEST_CASE(short_records_are_worth_one_sooner) {
  constexpr std::uint64_t kAnswers = 155'000;
  const Crawl crawl(kAnswers, 100);
  BOOST_TEST(crawl.most_answers < kAnswers * Crawl::kKnown / 4 / 1000);
}

// 3.35 GB were written for a database of 137 MB: one of all that was known after every 500 answers.
BOOST_AUTO_TEST_CASE(bytes_written_for_an_answer_stay_flat) {
  const Crawl small(20'000);
  const Crawl large(2'000'000);
  const auto each = [](const Crawl& crawl, std::uint64_t answers) {
    return static_cast<double>(crawl.written) / static_cast<double>(answers);
  };
  BOOST_TEST(small.taken > 3U);
  BOOST_TEST(each(large, 2'000'000) < 1.5 * each(small, 20'000));
  BOOST_TEST(each(large, 2'000'000) < 8 * Crawl::kKnown);
  // A third of what is known in this one, and never more.
  BOOST_TEST(large.most_told_again <= 2'000'000 * Crawl::kKnown / 3);
}

BOOST_AUTO_TEST_CASE(after_one_that_failed_the_next_try_is_far_away) {
  SnapshotRule rule;
  rule.taken(8 * kMiB);
  rule.failed({500, 0, 2 * kMiB, 2s});
  BOOST_TEST(!rule.is_due({1000, 0, 3 * kMiB, 1h}));
  BOOST_TEST(rule.is_due({1000, 0, 5 * kMiB, 1h}));
}

BOOST_AUTO_TEST_SUITE_END()

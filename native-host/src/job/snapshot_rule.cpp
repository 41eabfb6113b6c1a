#include "job/snapshot_rule.hpp"

#include <algorithm>

namespace tagtrail::host {
namespace {

using namespace std::chrono_literals;

// Answers to be replayed after a crash, unless they came so fast that replaying is no matter
// either.
constexpr std::uint64_t kEvery = 500;
constexpr std::chrono::milliseconds kApart = 2s;
constexpr std::chrono::milliseconds kAfter = 30s;
constexpr std::uint64_t kShare = 4;
/// What an answer costs to be told again, however short, as bytes of a record.
constexpr std::uint64_t kEachAnswer = 1000;
/// Up to here a snapshot costs nothing that shows.
constexpr std::uint64_t kSmall = 1U << 20U;

std::uint64_t cost_of(const SnapshotRule::Since& since) {
  return since.bytes + since.answers * kEachAnswer;
}

}  // namespace

bool SnapshotRule::is_worth_it(const Since& since) const {
  return (since.answers > 0 || since.inputs > 0) && cost_of(since) >= worth_bytes_;
}

bool SnapshotRule::is_due(const Since& since) const {
  return since.time >= kApart && (since.answers >= kEvery || since.time >= kAfter) &&
         is_worth_it(since);
}

bool SnapshotRule::is_due_at_end(const Since& since) const { return is_worth_it(since); }

void SnapshotRule::taken(std::uint64_t bytes) {
  worth_bytes_ = bytes <= kSmall ? 0 : bytes / kShare;
}

void SnapshotRule::failed(const Since& since) {
  worth_bytes_ = 2 * std::max({worth_bytes_, cost_of(since), kSmall});
}

}  // namespace tagtrail::host

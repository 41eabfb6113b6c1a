// When the engine's snapshot is worth its cost. It only saves time when a job is resumed: what it
// costs grows with all that the crawl knows, what it saves with the answers since the last one.
#pragma once

#include <chrono>
#include <cstdint>

namespace tagtrail::host {

class SnapshotRule {
 public:
  /// What the engine would have to be told again.
  struct Since {
    std::uint64_t answers = 0;
    std::uint64_t inputs = 0;
    std::uint64_t bytes = 0;  ///< of the answers' records
    std::chrono::milliseconds time{0};
  };

  /// Whether one is due: after 500 answers or 30 s, but not twice in two seconds, and not before
  /// the records since, and a kilobyte for each answer, are a quarter of the last one. So a resumed
  /// job is told no more than that again, and the bytes written for each answer stay the same as a
  /// crawl grows.
  bool is_due(const Since& since) const;
  /// The same for the end of a run, where only the last condition counts.
  bool is_due_at_end(const Since& since) const;

  /// One of `bytes` was taken, or read.
  void taken(std::uint64_t bytes);
  /// One could not be taken or kept: the next try is as far away again.
  void failed(const Since& since);

 private:
  bool is_worth_it(const Since& since) const;

  std::uint64_t worth_bytes_ = 0;  ///< of records, for the next one to be due
};

}  // namespace tagtrail::host

// What the engine was told besides responses, recorded like them, so that a replay tells it again:
// the table input.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/sqlite.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// In its order among the responses.
struct JobInput {
  enum class Kind { feedback, budget, revisit };
  Kind kind = Kind::feedback;
  std::uint64_t responses = 0;  ///< committed before it
  bool at_start = false;        ///< feedback that a start of the job came with
  std::string json;             ///< of a Feedback or a Budget; of a revisit, too
};

class Inputs {
 public:
  /// Borrowed.
  explicit Inputs(sqlite::Database& database) : database_(database) {}
  Expected<void> load();

  /// One synced transaction, to be made before the engine hears of them. Feedback of a start that
  /// an earlier start brought too is left out. Returns how many were added.
  Expected<std::uint64_t> add(const std::vector<JobInput>& inputs);
  /// Of a start that came to nothing.
  Expected<void> forget();
  std::uint64_t count() const { return count_; }
  /// Of revisiting, begun.
  std::uint64_t rounds() const { return rounds_; }
  /// The inputs `first` (0-based), `first`+1, ... in their order.
  Expected<std::vector<JobInput>> from(std::uint64_t first) const;

 private:
  Expected<bool> came_with_a_start(const JobInput& input) const;

  sqlite::Database& database_;
  std::uint64_t count_ = 0;
  std::uint64_t rounds_ = 0;
};

}  // namespace tagtrail::host

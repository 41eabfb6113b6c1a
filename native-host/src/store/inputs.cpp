// What the engine was told besides responses: recorded like them, so that a replay tells it again.
#include "store/sqlite_job_store.hpp"

namespace tagtrail::host {
namespace {

using sqlite::Row;

constexpr std::string_view kFeedback = "feedback";
constexpr std::string_view kBudget = "budget";
constexpr std::string_view kRevisit = "revisit";

std::string_view name_of(JobInput::Kind kind) {
  switch (kind) {
    case JobInput::Kind::feedback:
      return kFeedback;
    case JobInput::Kind::budget:
      return kBudget;
    case JobInput::Kind::revisit:
      return kRevisit;
  }
  return kFeedback;
}

JobInput::Kind kind_of(std::string_view name) {
  if (name == kBudget) return JobInput::Kind::budget;
  return name == kRevisit ? JobInput::Kind::revisit : JobInput::Kind::feedback;
}

}  // namespace

Expected<std::uint64_t> SqliteJobStore::add_inputs(const std::vector<JobInput>& inputs) {
  auto transaction = TRY(sqlite::Transaction::begin(database_));
  const std::string now = utc_now();
  std::uint64_t added = 0;
  std::uint64_t rounds = 0;
  for (const JobInput& input : inputs) {
    const auto known = TRY(came_with_a_start(input));
    if (known) continue;
    TRY(database_.run("INSERT INTO input(id, n, at, kind, at_start, json) VALUES(?, ?, ?, ?, ?, ?)",
                      inputs_ + added + 1, input.responses, now, name_of(input.kind),
                      static_cast<int>(input.at_start), input.json));
    ++added;
    if (input.kind == JobInput::Kind::revisit) ++rounds;
  }
  TRY(transaction.commit());
  inputs_ += added;
  rounds_ += rounds;
  return added;
}

Expected<void> SqliteJobStore::forget_inputs() {
  auto forgotten = database_.run("DELETE FROM input");
  if (forgotten) inputs_ = rounds_ = 0;
  return forgotten;
}

Expected<bool> SqliteJobStore::came_with_a_start(const JobInput& input) const {
  bool known = false;
  if (!input.at_start) return known;
  TRY(database_.each(
      "SELECT 1 FROM input WHERE at_start = 1 AND kind = ? AND json = ? LIMIT 1",
      [&](const Row&) -> Expected<void> {
        known = true;
        return {};
      },
      name_of(input.kind), input.json));
  return known;
}

Expected<std::vector<JobInput>> SqliteJobStore::inputs(std::uint64_t first) const {
  std::vector<JobInput> inputs;
  TRY(database_.each(
      "SELECT n, kind, at_start, json FROM input WHERE id > ? ORDER BY id",
      [&](const Row& row) -> Expected<void> {
        inputs.push_back({kind_of(row.text(1)), static_cast<std::uint64_t>(row.integer(0)),
                          row.integer(2) != 0, row.string(3)});
        return {};
      },
      first));
  return inputs;
}

}  // namespace tagtrail::host

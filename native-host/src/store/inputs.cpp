#include "store/inputs.hpp"

#include <array>

#include "store/revisits.hpp"
#include "system/times.hpp"

namespace tagtrail::host {
namespace {

using sqlite::Row;

/// By their kind.
constexpr std::array<std::string_view, 3> kNames = {"feedback", "budget", "revisit"};

std::string_view name_of(JobInput::Kind kind) { return kNames.at(static_cast<std::size_t>(kind)); }

JobInput::Kind kind_of(std::string_view name) {
  if (name == name_of(JobInput::Kind::budget)) return JobInput::Kind::budget;
  return name == name_of(JobInput::Kind::revisit) ? JobInput::Kind::revisit
                                                  : JobInput::Kind::feedback;
}

}  // namespace

Expected<void> Inputs::load() {
  count_ = TRY(database_.value<std::uint64_t>("SELECT coalesce(max(id), 0) FROM input"));
  rounds_ = TRY(count_rounds(database_));
  return {};
}

Expected<std::uint64_t> Inputs::add(const std::vector<JobInput>& inputs) {
  auto transaction = TRY(sqlite::Transaction::begin(database_));
  const std::string now = utc_now();
  std::uint64_t added = 0;
  std::uint64_t rounds = 0;
  for (const JobInput& input : inputs) {
    if (TRY(came_with_a_start(input))) continue;
    TRY(database_.run("INSERT INTO input(id, n, at, kind, at_start, json) VALUES(?, ?, ?, ?, ?, ?)",
                      count_ + added + 1, input.responses, now, name_of(input.kind), input.at_start,
                      input.json));
    ++added;
    if (input.kind == JobInput::Kind::revisit) ++rounds;
  }
  TRY(transaction.commit());
  count_ += added;
  rounds_ += rounds;
  return added;
}

Expected<void> Inputs::forget() {
  TRY(database_.run("DELETE FROM input"));
  count_ = rounds_ = 0;
  return {};
}

Expected<bool> Inputs::came_with_a_start(const JobInput& input) const {
  if (!input.at_start) return false;
  return database_.value<bool>(
      "SELECT 1 FROM input WHERE at_start = 1 AND kind = ? AND json = ? LIMIT 1",
      name_of(input.kind), input.json);
}

Expected<std::vector<JobInput>> Inputs::from(std::uint64_t first) const {
  std::vector<JobInput> inputs;
  TRY(database_.each(
      "SELECT n, at_start, json, kind FROM input WHERE id > ? ORDER BY id",
      [&](const Row& row) {
        JobInput& input = inputs.emplace_back();
        row.into(input.responses, input.at_start, input.json);
        input.kind = kind_of(row.text(3));
      },
      first));
  return inputs;
}

}  // namespace tagtrail::host

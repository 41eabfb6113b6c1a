// What a job could have had and has not: cut, skipped or refused, by cause. A run that left
// anything out never says that it is complete (ending.hpp).
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "store/sqlite.hpp"
#include "tagtrail/elsewhere_report.hpp"
#include "tagtrail/error.hpp"
#include "tagtrail/exchange.hpp"
#include "tagtrail/left_out.hpp"

namespace tagtrail::host {

struct LeftOut {
  LeftOutCause cause = LeftOutCause::network;
  std::uint64_t count = 0;  ///< of what the cause counts: pages, addresses
  std::uint64_t links = 0;  ///< about how many were lost with these; 0: not known
  std::string example;      ///< one URL, the first that was met
  /// Of `elsewhere`: the hosts with most of them; else nothing. `files` and `example` are as above.
  ElsewhereReport elsewhere;

  bool operator==(const LeftOut&) const = default;
};

/// The same for programs: {"cause", "count", "links", "example"}; `links` only where known. Of
/// `elsewhere` also what elsewhere_to_json() has (left_elsewhere.hpp).
nlohmann::ordered_json left_out_to_json(const LeftOut& left_out);
nlohmann::ordered_json left_out_to_json(const std::vector<LeftOut>& list);

/// What was left out, to stand behind or beside its number: `addresses that robots.txt forbids`.
std::string words_for(const LeftOut& left_out);

/// What gets it, to stand behind `to get it: `; empty: nothing that we know of.
std::string_view remedy_for(const LeftOut& left_out);

/// One line for people, without its end: `3 addresses that robots.txt forbids, such as https://...`
std::string to_text(const LeftOut& left_out);

/// An answer without which a job can't go on: what it is.
LeftOut left_by_answer(const Response& response, std::string_view url);

/// By order of cause, at most one entry a cause: of each address that was asked for, what came of
/// it last; and what the job keeps besides. Errors: those of the database.
Expected<std::vector<LeftOut>> read_left_out(sqlite::Database& database);

/// What the engine alone knows, in the place of what the job kept of it before; entries with a
/// count of 0 are left.
Expected<void> keep_left_out(sqlite::Database& database, const std::vector<LeftOut>& list);

}  // namespace tagtrail::host

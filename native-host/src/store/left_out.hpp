// What a job could have had and has not: cut, skipped or refused, by cause. A run that left
// anything out never says that it is complete (ending.hpp).
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/elsewhere_report.hpp"
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

}  // namespace tagtrail::host

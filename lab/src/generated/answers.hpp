// What a generated site answers, node by node.
#pragma once

#include <vector>

#include "generated/site.hpp"
#include "replica/replica.hpp"

namespace tagtrail::host::generated {

/// One URL of the site with its answer, and what the summary counts.
struct Entry {
  std::string url;
  ReplicaAnswer answer;
  Kind kind = Kind::home;
  std::uint32_t depth = 0;
  bool links_to_targets = false;
  bool trap = false;
};

/// The answers of a run of nodes, variants of lists included.
std::vector<Entry> answers(const Site& site, const Run& run);
/// The pages of the calendar.
std::vector<Entry> calendar_answers(const Site& site);

}  // namespace tagtrail::host::generated

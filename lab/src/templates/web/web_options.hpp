// What a generated web of many hosts is to be like.
#pragma once

#include <cstdint>
#include <string>

#include "tagtrail/error.hpp"

namespace tagtrail::host::templates {

struct WebOptions {
  std::uint32_t hosts = 300;
  /// Share of the pages with structured data that is aimed at (expected over the web's draws).
  double density = 0.27;
  /// Forms that search the database of `topic`, as a share of all pages.
  double forms = 0.005;
  /// Name of a topic (web_words.hpp); the start page is of a host about it.
  std::string topic = "jobs";
  /// Share of the hosts that are about it; the other topics share what general hosts leave.
  double topic_share = 0.125;
};

/// Errors: invalid_argument (shares that are none, an unknown topic).
Expected<void> check(const WebOptions& options);

}  // namespace tagtrail::host::templates

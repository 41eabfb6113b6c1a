// How a job is run: everything besides the engine's configuration.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Which loader reads pages.
enum class BrowserMode { never, automatic, always };

Expected<BrowserMode> parse_browser_mode(std::string_view name);
std::string_view to_string(BrowserMode mode);

struct JobOptions {
  BrowserMode browser = BrowserMode::never;
  std::chrono::milliseconds delay{1000};
  unsigned connections = 1;
  bool allow_private = false;
  bool robots = true;
  std::uint64_t max_file_bytes = 0;  ///< 0: no limit but the free disk
  std::string user_agent;            ///< empty: the downloader's own
  std::chrono::milliseconds tab_timeout{30'000};
  std::chrono::milliseconds tab_quiet{500};
};

}  // namespace tagtrail::host

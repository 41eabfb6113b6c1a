// How a job is run: everything besides the engine's configuration.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Longest delay that may be asked for, in milliseconds.
inline constexpr std::uint64_t kMaxDelayMs = 3'600'000;

/// Which loader reads pages.
enum class BrowserMode { never, automatic, always };

Expected<BrowserMode> parse_browser_mode(std::string_view name);
std::string_view to_string(BrowserMode mode);

/// Whether the browser's session is used for what plain HTTP does not get.
enum class SessionMode { automatic, never };

Expected<SessionMode> parse_session_mode(std::string_view name);
std::string_view to_string(SessionMode mode);

/// How a job uses a replica (the published modes: local, semi-online, online-to-local).
enum class ReplicaMode {
  none,
  only,    ///< every answer comes from the replica; what it does not know is 404
  prefer,  ///< answered from the replica where it knows the URL, else fetched and added to it
  record,  ///< everything is fetched and stored
};

Expected<ReplicaMode> parse_replica_mode(std::string_view name);

struct JobOptions {
  BrowserMode browser = BrowserMode::never;
  SessionMode session = SessionMode::automatic;
  std::chrono::milliseconds delay{1000};
  unsigned connections = 1;
  bool allow_private = false;
  bool robots = true;
  std::uint64_t max_file_bytes = 0;  ///< 0: no limit but the free disk
  std::string user_agent;            ///< empty: the downloader's own
  std::chrono::milliseconds tab_timeout{30'000};
  std::chrono::milliseconds tab_quiet{500};
  unsigned tab_scrolls = 10;  ///< how often a page in a tab is scrolled to its end, at most
  unsigned tab_clicks = 20;   ///< how many of its buttons that promise files are pressed, at most
  ReplicaMode replica_mode = ReplicaMode::none;  ///< other modes need BrowserMode::never
  std::filesystem::path replica;
};

}  // namespace tagtrail::host

// How a job is run: everything besides the engine's configuration.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "fetch/proxies.hpp"
#include "fetch/site_login.hpp"
#include "options/memory_bound.hpp"
#include "options/modes.hpp"

namespace tagtrail::host {

/// Longest delay that may be asked for, in milliseconds.
inline constexpr std::uint64_t kMaxDelayMs = 3'600'000;

struct JobOptions {
  BrowserMode browser = BrowserMode::never;
  bool session = false;          ///< the browser's profile is a person's, who may be logged in
  bool persons_browser = false;  ///< it was not started for the job
  bool allow_posts = false;      ///< scripts of pages may send by POST in a person's name
  std::chrono::milliseconds delay{1000};
  unsigned connections = 1;
  bool allow_private = false;
  bool robots = true;
  std::filesystem::path robots_memory;  ///< fetch/robots_memory.hpp; empty: none
  std::filesystem::path claims;         ///< fetch/claim_files.hpp; empty: no fleet
  std::uint64_t max_file_bytes = 0;     ///< 0: no limit but the free disk
  MemoryShares memory{};
  std::chrono::milliseconds max_crawl_delay{300'000};  ///< a longer Crawl-delay is cut to this
  std::chrono::milliseconds max_wait{3'600'000};       ///< a host that wants more is given up
  std::string user_agent;                              ///< empty: the downloader's own
  std::string name_mask;           ///< of file names; empty: as the job has it, {name} in a new one
  std::optional<Proxies> proxies;  ///< absent: as the job has it, else the environment's
  std::filesystem::path ca_file;   ///< certificates trusted besides the system's
  /// Cookies that sites get from the start (fetch/cookie_jar.hpp); absent: those that the job has.
  std::optional<std::string> cookies;
  bool lends_session = false;  ///< cookies or a login are a person's: no cookie is kept in the job
  std::optional<SiteLogin> login;                 ///< of the start page's origin
  std::chrono::milliseconds tab_timeout{30'000};  ///< pages that go on showing more get more
  std::chrono::milliseconds tab_quiet{300};
  unsigned tab_scrolls = 100;  ///< how often a page in a tab is scrolled to its end, at most
  unsigned tab_clicks = 20;    ///< how many of its buttons that promise files are pressed, at most
  ReplicaMode replica_mode = ReplicaMode::none;  ///< other modes need BrowserMode::never
  std::filesystem::path replica;
  std::optional<ArchiveMode> archive;  ///< absent: as the job has it, none in a new one
  /// What is inside the files is looked into at the end of a run, and as they come where that tells
  /// a crawl what is about its topic.
  bool tables = true;
  std::uint64_t archive_file_bytes = 1'000'000'000;  ///< a WARC file that has so many is closed
};

}  // namespace tagtrail::host

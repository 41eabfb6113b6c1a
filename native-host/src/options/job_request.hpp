// What a user asks of a job, on the command line or in the panel, before anything of it is checked.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "tagtrail/config.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Where harvests differ from the engine's own defaults, which are those of the paper.
Config config_of_harvests();

/// Texts are as the user wrote them; an empty one is as if it had not been given.
struct JobRequest {
  Config config = config_of_harvests();  ///< seed_url is empty

  std::string out;  ///< the job folder
  std::string name_mask;
  std::string archive;
  std::uint64_t archive_file_bytes = 1'000'000'000;
  std::uint64_t max_file_bytes = 0;  ///< 0: no limit but the free disk
  std::uint64_t max_memory = 0;      ///< 0: by the machine
  bool revisit = false;
  std::string seeds;       ///< a file
  std::string patterns;    ///< a file, or a job folder that has one
  std::string recipe;      ///< the same
  std::string about_in;    ///< languages
  std::string ache_model;  ///< a file

  std::string browser = "auto";
  std::string browser_kind = "chromium";
  std::string profile;
  bool show_browser = false;
  std::uint64_t page_time_ms = 30'000;
  std::string open_acting;
  std::string forms = "auto";
  bool administration = false;
  bool allow_posts = false;

  std::uint64_t delay_ms = 1000;
  std::uint64_t max_crawl_delay_ms = 300'000;
  std::uint64_t max_wait_ms = 3'600'000;
  std::uint64_t connections = 1;
  std::string contact;
  std::string user_agent;
  bool robots = true;
  bool allow_private = false;
  std::string proxy;
  std::string cookies;  ///< a file, or `none`
  std::string ca_file;

  std::string replica;
  std::string replica_mode = "only";

  bool tables = true;

  bool dry_run = false;
  bool json = false;
  bool quiet = false;
  std::string stats;
  std::optional<std::uint64_t> metrics;  ///< port

  bool is_message = false;  ///< came from the panel
  /// The first value on a command line that was none.
  std::optional<Error> fault;
  std::set<std::string, std::less<>> given;  ///< flags of the options that were named: `--out`
};

}  // namespace tagtrail::host

// The options of `harvest`, which `demo` uses too.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>

#include "job/job_options.hpp"
#include "job/job_settings.hpp"
#include "observe/observer.hpp"
#include "tagtrail/config.hpp"

namespace tagtrail::host {

struct HarvestArguments {
  std::string url;
  std::string out;  ///< empty: a folder named after the host, in the current one
  std::string browser = "auto";
  std::string browser_kind = "chromium";
  std::string profile;
  std::string replica;
  std::string replica_mode = "only";
  std::string delay = "1s";
  std::string max_crawl_delay = "5m";
  std::string max_wait = "1h";
  std::string contact;
  std::string max_bytes;
  std::string max_time;
  std::string max_file_size;
  std::uint64_t max_requests = Budget::kUnlimited;
  std::string open_acting;  ///< empty: by whether there is a session
  bool administration = false;
  bool sitemaps = true;
  bool leave_traps = true;
  bool json = false;
  bool show_browser = false;
  bool quiet = false;
  bool revisit = false;
  Config config;
  NamedSettings named;  ///< members of config that options were given for
  JobOptions job;
  ObserverOptions observe;
};

/// Registers all options on `command`.
void add_harvest_options(CLI::App& command, HarvestArguments& arguments);

/// The members of the configuration that options were given for on this command line.
NamedSettings named_settings(const CLI::App& command);

/// Reads the texts (`1s`, `2GiB`, the URL) into config and job. Errors: invalid_argument,
/// invalid_url, naming the option.
Expected<void> resolve(HarvestArguments& arguments);

}  // namespace tagtrail::host

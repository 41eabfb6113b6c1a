// What a job loads by, made as its configuration and options want it.
#pragma once

#include <memory>
#include <string>

#include "archive/job_archive.hpp"
#include "job/extension_link.hpp"
#include "job/job_setup.hpp"
#include "load/host_fetch.hpp"
#include "load/loader.hpp"
#include "load/sessions.hpp"

namespace tagtrail::host {

/// Name of what is known of sessions among a job's values.
inline constexpr std::string_view kSessions = "sessions";

/// Each borrows from those above it.
struct JobParts {
  std::unique_ptr<Objective> objective;
  std::unique_ptr<Politeness> politeness;
  std::unique_ptr<HostClaims> claims;  ///< null: no fleet
  std::unique_ptr<HostFetch> fetch;
  std::unique_ptr<StoppedRequests> stopped;
  std::unique_ptr<ScriptApis> apis;  ///< null: what scripts load is not asked for
  std::unique_ptr<HostLoader> host_loader;
  std::unique_ptr<TabLoader> tab_loader;  ///< null: no browser loads
  std::unique_ptr<RobotsGate> robots;
  std::unique_ptr<RecordedSite> recorded;  ///< null: no replica
  std::unique_ptr<Sessions> sessions;
  std::unique_ptr<Loader> loader;
  bool keeps_cookies = false;  ///< in the job
};

/// All borrowed, for as long as the parts live.
struct PartsNeeds {
  const JobSetup& setup;
  std::string job;  ///< its name towards the extension
  JobStore& store;
  JobArchive* archive;  ///< null: nothing is archived
  ExtensionLink* link;  ///< null: no browser
  Attention& attention;
};

/// Errors: invalid_argument (a replica and a browser), those of the parts and the store.
Expected<JobParts> make_parts(const PartsNeeds& needs);

/// The archive that the job writes, null when it writes none: as the options say, else as the job
/// has it, which they say then. Errors: those of JobArchive::open and the store.
Expected<std::unique_ptr<JobArchive>> open_archive(JobStore& store, JobSetup& setup);

}  // namespace tagtrail::host

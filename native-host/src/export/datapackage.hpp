// datapackage.json: the Frictionless Data Package that lists what was harvested and where from.
#pragma once

#include <filesystem>
#include <string>

#include "store/job_store.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// What the package says of the crawl as a whole.
struct PackageFacts {
  std::string seed_url;
  std::string engine;  ///< `wasm` or `native`
  std::string policy;
  std::uint64_t seed = 0;
  std::string version;
  bool robots = true;
  std::uint64_t delay_ms = 0;
  unsigned connections = 1;
};

/// Writes <job>/datapackage.json atomically (temporary file, sync, rename). Resources in order of
/// commit; equal contents name each other in `alsoAt`. Errors: io, disk_full.
Expected<void> write_datapackage(const JobStore& store, const PackageFacts& facts);

}  // namespace tagtrail::host

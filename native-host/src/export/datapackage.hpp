// datapackage.json: the Frictionless Data Package that lists what was harvested and where from.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "export/export_sink.hpp"
#include "store/ending.hpp"
#include "store/job_store.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Seed URLs that a package names.
inline constexpr std::size_t kNamedSeeds = 100;

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
  std::vector<std::string> seeds;  ///< of a job with several, the first kNamedSeeds
  std::uint64_t seed_count = 1;
  std::string title;               ///< of the start page; empty: not known
  std::string created;             ///< RFC 3339, when the job began; empty: not known
  std::string objective;           ///< empty: not known
  std::string about{};             ///< the topic; empty: none
  std::optional<Ending> ending{};  ///< nothing: not known
  std::string account{};           ///< account_to_json() as text; empty: not known
  std::string stopped{};           ///< StoppedRequests as text; empty: none
};

/// What stands in a package where nothing has come in: by its specification it has a resource.
inline constexpr std::string_view kNoFiles =
    R"({"name": "no-files", "title": "No file has come in", "data": []})";

/// Resources in order of commit, or kNoFiles. Equal contents are one resource, the first, which
/// names the other addresses in `alsoAt`. Errors: those of the list and of `out`.
Expected<void> write_package(const TargetList& targets, const PackageFacts& facts,
                             const ExportSink& out);

/// Writes <job>/datapackage.json atomically (temporary file, sync, rename). Errors: io, disk_full.
Expected<void> write_datapackage(const JobStore& store, const PackageFacts& facts);

/// The facts as text, for the job folder, and back. Errors: invalid_data.
std::string facts_to_json(const PackageFacts& facts);
Expected<PackageFacts> facts_from_json(std::string_view json);

/// Under which name a job keeps that text.
inline constexpr std::string_view kPackageFacts = "package";

}  // namespace tagtrail::host

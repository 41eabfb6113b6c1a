// The files of a fleet's catalogue in one folder, as a Data Package that can be given away.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "fleet/catalogue.hpp"
#include "fleet/fleet_sites.hpp"
#include "fleet/postgres.hpp"
#include "fleet/store.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Where contents come from, in this order.
struct GatherSources {
  std::vector<std::filesystem::path> folders;  ///< `--dir` of workers, or copies of it
  Store* store = nullptr;                      ///< borrowed; null: none
};

/// A site of which files are nowhere.
struct LackingSite {
  std::string site;
  std::string worker;
  std::string machine;
  std::string folder;  ///< its job folder on that machine
  std::uint64_t missing = 0;
  std::uint64_t damaged = 0;  ///< there are only other contents
};

struct Gathered {
  std::uint64_t files = 0;  ///< in the folder now
  std::uint64_t bytes = 0;
  std::uint64_t fetched = 0;  ///< of `files`: the others were there before
  std::uint64_t fetched_bytes = 0;
  std::uint64_t missing = 0;  ///< of no use where they were looked for, damaged ones with them
  std::vector<LackingSite> lacking{};
  FleetAccount account{};  ///< how complete the sites are that were asked for
};

/// Puts the files into `folder`, each under the name of its site's job folder and its path there,
/// and then `datapackage.json` with what is there. A file is there whole, with the SHA-256 of the
/// catalogue, or not at all; one that has it is not fetched again, one with other contents is
/// replaced; others stay. One process a folder. Errors: invalid_argument (the folder is another's,
/// or a job), busy, invalid_data (the catalogue names what is no file of a job, or two of one
/// name), disk_full, io, those of each_catalogued() and Store.
Expected<Gathered> gather_files(postgres::Connection& connection, const CatalogueFilter& filter,
                                const GatherSources& sources, const std::filesystem::path& folder,
                                const std::function<void(const Gathered&)>& progress);

}  // namespace tagtrail::host

// The catalogue of a fleet as one Frictionless Data Package (version 1).
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "export/export_sink.hpp"
#include "fleet/catalogue.hpp"
#include "fleet/fleet_sites.hpp"
#include "fleet/postgres.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Where a file of the catalogue is, below the `--dir` of its worker: its site's job folder, and
/// its path there. Errors: invalid_data (the row names no file of its job).
Expected<std::string> catalogued_path(const nlohmann::ordered_json& row);

/// A resource a file, one a line, and one at a time in memory. Names begin with that of the site's
/// job folder, so that no two are alike; `path` is that of catalogued_path(). Errors: those of
/// `out`.
class CataloguePackage {
 public:
  explicit CataloguePackage(ExportSink out) : out_(std::move(out)) {}

  Expected<void> begin();
  /// Errors also: those of catalogued_path().
  Expected<void> add(const nlohmann::ordered_json& row);
  /// How complete the sites of `filter` are, each and as a whole. `missing`: files that belong in
  /// the package, and are not there: then it is not complete. Errors also: those of each_site().
  Expected<FleetAccount> end(postgres::Connection& connection, const CatalogueFilter& filter,
                             std::uint64_t missing);

 private:
  Expected<void> add_site(const nlohmann::ordered_json& site);

  ExportSink out_;
  std::string_view separator_ = "\n";
};

/// All of them. Errors: those of each_catalogued(), each_site() and of CataloguePackage.
Expected<void> write_catalogue_package(postgres::Connection& connection,
                                       const CatalogueFilter& filter, const ExportSink& out);

}  // namespace tagtrail::host

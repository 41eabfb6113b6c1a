// The catalogue of a fleet as one Frictionless Data Package (version 1).
#pragma once

#include <string>

#include "export/export_sink.hpp"
#include "fleet/catalogue.hpp"
#include "fleet/postgres.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// A resource a file, one a line, and one at a time in memory. Names begin with that of the site's
/// job folder, so that no two are alike; `path` is below the `--dir` of the worker that the
/// resource names. Errors: those of each_catalogued() and of `out`.
Expected<void> write_catalogue_package(postgres::Connection& connection,
                                       const CatalogueFilter& filter, const ExportSink& out);

}  // namespace tagtrail::host

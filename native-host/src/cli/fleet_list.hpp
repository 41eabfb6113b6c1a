// The list of sites that `tagtrail fleet add` and `remove` take, with options for all its lines.
#pragma once

#include <string>
#include <vector>

#include "cli/batch_sites.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct FleetList {
  std::string file;  ///< `-`: standard input
  JobRequest defaults;
  /// Who must be permitted all options, those for all lines, too.
  ListWriter writer = ListWriter::fleet;
};

/// Options of harvest that hold for all lines, less those that are of no use to a fleet.
void add_list_options(CLI::App& command, FleetList& list);

/// Lines that are wrong are told on standard error. Errors: invalid_argument (lines or options are
/// wrong), those of read_whole_file().
Expected<std::vector<BatchSite>> read_fleet_list(const FleetList& list,
                                                 const OptionWords& defaults);

}  // namespace tagtrail::host

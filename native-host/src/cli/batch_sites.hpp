// From the list of a batch to harvests: each line's options, and the batch's for the rest.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "batch/schedule.hpp"
#include "batch/site_list.hpp"
#include "options/job_request.hpp"
#include "options/listed_options.hpp"

namespace tagtrail::host {

/// Options by name (`--delay`), as the word to give them by (`--delay=2s`, `--allow-private`).
using OptionWords = std::map<std::string, std::string>;

/// The options of harvest but `--revisit`, for which a batch has no use.
void add_site_options(CLI::App& command, JobRequest& request);

/// What a batch decides itself for each site.
bool is_batch_option(const std::string& name);

/// The options that were given on `command`, less those of is_batch_option.
OptionWords given_options(const CLI::App& command);

struct BatchSites {
  std::vector<BatchSite> sites;
  std::vector<ListFault> faults;  ///< of all lines
};

/// Checks every line as `harvest` would check its command line; first of all whether `writer` may
/// name its options, before anything that these name is looked at. `defaults` are the caller's.
/// `told` (may be empty) takes after each line how many were read.
using LinesRead = std::function<void(std::size_t lines)>;
BatchSites read_batch_sites(const SiteList& list, const OptionWords& defaults,
                            ListWriter writer = ListWriter::user, const LinesRead& told = {});

/// Whether all of these may stand in a list of `writer`. Errors: invalid_argument.
Expected<void> permit_options(const OptionWords& options, ListWriter writer);

}  // namespace tagtrail::host

// Options of jobs on a command line.
#pragma once

#include <CLI/CLI.hpp>
#include <initializer_list>
#include <string_view>

#include "options/job_request.hpp"

namespace tagtrail::host {

/// Adds those of the table (options/option.hpp) with these flags, or all, under the headings of
/// their sections; `request`, which has the defaults that help shows, must live as long
/// as the command. A value that is none becomes its fault: commands report it in their own way.
void add_job_options(CLI::App& command, JobRequest& request,
                     std::initializer_list<std::string_view> flags);
void add_job_options(CLI::App& command, JobRequest& request);

}  // namespace tagtrail::host

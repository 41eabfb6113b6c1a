// How complete a run was, and what is missing, for people at a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "job/status.hpp"

namespace tagtrail::host {

/// `complete: everything this site shows was followed`, or what is missing, the most important
/// first, each with what gets it. `said`: what has been said of the end already.
std::vector<std::string> ending_lines(const JobStatus& status, std::string_view said);

}  // namespace tagtrail::host

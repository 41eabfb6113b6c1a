// How complete the sites of a fleet are, for people at a terminal.
#pragma once

#include <string>
#include <vector>

#include "fleet/fleet_sites.hpp"

namespace tagtrail::host {

/// `1 of 4 sites complete`.
std::string complete_text(const FleetAccount& account);

/// That, then how many sites ended otherwise, or have not ended, each with an example.
std::vector<std::string> account_lines(const FleetAccount& account);

/// Of a site (each_site()) how it ended, what is missing first, and what gets it.
std::vector<std::string> site_lines(const nlohmann::ordered_json& site);

}  // namespace tagtrail::host

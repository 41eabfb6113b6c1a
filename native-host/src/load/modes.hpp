// The ways in which a job loads: who reads pages, whether with the user's session, from which
// replica.
#pragma once

#include <string_view>

#include "tagtrail/acting.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Which loader reads pages.
enum class BrowserMode { never, automatic, always };

Expected<BrowserMode> parse_browser_mode(std::string_view name);
std::string_view to_string(BrowserMode mode);

/// Which links that act a job leaves out: `none`, `doubtful` or `all` may be opened; empty: none
/// where a browser loads with its user's session, else those about which there is doubt.
Expected<ActingRule> acting_rule(std::string_view opened, bool session);

/// How a job uses a replica (the published modes: local, semi-online, online-to-local).
enum class ReplicaMode {
  none,
  only,    ///< every answer comes from the replica; what it does not know is 404
  prefer,  ///< answered from the replica where it knows the URL, else fetched and added to it
  record,  ///< everything is fetched and stored
};

Expected<ReplicaMode> parse_replica_mode(std::string_view name);

/// Whether what is sent and received is archived, too.
enum class ArchiveMode { none, warc };

Expected<ArchiveMode> parse_archive_mode(std::string_view name);

}  // namespace tagtrail::host

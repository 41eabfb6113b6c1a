// The ways in which a job loads: who reads pages, whether with the user's session, from which
// replica; and the words for them.
#pragma once

#include "options/choice.hpp"
#include "tagtrail/acting.hpp"

namespace tagtrail::host {

/// Which loader reads pages.
enum class BrowserMode { never, automatic, always };

inline constexpr Choice<BrowserMode, 3> kBrowserChoice{"browser mode",
                                                       {{{"auto", BrowserMode::automatic},
                                                         {"always", BrowserMode::always},
                                                         {"never", BrowserMode::never}}}};

/// Which links that act may be opened.
inline constexpr Choice<ActingRule, 3> kActingChoice{"choice of links that act",
                                                     {{{"none", ActingRule::leave_all},
                                                       {"doubtful", ActingRule::leave_sure},
                                                       {"all", ActingRule::open}}}};

/// How a job uses a replica (the published modes: local, semi-online, online-to-local).
enum class ReplicaMode {
  none,
  only,    ///< every answer comes from the replica; what it does not know is 404
  prefer,  ///< answered from the replica where it knows the URL, else fetched and added to it
  record,  ///< everything is fetched and stored
};

/// Whether forms are asked.
enum class FormsMode { automatic, never };

inline constexpr Choice<FormsMode, 2> kFormsChoice{
    "choice of forms", {{{"auto", FormsMode::automatic}, {"never", FormsMode::never}}}};

inline constexpr Choice<ReplicaMode, 3> kReplicaChoice{"replica mode",
                                                       {{{"only", ReplicaMode::only},
                                                         {"prefer", ReplicaMode::prefer},
                                                         {"record", ReplicaMode::record}}}};

/// Whether what is sent and received is archived, too.
enum class ArchiveMode { none, warc };

inline constexpr Choice<ArchiveMode, 2> kArchiveChoice{
    "archive", {{{"warc", ArchiveMode::warc}, {"none", ArchiveMode::none}}}};

}  // namespace tagtrail::host

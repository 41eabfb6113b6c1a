// Removes from the store of a fleet what no site names: what workers that died had stored.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "fleet/postgres.hpp"
#include "fleet/store.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Younger things stay: a checkpoint that is being made may need them (kRenewSeconds).
inline constexpr std::chrono::seconds kLeastGrace{2 * kRenewSeconds};

struct TidyRules {
  std::chrono::seconds older_than{24 * 3600};  ///< at least kLeastGrace
  bool dry_run = false;                        ///< only counts
};

struct TidyCounts {
  std::uint64_t checkpoints = 0;  ///< that sites name
  std::uint64_t lost = 0;         ///< of them not to be read: their sites will begin anew
  std::uint64_t kept = 0;         ///< contents that are named
  std::uint64_t young = 0;        ///< not named, and left for their age
  std::uint64_t removed = 0;
  std::uint64_t removed_bytes = 0;
};

/// First reads what all checkpoints need, then looks at everything there is, and again at what is
/// about to go. Ages are by the store's clock. Called often, for people. Takes 16 bytes of memory
/// for each thing that is named. Errors: those of the database and the store; invalid_argument (a
/// grace that is too short); wrong_version (a checkpoint of a later version: what it needs is not
/// known); not_found (it has no checkpoint of this database at all). Of the last three nothing was
/// removed.
Expected<TidyCounts> tidy_store(postgres::Connection& connection, Store& store,
                                const TidyRules& rules,
                                const std::function<void(const TidyCounts&)>& progress);

}  // namespace tagtrail::host

// Taking sites out of the list of a fleet, with what the catalogue has of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "fleet/postgres.hpp"

namespace tagtrail::host {

/// Which sites: those that all that is given here is true of; all when nothing is.
struct RemovalChoice {
  std::vector<std::string> ids{};  ///< site_id(); none: any
  std::string host{};              ///< less "www."
  std::string url{};
  std::string state{};
  std::function<void(std::size_t ids)> told{};  ///< takes how many ids are through; may be empty
};

struct Removed {
  std::uint64_t sites = 0;
  std::uint64_t files = 0;  ///< rows of the catalogue
  /// Workers have these: they stay, for their hosts must not go to others.
  std::uint64_t held = 0;
};

/// Parts of at most kRowsAtOnce sites are whole transactions: where it ends early, some are gone
/// and none is half gone. Errors: those of Connection::run().
Expected<Removed> remove_sites(postgres::Connection& connection, const RemovalChoice& choice);

/// What remove_sites() would do.
Expected<Removed> count_removable(postgres::Connection& connection, const RemovalChoice& choice);

}  // namespace tagtrail::host

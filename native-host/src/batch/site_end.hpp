// How the harvest of one site ended, from what its process left.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "store/ending.hpp"

namespace tagtrail::host {

/// Longest reason kept, in bytes.
inline constexpr std::size_t kMaxReason = 400;

struct SiteEnd {
  int exit = 0;
  /// From the harvest's result; nothing when it gave none, killed for instance.
  std::optional<std::uint64_t> files;
  std::optional<std::uint64_t> requests;
  std::optional<double> seconds;
  std::optional<Ending::How> how;  ///< how complete it is; nothing where that is not known
  std::string reason;              ///< valid UTF-8 without control characters
};

/// `exit_code` as Process gives it; `output` is the end of what `harvest --json --quiet` said:
/// lines for people, the result as the last line. The exit code is believed, the rest only as far
/// as it has the right form.
SiteEnd read_site_end(int exit_code, std::string_view output);
/// Of a harvest that was asked to stop and had not begun.
SiteEnd stopped_before_it_began();

}  // namespace tagtrail::host

// Writes the replica of a generated site.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "generated/profile.hpp"
#include "generated/traps.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host::generated {

struct GenerateOptions {
  std::string profile;
  std::uint64_t pages = 0;  ///< 0: as many as the profile says
  std::uint64_t seed = 0;
  TrapOptions traps;
  std::filesystem::path output;
};

/// What was written, counted from the answers; traps apart.
struct Measures {
  std::uint64_t pages = 0;
  std::uint64_t targets = 0;
  std::uint64_t neither = 0;
  std::uint64_t dead = 0;
  std::uint64_t redirects = 0;
  std::uint64_t traps = 0;
  double linking_share = 0;
  double size_mean_mb = 0;
  double size_sd_mb = 0;
  double depth_mean = 0;
  double depth_sd = 0;
  double page_kb = 0;  ///< mean HTML of a page
};

/// The same options write the same answers. The replica is written beside `output` and moved there
/// when it is whole. `progress(URLs so far, of all)` is called now and then.
/// Errors: invalid_argument, io, disk_full.
Expected<Measures> generate(
    const GenerateOptions& options,
    const std::function<void(std::uint64_t done, std::uint64_t all)>& progress);

}  // namespace tagtrail::host::generated

// Writes the replica of a template-made site.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "tagtrail/error.hpp"
#include "templates/web/web_options.hpp"

namespace tagtrail::host::templates {

struct SiteOptions {
  std::string family;
  std::uint64_t pages = 0;  ///< about so many URLs; the measured number differs by some per cent
  std::uint64_t seed = 0;
  WebOptions web{};  ///< of family `web` only
  std::filesystem::path output;
};

/// What was written.
struct SiteMeasures {
  std::uint32_t texts = 0;  ///< that the site has to say
  std::uint64_t urls = 0;   ///< all of the below; each is linked from the start or on the way there
  std::uint64_t pages = 0;
  std::uint64_t feeds = 0;
  std::uint64_t redirects = 0;
  std::uint64_t dead = 0;
  double page_kb = 0;  ///< mean HTML of a page
};

/// The same options write the same answers. The replica is written beside `output` and moved there
/// when it is whole. `progress(URLs so far, wanted)` is called now and then.
/// Errors: invalid_argument, io, disk_full.
Expected<SiteMeasures> generate_site(
    const SiteOptions& options,
    const std::function<void(std::uint64_t done, std::uint64_t all)>& progress);

}  // namespace tagtrail::host::templates

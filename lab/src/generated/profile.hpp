// What a generated site should measure: the sites of the paper, each figure with where it is from.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail::host::generated {

/// `published`: in the paper's Table 1, or counted in its public material. `assumed`: ours,
/// plausible for such a site.
enum class Provenance : std::uint8_t { published, assumed };

struct Figure {
  double value = 0;
  Provenance from = Provenance::assumed;
};

/// How a site writes the URLs of its pages.
enum class UrlStyle : std::uint8_t {
  html,   ///< /labour/wages-by-region-4711.html
  slug,   ///< /labour/wages-by-region-4711
  node,   ///< /node/4711
  query,  ///< /page.aspx?id=4711
};

/// All of it is assumed.
struct Style {
  std::string_view languages;  ///< the main one first: "en,fr"
  UrlStyle urls = UrlStyle::html;
  double extensionless = 0;     ///< share of file URLs without an extension
  bool hashed_classes = false;  ///< class names as CSS modules write them
  bool page_ids = false;        ///< an id of its own on each page's content
  double archive = 0;           ///< share of other pages that only a chain "previous" reaches
};

struct Profile {
  std::string_view name;
  std::string_view site;       ///< the site it is modelled on
  bool fully_crawled = false;  ///< else all figures are of the part that the paper's BFS visited
  Figure available;  ///< URLs that answer without an error: pages, targets, others, redirects
  Figure pages;      ///< that answer with HTML
  Figure targets;
  Figure neither_or_dead;  ///< other URLs: images, errors
  Figure linking_share;    ///< of pages, those that link to targets
  Figure size_mean_mb;     ///< of targets
  Figure size_sd_mb;
  Figure depth_mean;  ///< of targets, in links from the start
  Figure depth_sd;
  Figure redirect_share;  ///< redirects per page, beside the pages
  Style style;

  /// URLs that answer with an error: as many of `neither_or_dead` as leave what is available.
  double dead() const;
};

/// The profiles, by name.
std::span<const Profile> profiles();

/// Errors: invalid_argument, listing the names.
Expected<Profile> find_profile(std::string_view name);

}  // namespace tagtrail::host::generated

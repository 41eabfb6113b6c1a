// What Table 1 of the paper says of a site, seen by a crawl of all of it.
#pragma once

#include <cstdint>
#include <vector>

#include "studies/statistics.hpp"
#include "tagtrail/exchange.hpp"
#include "tagtrail/oracle.hpp"

namespace tagtrail::host {

struct SiteShape {
  double available = 0;  ///< URLs that answer without an error
  double pages = 0;      ///< HTML among them
  double targets = 0;
  double linking_pages = 0;  ///< pages that link to a target
  Sample size_mb;            ///< of targets; a megabyte is a million bytes
  Sample depth;              ///< of targets: links from the start, the fewest of a crawl by bfs
};

/// Gets every answer of a crawl by `bfs` that is not cut short.
class ShapeSampler {
 public:
  /// Says which URLs are targets; borrowed.
  explicit ShapeSampler(Oracle& oracle) : oracle_(oracle) {}
  void add(const Request& request, const Response& response);
  SiteShape shape() const;

 private:
  bool links_to_target(const Page& page);

  Oracle& oracle_;
  SiteShape counts_;
  std::vector<double> sizes_mb_;
  std::vector<double> depths_;
};

}  // namespace tagtrail::host

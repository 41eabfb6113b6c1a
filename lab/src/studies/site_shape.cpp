#include "studies/site_shape.hpp"

#include <algorithm>

namespace tagtrail::host {

void ShapeSampler::add(const Request& request, const Response& response) {
  if (response.status >= 400 || response.error != FetchError::none) return;
  ++counts_.available;
  if (response.is_page) {
    ++counts_.pages;
    if (links_to_target(response.page)) ++counts_.linking_pages;
  } else if (response.status == 200 && oracle_.classify(request.url) == UrlClass::target) {
    ++counts_.targets;
    sizes_mb_.push_back(static_cast<double>(response.body_bytes) / 1e6);
    depths_.push_back(request.depth);
  }
}

SiteShape ShapeSampler::shape() const {
  SiteShape shape = counts_;
  shape.size_mb = sample_of(sizes_mb_).value_or(Sample{});
  shape.depth = sample_of(depths_).value_or(Sample{});
  return shape;
}

bool ShapeSampler::links_to_target(const Page& page) {
  return std::any_of(page.links.begin(), page.links.end(), [&](const LinkObservation& link) {
    return oracle_.classify(link.url) == UrlClass::target;
  });
}

}  // namespace tagtrail::host

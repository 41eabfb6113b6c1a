#include "studies/content_course.hpp"

#include <functional>

#include "tagtrail/url.hpp"

namespace tagtrail::host {

ContentSampler::ContentSampler(const std::string& seed_url) : host_(split_url(seed_url).host) {}

void ContentSampler::see(const Response& response) {
  if (!response.is_page) return;
  for (const LinkObservation& link : response.page.links) {
    if (split_url(link.url).host != host_) outside_.insert(std::hash<std::string>{}(link.url));
  }
}

void ContentSampler::add(const Progress& progress) {
  course_.add({static_cast<double>(progress.requests), progress.gain,
               static_cast<double>(outside_.size())});
}

}  // namespace tagtrail::host

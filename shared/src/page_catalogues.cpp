#include "tagtrail/page_catalogues.hpp"

#include <algorithm>
#include <string>

namespace tagtrail {

std::vector<CatalogueSite> catalogues_of_page(const Page& page, std::string_view url) {
  std::vector<CatalogueSite> sites;
  const auto look = [&](std::string_view sign) {
    for (CatalogueSite& site : catalogues_by_sign(sign, url)) {
      const bool known = std::find(sites.begin(), sites.end(), site) != sites.end();
      if (known || site.kind->ask.empty() || sites.size() >= kMostCatalogueSites) continue;
      sites.push_back(std::move(site));
    }
  };
  for (const std::string& sign : page.catalogue.signs) look(sign);
  const std::size_t links = std::min(page.links.size(), kMostSignLinks);
  for (std::size_t i = 0; i < links; ++i) look(std::string(kUrlSign) + page.links[i].url);
  std::stable_sort(sites.begin(), sites.end(),
                   [](const CatalogueSite& a, const CatalogueSite& b) { return a.kind < b.kind; });
  return sites;
}

}  // namespace tagtrail

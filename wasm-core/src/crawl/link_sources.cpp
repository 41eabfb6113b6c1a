#include "crawl/link_sources.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "tagtrail/may_list_links.hpp"
#include "tagtrail/script_json.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

constexpr std::array<std::string_view, 2> kUsualFiles{"robots.txt", "sitemap.xml"};

bool is_of_programs(std::string_view tag_path) {
  constexpr auto kPlaces = std::to_array<std::string_view>(
      {"/catalogue/", "/json/", "/dataset/", "/rdf/", "/oai-pmh/", "/getrecordsresponse/",
       "/structure/", "/header/", "/linkset/", "/embed/", kScriptJson});
  return std::any_of(kPlaces.begin(), kPlaces.end(),
                     [&](std::string_view start) { return tag_path.starts_with(start); });
}

}  // namespace

void leave_out_sources(Page& page, bool catalogues) {
  std::erase_if(page.links, [&](const LinkObservation& link) {
    return link.element == LinkElement::link && !(catalogues && is_of_programs(link.tag_path));
  });
}

void add_usual_sources(Page& page, std::string_view page_url) {
  // Snapshots refuse pages with more links than a reader gives.
  page.links.resize(std::min(page.links.size(), limits::kLinksPerPage - kUsualFiles.size()));
  for (const std::string_view file : kUsualFiles) {
    const std::string place = "/" + std::string(file);
    LinkObservation link;
    link.url = origin_of(page_url) + place;
    link.written = place;
    link.tag_path = std::string(kUsualPlaces).append(file);
    link.element = LinkElement::link;
    link.position = static_cast<std::uint32_t>(page.links.size());
    page.links.push_back(std::move(link));
  }
}

}  // namespace tagtrail

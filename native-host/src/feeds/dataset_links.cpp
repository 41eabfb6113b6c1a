#include "feeds/dataset_links.hpp"

#include <unordered_set>

#include "feeds/described_links.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {

void add_dataset_links(Page& page, const std::vector<DatasetFacts>& sets) {
  if (sets.empty()) return;
  std::unordered_set<std::string> known;
  for (const LinkObservation& link : page.links) known.insert(link.url);
  for (const DatasetFacts& set : sets) {
    for (const std::string& file : set.files) {
      const bool full = page.links.size() >= limits::kLinksPerPage || known.size() > kSourceLinks;
      if (full || !known.insert(file).second) continue;
      LinkObservation link;
      link.url = file;
      link.written = utf8_prefix(file, limits::kWrittenBytes);
      link.tag_path = "/dataset/distribution";
      link.anchor = utf8_prefix(set.title, limits::kAnchorBytes);
      link.around = utf8_prefix(set.description, limits::kAroundBytes);
      link.element = LinkElement::link;
      link.position = static_cast<std::uint32_t>(page.links.size());
      page.links.push_back(std::move(link));
    }
  }
}

}  // namespace tagtrail::host

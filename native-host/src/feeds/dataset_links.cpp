#include "feeds/dataset_links.hpp"

#include <string_view>
#include <unordered_map>
#include <utility>

#include "feeds/described_links.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

/// Found as a text in a script, which is where JSON-LD stands.
bool is_of_script(const LinkObservation& link) {
  const std::string_view path = link.tag_path;
  return link.element == LinkElement::link &&
         path.substr(path.rfind('/') + 1).starts_with("script");
}

void describe(LinkObservation& link, const DatasetFacts& set) {
  link.tag_path = "/dataset/distribution";
  link.anchor = utf8_prefix(set.title, limits::kAnchorBytes);
  link.around = utf8_prefix(set.description, limits::kAroundBytes);
}

}  // namespace

void add_dataset_links(Page& page, const std::vector<DatasetFacts>& sets) {
  if (sets.empty()) return;
  std::unordered_map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < page.links.size(); ++i) known.try_emplace(page.links[i].url, i);
  for (const DatasetFacts& set : sets) {
    for (const std::string& file : set.files) {
      const bool full = page.links.size() >= limits::kLinksPerPage || known.size() > kSourceLinks;
      if (full) return;
      const auto [named, is_new] = known.try_emplace(file, page.links.size());
      if (!is_new) {
        LinkObservation& link = page.links[named->second];
        if (is_of_script(link)) describe(link, set);
        continue;
      }
      LinkObservation link;
      link.url = file;
      link.written = utf8_prefix(file, limits::kWrittenBytes);
      link.element = LinkElement::link;
      link.position = static_cast<std::uint32_t>(page.links.size());
      describe(link, set);
      page.links.push_back(std::move(link));
    }
  }
}

}  // namespace tagtrail::host

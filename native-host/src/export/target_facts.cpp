#include "export/target_facts.hpp"

#include "tagtrail/text.hpp"

namespace tagtrail::host {

using Json = nlohmann::ordered_json;

Json trail_of(const TargetRow& target) {
  return {{"page", target.page},
          {"tagPath", target.tag_path},
          {"anchor", target.anchor},
          {"redirects", target.redirects},
          {"fetchedAt", target.fetched_at},
          {"status", target.status},
          {"via", target.via},
          {"pageVia", target.page_via}};
}

std::string title_of_link(const TargetRow& target) {
  constexpr std::size_t kLeast = 3;
  std::string words = collapse_space(target.anchor);
  const bool address = words.find(' ') == std::string::npos &&
                       (words.find('/') != std::string::npos || target.url.ends_with(words));
  return words.size() < kLeast || address ? std::string() : words;
}

Json row_of(const TargetRow& target) {
  Json row = {{"url", target.url},        {"name", target.name},   {"path", target.path},
              {"mediatype", target.mime}, {"bytes", target.bytes}, {"sha256", target.sha256}};
  row.update(trail_of(target));
  return row;
}

}  // namespace tagtrail::host

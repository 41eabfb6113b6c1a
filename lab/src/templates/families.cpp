#include <array>

#include "templates/family.hpp"

namespace tagtrail::host::templates {

std::span<const FamilyInfo> families() {
  static constexpr std::array<FamilyInfo, 7> kFamilies{{
      {"blog", "posts, archives by category, tag, month, day and author, answers", make_blog},
      {"board", "threads, a plain archive of them, single messages, calendar", make_board},
      {"forum", "topics in forums, addresses of single messages, members", make_forum},
      {"news", "sections, articles in parts, topics, daily archives, print views", make_news},
      {"rare-shops", "many hosts, about 3 % of their pages with markup for machines",
       make_rare_shops, true},
      {"shops", "many hosts, about 27 % of their pages with markup for machines", make_shops, true},
      {"wiki", "articles, their sources, histories and old versions, categories", make_wiki},
  }};
  return kFamilies;
}

Expected<FamilyInfo> find_family(std::string_view name) {
  std::string names;
  for (const FamilyInfo& family : families()) {
    if (family.name == name) return family;
    names += (names.empty() ? "" : ", ") + std::string(family.name);
  }
  return fail(ErrorCode::invalid_argument,
              "no family " + std::string(name) + "; there are " + names);
}

}  // namespace tagtrail::host::templates

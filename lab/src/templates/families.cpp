#include <array>

#include "templates/family.hpp"
#include "templates/web/web.hpp"

namespace tagtrail::host::templates {
namespace {

std::unique_ptr<Family> make_web(const Making& making) {
  return std::make_unique<Web>(making.web, making.texts, making.seed);
}

}  // namespace

std::span<const FamilyInfo> families() {
  static constexpr std::array<FamilyInfo, 6> kFamilies{{
      {"blog", "posts, archives by category, tag, month, day and author, answers",
       [](const Making& making) { return make_blog(making.texts, making.seed); }},
      {"board", "threads, a plain archive of them, single messages, calendar",
       [](const Making& making) { return make_board(making.texts, making.seed); }},
      {"forum", "topics in forums, addresses of single messages, members",
       [](const Making& making) { return make_forum(making.texts, making.seed); }},
      {"news", "sections, articles in parts, topics, daily archives, print views",
       [](const Making& making) { return make_news(making.texts, making.seed); }},
      {"web", "many hosts; some have markup for machines (--density), or search forms (--forms)",
       make_web, true},
      {"wiki", "articles, their sources, histories and old versions, categories",
       [](const Making& making) { return make_wiki(making.texts, making.seed); }},
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

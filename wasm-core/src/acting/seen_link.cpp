#include "acting/seen_link.hpp"

#include <algorithm>
#include <array>

#include "acting/word_list.hpp"
#include "tagtrail/code_points.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail {
namespace {

/// Texts of commands.
constexpr std::ptrdiff_t kCommandWords = 4;
constexpr std::size_t kCommandCharacters = 28;

/// `★`, `✓`, a face: drawings among the letters.
bool is_symbol(char32_t c) {
  constexpr char32_t kArrows = 0x2190;
  constexpr char32_t kSymbolsEnd = 0x2BFF;
  constexpr char32_t kPictures = 0x1F000;
  constexpr char32_t kPicturesEnd = 0x1FAFF;
  constexpr char32_t kAsPicture = 0xFE0F;
  return (c >= kArrows && c <= kSymbolsEnd) || (c >= kPictures && c <= kPicturesEnd) ||
         c == kAsPicture;
}

std::string_view element_of(std::string_view token) {
  return token.substr(0, token.find_first_of(".#"));
}

template <typename Test>
bool any_token(std::string_view tag_path, const Test& test) {
  while (!tag_path.empty()) {
    tag_path.remove_prefix(1);
    const std::string_view token = tag_path.substr(0, tag_path.find('/'));
    tag_path.remove_prefix(token.size());
    if (test(token)) return true;
  }
  return false;
}

bool leads_on(const LinkObservation& link) {
  const std::string rel = " " + ascii_lower(link.rel) + " ";
  for (const char* name : {" next ", " prev ", " tag ", " license ", " author ", " alternate ",
                           " bookmark ", " canonical ", " index ", " start ", " up ", " help "}) {
    if (rel.find(name) != std::string::npos) return true;
  }
  return false;
}

/// `‹`, `»`: of pagers.
bool is_arrow(std::string_view text) {
  constexpr auto kArrows = std::to_array<std::string_view>(
      {"<", ">", "<<", ">>", "\xC2\xAB", "\xC2\xBB", "\xE2\x80\xB9", "\xE2\x80\xBA", "\xE2\x86\x90",
       "\xE2\x86\x92", "\xE2\x80\xA6", "...", "\xC2\xB6", "#"});
  return std::find(kArrows.begin(), kArrows.end(), text) != kArrows.end();
}

/// By the class of the link itself: `btn btn-sm`, `jenkins-button`.
bool looks_like_button(std::string_view tag_path) {
  const std::string words = " " + words_of_name(tag_path.substr(tag_path.rfind('/') + 1)) + " ";
  return words.find(" btn ") != std::string::npos || words.find("button ") != std::string::npos;
}

std::string without_numbers(std::string_view words) {
  std::string text;
  for (const char c : words) {
    if (!is_digit(c)) text.push_back(c);
  }
  return collapse_space(text);
}

}  // namespace

bool in_navigation(std::string_view tag_path) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"nav", "navbar", "navigation", "menu", "menubar", "mainmenu", "breadcrumb", "breadcrumbs",
       "crumbs", "pager", "pagination", "paging", "paginator", "pages", "tabs", "toc", "sidebar"});
  bool row = false;
  const bool found = any_token(tag_path, [&](std::string_view token) {
    const std::string_view element = element_of(token);
    row = row || element == "tr" || element == "td";
    if (element == "nav") return true;
    std::string_view names = token.substr(element.size());
    while (!names.empty()) {
      names.remove_prefix(1);
      const std::string_view name = names.substr(0, names.find_first_of(" .#"));
      names.remove_prefix(name.size());
      std::string words = words_of_name(name);
      for (std::string_view rest = words; !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        if (std::find(kNames.begin(), kNames.end(), word) != kNames.end()) {
          return words.find("dropdown") == std::string::npos &&
                 words.find("context") == std::string::npos;
        }
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
      }
    }
    return false;
  });
  return found && !row;
}

bool in_table_head(std::string_view tag_path) {
  return any_token(tag_path, [](std::string_view token) { return element_of(token) == "th"; });
}

bool in_heading(std::string_view tag_path) {
  return any_token(tag_path, [](std::string_view token) {
    const std::string_view element = element_of(token);
    return element.size() == 2 && element[0] == 'h' && element[1] >= '1' && element[1] <= '6';
  });
}

SeenLink look_at(const LinkObservation& link) {
  SeenLink seen;
  seen.link = &link;
  seen.address = shaped(link.url);
  seen.words = plain_words(link.anchor);
  seen.text = without_numbers(seen.words);
  seen.pages = (seen.text.empty() && !seen.words.empty()) || is_arrow(trim(link.anchor));
  const std::u32string drawn = code_points(to_valid_utf8(seen.words));
  const bool symbols = std::all_of(drawn.begin(), drawn.end(), is_symbol);
  seen.icon = (seen.words.empty() || symbols) && !seen.pages;
  seen.brief = std::count(seen.text.begin(), seen.text.end(), ' ') < kCommandWords &&
               code_points(to_valid_utf8(seen.text)).size() <= kCommandCharacters;
  seen.button = looks_like_button(link.tag_path);
  seen.sends = link.tag_path.ends_with("/@sends") && !seen.address.names_file;
  const ActingWords& list = acting_words();
  seen.safe = seen.address.names_file || seen.pages || leads_on(link) ||
              (!seen.text.empty() && list.only_shows(seen.text)) ||
              (link.element != LinkElement::a && link.element != LinkElement::area);
  return seen;
}

}  // namespace tagtrail

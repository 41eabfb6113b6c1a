#include "acting/named_commands.hpp"

#include <algorithm>
#include <array>

#include "acting/word_list.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

constexpr std::ptrdiff_t kWordsOfMethod = 3;
/// Behind a syllable shorter verbs end too many other words, behind a word few.
constexpr std::size_t kShortestOrder = 4;
constexpr std::size_t kShortestBehindWord = 3;
constexpr std::size_t kWordThatSaysHow = 4;

template <std::size_t Size>
bool is_one_of(std::string_view word, const std::array<std::string_view, Size>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Words for looks, for parts of pages and for what is listed are verbs, too.
bool calls_it(std::string_view first, bool alone) {
  constexpr auto kLooks = std::to_array<std::string_view>(
      {"link", "select", "drop", "star", "flag", "bookmark", "complete", "forward", "stick",
       "toggle", "cut", "leave", "take", "resume", "do", "bind"});
  constexpr auto kThings =
      std::to_array<std::string_view>({"change", "transfer", "claim", "trigger", "grant"});
  return acting_words().calls.contains(first) && !is_one_of(first, kLooks) &&
         !(alone && is_one_of(first, kThings));
}

/// `filter-off`; in menus the page that is shown is called so, `tab-on`.
bool is_switch(std::string_view words, std::string_view tag_path) {
  constexpr auto kOfMenus = std::to_array<std::string_view>(
      {"tab",    "tabs",   "menu",  "menuitem", "nav",      "link", "item",
       "page",   "button", "btn",   "row",      "sort",     "sign", "log",
       "logged", "active", "hover", "current",  "selected", "add",  "follow"});
  const std::string_view last = last_word(words);
  const bool state = last.size() < words.size() && (last == "on" || last == "off");
  const bool part = tag_path.find("/nav") != std::string_view::npos;
  return state && !part && !is_one_of(first_word(words), kOfMenus);
}

/// A log of changes is read.
bool names_list(std::string_view word) {
  const ActingWords& words = acting_words();
  return words.shows.contains(word) && !words.show_verbs.contains(word);
}

bool has_inner_capital(std::string_view name) {
  return std::adjacent_find(name.begin(), name.end(), [](char before, char c) {
           return before >= 'a' && before <= 'z' && c >= 'A' && c <= 'Z';
         }) != name.end();
}

}  // namespace

std::optional<std::string> called_by_class(const SeenLink& seen) {
  const std::string_view path = seen.link->tag_path;
  std::string_view names = path.substr(path.rfind('/') + 1);
  names.remove_prefix(std::min(names.find_first_of(".#"), names.size()));
  while (!names.empty()) {
    names.remove_prefix(1);
    const std::string_view name = names.substr(0, names.find_first_of(" .#"));
    names.remove_prefix(name.size());
    std::string words = words_of_name(name);
    const bool alone = words.find(' ') == std::string::npos;
    const bool call = calls_it(first_word(words), alone) && !names_list(last_word(words));
    if (call || is_switch(words, path)) return words;
  }
  return std::nullopt;
}

std::optional<std::string> method_with_object(const ShapedAddress& address) {
  constexpr auto kPrepositions = std::to_array<std::string_view>({"to", "as", "into", "onto"});
  constexpr auto kLeads = std::to_array<std::string_view>(
      {"go", "back", "jump", "return", "skip", "how", "guide", "welcome", "introduction", "similar",
       "next", "close", "compared"});
  if (address.identifier.empty() || address.names_page || address.numbered) return std::nullopt;
  std::string_view place = address.place;
  if (address.ends_with_identifier) place = place.substr(0, place.rfind('/'));
  const std::string name = percent_decode(place.substr(place.rfind('/') + 1));
  // As programs name methods: what is written with blanks or dashes is a title.
  const bool method = has_inner_capital(name) || name.find('_') != std::string::npos;
  std::string words = words_of_name(name);
  const std::string_view first = first_word(words);
  const auto count = std::count(words.begin(), words.end(), ' ') + 1;
  const bool leads =
      acting_words().only_shows(first) || is_one_of(first, kLeads) || first.ends_with("s");
  if (!method || count < 2 || count > kWordsOfMethod || leads) return std::nullopt;
  if (!is_one_of(last_word(words), kPrepositions)) return std::nullopt;
  return words;
}

bool is_modified_order(std::string_view word) {
  constexpr auto kHow = std::to_array<std::string_view>(
      {"re", "un", "de", "dis", "auto", "quick", "fast", "mass", "bulk", "batch", "multi", "soft",
       "hard", "force", "instant", "self", "pre", "over"});
  constexpr auto kOthers = std::to_array<std::string_view>({"remark", "remarks"});
  if (is_one_of(word, kOthers)) return false;
  return std::any_of(kHow.begin(), kHow.end(), [&](std::string_view how) {
    const std::size_t least = how.size() >= kWordThatSaysHow ? kShortestBehindWord : kShortestOrder;
    return word.starts_with(how) && word.size() >= how.size() + least &&
           acting_words().orders(word.substr(how.size()));
  });
}

}  // namespace tagtrail

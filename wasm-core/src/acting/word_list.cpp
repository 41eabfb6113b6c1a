#include "acting/word_list.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tagtrail/plain_words.hpp"

namespace tagtrail::embedded {
extern const std::string_view acting_words;
}  // namespace tagtrail::embedded

namespace tagtrail {
namespace {

using Json = nlohmann::json;

Phrases phrases_of(const Json& lists, const char* name) {
  Phrases phrases;
  const auto list = lists.find(name);
  if (list == lists.end()) return phrases;
  for (const Json& phrase : *list) {
    phrases.insert(plain_words(phrase.get_ref<const std::string&>()));
  }
  return phrases;
}

ActingWords read_words() {
  const Json lists = Json::parse(embedded::acting_words, nullptr, false);
  ActingWords words;
  words.leave = phrases_of(lists, "leave");
  words.destroy = phrases_of(lists, "destroy");
  words.judge = phrases_of(lists, "judge");
  words.order = phrases_of(lists, "order");
  words.vague = phrases_of(lists, "vague");
  words.sign = phrases_of(lists, "sign");
  words.values = phrases_of(lists, "values");
  words.calls = phrases_of(lists, "calls");
  words.things = phrases_of(lists, "things");
  words.verbs = phrases_of(lists, "verbs");
  words.shows = phrases_of(lists, "shows");
  words.show_verbs = phrases_of(lists, "show verbs");
  words.show_beginnings = phrases_of(lists, "show beginnings");
  words.show_keys = phrases_of(lists, "show keys");
  words.field_keys = phrases_of(lists, "field keys");
  words.return_keys = phrases_of(lists, "return keys");
  words.secret_keys = phrases_of(lists, "secret keys");
  words.search_keys = phrases_of(lists, "search keys");
  words.action_keys = phrases_of(lists, "action keys");
  words.tokens = phrases_of(lists, "tokens");
  words.weak_tokens = phrases_of(lists, "weak tokens");
  words.classes = phrases_of(lists, "classes");
  words.icons = phrases_of(lists, "icons");
  words.message_names = phrases_of(lists, "message names");
  words.done_names = phrases_of(lists, "done names");
  words.trouble_names = phrases_of(lists, "trouble names");
  words.done = phrases_of(lists, "done");
  words.undone = phrases_of(lists, "undone");
  words.administration = phrases_of(lists, "administration");
  words.administration_perhaps = phrases_of(lists, "administration perhaps");
  return words;
}

}  // namespace

bool ActingWords::only_shows(std::string_view phrase) const {
  const std::size_t space = phrase.find(' ');
  const bool verb = space != std::string_view::npos &&
                    (show_verbs.contains(phrase.substr(0, space)) ||
                     show_verbs.contains(phrase.substr(phrase.rfind(' ') + 1)));
  return verb || shows.contains(phrase) || all_show(phrase) ||
         std::any_of(show_beginnings.begin(), show_beginnings.end(),
                     [&](const std::string& beginning) { return phrase.starts_with(beginning); });
}

bool ActingWords::all_show(std::string_view phrase) const {
  while (!phrase.empty()) {
    const std::string_view word = first_word(phrase);
    // "All read" is said of what was marked so.
    if (!shows.contains(word) || word == "read") return false;
    phrase.remove_prefix(std::min(word.size() + 1, phrase.size()));
  }
  return true;
}

bool ActingWords::orders(std::string_view word) const {
  return acts(word) || vague.contains(word) || sign.contains(word) || values.contains(word) ||
         verbs.contains(word) || calls.contains(word);
}

const ActingWords& acting_words() {
  static const ActingWords words = read_words();
  return words;
}

}  // namespace tagtrail

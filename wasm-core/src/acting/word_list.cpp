#include "acting/word_list.hpp"

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
  words.things = phrases_of(lists, "things");
  words.verbs = phrases_of(lists, "verbs");
  words.search_keys = phrases_of(lists, "search keys");
  words.action_keys = phrases_of(lists, "action keys");
  words.tokens = phrases_of(lists, "tokens");
  words.weak_tokens = phrases_of(lists, "weak tokens");
  words.classes = phrases_of(lists, "classes");
  words.administration = phrases_of(lists, "administration");
  words.administration_perhaps = phrases_of(lists, "administration perhaps");
  return words;
}

}  // namespace

const ActingWords& acting_words() {
  static const ActingWords words = read_words();
  return words;
}

}  // namespace tagtrail

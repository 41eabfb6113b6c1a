#include "content/promises.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "tagtrail/plain_words.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::embedded {
extern const std::string_view promises;
extern const std::string_view button_words;
}  // namespace tagtrail::embedded

namespace tagtrail::host {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;
using WordSet = std::set<std::string, std::less<>>;

/// A word, and behind it, with two words between them at most, another.
struct Pair {
  WordSet first;
  WordSet then;
};
constexpr std::size_t kReach = 3;

WordSet set_of(const Json& lists, const char* name) { return lists.at(name).get<WordSet>(); }

/// Each as it stands among other words: with a space before it, and behind it what is whole.
Words phrases_of(const Json& lists, const char* name, bool whole) {
  auto phrases = lists.at(name).get<Words>();
  for (std::string& phrase : phrases) {
    phrase = " " + (whole ? plain_words(phrase) + " " : phrase);
  }
  return phrases;
}

struct Lists {
  WordSet file_types, file_names, searches, more_whole, more_and_a_word, next, next_signs;
  Words file_beginnings, more_phrases, more_names, next_phrases;
  Words pager_beginnings, pager_phrases, apart_beginnings, apart_phrases;
  std::vector<Pair> more;
  Words never, never_beginnings;

  Lists() {
    const Json said = Json::parse(embedded::promises);
    file_types = set_of(said, "file types");
    file_names = set_of(said, "file names");
    searches = set_of(said, "searches");
    more_whole = set_of(said, "more whole");
    more_and_a_word = set_of(said, "more and a word");
    next = set_of(said, "next");
    next_signs = set_of(said, "next signs");
    file_beginnings = phrases_of(said, "file beginnings", false);
    more_phrases = phrases_of(said, "more phrases", true);
    more_names = phrases_of(said, "more names", true);
    next_phrases = phrases_of(said, "next phrases", true);
    pager_beginnings = phrases_of(said, "pager beginnings", false);
    pager_phrases = phrases_of(said, "pager phrases", true);
    apart_beginnings = phrases_of(said, "set apart beginnings", false);
    apart_phrases = phrases_of(said, "set apart phrases", true);
    for (const Json& pair : said.at("more")) {
      more.push_back({set_of(pair, "first"), set_of(pair, "then")});
    }
    const Json acting = Json::parse(embedded::button_words);
    never_beginnings = phrases_of(acting, "buttons", false);
    for (const char* kind : {"leave", "destroy", "judge", "order"}) {
      for (std::string& phrase : phrases_of(acting, kind, true)) never.push_back(std::move(phrase));
    }
  }
};

const Lists& lists() {
  static const Lists all;
  return all;
}

std::vector<std::string_view> split_words(std::string_view plain) {
  std::vector<std::string_view> words;
  while (!plain.empty()) {
    words.push_back(plain.substr(0, plain.find(' ')));
    plain.remove_prefix(std::min(words.back().size() + 1, plain.size()));
  }
  return words;
}

bool holds(std::string_view plain, const Words& phrases) {
  if (plain.empty()) return false;
  const std::string padded = " " + std::string(plain) + " ";
  return std::any_of(phrases.begin(), phrases.end(), [&padded](const std::string& phrase) {
    return padded.find(phrase) != std::string::npos;
  });
}

bool has_any(std::string_view plain, const WordSet& set) {
  const auto words = split_words(plain);
  return std::any_of(words.begin(), words.end(),
                     [&set](std::string_view word) { return set.contains(word); });
}

bool says_file(std::string_view plain) {
  return has_any(plain, lists().file_types) || holds(plain, lists().file_beginnings);
}

bool has_pair(const std::vector<std::string_view>& words, const Pair& pair) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (!pair.first.contains(words[at])) continue;
    const std::size_t end = std::min(words.size(), at + kReach + 1);
    for (std::size_t behind = at + 1; behind < end; ++behind) {
      if (pair.then.contains(words[behind])) return true;
    }
  }
  return false;
}

bool says_more(std::string_view plain) {
  if (lists().more_whole.contains(plain) || holds(plain, lists().more_phrases)) return true;
  const std::size_t last = plain.rfind(' ');
  if (last != std::string_view::npos && lists().more_and_a_word.contains(plain.substr(0, last))) {
    return true;
  }
  const auto words = split_words(plain);
  return std::any_of(lists().more.begin(), lists().more.end(),
                     [&words](const Pair& pair) { return has_pair(words, pair); });
}

std::size_t characters_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;  // no byte that goes on
  }));
}

bool must_not_be_pressed(std::string_view plain) {
  return holds(plain, lists().never) || holds(plain, lists().never_beginnings);
}

}  // namespace

Promised promise_of(const ButtonFacts& facts) {
  if (characters_of(facts.text) > kButtonText) return Promised::nothing;
  const std::string text = plain_words(facts.text);
  const std::string label = plain_words(facts.label);
  const std::string names = words_of_name(facts.names);
  // "DocSearch" names no document.
  const bool searches = has_any(label, lists().searches) || has_any(names, lists().searches);
  const bool named =
      !searches && (has_any(names, lists().file_names) || has_any(names, lists().file_types));
  const bool file = facts.download || says_file(text) || says_file(label) || named;
  const bool more = holds(ascii_lower(collapse_space(facts.rel)), {" next "}) || says_more(text) ||
                    says_more(label) || holds(names, lists().more_names);
  // Most promise nothing, and need no look at what else their words say.
  if (!file && !more) return Promised::nothing;
  for (const std::string& said : {text, label, names}) {
    if (must_not_be_pressed(said)) return Promised::nothing;
  }
  return file ? Promised::file : Promised::more;
}

bool says_next(std::string_view label) {
  const std::string plain = plain_words(label);
  return lists().next.contains(plain) || holds(plain, lists().next_phrases);
}

bool is_next_sign(std::string_view text) { return lists().next_signs.contains(trim(text)); }

bool names_pager(std::string_view names) {
  const std::string plain = words_of_name(names);
  return holds(plain, lists().pager_beginnings) || holds(plain, lists().pager_phrases);
}

bool names_set_apart(std::string_view names) {
  const std::string plain = words_of_name(names);
  return holds(plain, lists().apart_beginnings) || holds(plain, lists().apart_phrases);
}

}  // namespace tagtrail::host

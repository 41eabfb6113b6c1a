#include "words/porter_stemmer.hpp"

#include <algorithm>
#include <span>

namespace tagtrail {
namespace {

bool is_vowel_letter(char c) { return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u'; }

/// A y is a vowel behind a consonant.
bool is_consonant(std::string_view word, std::size_t at) {
  bool consonant = true;  // a y at the beginning
  std::size_t from = at;
  while (from > 0 && word[from] == 'y') --from;
  if (word[from] != 'y') consonant = !is_vowel_letter(word[from]);
  return (at - from) % 2 == 0 ? consonant : !consonant;
}

/// m: how often a vowel is followed by a consonant.
std::size_t measure(std::string_view stem) {
  std::size_t count = 0;
  bool vowel = false;
  for (std::size_t at = 0; at < stem.size(); ++at) {
    const bool consonant = is_consonant(stem, at);
    if (vowel && consonant) ++count;
    vowel = !consonant;
  }
  return count;
}

bool has_vowel(std::string_view stem) {
  for (std::size_t at = 0; at < stem.size(); ++at) {
    if (!is_consonant(stem, at)) return true;
  }
  return false;
}

bool ends_in_double_consonant(std::string_view word) {
  const std::size_t size = word.size();
  return size > 1 && word[size - 1] == word[size - 2] && is_consonant(word, size - 1);
}

/// *o: consonant, vowel, consonant that is not w, x or y.
bool ends_short(std::string_view stem) {
  const std::size_t size = stem.size();
  if (size < 3) return false;
  const char last = stem.back();
  return is_consonant(stem, size - 3) && !is_consonant(stem, size - 2) &&
         is_consonant(stem, size - 1) && last != 'w' && last != 'x' && last != 'y';
}

struct Rule {
  std::string_view suffix;
  std::string_view replacement;
};

/// The longest suffix of them that it has decides, whether or not its stem is long enough.
void apply_longest(std::string& word, std::span<const Rule> rules, std::size_t over) {
  const Rule* longest = nullptr;
  for (const Rule& rule : rules) {
    if (!word.ends_with(rule.suffix)) continue;
    if (longest == nullptr || rule.suffix.size() > longest->suffix.size()) longest = &rule;
  }
  if (longest == nullptr) return;
  const std::string_view stem(word.data(), word.size() - longest->suffix.size());
  if (measure(stem) <= over) return;
  // Step 4, the only one with this suffix.
  if (longest->suffix == "ion" && !stem.ends_with('s') && !stem.ends_with('t')) return;
  word.resize(stem.size());
  word += longest->replacement;
}

void plurals(std::string& word) {
  if (word.ends_with("sses") || word.ends_with("ies")) {
    word.resize(word.size() - 2);
  } else if (word.ends_with('s') && !word.ends_with("ss")) {
    word.pop_back();
  }
}

void past_and_progressive(std::string& word) {
  const std::string_view all = word;
  if (all.ends_with("eed")) {
    if (measure(all.substr(0, all.size() - 3)) > 0) word.pop_back();
    return;
  }
  const std::size_t cut = all.ends_with("ed") ? 2U : all.ends_with("ing") ? 3U : 0U;
  if (cut == 0 || !has_vowel(all.substr(0, all.size() - cut))) return;
  word.resize(word.size() - cut);
  if (word.ends_with("at") || word.ends_with("bl") || word.ends_with("iz")) {
    word += 'e';
  } else if (ends_in_double_consonant(word)) {
    if (!word.ends_with('l') && !word.ends_with('s') && !word.ends_with('z')) word.pop_back();
  } else if (measure(word) == 1 && ends_short(word)) {
    word += 'e';
  }
}

void final_y(std::string& word) {
  if (word.ends_with('y') && has_vowel(std::string_view(word).substr(0, word.size() - 1))) {
    word.back() = 'i';
  }
}

constexpr Rule kStep2[] = {
    {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"}, {"anci", "ance"}, {"izer", "ize"},
    {"abli", "able"},   {"alli", "al"},     {"entli", "ent"}, {"eli", "e"},     {"ousli", "ous"},
    {"ization", "ize"}, {"ation", "ate"},   {"ator", "ate"},  {"alism", "al"},  {"iveness", "ive"},
    {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"},  {"iviti", "ive"}, {"biliti", "ble"}};
constexpr Rule kStep3[] = {{"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"},
                           {"ical", "ic"},  {"ful", ""},   {"ness", ""}};
constexpr Rule kStep4[] = {{"al", ""},   {"ance", ""}, {"ence", ""}, {"er", ""},    {"ic", ""},
                           {"able", ""}, {"ible", ""}, {"ant", ""},  {"ement", ""}, {"ment", ""},
                           {"ent", ""},  {"ion", ""},  {"ou", ""},   {"ism", ""},   {"ate", ""},
                           {"iti", ""},  {"ous", ""},  {"ive", ""},  {"ize", ""}};

void final_e_and_l(std::string& word) {
  if (word.ends_with('e')) {
    const auto stem = std::string_view(word).substr(0, word.size() - 1);
    const std::size_t m = measure(stem);
    if (m > 1 || (m == 1 && !ends_short(stem))) word.pop_back();
  }
  if (word.ends_with("ll") && measure(word) > 1) word.pop_back();
}

}  // namespace

std::string porter_stem(std::string_view word) {
  std::string stem(word);
  const bool plain =
      std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  if (!plain || word.size() < 3) return stem;
  plurals(stem);
  past_and_progressive(stem);
  final_y(stem);
  apply_longest(stem, kStep2, 0);
  apply_longest(stem, kStep3, 0);
  apply_longest(stem, kStep4, 1);
  final_e_and_l(stem);
  return stem;
}

}  // namespace tagtrail

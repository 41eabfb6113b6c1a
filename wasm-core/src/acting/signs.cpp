// What a link says to those who see a sign in place of words, or have it read out. As in
// extension/src/content/signs.ts.
#include <algorithm>

#include "acting/word_list.hpp"
#include "tagtrail/acting.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

/// More are a sentence, about something else perhaps.
constexpr std::ptrdiff_t kLabelWords = 3;

/// `fa trash alt` has a bin in it.
bool holds_icon(std::string_view words) {
  const Phrases& icons = acting_words().icons;
  for (std::string_view rest = words; !rest.empty();) {
    const std::size_t first = std::min(rest.find(' '), rest.size());
    const std::size_t second = std::min(rest.find(' ', first + 1), rest.size());
    if (icons.contains(rest.substr(0, first)) || icons.contains(rest.substr(0, second))) {
      return true;
    }
    rest.remove_prefix(std::min(first + 1, rest.size()));
  }
  return false;
}

}  // namespace

bool sign_acts(std::string_view names) {
  std::string text(names);
  // `trash3` and `trash-2` are other drawings of the same.
  std::replace_if(text.begin(), text.end(), is_digit, ' ');
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view name = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    if (holds_icon(words_of_name(name))) return true;
  }
  return false;
}

bool label_acts(std::string_view label) {
  const std::string words = plain_words(label);
  if (words.empty() || std::count(words.begin(), words.end(), ' ') >= kLabelWords) return false;
  const ActingWords& acting = acting_words();
  return acting.acts(words) || acting.acts(std::string_view(words).substr(0, words.find(' '))) ||
         acting.acts(std::string_view(words).substr(words.rfind(' ') + 1));
}

}  // namespace tagtrail

#include "forms/form_words.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tagtrail/plain_words.hpp"

namespace tagtrail::embedded {
extern const std::string_view form_words;
}  // namespace tagtrail::embedded

namespace tagtrail {
namespace {

/// First byte of scripts that are written without spaces: U+2000 and above.
constexpr unsigned char kFirstUnspaced = 0xE2;

FormPhrases phrases_of(const nlohmann::json& lists, const char* name) {
  FormPhrases phrases;
  const auto list = lists.find(name);
  if (list == lists.end()) return phrases;
  for (const auto& phrase : *list) phrases.add(phrase.get_ref<const std::string&>());
  return phrases;
}

bool is_unspaced(std::string_view phrase) {
  return static_cast<unsigned char>(phrase.front()) >= kFirstUnspaced;
}

bool ends_word(std::string_view plain, std::size_t at) {
  return at == plain.size() || plain[at] == ' ';
}

}  // namespace

void FormPhrases::add(std::string_view written) {
  std::string text = plain_words(written);
  if (text.empty()) return;
  const bool open = written.ends_with('*') || is_unspaced(text);
  phrases_.push_back({std::move(text), open});
}

bool FormPhrases::in(std::string_view plain) const {
  return std::any_of(phrases_.begin(), phrases_.end(), [&](const Phrase& phrase) {
    for (std::size_t at = plain.find(phrase.text); at != std::string_view::npos;
         at = plain.find(phrase.text, at + 1)) {
      const bool begins = at == 0 || plain[at - 1] == ' ' || is_unspaced(phrase.text);
      if (begins && (phrase.open || ends_word(plain, at + phrase.text.size()))) return true;
    }
    return false;
  });
}

bool FormPhrases::begin(std::string_view plain) const {
  return std::any_of(phrases_.begin(), phrases_.end(), [&](const Phrase& phrase) {
    return plain.starts_with(phrase.text) && (phrase.open || ends_word(plain, phrase.text.size()));
  });
}

bool FormPhrases::are(std::string_view plain) const {
  return std::any_of(phrases_.begin(), phrases_.end(),
                     [&](const Phrase& phrase) { return plain == phrase.text; });
}

const FormWords& form_words() {
  static const FormWords words = [] {
    const auto lists = nlohmann::json::parse(embedded::form_words, nullptr, false);
    return FormWords{
        phrases_of(lists, "asks"),    phrases_of(lists, "either"),  phrases_of(lists, "gets"),
        phrases_of(lists, "formats"), phrases_of(lists, "saves"),   phrases_of(lists, "enters"),
        phrases_of(lists, "agrees"),  phrases_of(lists, "neutral"), phrases_of(lists, "sends"),
        phrases_of(lists, "acts"),    phrases_of(lists, "places"),  phrases_of(lists, "boxes"),
        phrases_of(lists, "pages"),   phrases_of(lists, "consents")};
  }();
  return words;
}

}  // namespace tagtrail

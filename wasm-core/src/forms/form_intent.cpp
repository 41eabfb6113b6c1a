#include "forms/form_intent.hpp"

#include <algorithm>
#include <array>

#include "acting/word_list.hpp"
#include "forms/form_words.hpp"
#include "forms/input_names.hpp"
#include "forms/query_address.hpp"
#include "tagtrail/acting.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

bool is_box(const QueryInput& input) { return is_any_of(input.kind, {"text", "search", "url"}); }

bool is_list(const QueryInput& input) {
  return is_any_of(input.kind, {"select", "radio", "checkbox"});
}

std::string label_of(const QueryInput& input) {
  return input.values.empty() ? std::string() : input.values.front().label;
}

/// `name@example.org`: what a box shows as its example.
bool shows_mail_address(std::string_view label) {
  const std::size_t at = label.find('@');
  return at != std::string_view::npos && at > 0 && label[at - 1] != ' ' && at + 1 < label.size() &&
         label[at + 1] != ' ';
}

/// `userEmail`, `g-recaptcha-response`, `Your phone`.
bool names_what_no_search_takes(const std::string& plain) {
  return plain.find("mail") != std::string::npos || plain.find("captcha") != std::string::npos ||
         form_words().boxes.in(plain);
}

/// Words like `edit`, which acting links have beside other signs, are enough on a button.
bool says_that_it_acts(std::string_view words) {
  const ActingWords& acting = acting_words();
  const bool harmless = words == "submit" || words == "confirm" || words == "follow";
  return acting.acts(words) || (acting.vague.contains(words) && words != "reset") ||
         (acting.sign.contains(words) && !harmless);
}

/// A menu of what can be done with a page, as a list: `do` with `edit`, `revisions`, `login`. Or a
/// list with a value that leaves no doubt: `Delete the selected`.
bool is_menu_of_actions(const QueryInput& input) {
  const ActingWords& acting = acting_words();
  if (!is_list(input)) return false;
  const bool named = acting.action_keys.contains(words_of_name(input.name));
  return std::any_of(input.values.begin(), input.values.end(), [&](const QueryValue& value) {
    const std::string words = plain_words(value.value);
    if (acting.destroy.contains(words) || acting.destroy.contains(plain_words(value.label))) {
      return true;
    }
    return named && (says_that_it_acts(words) || acting.values.contains(words) ||
                     is_any_of(words, {"login", "log in", "signin", "sign in"}));
  });
}

bool input_acts(const QueryInput& input) {
  const std::string name = words_of_name(input.name);
  if (takes_more_than_a_search(input) || is_menu_of_actions(input)) return true;
  if (acting_words().tokens.contains(name)) return true;
  if (input.kind == "hidden") {
    return acting_words().weak_tokens.contains(name) || name.find("captcha") != std::string::npos;
  }
  if (!is_any_of(input.kind, {"checkbox", "radio"})) return false;
  return form_words().consents.begin(plain_words(label_of(input)));
}

enum class Says : std::uint8_t { nothing, asks, unknown, sends, acts };

bool names_file(std::string_view plain) {
  return form_words().gets.in(plain) || form_words().formats.in(plain);
}

/// "Save as CSV" is a copy for the reader, and nothing on the server.
bool saves_a_copy(std::string_view plain) {
  constexpr std::ptrdiff_t kMostBlanks = 3;  // who says more may say what else is saved
  const bool is_short = std::count(plain.begin(), plain.end(), ' ') <= kMostBlanks;
  return is_short && form_words().saves.in(plain) && form_words().formats.in(plain);
}

/// The text on a button.
Says read_label(std::string_view label) {
  const FormWords& words = form_words();
  const std::string plain = plain_words(label);
  if (saves_a_copy(plain)) return Says::asks;
  if (plain.empty() || words.neutral.are(plain)) return Says::nothing;
  if (says_that_it_acts(plain)) return Says::acts;
  // "Search books" is no booking; "Apply now" is no filter.
  if (words.asks.begin(plain)) return words.acts.begin(plain) ? Says::acts : Says::asks;
  if (words.acts.in(plain)) return Says::acts;
  if (words.sends.in(plain)) return Says::sends;
  return names_file(plain) || words.asks.in(plain) ? Says::asks : Says::unknown;
}

/// `revisiondelete`: the name of a button, whatever is written on it.
bool destroys(std::string_view name) {
  constexpr std::size_t kLong = 5;
  const Phrases& phrases = acting_words().destroy;
  return std::any_of(phrases.begin(), phrases.end(), [&](const std::string& phrase) {
    return phrase.size() > kLong && name.ends_with(phrase);
  });
}

/// Of the first button, as the form may have been left with.
Says read_button(const QueryForm& form, LinkObservation& link) {
  const auto button = std::find_if(form.inputs.begin(), form.inputs.end(), sends_form);
  if (button == form.inputs.end()) return Says::nothing;
  if (saves_a_copy(plain_words(label_of(*button)))) return Says::asks;
  link.anchor = label_of(*button);
  const std::string name = words_of_name(button->name);
  if (assess_link(link).strength != ActStrength::none) return Says::acts;
  link.anchor.clear();
  if (says_that_it_acts(name) || destroys(name) || form_words().acts.begin(name)) return Says::acts;
  const Says label = read_label(label_of(*button));
  if (label != Says::nothing && label != Says::unknown) return label;
  return form_words().asks.begin(name) ? Says::asks : label;
}

/// Of its inputs, its address and its button.
Says read_all(const QueryForm& form, const FormShape& shape) {
  if (std::any_of(form.inputs.begin(), form.inputs.end(), input_acts)) return Says::acts;
  LinkObservation link;
  link.url = query_address(shape, {});
  link.written = link.url;
  link.tag_path = form.tag_path;
  if (assess_link(link).strength != ActStrength::none) return Says::acts;
  return read_button(form, link);
}

/// Class and id of the form itself.
std::string_view names_of(std::string_view tag_path) {
  const std::string_view token = tag_path.substr(std::min(tag_path.rfind('/'), tag_path.size()));
  return token.substr(std::min(token.find_first_of(".#"), token.size()));
}

/// It is called a search, or has a box of that kind.
bool is_called_search(const QueryForm& form) {
  const FormPhrases& places = form_words().places;
  return places.in(words_of_name(percent_decode(split_url(form.action).path))) ||
         places.in(words_of_name(names_of(form.tag_path))) ||
         std::any_of(form.inputs.begin(), form.inputs.end(),
                     [](const QueryInput& input) { return input.kind == "search"; });
}

/// A box is called so.
bool asks_for_words(const QueryInput& input) {
  const FormWords& words = form_words();
  if (!is_box(input)) return false;
  const std::string label = plain_words(label_of(input));
  return names_search_words(input.name) || words.places.in(words_of_name(input.name)) ||
         words.asks.begin(label) || words.places.in(label);
}

}  // namespace

bool is_any_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool sends_form(const QueryInput& input) { return is_any_of(input.kind, {"submit", "image"}); }

bool takes_more_than_a_search(const QueryInput& input) {
  if (is_any_of(input.kind, {"password", "email", "tel", "file", "textarea"})) return true;
  if (!is_box(input) && !is_entry(input)) return false;
  if (names_what_no_search_takes(words_of_name(input.name))) return true;
  const std::string label = label_of(input);
  const std::string plain = plain_words(label);
  // What a search says of itself may name such things: "Find staff by name or mail".
  if (form_words().asks.begin(plain)) return false;
  return shows_mail_address(label) || names_what_no_search_takes(plain);
}

bool is_entry(const QueryInput& input) {
  return is_any_of(input.kind,
                   {"number", "range", "date", "month", "week", "time", "datetime-local", "color"});
}

bool gets_file(const QueryInput& button) {
  const std::string plain = plain_words(label_of(button));
  return names_file(plain) && read_label(plain) == Says::asks;
}

bool surely_acts(const QueryForm& form, const FormShape& shape) {
  const Says button = read_all(form, shape);
  return button == Says::acts || button == Says::sends;
}

bool says_no_other(const QueryForm& form, const FormShape& shape) {
  const Says button = read_all(form, shape);
  return button == Says::asks || button == Says::nothing;
}

bool leads_on(const QueryForm& form, const FormShape& shape, bool only_way) {
  if (surely_acts(form, shape)) return false;
  const auto button = std::find_if(form.inputs.begin(), form.inputs.end(), sends_form);
  const std::string plain =
      button == form.inputs.end() ? std::string() : plain_words(label_of(*button));
  if (only_way || form_words().enters.begin(plain) || form_words().pages.begin(plain)) return true;
  return std::any_of(form.inputs.begin(), form.inputs.end(), [](const QueryInput& input) {
    return names_page(input.name) || names_presentation(input.name);
  });
}

bool asks_consent(const QueryForm& form) {
  const FormWords& words = form_words();
  const auto consents = [&](const QueryInput& input) {
    const std::string plain = plain_words(label_of(input));
    return words.consents.begin(plain) || words.enters.begin(plain) || words.agrees.begin(plain);
  };
  return std::none_of(form.inputs.begin(), form.inputs.end(), takes_more_than_a_search) &&
         std::any_of(form.inputs.begin(), form.inputs.end(),
                     [&](const QueryInput& input) { return sends_form(input) && consents(input); });
}

bool may_act(const QueryForm& form, const FormShape& shape) {
  const Says button = read_all(form, shape);
  if (button == Says::acts) return true;
  const bool search = is_called_search(form);
  if (button == Says::sends && !search) return true;
  const auto any = [&](const auto& wanted) {
    return std::any_of(form.inputs.begin(), form.inputs.end(), wanted);
  };
  if (search || button == Says::asks || any(asks_for_words)) return false;
  // Nothing calls it a search. Lists alone may be chosen from; buttons to choose from are a poll,
  // perhaps.
  const bool pressed = any(sends_form);
  const bool lists =
      any([](const QueryInput& input) { return input.kind != "radio" && is_list(input); });
  return any(is_box) || button != Says::nothing || (pressed && !lists);
}

bool only_asks(const QueryForm& form) {
  const FormWords& words = form_words();
  const auto says = [&](const std::string& plain) {
    return (words.asks.begin(plain) && !words.either.begin(plain)) || names_file(plain) ||
           words.pages.begin(plain);
  };
  return is_called_search(form) ||
         std::any_of(form.inputs.begin(), form.inputs.end(), [&](const QueryInput& input) {
           if (sends_form(input)) {
             return says(plain_words(label_of(input))) || says(words_of_name(input.name));
           }
           return asks_for_words(input) || names_page(input.name) || names_page_size(input.name) ||
                  names_presentation(input.name);
         });
}

}  // namespace tagtrail

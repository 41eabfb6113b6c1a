// The words of shared/data/acting_words.json, made plain.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace tagtrail {

/// Whole phrases.
using Phrases = std::set<std::string, std::less<>>;

struct ActingWords {
  Phrases leave;    ///< logs out
  Phrases destroy;  ///< takes something away
  Phrases judge;    ///< decides about what others wrote
  Phrases order;    ///< buys
  Phrases vague;    ///< acts, or names a page
  Phrases sign;     ///< acts where something else says so, too
  Phrases values;   ///< acts as the value of an action's key only
  Phrases calls;    ///< the same in names that programs give: `toggleLogKeep`
  Phrases things;   ///< acts together with one of `verbs`
  Phrases verbs;
  Phrases shows;            ///< texts and ends of addresses that only show something
  Phrases show_verbs;       ///< that such texts begin or end with
  Phrases show_beginnings;  ///< the same, of words
  Phrases show_keys;        ///< of a query: pages, orders, filters, names of things
  Phrases field_keys;       ///< of a query: filters of a list, and set on one thing
  Phrases return_keys;      ///< of a query: where to go when it is done
  Phrases secret_keys;      ///< of a query: of what nobody has chosen by hand, a proof
  Phrases search_keys;      ///< of a query: what stands there is the user's
  Phrases action_keys;
  Phrases tokens;
  Phrases weak_tokens;
  Phrases classes;
  Phrases icons;                   ///< in the names of drawings
  Phrases message_names;           ///< of elements that show messages
  Phrases done_names;              ///< of those that tell of what was done
  Phrases trouble_names;           ///< of those that complain
  Phrases done;                    ///< words in messages of what was done
  Phrases undone;                  ///< words in messages of what was not
  Phrases administration;          ///< segments of paths that mean nothing else
  Phrases administration_perhaps;  ///< segments that may

  /// Says that it only shows something: as a whole, or by how it begins.
  bool only_shows(std::string_view phrase) const;
  /// A single word that orders something, as programs name what they do.
  bool orders(std::string_view word) const;
  /// Leaves no doubt.
  bool acts(std::string_view phrase) const {
    return leave.contains(phrase) || destroy.contains(phrase) || judge.contains(phrase) ||
           order.contains(phrase);
  }

 private:
  bool all_show(std::string_view phrase) const;
};

const ActingWords& acting_words();

inline std::string_view first_word(std::string_view words) {
  return words.substr(0, words.find(' '));
}
inline std::string_view last_word(std::string_view words) {
  return words.substr(words.rfind(' ') + 1);
}

}  // namespace tagtrail

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
  Phrases things;   ///< acts together with one of `verbs`
  Phrases verbs;
  Phrases search_keys;  ///< of a query: what stands there is the user's
  Phrases action_keys;
  Phrases tokens;
  Phrases weak_tokens;
  Phrases classes;
  Phrases administration;          ///< segments of paths that mean nothing else
  Phrases administration_perhaps;  ///< segments that may

  /// Leaves no doubt.
  bool acts(std::string_view phrase) const {
    return leave.contains(phrase) || destroy.contains(phrase) || judge.contains(phrase) ||
           order.contains(phrase);
  }
};

const ActingWords& acting_words();

}  // namespace tagtrail

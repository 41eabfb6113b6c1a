// The words by which pages, URLs and forms of a generated web tell what they are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace tagtrail::host::templates {

/// What a text page shows.
enum class Kind : std::uint8_t { product, event, recipe, article, profile };
inline constexpr std::size_t kKinds = 5;

struct FormQuestion {
  std::string_view name;
  std::string_view label;
  std::string_view options;  ///< of a select, with commas between; empty: a text box
};

/// A database domain, after those of Barbosa and Freire's experiments.
struct Topic {
  std::string_view name;
  std::array<std::string_view, 24> words;   ///< of its pages, the most common first
  std::array<std::string_view, 4> invites;  ///< texts of links to its search forms
  std::array<std::string_view, 4> slugs;    ///< of the URLs of these forms
  std::array<FormQuestion, 6> questions;    ///< of the forms
  std::array<double, kKinds> kinds;         ///< weights of the kinds of its hosts' pages
};

inline constexpr std::size_t kTopics = 8;
const std::array<Topic, kTopics>& topics();
/// kTopics when there is none of that name.
std::size_t find_topic(std::string_view name);

inline constexpr std::size_t kLanguages = 4;
struct SiteWords {
  /// In URLs, three for each kind.
  std::array<std::array<std::string_view, 3>, kKinds> kinds;
  std::array<std::string_view, 4> lists;  ///< in URLs of lists
  std::string_view home, about, contact, help, login, next, related, search, more;
};
/// English, French, Spanish, German.
const SiteWords& site_words(std::size_t language);

}  // namespace tagtrail::host::templates

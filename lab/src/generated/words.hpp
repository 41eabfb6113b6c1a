// The words of generated pages, in the languages that the profiles name.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace tagtrail::host::generated {

inline constexpr std::size_t kSubjects = 12;
inline constexpr std::size_t kViews = 8;
inline constexpr std::size_t kFillers = 24;

struct Words {
  std::string_view code;  ///< of the language
  std::array<std::string_view, kSubjects> subjects;
  std::array<std::string_view, kSubjects> subject_slugs;
  std::array<std::string_view, kViews> views;
  std::array<std::string_view, kViews> view_slugs;
  std::array<std::string_view, kFillers> fillers;
  std::string_view home, statistics, news, about, contact, methods, calendar;
  std::string_view downloads, download, documents, table, related, next, previous, older, languages;
  std::string_view no_files, read_more, error;
};

/// English where the language is unknown.
const Words& words_of(std::string_view language);

/// "Wages by region, 2019"; the same for the same `subject` (below kSubjects) and `seed`.
std::string title(const Words& words, std::size_t subject, std::uint64_t seed);
/// "wages-by-region-2019", of letters, digits and hyphens.
std::string slug(const Words& words, std::size_t subject, std::uint64_t seed);
/// About `count` words of text.
std::string filler_text(const Words& words, std::uint64_t seed, unsigned count);

/// `text` as it is written in HTML text and attribute values.
std::string escaped(std::string_view text);

}  // namespace tagtrail::host::generated

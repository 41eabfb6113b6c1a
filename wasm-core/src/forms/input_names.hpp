// What the names of a form's inputs say.
#pragma once

#include <string_view>

namespace tagtrail {

inline constexpr unsigned kLargestPage = 1000;

/// Orderings, layouts, languages.
bool names_presentation(std::string_view name);
/// How many results a page shows.
bool names_page_size(std::string_view name);
/// One of the sizes that lists offer: 10, 25, 100.
bool is_usual_page_size(unsigned number);
/// Which page of results.
bool names_page(std::string_view name);
/// The box for words of a search, among several boxes.
bool names_search_words(std::string_view name);

}  // namespace tagtrail

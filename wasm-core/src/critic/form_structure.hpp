// What a form is like, in numbers: whether it searches a database shows in its controls, whatever
// it is about (Barbosa and Freire, "Combining classifiers to identify online databases").
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "tagtrail/page_content.hpp"

namespace tagtrail {

/// The attributes of a form in the order in which the generic form classifier takes them: numbers
/// of controls up to `textbox` (<select> is one), of options in all selects, the sum of the sizes
/// of text boxes; method: 1 for POST; search_string: 1 where the word "search" occurs in it.
inline constexpr std::array<std::string_view, 15> kFormAttributes{
    "hidden",  "checkbox",    "radio",           "file_input", "submit",
    "select",  "image_input", "button",          "reset",      "password",
    "textbox", "elem_select", "total_size_text", "method",     "search_string"};

using FormStructure = std::array<double, kFormAttributes.size()>;

/// Text boxes are all inputs of one line of text, passwords apart; <textarea> is none.
FormStructure structure_of(const Form& form);

}  // namespace tagtrail

// What the controls of a form are, whoever reads forms.
#pragma once

#include <gumbo.h>

#include <string>
#include <string_view>
#include <vector>

namespace tagtrail::host {

/// Type of an input or button in lower case (`text` where it is missing or unknown, as browsers
/// take it), `select`, `textarea`; empty for an element that is no control.
std::string control_kind(const GumboElement& element);
/// Whether a kind is a box for one line of text.
bool is_one_line(std::string_view kind);
/// All that a field for numbers, months or days may hold between its least and its most, ascending;
/// none where one of these is not told, or for more than a list may have. Of a slider they always
/// are.
std::vector<std::string> values_between(const GumboElement& element, std::string_view kind);
/// What a field holds where its page writes nothing into it.
std::string usual_value(const GumboElement& element, std::string_view kind);
/// Whether a kind is a button.
bool is_form_button(std::string_view kind);
/// Whether a kind is a button that sends its form.
bool is_submit_kind(std::string_view kind);
/// By which method a form is sent, in lower case: the button's own where it has one, else the
/// form's. `button` may be null.
std::string form_method(const GumboElement& form, const GumboElement* button);

}  // namespace tagtrail::host

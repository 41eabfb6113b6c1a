// Whether a form that is sent by GET does something or shows something, by what it says of itself
// (shared/data/acting_words.json, shared/data/form_words.json). Nobody has to send a form: a doubt
// is enough to leave it.
#pragma once

#include <initializer_list>
#include <string_view>

#include "forms/form_shape.hpp"
#include "tagtrail/query_form.hpp"

namespace tagtrail {

bool is_any_of(std::string_view text, std::initializer_list<std::string_view> words);

/// A button that sends the form.
bool sends_form(const QueryInput& input);

/// What nobody asks who only searches: a password, a mail address, a message.
bool takes_more_than_a_search(const QueryInput& input);

/// Of a form with its first button alone, and what is sent for it. A form acts, perhaps, that takes
/// more than a search, whose address, inputs or button say that it does something, and one with a
/// box for words, or with a button of unknown words, that nothing calls a search.
bool may_act(const QueryForm& form, const FormShape& shape);

}  // namespace tagtrail

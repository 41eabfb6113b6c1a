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

/// A field for a number, a time or the like: neither words nor a list.
bool is_entry(const QueryInput& input);

/// A button that says of itself that it gets a file, or names a format.
bool gets_file(const QueryInput& button);

/// What nobody asks who only searches: a password, a mail address, a message.
bool takes_more_than_a_search(const QueryInput& input);

/// An input, the address or the first button says that the form does something: no doubt is left.
bool surely_acts(const QueryForm& form, const FormShape& shape);

/// The first button says that the form shows something, or nothing, and nothing else says that it
/// acts.
bool says_no_other(const QueryForm& form, const FormShape& shape);

/// Of a form of a button alone, which may act for all that is known: whether its words or its
/// hidden inputs turn pages or go on, or it is the `only_way` that its page has.
bool leads_on(const QueryForm& form, const FormShape& shape, bool only_way);

/// A button to agree to something, or to go on, and nothing that has to be filled in.
bool asks_consent(const QueryForm& form);

/// Of a form with its first button alone, and what is sent for it. A form acts, perhaps, that takes
/// more than a search, whose address, inputs or button say that it does something, and one with a
/// box for words, or with a button of unknown words, that nothing calls a search.
bool may_act(const QueryForm& form, const FormShape& shape);

/// Something says that it searches or turns pages: it is called a search, has a box for words, an
/// input for pages or orders, or a button that does nothing else in whatever form. A list and "OK",
/// "Go" or "Update" are a choice of what is shown as well as a change of what was chosen.
bool only_asks(const QueryForm& form);

}  // namespace tagtrail

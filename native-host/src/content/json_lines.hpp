// What pages say, as text to be kept: JSON lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "content/statements.hpp"
#include "tagtrail/page_content.hpp"

namespace tagtrail::host {

/// One object a statement: page, syntax, subject, predicate, object, and `literal` where the object
/// is text. Each line ends with a newline; what is no UTF-8 becomes U+FFFD.
std::string statements_as_json_lines(const std::vector<Statement>& statements,
                                     std::string_view page_url);

/// One object a form: page, action, method (`get` or `post`), text, and its fields, each with kind,
/// name, label, and options and size where it has some.
std::string forms_as_json_lines(const std::vector<Form>& forms, std::string_view page_url);

}  // namespace tagtrail::host

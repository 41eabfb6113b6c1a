// What pages say, written short: one statement a line, known namespaces as prefixes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "content/statements.hpp"

namespace tagtrail::host {

inline constexpr std::string_view kPage = "https://example.org/dir/page.html";

/// Of all syntaxes.
std::vector<Statement> statements_of(std::string_view html);

/// `subject predicate object` of one syntax, sorted. Text is in quotes, with white space collapsed;
/// `<>` is the page, and what is below its folder is relative (`<other.html>`).
std::string said(std::string_view html, Syntax syntax);

/// The lines of `text` as said() writes them: trimmed and sorted, empty ones left out.
std::string lines(std::string_view text);

/// `text`, `times` times.
std::string repeat(std::string_view text, std::size_t times);

/// A few lines of HTML, and what they say.
struct Example {
  const char* name;
  const char* html;
  const char* said;
};

}  // namespace tagtrail::host

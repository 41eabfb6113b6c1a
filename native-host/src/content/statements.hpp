// What a page says for machines, as statements: the triples of RDF, whatever they are written in.
#pragma once

#include <gumbo.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/page_content.hpp"

namespace tagtrail::host {

/// Of one page; what would come behind is left out.
inline constexpr std::size_t kStatements = 100'000;
/// All strings of a page's statements together.
inline constexpr std::size_t kStatementBytes = 64ULL << 20;
/// Text of one statement; cut at a UTF-8 character border.
inline constexpr std::size_t kLiteralBytes = 10'000;

enum class Syntax : std::uint8_t { microdata = 0, rdfa = 1, microformats = 2, json_ld = 3 };
std::string_view to_string(Syntax syntax);

struct Statement {
  Syntax syntax = Syntax::microdata;
  std::string subject;    ///< an IRI, or a blank node: `_:b` and a number, of the page alone
  std::string predicate;  ///< an IRI
  std::string object;     ///< as `subject`, or text
  bool literal = false;   ///< `object` is text

  bool operator==(const Statement&) const = default;
};

/// All statements of a document, a syntax after the other. What says nothing of the page's matter
/// is left out: names of styles and icons, the vocabulary of XHTML. Each element of a list is one
/// statement; the list itself is none. Never fails: what is malformed says nothing. Bounded memory,
/// no recursion on the depth of the tree.
std::vector<Statement> read_statements(const GumboNode* document, std::string_view page_url);

MarkupCounts count_by_syntax(const std::vector<Statement>& statements);

}  // namespace tagtrail::host

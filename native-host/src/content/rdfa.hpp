// RDFa 1.1 (W3C "RDFa Core 1.1", "HTML+RDFa 1.1") as statements, Open Graph among them.
#pragma once

#include "content/flat_document.hpp"
#include "content/statement_sink.hpp"

namespace tagtrail::host {

/// Adds the statements of all elements. Markup inside a literal of type rdf:XMLLiteral or rdf:HTML
/// is left out of its text; lists have a statement for each element; which vocabularies a page uses
/// is no statement; rdfa:copy copies nothing.
void read_rdfa(const FlatDocument& page, StatementSink& sink);

}  // namespace tagtrail::host

// Microdata (HTML standard) as statements, by W3C "Microdata to RDF", second edition.
#pragma once

#include "content/flat_document.hpp"
#include "content/statement_sink.hpp"

namespace tagtrail::host {

/// Adds the statements of all items. For each top-level item one that links the page to it, which
/// the second edition dropped and Any23 makes, so that counts compare.
void read_microdata(const FlatDocument& page, StatementSink& sink);

}  // namespace tagtrail::host

// Microformats, version 1 and 2 (microformats.org), XFN and rel-license as statements.
#pragma once

#include "content/flat_document.hpp"
#include "content/statement_sink.hpp"

namespace tagtrail::host {

/// Adds a statement for the type of each root and one for each property that is not empty; where a
/// property is a root itself, one that links to it. A property is that of the innermost root. What
/// version 2 implies (a name from the text) is not said; the vocabularies are named after the
/// profiles.
void read_microformats(const FlatDocument& page, StatementSink& sink);

/// XFN: how the page's author knows people, from rel words of links; and rel-license.
void read_link_relations(const FlatDocument& page, StatementSink& sink);

}  // namespace tagtrail::host

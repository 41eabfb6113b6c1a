// JSON-LD 1.1 (W3C) in <script type="application/ld+json"> as statements.
#pragma once

#include "content/flat_document.hpp"
#include "content/statement_sink.hpp"

namespace tagtrail::host {

/// Of one script; a longer one, and one that is nested deeper or has more values, says nothing.
inline constexpr std::size_t kJsonLdBytes = 16ULL << 20;
inline constexpr std::size_t kJsonLdDepth = 100;
inline constexpr std::size_t kJsonLdValues = 1'000'000;

/// Adds a statement for each type and each value of a property; a node within a node is one for the
/// link and those of its own. What is no valid JSON says nothing, and neither do names that no
/// context defines. Text is the name of a resource only where the page's own context says so.
void read_json_ld(const FlatDocument& page, StatementSink& sink);

}  // namespace tagtrail::host

// Links that an answer states about itself: Link header fields (RFC 8288), as FAIR signposting
// (signposting.org) has them, and <link> elements of the same relations.
#pragma once

#include <gumbo.h>

#include <string_view>

#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

inline constexpr std::size_t kTypedLinks = 1'000;  ///< of an answer

/// Adds the links of a header field, several fields joined by commas, to a page that is at `url`:
/// those with the relation `item`, `next`, `describedby`, `linkset`, `alternate`, `enclosure`, or
/// one that HTML 4 has for parts of a document (`contents`, `chapter` and the like). Tag path:
/// `/header/link.RELATION`; anchor: the title; around: the type. What can't be read is left out.
void add_header_links(Page& page, std::string_view field, std::string_view url);

/// The same of a field `Refresh`, which sends the reader on as `<meta http-equiv=refresh>` does.
/// Tag path: `/header/refresh`.
void add_refresh_link(Page& page, std::string_view field, std::string_view url);

/// A relation of typed links that leads to data or to what describes it: one of the above.
bool is_data_relation(std::string_view rel);

/// A set of links in the form of the header field (RFC 9264, application/linkset; line ends are
/// spaces there), at `url`. Tag path: `/linkset/link.RELATION`. At most kSourceLinks.
Page read_linkset(std::string_view text, std::string_view url);

/// The same of <link> elements that name the type of something for programs (JSON, XML, CSV, RDF);
/// not feeds, which are links of the page anyway; of those to OpenSearch descriptions; and of those
/// with another of these relations, whatever they lead to; and of data that is to be loaded ahead.
/// Tag path: `/header/element.RELATION`.
void add_element_links(Page& page, const GumboNode* document, std::string_view url);

}  // namespace tagtrail::host

// XML that a stylesheet shows as a list of links: directories of Subversion (SVNIndexXSLT) and the
// like, in whatever vocabulary.
#pragma once

#include <string_view>

#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

/// What a document that begins so says of its XSLT stylesheet (W3C "Associating Style Sheets with
/// XML documents"); empty: it has none. What the stylesheet makes of it is not known.
std::string_view xslt_stylesheet(std::string_view start);

/// Reads `xml` (UTF-8, without byte order mark) for what looks like an address: attributes `href`,
/// `src` and `url`, and values with a scheme of the web, a slash at their end, or the ending of a
/// file's name. A page without links when fewer than half of the elements without children hold
/// one: that is a document with a link here and there. Tag paths are lower-case local names,
/// `/svn/index/file`. Never fails; bounds and entities as in xml_links.hpp.
Page read_xml_listing(std::string_view xml, std::string_view url);

}  // namespace tagtrail::host

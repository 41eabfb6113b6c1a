// XHTML and SVG that are sent as XML, written as HTML.
#pragma once

#include <string>
#include <string_view>

namespace tagtrail::host {

/// Whether a document of this type is read by the rules of XML: `application/xhtml+xml`, and XML
/// whose root says that it is a page.
bool is_sent_as_xml(std::string_view content_type);

/// `xml` (UTF-8) as HTML that means the same: elements of XHTML without their prefix, empty ones
/// written out (`<title/>` would swallow the rest of the page), CDATA as text, entities that it
/// declares itself replaced. Empty for what is not well-formed, is large and declares entities,
/// grows beyond limits::kPageBytes or much by its entities, or whose root is neither `html` nor
/// `svg`: the best that can be done for such is to read it as HTML.
std::string xhtml_as_html(std::string_view xml);

}  // namespace tagtrail::host

// What the reader of pages knows about elements of libgumbo's tree.
#pragma once

#include <gumbo.h>

#include <string>
#include <string_view>

#include "tagtrail/link.hpp"

namespace tagtrail::host {

/// The value of an attribute without namespace; null when absent.
const char* attribute_value(const GumboElement& element, std::string_view name);

/// The same as a view, empty when absent.
std::string_view attribute_view(const GumboElement& element, std::string_view name);

/// Appends `/token` of this element to a tag path (tag_path.hpp).
void append_element(std::string& path, const GumboElement& element);

/// What a link on this element is; `link` for all but a, area, frame and iframe: those are no links
/// for readers.
LinkElement link_element(GumboTag tag);
/// Of a link, or what stands in it: whether it is a drawing of something done, or has a name like
/// that, shown or read out. As in extension/src/content/signs.ts.
bool sign_says_that_it_acts(const GumboElement& element);

/// What the attributes of a link say about following it: link_hint bits. As hintsOf() in
/// extension/src/content/elements.ts.
std::uint8_t hints_of(const GumboElement& element);
/// Whether a <link> leads to a feed or a sitemap: rel=alternate of a feed's type, or rel=sitemap.
bool names_link_source(const GumboElement& element);

/// Where `<meta http-equiv=refresh>` sends, as written; empty: nowhere else (HTML, "shared
/// declarative refresh steps"). As refreshAddress() in extension/src/content/elements.ts.
std::string_view refresh_address(const GumboElement& meta);
/// The same of the value of a field `Refresh`, which browsers read alike.
std::string_view refresh_address(std::string_view content);
/// The address of a page, drawing or file that <embed> or <object> shows in the page; empty of what
/// else they show. As shownDocument() in extension/src/content/elements.ts.
std::string_view shown_document(const GumboElement& element);

/// The address of an <a> in a drawing (SVG), `xlink:href` in older ones; null for what is none. As
/// drawnLink() in extension/src/content/dom.ts.
const char* drawn_link(const GumboElement& element);

/// Elements whose text names what follows: h1 to h6, dt, th, legend, caption.
bool is_heading(GumboTag tag);
/// Elements whose text is the surroundings of a link.
bool is_surrounding(GumboTag tag);
/// Elements whose text is not shown to readers.
bool is_muted(GumboTag tag);
/// Elements that flow within a line, so that their borders separate no words.
bool is_inline(GumboTag tag);

}  // namespace tagtrail::host

// The links of sitemaps, feeds and listings of stores: urlset, sitemapindex, RSS 0.91 to 2.0, RSS
// 1.0 (RDF), Atom, and those of store_listing.hpp.
#pragma once

#include <string_view>

#include "feeds/json_links.hpp"

namespace tagtrail::host {

/// Reads `xml` (UTF-8, without byte order mark) as one of these documents. The tag path of a link
/// is the path of lower-case local names, `/urlset/url/loc` or `/feed/entry/link`; a link of Atom
/// that is no `alternate` has its relation behind, `/feed/entry/link.enclosure`. Its anchor is its
/// item's title, its heading the channel's; of a sitemap's entry it has the date of the last
/// change. Namespace prefixes do not count. Never fails: what comes before a mistake is read, and
/// the page marked as truncated. Nothing outside of `xml` is read, and a document that declares
/// entities is not read beyond the declaration. Of files, by the extensions of their addresses, a
/// sitemap's dates are what is said of them as data sets, too.
JsonSource read_xml_links(std::string_view xml, std::string_view url);

}  // namespace tagtrail::host

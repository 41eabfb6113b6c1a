// Which answers, though no page and no wanted file, may list links: sitemaps, feeds, robots.txt,
// drawings.
#pragma once

#include <string_view>

namespace tagtrail {

/// How the tag paths of links to robots.txt and sitemap.xml begin, which no page has: the usual
/// places of a site, which are tried unasked.
inline constexpr std::string_view kUsualPlaces = "/site/";

/// How the tag paths of links begin that a file names, and stays one: a list in plain text, a
/// table, XML that is data.
inline constexpr std::string_view kListedFiles = "/listed/";

/// Whether the body of an answer with this head is worth reading for links: XML, what may be packed
/// XML, and plain text at /robots.txt. Only the body tells. `mime` is an essence, `url` the
/// canonical key that answered.
bool may_list_links(std::string_view mime, std::string_view url);

/// Whether programs answer so, and name files in it: JSON, RDF in text, sets of links (RFC 9264),
/// lists of dataflows (SDMX).
bool describes_links(std::string_view mime);

/// XML by its type, with the suffix +xml (RFC 7303) or OPML's, too.
bool is_xml_of_any_kind(std::string_view mime);

/// A script of a shell, as portals give to who wants many files: it has their addresses.
bool is_download_script(std::string_view mime, std::string_view url);

/// SVG: a picture, and a page where it holds links.
bool is_drawing(std::string_view mime);

/// Plain text at /robots.txt.
bool is_robots_txt(std::string_view mime, std::string_view url);

/// Plain text whose name says that it is a sitemap: one URL a line (sitemaps.org/protocol). Other
/// lists of URLs may be the data that somebody wants.
bool is_text_sitemap(std::string_view mime, std::string_view url);

/// Whether the file name in a URL is XML as sitemaps and feeds are called: `sitemap_2.xml.gz`,
/// `feed.xml`. A guess for what nobody has loaded yet. `url`: a canonical key.
bool is_named_as_link_source(std::string_view url);

}  // namespace tagtrail

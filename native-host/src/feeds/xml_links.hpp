// The links of sitemaps and feeds: urlset, sitemapindex, RSS 0.91 to 2.0, RSS 1.0 (RDF), Atom.
#pragma once

#include <string_view>

#include "feeds/json_links.hpp"

namespace tagtrail::host {

/// The root of a bucket's listing, in lower case (Amazon S3 API, ListObjects and ListObjectsV2).
inline constexpr std::string_view kBucketRoot = "listbucketresult";
/// The same of all versions of its objects (ListObjectVersions).
inline constexpr std::string_view kVersionsRoot = "listversionsresult";
/// The same of a container (Azure Blob service REST API, List Blobs).
inline constexpr std::string_view kContainerRoot = "enumerationresults";
/// The same of one of OpenStack Swift (Object Storage API, Show container details).
inline constexpr std::string_view kSwiftRoot = "container";
/// A folder as nginx shows it (ngx_http_autoindex_module, autoindex_format xml).
inline constexpr std::string_view kFolderRoot = "list";

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

// Answers that are no HTML and yet read for their links: sitemaps, feeds, robots.txt.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "content/dataset_facts.hpp"
#include "feeds/list_paging.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

/// As many bytes of a body show whether it is a link source.
inline constexpr std::size_t kSourceStartBytes = 4096;

struct SourceFacts {
  std::string_view url;           ///< canonical key of the URL that answered
  std::string_view mime;          ///< essence
  std::string_view content_type;  ///< whole header value, or empty; its charset parameter counts
  bool cut = false;               ///< the body was cut: marks the page
  bool catalogues = false;        ///< JSON, RDF and answers of catalogues are read, too
  /// Links in JSON to files of a catalogue that are said to be of other formats are left out;
  /// empty: none.
  std::string_view format = {};
  bool sitemap = false;  ///< robots.txt or a sitemap calls it one, whatever its name
  /// The kind of catalogue that was asked for it, whose answers may be sent as any text, and whose
  /// last page may be an empty list; empty: none.
  std::string_view asked_kind = {};
  ListHead list = {};  ///< of a list in JSON
};

struct LinkSource {
  std::string xml_root;  ///< local name of the root element; empty for what is no XML
  std::string mime;      ///< what it is, where that is not what it was sent as; else empty
  Page page;
  std::vector<DatasetFacts> datasets;  ///< that it describes
};

/// Of XML that begins so and is neither a page nor a link source by its root: what it says of the
/// XSLT stylesheet that may show it as a list of links; empty: it has none.
std::string_view stylesheet_of_listing(std::string_view start, const SourceFacts& facts);

/// The kind of catalogue that a link with that tag path asks; empty: none.
std::string_view kind_asked(std::string_view tag_path);

/// Whether a link with that tag path leads to a sitemap, a feed or an answer of a catalogue by what
/// the link is, whatever the type of what comes.
bool asks_for_link_source(std::string_view tag_path);

/// Whether a body that begins so may be a link source: what came back counts, not what was asked.
/// XML with the root of a sitemap, RSS or Atom (packed by gzip or not), plain text at /robots.txt,
/// XML with an XSLT stylesheet, which may show it as a list of links (the whole tells), a
/// sitemap in plain text, whose lines are URLs of its host, or a text in Markdown; with
/// SourceFacts::catalogues JSON and RDF in text and XML of any kind, of which only the whole tells,
/// and files that name others (listed_files.hpp).
bool begins_as_link_source(std::string_view start, const SourceFacts& facts);

/// Reads a link source; nothing when the body is none, as JSON without links that is no answer of a
/// catalogue and does not say how many rows there are, or that it is cut, or XML whose elements are
/// no links. Packed bodies are unpacked within bounds.
std::optional<LinkSource> read_link_source(std::string_view body, const SourceFacts& facts);

}  // namespace tagtrail::host

// The links of RDF in text (Turtle and its kin), in the places that RDF/XML has them in.
#pragma once

#include <string_view>

#include "feeds/json_links.hpp"

namespace tagtrail::host {

/// Reads `text` (UTF-8) as rdf_graph.hpp does and goes through it as RDF/XML would be written:
/// catalogues with their data sets, data sets with their distributions, then what is in neither.
/// Tag paths are classes and properties in turn by their local names, in lower case:
/// `/rdf/dataset/distribution/distribution/downloadurl`; a node without class is a `description`.
/// Links are the IRIs of http and https that the text itself says nothing of, and texts that are
/// such; not what names a class, a format, a language or a theme. Words around links as in
/// json_links.hpp. Never fails; bounds of described_links.hpp and rdf_graph.hpp.
JsonSource read_rdf_links(std::string_view text, std::string_view mime, std::string_view url);

}  // namespace tagtrail::host

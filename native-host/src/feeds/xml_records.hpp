// The links of XML that programs answer: OAI-PMH 2.0, CSW 2.0.2 (OGC 07-006r1), SDMX-ML 2.1, DCAT
// and other RDF in XML, OpenSearch descriptions.
#pragma once

#include <string_view>

#include "feeds/json_links.hpp"

namespace tagtrail::host {

/// Whether a document with this root (lower-case local name) is read so. RDF of RSS 1.0 is a feed.
bool is_root_of_records(std::string_view root);
/// That of SDMX-ML, which describes much else than what data there is.
inline constexpr std::string_view kStructureRoot = "structure";

/// Reads `xml` (UTF-8, without byte order mark) for URLs: absolute ones that are the text of an
/// element or one of its attributes `href`, `resource`, `url`, and those of `href` and `resource`
/// that are relative. Templates (`{searchTerms}`) are none. A resumption token of OAI-PMH is a link
/// to the page that it stands for. Tag paths are lower-case local names, `/oai-pmh/listrecords/
/// record/metadata/dc/identifier`, with the relation behind those that have one. Words around links
/// as in json_links.hpp. Never fails; bounds of described_links.hpp; entities as in xml_links.hpp.
JsonSource read_xml_records(std::string_view xml, std::string_view url);

/// The files and pages that XML of any other kind names, in the places `/listed/xml/...`
/// (kListedFiles): what clearly is an address, where the name of its element or attribute means a
/// link (may_name_file()); else absolute and rooted addresses of data files.
Page read_names_in_xml(std::string_view xml, std::string_view url);

}  // namespace tagtrail::host

// The links of answers in JSON (RFC 8259).
#pragma once

#include <string_view>
#include <vector>

#include "content/dataset_facts.hpp"
#include "feeds/list_paging.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

struct JsonSource {
  Page page;
  std::vector<DatasetFacts> datasets;  ///< of a catalogue whose answer it is
};

/// Reads `json` (UTF-8; a byte order mark is skipped) for URLs. Absolute ones (http, https) are
/// links wherever they stand, relative ones where key and shape mean a link: `url`, `href`,
/// `downloadURL`, `next`, or `file`, `path` with the extension of a file, and rooted paths of data
/// files under any key; and the data files that texts in HTML link to (4 MiB of them). One document
/// a line (JSON Lines) is read line by line. Templates (`{id}`) are
/// none, nor what names a vocabulary (`@context`, `$schema`), nor in sets of links (RFC 9264) what
/// has another relation than typed_links.hpp reads; and the entries of a folder as nginx lists it
/// (`autoindex_format json`), or a container as OpenStack Swift does, which are names alone. The
/// tag path of a link is the way of keys to it, without the indexes of lists:
/// `/json/result/resources/url`; a key in it is lower case, what is no letter, digit, `_`, `-`,
/// `@`, `$` or `:` is `_`, and one that names a thing, as numbers, identifiers and file names do,
/// or is over 64 bytes long, `*`. Its anchor and the text around it are title, format and
/// description of its object, its heading the title of the next one outside. Never fails: what
/// comes before a mistake is read, and the page marked as truncated; of a catalogue what comes
/// behind it, too (mended_json.hpp), and left as LeftOutCause::mended. Bounded by the limits of
/// described_links.hpp; one pass, no recursion. `format`, `head`: as of DescribedLinks.
JsonSource read_json_links(std::string_view json, std::string_view url,
                           std::string_view format = {}, ListHead head = {});

}  // namespace tagtrail::host

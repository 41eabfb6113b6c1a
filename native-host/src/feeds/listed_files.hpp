// Files that a file names, which is wanted for itself or tells of nothing else: lists in plain
// text, digests, tables, YAML, and scripts that download.
#pragma once

#include <optional>
#include <string_view>

#include "feeds/link_source.hpp"

namespace tagtrail::host {

/// Whether a text that begins so names files: there is an address of a data file in it, a line of
/// digests, or it has nothing but names of data files, one a line. Only with
/// SourceFacts::catalogues.
bool begins_as_listed_files(std::string_view start, const SourceFacts& facts);

/// The files that it names, in the places `/listed/...` (kListedFiles), each once:
/// - `checksum`: `DIGEST  NAME` (md5sum and its kin) and `SHA256 (NAME) = DIGEST` (BSD), beside it;
/// - `line`: where each line is an address, or the name of a data file; else lines that are the
///   rooted path of one;
/// - `text`, `table`: absolute addresses of data files, in a table rooted ones, too;
/// - `yaml`: these, and names of data files behind a key that means one (`path`, `url`).
/// Lines of plain text that begin with `#` name none. Nothing, where there is no name.
std::optional<Page> read_listed_files(std::string_view text, const SourceFacts& facts);

}  // namespace tagtrail::host

// Files that a file names, which is wanted for itself or tells of nothing else: lists in plain
// text, checksums, tables, and scripts that download.
#pragma once

#include <optional>
#include <string_view>

#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

/// What a file is that may name others: `mime` an essence, `url` the canonical key that answered.
struct ListFacts {
  std::string_view url;
  std::string_view mime;
};

/// Whether a text that begins so names files: there is an address of a data file in it, a line of
/// digests, or it has nothing but names of data files, one a line.
bool begins_as_listed_files(std::string_view start, const ListFacts& facts);

/// The files that it names, in the places `/listed/...` (kListedFiles), each once:
/// - `checksum`: `DIGEST  NAME` (md5sum and its kin) and `SHA256 (NAME) = DIGEST` (BSD), beside it;
/// - `line`: where each line is an address, or the name of a data file; else lines that are the
///   rooted path of one;
/// - `text`, `table`: absolute addresses of data files, in a table rooted ones, too;
/// - `yaml`: these, and names of data files behind a key that means one (`path`, `url`).
/// Lines that begin with `#` are none, but in a script. Nothing, where it names none.
std::optional<Page> read_listed_files(std::string_view text, const ListFacts& facts);

}  // namespace tagtrail::host

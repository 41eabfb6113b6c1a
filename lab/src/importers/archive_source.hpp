// Compressed files and ZIP archives as byte sources, by libarchive.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "importers/byte_source.hpp"

struct archive;

namespace tagtrail::host {

struct FreeArchive {
  void operator()(archive* reader) const;
};
using ArchivePtr = std::unique_ptr<archive, FreeArchive>;

/// A file as it was before compression (gzip in one or many members, bzip2, xz, zstd), or as it is.
/// Errors: not_found, io, internal (out of memory).
Expected<std::unique_ptr<ByteSource>> open_unpacked(const std::string& file);

/// Gzip data from another source, which must outlive it. What comes before damage is given first.
Expected<std::unique_ptr<ByteSource>> unpack_gzip(ByteSource& packed);

/// Calls `take(name, bytes)` for each file of a ZIP archive, in the order of the archive; an error
/// of `take` ends it and is returned. Errors: not_found, invalid_data (no ZIP, damaged, encrypted).
Expected<void> each_zip_entry(
    const std::string& file,
    const std::function<Expected<void>(const std::string& name, ByteSource& bytes)>& take);

}  // namespace tagtrail::host

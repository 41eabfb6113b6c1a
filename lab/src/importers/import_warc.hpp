// WARC files and WACZ packages into a replica.
#pragma once

#include <filesystem>
#include <vector>

#include "importers/answer_writer.hpp"

namespace tagtrail::host {

/// Takes the records `response`, `resource` and `revisit` of http(s) URLs, in the order of the
/// files. A file that ends early or is damaged gives what comes before; the notes say so.
/// Errors: not_found, io, invalid_data (the first file has no record at all).
Expected<void> import_warcs(AnswerWriter& out, const std::vector<std::filesystem::path>& files,
                            const BodyWish& wish);

/// The same for the WARC files in a WACZ; pages/pages.jsonl names the start.
Expected<void> import_wacz(AnswerWriter& out, const std::filesystem::path& file,
                           const BodyWish& wish);

}  // namespace tagtrail::host

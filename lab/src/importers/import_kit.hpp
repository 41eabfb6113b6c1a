// The replica database of the published reproducibility kit into a replica of ours.
#pragma once

#include <filesystem>
#include <string>

#include "importers/answer_writer.hpp"

namespace tagtrail::host {

/// The table that holds a site (columns url, http_response, headers, body, content_length); empty
/// when the file has none.
std::string kit_table(const std::filesystem::path& file);

/// All rows. The start is looked up in `site_names_to_urls.db` beside the file. The kit keeps no
/// bytes of files. Errors: invalid_data, io.
Expected<void> import_kit(AnswerWriter& out, const std::filesystem::path& file);

}  // namespace tagtrail::host

// Makes a replica of whatever a site was recorded in: a folder, WARC files, a WACZ, a job folder,
// or the published kit's database. What a source is, is seen from its content.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "importers/import_folder.hpp"

namespace tagtrail::host {

struct ImportRequest {
  std::vector<std::filesystem::path> sources;  ///< several only for WARC files
  std::filesystem::path output;
  std::string base;         ///< for a folder: URL at which its root was served
  std::string start;        ///< where crawls begin; empty: as the source says
  bool clean_urls = false;  ///< for a folder
  bool with_files = false;  ///< keep the bytes of files, not only of pages
};

/// What a source is.
enum class SourceKind { folder, warc, wacz, job, kit };
std::string_view to_string(SourceKind kind);

/// Errors: not_found, invalid_data (none of the kinds).
Expected<SourceKind> recognise_source(const std::filesystem::path& source);

struct SourceSummary {
  SourceKind kind = SourceKind::folder;
  ImportSummary counts;            ///< `files`: of a folder
  std::size_t answers = 0;         ///< stored answers of the other kinds
  std::vector<std::string> notes;  ///< what could not be taken over, for people
};

/// Makes the replica beside the output and puts it there when it is whole: a source that can't be
/// read costs no earlier replica. Errors: as recognise_source, invalid_url, invalid_argument, io.
Expected<SourceSummary> import_source(const ImportRequest& request, const ImportProgress& progress);

}  // namespace tagtrail::host

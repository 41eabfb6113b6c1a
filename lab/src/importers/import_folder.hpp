// Makes a replica of a folder, as a static web server would serve it (`import FOLDER`).
#pragma once

#include <filesystem>
#include <string>

#include "replica/reachable.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct ImportOptions {
  std::filesystem::path folder;
  std::filesystem::path output;
  std::string base;                  ///< URL of the folder's root, e.g. https://example.org/
  std::string start = "index.html";  ///< relative to the base
  bool clean_urls = false;           ///< `name` serves `name.html`
};

/// Errors: invalid_url, not_found, io.
Expected<ImportSummary> import_folder(const ImportOptions& options, const ImportProgress& progress);

}  // namespace tagtrail::host

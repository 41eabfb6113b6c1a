// Makes a replica of a folder, as a static web server would serve it (`import FOLDER`).
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "replay/replica.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct ImportOptions {
  std::filesystem::path folder;
  std::filesystem::path output;
  std::string base;                  ///< URL of the folder's root, e.g. https://example.org/
  std::string start = "index.html";  ///< relative to the base
  bool clean_urls = false;           ///< `name` serves `name.html`
};

struct ImportSummary {
  std::size_t files = 0;
  std::size_t reachable = 0;  ///< distinct URLs a full crawl meets
  std::size_t answering = 0;
  std::size_t pages = 0;
  std::size_t dead = 0;
  std::size_t redirects = 0;
};

/// Called now and then.
using ImportProgress = std::function<void(std::string_view what, std::size_t count)>;

/// Errors: invalid_url, not_found, io.
Expected<ImportSummary> import_folder(const ImportOptions& options, const ImportProgress& progress);

/// Crawls the replica from its start, stores what that meets, and counts it.
Expected<ImportSummary> store_reachable(Replica& replica, const ImportProgress& progress);

}  // namespace tagtrail::host

// How the files of a job would be called by another mask.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "store/name_mask.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct NamePreview {
  std::string url;
  std::string path;  ///< in files/, as it is
  std::string name;  ///< as a new job would call it
};

/// In order of commit, with numbers where names are the same, as a job gives them. The job may be
/// running. Errors: not_found, invalid_data, io, and those of `take`.
Expected<void> preview_names(const std::filesystem::path& dir, NameMask mask,
                             const std::function<Expected<void>(const NamePreview&)>& take);

}  // namespace tagtrail::host

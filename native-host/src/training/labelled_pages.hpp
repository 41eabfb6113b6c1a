// Pages of which a user has said what they are, by the folder they are in.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "tagtrail/error.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

/// A file that taught nothing.
struct SkippedFile {
  std::filesystem::path file;
  std::string why;
};

struct LabelledPages {
  /// In the order of their paths; [1]: those of the folder that is wanted. Without links.
  std::array<std::vector<Page>, 2> pages;
  std::vector<SkippedFile> skipped;
};

/// The HTML files (.html, .htm, .xhtml) of two folders and what is below them, with their forms.
/// Skipped, with the reason: other files, empty and unreadable ones, those over 64 MiB, and a page
/// that has the same title and text as an earlier one; one that is in both folders counts in none.
/// Errors: invalid_argument (no folder, no page in it, one folder twice, more than 100,000 files).
Expected<LabelledPages> read_labelled_pages(const std::filesystem::path& wanted,
                                            const std::filesystem::path& other);

}  // namespace tagtrail::host

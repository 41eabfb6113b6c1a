// The job folder as files: what it must look like before a store may use it.
#pragma once

#include <filesystem>
#include <string_view>

#include "store/file_placer.hpp"
#include "store/sqlite.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host::folder {

inline constexpr std::string_view kDatabase = "job.db";
inline constexpr std::string_view kFiles = "files";
inline constexpr std::string_view kPartial = ".partial";
inline constexpr std::string_view kArchive = "archive";
inline constexpr std::string_view kLog = "crawl.log";
inline constexpr std::string_view kManifest = "datapackage.json";
/// What came in, for people (export/page/job_page.hpp).
inline constexpr std::string_view kPage = "index.html";
/// What was learnt of the site (job/recipe.hpp).
inline constexpr std::string_view kRecipe = "recipe.json";
/// Of `acebot` alone (job/patterns_file.hpp).
inline constexpr std::string_view kPatterns = "patterns.txt";
/// By which its tables are searched (search/search_index.hpp); made anew where it is missing.
inline constexpr std::string_view kSearch = "search.sqlite";
inline constexpr std::string_view kLock = ".lock";

/// Creates the folder if it is missing. A folder that holds other things and no job is refused.
/// Errors: invalid_data, io, disk_full.
Expected<void> prepare(const std::filesystem::path& dir);

/// Refuses a folder whose database is empty and that holds what a job has brought: without its
/// database that would be taken for another's, and what is in the database's log thrown away.
/// Errors: invalid_data, io.
Expected<void> refuse_emptied(const std::filesystem::path& dir);

/// The file beside an unfinished download that says how it can go on (fetch/partial_file.hpp).
std::filesystem::path facts_of_part(const std::filesystem::path& file);

/// Creates files/ and .partial/, the latter emptied of all but downloads that can go on. Only for
/// the holder of the lock.
Expected<void> prepare_parts(const std::filesystem::path& dir);

/// Removes files that a commit placed whose transaction did not happen.
Expected<void> remove_leftovers(sqlite::Database& database, const FilePlacer& placer);

}  // namespace tagtrail::host::folder

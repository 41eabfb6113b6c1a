// What a database of tables is made of (docs/answers.md), and whether a file is one.
#pragma once

#include <filesystem>

#include "store/sqlite.hpp"
#include "system/atomic_file.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Writes the database that has the name `output` into `file`; nothing, where there is none or it
/// is empty. Errors: invalid_argument: it is something else; wrong_version: a newer Tagtrail wrote
/// it; busy: changes of another program are not in it yet; io, disk_full.
Expected<void> copy_answers(const std::filesystem::path& output, AtomicFile& file);

/// Makes the tables about tables, and the mark by which such a file is known, where they are not
/// there. Errors: those of SQLite.
Expected<void> make_answers_tables(sqlite::Database& database);

}  // namespace tagtrail::host

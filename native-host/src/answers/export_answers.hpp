// From jobs to one database of all their tables.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "answers/answers_database.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct AnswersProgress {
  std::uint64_t done = 0;  ///< contents that were read
  std::uint64_t of = 0;
};

/// Makes the database `output` hold the tables of these jobs and of no others (docs/answers.md);
/// contents that it has already are not read again. Files are read as look_into() reads them, with
/// wider bounds. Jobs are only read; they may be running. `go_on` is asked at every row at least,
/// and told how far it is; where it says no, nothing is returned, and `output` stays as it was, as
/// it does after every error. Errors: those of JobReader::open and AnswersDatabase;
/// invalid_argument: no jobs, or `output` is a job's own.
Expected<std::optional<AnswersCount>> export_answers(
    const std::vector<std::filesystem::path>& jobs, const std::filesystem::path& output,
    const std::function<bool(AnswersProgress)>& go_on);

}  // namespace tagtrail::host

// A database of the tables in harvested files (docs/answers.md): one file of SQLite, which others
// read while it is made anew.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "answers/row_spool.hpp"
#include "answers/sql_names.hpp"
#include "store/sqlite.hpp"
#include "store/targets.hpp"
#include "system/atomic_file.hpp"
#include "tables/look.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Raised when the same files would give other tables: what was read by another version is read
/// again. Beside kLookVersion, which counts as well.
inline constexpr int kAnswersVersion = 1;

/// A job, as the database tells of it. Texts are empty where nothing is known.
struct AnswersJob {
  std::string folder;  ///< absolute
  std::string site;    ///< the host of its seed URL
  std::string seed_url;
  std::string title;
  std::string began_at;
  std::string state;   ///< `running`, `finished`, `stopped`, `failed`
  std::string ending;  ///< how complete it is, in words
};

/// What is said of a file besides its target.
struct AnswersFile {
  std::string title;
  std::string description;
  std::string licence;
  std::string publisher;
  std::string issued;
  std::string modified;
};

/// Contents that have to be read.
struct UnreadContents {
  std::string sha256;
  std::filesystem::path file;
  std::uint64_t bytes = 0;
};

/// What a database came to.
struct AnswersCount {
  std::uint64_t jobs = 0;
  std::uint64_t files = 0;     ///< addresses; equal contents count each time
  std::uint64_t contents = 0;  ///< of these, different ones
  std::uint64_t tables = 0;
  std::uint64_t rows = 0;
  std::uint64_t cut = 0;         ///< tables that were not read to their end, or lost columns
  std::uint64_t unchanged = 0;   ///< tables that were there, and stayed as they were
  std::uint64_t removed = 0;     ///< tables that were there, and are not or were written anew
  std::uint64_t left_files = 0;  ///< files without a table
  /// What else was left out, or why: a reason and how often it is given, the most frequent first.
  std::vector<std::pair<std::string, std::uint64_t>> left_out;
};

/// Written beside the one that has the name, and put in its place by publish() alone:
///
///   auto database = TRY(AnswersDatabase::open("answers.sqlite"));
///   const auto job = TRY(database.add_job(facts));
///   TRY(database.add_file(job, target, said));            // for each
///   for (const auto& contents : TRY(database.settle())) TRY(database.write(contents, look,
///   spool)); const auto count = TRY(database.finish()); TRY(database.publish());
class AnswersDatabase {
 public:
  /// What `output` has already is gone on with, but for its jobs and files, which are told anew.
  /// Errors: invalid_argument, where it is something else; wrong_version; busy, where somebody
  /// writes to it; io, disk_full.
  static Expected<AnswersDatabase> open(const std::filesystem::path& output);
  AnswersDatabase(AnswersDatabase&&) = default;

  /// Returns its number.
  Expected<std::int64_t> add_job(const AnswersJob& job);
  Expected<void> add_file(std::int64_t job, const TargetRow& target, const AnswersFile& said);
  /// All files are told: removes the tables of contents that no file has any more, and of those
  /// that another version has read. Returns what is to be read, in the order of the files.
  Expected<std::vector<UnreadContents>> settle();
  /// Contents as they were read: their tables with all rows, and what of them is left out.
  Expected<void> write(const UnreadContents& contents, const Look& look, RowSpool& spool);
  /// Contents that can't be read now; they are tried again by the next export.
  Expected<void> leave_out(const UnreadContents& contents, const std::string& reason);
  /// Each table gets its source, and all is counted.
  Expected<AnswersCount> finish();
  Expected<void> publish();

 private:
  struct NewTable;

  AnswersDatabase(AtomicFile file, sqlite::Database database)
      : file_(std::move(file)), database_(std::move(database)) {}

  Expected<void> prepare();
  Expected<void> drop_tables_of(const std::string& sha256);
  Expected<NewTable> create_table(const UnreadContents& contents, const TableLook& table,
                                  const RowSpool& spool);
  Expected<void> add_rows(std::vector<NewTable>& tables, RowSpool& spool);
  Expected<void> describe(const UnreadContents& contents, const Look& look, const NewTable& made);
  Expected<void> note_left_out(const std::string& sha256, const std::string& part,
                               const std::string& reason);
  Expected<void> note_what_is_left(const UnreadContents& contents, const Look& look,
                                   std::size_t tables);

  AtomicFile file_;
  sqlite::Database database_;
  SqlNames names_;
  std::uint64_t removed_ = 0;
  std::uint64_t made_ = 0;
};

}  // namespace tagtrail::host

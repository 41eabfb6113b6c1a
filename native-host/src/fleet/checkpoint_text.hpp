// What a checkpoint's text says: of what in the store a job is made.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fleet/packs.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// A file of a job: its path in the job folder, within files/, and the digest of its contents.
struct JobFile {
  std::string path;
  std::string sha256;
};

/// Contents in pieces that are all as long as the first, but the last.
struct InPieces {
  std::uint64_t bytes = 0;
  std::uint64_t piece_bytes = 0;
  std::vector<Piece> pieces;
};

/// A WARC file: as a whole once it is closed, in pieces while it grows.
struct ArchivedFile {
  std::string name;   ///< in archive/
  std::string whole;  ///< digest; empty: in pieces
  InPieces contents;  ///< of a whole one only `bytes`
};

struct CheckpointText {
  std::string site{};  ///< whose it is, by id; empty: not said, by a program of before
  std::vector<Pack> packs;
  InPieces database;
  std::vector<Piece> lists;  ///< of files: each a list, as list_text() writes it
  std::vector<ArchivedFile> archive;

  // Of the first version, which has nothing of the above.
  std::string whole_database;    ///< digest of job.db; empty: the second version
  std::vector<JobFile> files{};  ///< all of them

  /// Those of database, lists and archive.
  std::vector<Piece> all_pieces() const;
};

/// Whether a path is one of files/ of a job, and leads nowhere else. Also what job.db names is
/// asked this: it may come from a store that others write.
bool is_file_of_job(std::string_view path);
/// The same of a name in archive/.
bool is_warc_name(std::string_view name);

std::string write_checkpoint_text(const CheckpointText& text);
/// Errors: invalid_data, wrong_version.
Expected<CheckpointText> read_checkpoint_text(std::string_view json);

std::string list_text(const std::vector<JobFile>& files);
/// Errors: invalid_data (also a path that is not within files/, or no digest).
Expected<std::vector<JobFile>> read_list_text(std::string_view json);

}  // namespace tagtrail::host

// Programs that fetch the same many files from the same server, one after the other, each into an
// empty folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/file_server.hpp"
#include "browser/temporary_folder.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct ContestOptions {
  FileSite site;
  unsigned connections = 16;
  std::filesystem::path program;  ///< ours
  std::filesystem::path place;    ///< folder for what is fetched; on the disk to be measured
};

struct Contestant {
  enum class Kind { tagtrail, unsynced_tagtrail, curl, wget2, aria2 };
  Kind kind = Kind::tagtrail;
  std::string name;     ///< for tables
  std::string program;  ///< looked for in PATH
};

/// What one program did.
struct ContestTime {
  double seconds = 0;
  double cpu_seconds = 0;  ///< of the program, in user and kernel mode
};

/// All, in the order of the table.
std::vector<Contestant> contestants();

/// Whether what it needs is installed.
bool is_installed(const Contestant& contestant);

/// Its files stay in `used` until all have run: some file systems are slow at making files where
/// many have just been removed. Errors: io; internal when the program failed, or has not all files,
/// whole (says what it said).
Expected<ContestTime> run_contestant(const Contestant& contestant, const ContestOptions& options,
                                     const FileServer& server, std::vector<TemporaryFolder>& used);

}  // namespace tagtrail::host

// Moves fetched files to their final names so that any step can be undone, or redone after a crash.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// One file on its way from the folder for partial files to its final name.
struct Placement {
  std::filesystem::path temporary;
  std::string twin;  ///< file in files/ with equal contents, empty when there is none
  std::string file;  ///< final path in files/
  std::string sha256;
  std::uint64_t bytes = 0;
  bool keeps_temporary = false;  ///< until the commit: a large download goes on there after a crash
  enum class Step { none, linked, renamed } step = Step::none;
};

/// The files/ folder of one job. Never replaces or removes a file that it didn't place.
class FilePlacer {
 public:
  /// `use_links` false: behave as on a file system without hard links, which has no other way
  /// either to rename without replacing.
  explicit FilePlacer(std::filesystem::path files, bool use_links = true)
      : files_(std::move(files)), use_links_(use_links) {}

  /// Whether a name is taken, by whatever kind of file.
  bool exists(const std::string& file) const;
  /// Whether it is a folder; a link to one is none.
  bool is_folder(const std::string& file) const;

  /// Gives the contents their final name: a link to the twin or, if it is to be kept, to the
  /// temporary file; else that is renamed. Makes missing folders.
  Expected<void> place(Placement& placement);
  /// Makes what place() did durable.
  Expected<void> sync();
  /// Takes place() back; the temporary file is there again.
  void undo(Placement& placement) const;

  /// Removes `file` when it is still what was placed there, byte for byte: it belongs to a commit
  /// that did not happen.
  Expected<void> remove_leftover(const std::string& file, const std::string& sha256) const;

 private:
  bool link_to_twin(const Placement& placement) const;
  Expected<void> rename_to(const std::filesystem::path& from,
                           const std::filesystem::path& to) const;
  Expected<void> make_folders(const std::string& file);

  std::filesystem::path files_;
  bool use_links_;
  std::set<std::filesystem::path> changed_;  ///< folders with new names in them
};

}  // namespace tagtrail::host

// Archives, compressed files, and documents that are ZIP files inside, by libarchive.
#pragma once

#include <archive.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tables/limits.hpp"
#include "tables/readers.hpp"

namespace tagtrail::host {

struct PackedMember {
  std::string path;         ///< valid UTF-8
  std::uint64_t bytes = 0;  ///< as the archive says; 0: unknown
  bool is_file = true;
  bool encrypted = false;
};

/// Read from its beginning to its end, once. Damage ends it early.
class PackedFile {
 public:
  enum class Kind { zip, any };
  /// `any`: all formats and filters that libarchive has, but for those that run programs.
  PackedFile(const LookInput& input, Kind kind, LookEffort& effort);

  /// The next member; nothing after the last, or when the effort is over.
  std::optional<PackedMember> next();
  /// The contents of the member that next() told of, piece by piece until `take` returns false.
  /// Whether all of it was taken.
  bool each_piece(const std::function<bool(std::string_view)>& take);
  /// The same as one text of at most `most` bytes.
  std::string text(std::size_t most);
  /// Of the archive, as libarchive names it; known after the first member.
  int format() const { return archive_format(archive_.get()); }
  /// `gzip` and the like, of the outermost compression; empty: none.
  std::string filter() const;
  /// What ended it before its end; empty: nothing.
  const std::string& fault() const { return fault_; }

 private:
  struct Free {
    void operator()(archive* opened) const { archive_read_free(opened); }
  };
  std::unique_ptr<archive, Free> archive_;
  LookEffort& effort_;
  std::string fault_;
};

}  // namespace tagtrail::host

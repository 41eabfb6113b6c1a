// The file that is read, and what is said of it: standard input and standard output.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/table_frames.hpp"

namespace tagtrail::reader {

/// Standard input as a file with a position. Never written to.
class InputFile {
 public:
  InputFile();
  /// Bytes read, at most `size`, from the position on, which moves; 0 at the end or after an error.
  std::size_t read(void* to, std::size_t size);
  /// As of lseek(); false, and no move, when that is before the beginning.
  bool seek(std::int64_t offset, int whence);
  std::int64_t position() const { return position_; }
  std::int64_t size() const { return size_; }
  /// From here on the file has no more bytes than that.
  void end_at(std::int64_t size) {
    size_ = std::min(size_, size);
    window_.clear();
  }

 private:
  /// Whether there is anything at the position.
  bool fill();

  std::int64_t size_ = 0;
  std::int64_t position_ = 0;
  std::string window_;  ///< what was read last
  std::int64_t window_from_ = 0;
};

/// Frames for standard output, some at a time. The program ends where nobody reads them.
class Answer {
 public:
  /// `encoding`: as iconv knows it; empty: unknown.
  void begin_table(std::string_view encoding, const std::vector<std::string>& names);
  void row(const std::vector<std::string>& cells);
  void end(ReaderEnd how);

 private:
  void add(TableFrame kind, const std::vector<std::string_view>& texts);
  void flush();

  std::string waiting_;
};

}  // namespace tagtrail::reader

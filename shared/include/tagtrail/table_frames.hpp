// What `tagtrail-reader` says of the tables in a file, as frames on a pipe: a byte for the kind,
// four for the size of what follows (little-endian), then texts, each with its size before it in
// four bytes. The program that asked reads them as it reads what comes from anywhere: the reader
// may be in the hands of the file that it reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tagtrail {

enum class TableFrame : std::uint8_t {
  columns = 'C',  ///< a table begins: its encoding, how many columns it has, the first names
  row = 'R',      ///< the first cells of a row, no more than there were names
  end = 'E',      ///< nothing more comes: a letter of ReaderEnd
};

/// How reading ended.
enum class ReaderEnd : char {
  whole = 'w',
  elsewhere = 'e',  ///< whole, but for columns whose contents are not in this file
  first = 'f',      ///< whole, but for the tables behind the first
  damaged = 'd',
  unsupported = 'u',  ///< a version or a compression that is not read
  too_large = 'l',    ///< needs more memory than there is for it
};

/// Of one frame, and what it may hold: names and cells beyond are not sent.
inline constexpr std::size_t kTableFrameBytes = 16 << 20;
inline constexpr std::size_t kTableFrameColumns = 4'096;
/// Of one cell or name; what is longer is cut.
inline constexpr std::size_t kTableFrameTextBytes = 32 << 10;

/// What a frame of columns has before the names.
inline constexpr std::size_t kTextsBeforeNames = 2;

/// Appends a frame. Cells that make it larger than it may be are left empty.
void append_table_frame(std::string& frames, TableFrame kind,
                        const std::vector<std::string_view>& texts);

/// Frames in bytes as they come.
class TableFrames {
 public:
  struct Frame {
    TableFrame kind = TableFrame::end;
    std::vector<std::string_view> texts;  ///< valid until the next call of this object
  };

  void add(std::string_view bytes);
  /// The next whole one; nothing: more bytes are needed, or is_broken().
  std::optional<Frame> next();
  /// What came is no frame, or one over the limits. Nothing behind it is read.
  bool is_broken() const { return broken_; }

 private:
  bool read_texts(std::string_view rest, Frame& frame) const;

  std::string bytes_;
  std::size_t at_ = 0;
  bool broken_ = false;
};

}  // namespace tagtrail

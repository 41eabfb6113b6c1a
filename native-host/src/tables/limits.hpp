// How much one look may cost, whatever a file claims to be.
#pragma once

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace tagtrail::host::look_limit {

inline constexpr std::uint64_t kFileBytes = 64ULL << 20;       ///< read of a file
inline constexpr std::uint64_t kUnpackedBytes = 256ULL << 20;  ///< of all that is packed in it
/// More than that times its own size, and a file is packed to deceive; small ones may be.
inline constexpr std::uint64_t kPackedRatio = 200;
inline constexpr std::uint64_t kRatioFrom = 16ULL << 20;
inline constexpr std::uint64_t kCells = 32'000'000;  ///< of a file
inline constexpr std::size_t kColumns = 4'096;       ///< further cells of a row are not looked at
inline constexpr std::size_t kFields = 512;          ///< named
inline constexpr std::size_t kTables = 64;
inline constexpr std::size_t kMembers = 100;
inline constexpr std::size_t kTextBytes = 1'500;
inline constexpr std::size_t kReadingBytes = 256 << 10;  ///< of a text that is judged
inline constexpr std::size_t kNameBytes = 200;           ///< of a field, sheet or member
inline constexpr std::size_t kPreviewRows = 12;
inline constexpr std::size_t kPreviewColumns = 16;
inline constexpr std::size_t kPreviewBytes = 60;
inline constexpr std::size_t kMembersRead = 64;
inline constexpr std::chrono::seconds kTime{10};  ///< of processor time

}  // namespace tagtrail::host::look_limit

namespace tagtrail::host {

class TakeRows;

/// What one look may cost and tell, where it is not always the same. By default what every file
/// of a job is looked into with.
struct LookBounds {
  std::uint64_t file_bytes = look_limit::kFileBytes;
  /// Of the processor, for what is told of a file is not to depend on what else a machine does.
  std::chrono::seconds time = look_limit::kTime;
  std::size_t fields = look_limit::kFields;
  std::size_t tables = look_limit::kTables;
  std::size_t members_read = look_limit::kMembersRead;
};

/// What a look has cost so far, in one thread. When it is over, what was read is what there is to
/// tell.
class LookEffort {
 public:
  /// `rows`: who gets all rows besides, borrowed; null: nobody.
  explicit LookEffort(std::uint64_t file_bytes, const LookBounds& bounds = {},
                      TakeRows* rows = nullptr)
      : file_bytes_(file_bytes),
        bounds_(bounds),
        rows_(rows),
        end_(processor_time() + bounds.time) {}

  const LookBounds& bounds() const { return bounds_; }
  TakeRows* rows() const { return rows_; }

  /// So many bytes more came out of packed ones. Whether that is still to be gone on with.
  bool unpacked(std::uint64_t bytes) {
    unpacked_ += bytes;
    if (unpacked_ > look_limit::kUnpackedBytes) return stop("it unpacks to too much");
    if (unpacked_ > look_limit::kRatioFrom && unpacked_ / look_limit::kPackedRatio > file_bytes_) {
      return stop("it unpacks to far more than its size");
    }
    return in_time();
  }
  bool cells(std::uint64_t more) {
    cells_ += more;
    if (cells_ > look_limit::kCells) return stop("it has too many cells");
    return more < 64 && (cells_ & 0xFFF) > 64 ? is_going() : in_time();
  }
  bool in_time() {
    if (processor_time() > end_) return stop("reading it takes too long");
    return is_going();
  }
  bool stop(const char* why) {
    if (why_.empty()) why_ = why;
    return false;
  }
  /// So many columns are not looked at, for they are beyond kColumns: those of the widest table
  /// count. `all`: there are no more.
  void leave_columns(std::size_t beyond, bool all = true) {
    if (beyond >= columns_left_) columns_counted_ = all;
    columns_left_ = std::max(columns_left_, beyond);
  }
  std::size_t columns_left() const { return columns_left_; }
  bool columns_counted() const { return columns_counted_; }
  bool is_going() const { return why_.empty(); }
  /// When a program that is asked now is to have answered.
  std::chrono::steady_clock::time_point end_of_child() const {
    return std::chrono::steady_clock::now() + (end_ - processor_time());
  }
  /// Empty while it may go on.
  const std::string& why_not() const { return why_; }

 private:
  /// That this thread has had.
  static std::chrono::nanoseconds processor_time() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  }

  std::uint64_t file_bytes_;
  LookBounds bounds_;
  TakeRows* rows_;
  std::uint64_t unpacked_ = 0;
  std::uint64_t cells_ = 0;
  std::size_t columns_left_ = 0;
  bool columns_counted_ = true;
  std::chrono::nanoseconds end_;
  std::string why_;
};

}  // namespace tagtrail::host

// Records of Excel's binary workbooks ([MS-XLS] 2.1.4): a type, a size, bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tables/record_bytes.hpp"

namespace tagtrail::host {

struct BiffRecord {
  std::uint16_t type = 0;
  std::string_view bytes;
  std::size_t at = 0;  ///< where it begins in the stream
};

class BiffRecords {
 public:
  static constexpr std::uint16_t kContinue = 0x003C;

  /// Borrowed.
  explicit BiffRecords(std::string_view stream) : stream_(stream) {}
  /// Nothing: the stream is over, or what is left of it is no record.
  std::optional<BiffRecord> next();
  /// The bytes of the record before and of those that continue it, which are read over.
  std::vector<std::string_view> with_continued(std::string_view bytes);
  bool at_end() const { return at_ >= stream_.size(); }

 private:
  std::string_view stream_;
  std::size_t at_ = 0;
};

/// Texts that many cells share, in little memory.
class SharedTexts {
 public:
  void add(std::string_view text);
  /// Empty where there is none.
  std::string_view at(std::size_t index) const;
  std::size_t size() const { return ends_.size(); }

 private:
  std::string text_;
  std::vector<std::size_t> ends_;
};

/// The texts of an SST record and what continues it ([MS-XLS] 2.4.265); each is cut after
/// `most_bytes` of UTF-8. Whether all that were promised are there.
bool read_shared_texts(const std::vector<std::string_view>& pieces, std::size_t most_bytes,
                       SharedTexts& texts);

/// A text of BIFF8 after its length of `characters`, at most `most_bytes` of it as UTF-8.
std::string read_biff8_text(RecordBytes& bytes, std::size_t characters, std::size_t most_bytes);

}  // namespace tagtrail::host

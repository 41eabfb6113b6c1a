// Numbers and texts in the records of binary formats: little-endian, one after the other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tagtrail::host {

/// Reads from the beginning on. Never past the end: after a short read ok() is false, and all that
/// is read is zero or empty.
class RecordBytes {
 public:
  /// Borrowed.
  explicit RecordBytes(std::string_view bytes) : left_(bytes) {}

  std::uint8_t u8() { return static_cast<std::uint8_t>(number(1)); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
  std::uint64_t u64() { return number(8); }
  double f64();
  std::string_view text(std::uint64_t size);
  void skip(std::uint64_t size) { (void)text(size); }

  bool ok() const { return ok_; }
  std::string_view left() const { return left_; }

 private:
  std::uint64_t number(std::size_t size);

  std::string_view left_;
  bool ok_ = true;
};

/// Appends UTF-16 (little-endian) as UTF-8. Halves of characters become U+FFFD, and so does a byte
/// that is left over.
void append_utf16(std::string& text, std::string_view bytes);
/// The same of characters of which only the lower byte is written.
void append_latin1(std::string& text, std::string_view bytes);

/// A number in 30 bits, of which two say how ([MS-XLS] 2.5.122, [MS-XLSB] 2.5.123).
double rk_number(std::uint32_t bits);
/// `#N/A` and the like ([MS-XLS] 2.5.10).
std::string_view error_text(std::uint8_t code);

}  // namespace tagtrail::host

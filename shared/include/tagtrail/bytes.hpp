// Flat little-endian encoding for records, snapshots and the C interface. No alignment, no padding.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace tagtrail {

using Bytes = std::vector<std::uint8_t>;

/// 64-bit hash of bytes, the same on every platform (FNV-1a with a final mix).
std::uint64_t hash_bytes(const void* data, std::size_t size);

/// Appends values to a byte buffer that it owns.
class ByteWriter {
 public:
  void u8(std::uint8_t value) { bytes_.push_back(value); }
  void u16(std::uint16_t value) { put(value, 2); }
  void u32(std::uint32_t value) { put(value, 4); }
  void u64(std::uint64_t value) { put(value, 8); }
  /// Unsigned LEB128: small numbers take one byte.
  void var(std::uint64_t value);
  /// IEEE 754 bits; round-trips NaN and infinities exactly.
  void f64(double value);
  void boolean(bool value) { u8(value ? 1 : 0); }
  /// Length as var, then the bytes.
  void text(std::string_view value);
  void raw(const void* data, std::size_t size);

  const Bytes& bytes() const { return bytes_; }
  Bytes take() { return std::move(bytes_); }

 private:
  void put(std::uint64_t value, int width);
  Bytes bytes_;
};

/// Reads what ByteWriter wrote. Never reads past the end: after a short or malformed read ok() is
/// false, every further read returns zero or empty, and no memory beyond the input was allocated.
class ByteReader {
 public:
  /// The bytes are borrowed and must outlive the reader.
  ByteReader(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  explicit ByteReader(const Bytes& bytes) : ByteReader(bytes.data(), bytes.size()) {}

  std::uint8_t u8() { return static_cast<std::uint8_t>(get(1)); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(get(2)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(get(4)); }
  std::uint64_t u64() { return get(8); }
  std::uint64_t var();
  double f64();
  bool boolean() { return u8() != 0; }
  std::string text() { return std::string(view()); }
  /// Like text(), without copying; valid as long as the input.
  std::string_view view();
  /// A count that says how many items follow, each of at least `min_item_bytes`; fails when the
  /// input can't hold that many, so that callers may reserve() safely.
  std::size_t count(std::size_t min_item_bytes = 1);

  bool ok() const { return ok_; }
  bool at_end() const { return at_ == size_; }
  std::size_t position() const { return at_; }
  void mark_bad() { ok_ = false; }

 private:
  std::uint64_t get(std::size_t width);
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace tagtrail

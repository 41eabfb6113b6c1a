#include "tagtrail/bytes.hpp"

#include "tagtrail/bits.hpp"
#include "tagtrail/read_watch.hpp"

namespace tagtrail {
namespace {

constexpr unsigned kWatchedBits = 20;  // a MiB

bool may_move(std::size_t from, std::size_t to) {
  return from >> kWatchedBits == to >> kWatchedBits || ReadWatch::allows(to);
}

}  // namespace

std::uint64_t hash_bytes(const void* data, std::size_t size) {
  const auto* bytes = static_cast<const std::uint8_t*>(data);
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001B3ULL;
  hash = (hash ^ (hash >> 32U)) * 0xD6E8FEB86659FD93ULL;
  return hash ^ (hash >> 32U);
}

void ByteWriter::put(std::uint64_t value, int width) {
  for (int i = 0; i < width; ++i) {
    bytes_.push_back(static_cast<std::uint8_t>(value & 0xFFU));
    value >>= 8U;
  }
}

void ByteWriter::var(std::uint64_t value) {
  while (value >= 0x80U) {
    bytes_.push_back(static_cast<std::uint8_t>((value & 0x7FU) | 0x80U));
    value >>= 7U;
  }
  bytes_.push_back(static_cast<std::uint8_t>(value));
}

void ByteWriter::f64(double value) { u64(bit_cast<std::uint64_t>(value)); }

void ByteWriter::text(std::string_view value) {
  var(value.size());
  raw(value.data(), value.size());
}

void ByteWriter::raw(const void* data, std::size_t size) {
  const auto* first = static_cast<const std::uint8_t*>(data);
  bytes_.insert(bytes_.end(), first, first + size);
}

std::uint64_t ByteReader::get(std::size_t width) {
  if (!ok_ || size_ - at_ < width || !may_move(at_, at_ + width)) {
    ok_ = false;
    return 0;
  }
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < width; ++i) {
    value |= static_cast<std::uint64_t>(data_[at_ + i]) << (8U * i);
  }
  at_ += width;
  return value;
}

std::uint64_t ByteReader::var() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const std::uint64_t byte = get(1);
    if (shift == 63 && byte > 1) break;
    value |= (byte & 0x7FU) << shift;
    if (byte < 0x80U) return ok_ ? value : 0;
  }
  ok_ = false;
  return 0;
}

double ByteReader::f64() { return bit_cast<double>(u64()); }

std::string_view ByteReader::view() {
  const std::uint64_t length = var();
  if (!ok_ || length > size_ - at_ || !may_move(at_, at_ + static_cast<std::size_t>(length))) {
    ok_ = false;
    return {};
  }
  const std::string_view value(reinterpret_cast<const char*>(data_ + at_),
                               static_cast<std::size_t>(length));
  at_ += static_cast<std::size_t>(length);
  return value;
}

std::size_t ByteReader::count(std::size_t min_item_bytes) {
  const std::uint64_t items = var();
  if (!ok_ || items > (size_ - at_) / (min_item_bytes == 0 ? 1 : min_item_bytes)) {
    ok_ = false;
    return 0;
  }
  return static_cast<std::size_t>(items);
}

}  // namespace tagtrail

// Bytes of binary formats, as tests make them.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tagtrail::host::testing {

using namespace std::string_literals;

/// The lowest bytes of a number, the lowest first.
inline std::string little(std::uint64_t number, std::size_t bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes; ++at) {
    text += static_cast<char>(at < 8 ? (number >> (8 * at)) & 0xFF : 0);
  }
  return text;
}

/// IEEE 754, 8 bytes.
inline std::string little_double(double number) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &number, sizeof(bits));
  return little(bits, sizeof(bits));
}

/// UTF-16 of ASCII.
inline std::string wide(std::string_view text) {
  std::string bytes;
  for (const char c : text) bytes += {c, '\0'};
  return bytes;
}

/// A compound file with these streams: sectors of 512 bytes, small ones of 64 for streams below
/// 4,096 bytes.
inline std::string compound_of(const std::vector<std::pair<std::string, std::string>>& streams) {
  constexpr std::size_t kSector = 512;
  constexpr std::uint32_t kEnd = 0xFFFFFFFE;
  std::string sectors;
  std::vector<std::uint32_t> next;
  const auto chain = [&](std::string bytes, std::string& to, std::vector<std::uint32_t>& table,
                         std::size_t size) -> std::uint32_t {
    if (bytes.empty()) return kEnd;
    bytes.resize((bytes.size() + size - 1) / size * size);
    const auto start = static_cast<std::uint32_t>(table.size());
    for (std::size_t at = size; at <= bytes.size(); at += size) {
      table.push_back(at == bytes.size() ? kEnd : static_cast<std::uint32_t>(table.size()) + 1);
    }
    to += bytes;
    return start;
  };
  const auto entry = [](const std::string& name, int kind, std::uint32_t start, std::size_t size) {
    std::string bytes = wide(name);
    bytes.resize(64);
    return bytes + little(name.empty() ? 0 : 2 * name.size() + 2, 2) +
           little(static_cast<std::uint64_t>(kind), 1) + little(1, 1) + std::string(12, '\xFF') +
           std::string(36, '\0') + little(start, 4) + little(size, 8);
  };
  std::string small;
  std::vector<std::uint32_t> small_next;
  std::string directory;
  for (const auto& [name, bytes] : streams) {
    const bool is_small = bytes.size() < 4096;
    const std::uint32_t start =
        is_small ? chain(bytes, small, small_next, 64) : chain(bytes, sectors, next, kSector);
    directory += entry(name, 2, start, bytes.size());
  }
  const std::uint32_t small_start = chain(small, sectors, next, kSector);
  directory = entry("Root Entry", 5, small_start, small.size()) + directory;
  std::string small_table;
  for (const std::uint32_t each : small_next) small_table += little(each, 4);
  const std::uint32_t small_table_start = chain(small_table, sectors, next, kSector);
  const std::uint32_t directory_start = chain(directory, sectors, next, kSector);
  const auto tables_start = static_cast<std::uint32_t>(next.size());
  // A table of 128 sectors that has to have room for itself.
  const std::size_t tables = next.size() / 127 + 1;
  for (std::size_t at = 0; at < tables; ++at) next.push_back(0xFFFFFFFD);
  next.resize(tables * 128, 0xFFFFFFFF);
  for (const std::uint32_t each : next) sectors += little(each, 4);
  std::string head = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + std::string(16, '\0') + little(0x3E, 2) +
                     little(3, 2) + little(0xFFFE, 2) + little(9, 2) + little(6, 2) +
                     std::string(10, '\0') + little(tables, 4) + little(directory_start, 4) +
                     little(0, 4) + little(4096, 4) + little(small_table_start, 4) + little(1, 4) +
                     little(kEnd, 4) + little(0, 4);
  for (std::size_t at = 0; at < 109; ++at) {
    head += little(at < tables ? tables_start + at : 0xFFFFFFFF, 4);
  }
  return head + sectors;
}

}  // namespace tagtrail::host::testing

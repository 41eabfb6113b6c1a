// Bytes of binary formats, as tests make them.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

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

}  // namespace tagtrail::host::testing

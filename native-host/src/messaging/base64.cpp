#include <array>

#include "messaging/channel.hpp"

namespace tagtrail::host {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNotInAlphabet = 0xff;

constexpr std::array<std::uint8_t, 256> make_values() {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNotInAlphabet);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    values[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return values;
}

constexpr std::array<std::uint8_t, 256> kValues = make_values();

char letter(std::uint32_t group, int shift) { return kAlphabet[(group >> shift) & 63U]; }

}  // namespace

std::string to_base64(const std::uint8_t* data, std::size_t size) {
  std::string text;
  text.reserve((size + 2) / 3 * 4);
  std::size_t at = 0;
  for (; at + 3 <= size; at += 3) {
    const std::uint32_t group = static_cast<std::uint32_t>(data[at]) << 16U |
                                static_cast<std::uint32_t>(data[at + 1]) << 8U | data[at + 2];
    for (const int shift : {18, 12, 6, 0}) text.push_back(letter(group, shift));
  }
  if (at + 1 == size) {
    const std::uint32_t group = static_cast<std::uint32_t>(data[at]) << 16U;
    text.append({letter(group, 18), letter(group, 12), '=', '='});
  } else if (at + 2 == size) {
    const std::uint32_t group = static_cast<std::uint32_t>(data[at]) << 16U |
                                static_cast<std::uint32_t>(data[at + 1]) << 8U;
    text.append({letter(group, 18), letter(group, 12), letter(group, 6), '='});
  }
  return text;
}

Expected<std::vector<std::uint8_t>> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return fail(ErrorCode::invalid_data, "base64 text is cut");
  std::size_t padding = 0;
  while (padding < 2 && text.size() > padding && text[text.size() - 1 - padding] == '=') ++padding;
  const std::string_view letters = text.substr(0, text.size() - padding);

  std::vector<std::uint8_t> bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t group = 0;
  unsigned bits = 0;
  for (const char c : letters) {
    const std::uint8_t value = kValues[static_cast<unsigned char>(c)];
    if (value == kNotInAlphabet) return fail(ErrorCode::invalid_data, "not base64 text");
    group = (group << 6U | value) & 0xffffffU;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push_back(static_cast<std::uint8_t>(group >> bits));
    }
  }
  // Bits left over must be zero, so that each byte string has exactly one text.
  if ((group & ((1U << bits) - 1)) != 0) return fail(ErrorCode::invalid_data, "not base64 text");
  return bytes;
}

Expected<std::vector<std::uint8_t>> bytes_of(Json& field) {
  if (field.is_binary()) return std::move(field.get_binary());
  if (!field.is_string()) return fail(ErrorCode::invalid_data, "neither bytes nor base64 text");
  return from_base64(field.get_ref<const std::string&>());
}

}  // namespace tagtrail::host

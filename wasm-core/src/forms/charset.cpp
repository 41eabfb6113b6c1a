#include "forms/charset.hpp"

#include <algorithm>

#include "tagtrail/code_points.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail {
namespace {

constexpr unsigned char kAsciiEnd = 0x80;
constexpr char32_t kReplacement = 0xFFFD;

}  // namespace

void Charset::learn(const CharsetCodes& codes) {
  for (const auto& [character, bytes] : codes.codes) add(character, bytes);
}

void Charset::add(std::uint32_t character, std::string_view bytes) {
  if (bytes_.size() >= kMost || !bytes_.emplace(character, bytes).second) return;
  if (!bytes.empty()) characters_.emplace(bytes, character);
}

std::optional<std::string> Charset::write(std::string_view text) const {
  std::string written;
  for (const char32_t character : code_points(to_valid_utf8(text))) {
    if (character < kAsciiEnd) {
      written.push_back(static_cast<char>(character));
      continue;
    }
    const auto known = bytes_.find(character);
    if (known == bytes_.end()) return std::nullopt;
    written += known->second.empty() ? "&#" + std::to_string(known->first) + ";" : known->second;
  }
  return written;
}

std::string Charset::read(std::string_view bytes) const {
  std::string text;
  while (!bytes.empty()) {
    std::size_t size = 1;
    char32_t character = static_cast<unsigned char>(bytes.front());
    if (character >= kAsciiEnd) {
      character = kReplacement;
      // The longest that is known: no code begins another.
      for (size = std::min(limits::kCodeBytes, bytes.size()); size > 1; --size) {
        if (characters_.contains(bytes.substr(0, size))) break;
      }
      const auto known = characters_.find(bytes.substr(0, size));
      if (known != characters_.end()) character = known->second;
    }
    append_utf8(text, character);
    bytes.remove_prefix(size);
  }
  return text;
}

void Charset::save(ByteWriter& out) const {
  out.var(bytes_.size());
  for (const auto& [character, bytes] : bytes_) {
    out.var(character);
    out.text(bytes);
  }
}

bool Charset::load(ByteReader& in) {
  const std::size_t count = in.count(2);
  if (count > kMost) return false;
  for (std::size_t i = 0; i < count && in.ok(); ++i) {
    const std::uint64_t character = in.var();
    const std::string bytes = in.text();
    if (character < kAsciiEnd || character > 0x10FFFFU || bytes.size() > limits::kCodeBytes) {
      return false;
    }
    add(static_cast<std::uint32_t>(character), bytes);
  }
  return in.ok();
}

}  // namespace tagtrail

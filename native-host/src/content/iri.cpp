#include "content/iri.hpp"

#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

bool has_scheme(std::string_view text) {
  if (text.empty() || !is_letter(text.front())) return false;
  for (const char c : text) {
    if (c == ':') return true;
    if (!is_letter(c) && !is_digit(c) && c != '+' && c != '-' && c != '.') return false;
  }
  return false;
}

std::string resolve_iri(std::string_view text, std::string_view base) {
  text = trim(text);
  if (text.size() > kIriBytes) return {};
  if (has_scheme(text)) return std::string(text);
  const std::size_t hash = text.find('#');
  auto resolved = canonical_url(text.substr(0, hash), base);
  if (!resolved) return {};
  if (hash != std::string_view::npos) resolved->append(text, hash, std::string_view::npos);
  return resolved->size() > kIriBytes ? std::string{} : std::move(*resolved);
}

std::string escape_fragment(std::string_view name) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  constexpr std::string_view kEscaped = "\"#%<>[\\]^{|}";
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > ' ' && byte != 0x7F && kEscaped.find(c) == std::string_view::npos) {
      out += c;
    } else {
      out += '%';
      out += kHex[byte >> 4U];
      out += kHex[byte & 0xFU];
    }
  }
  return out;
}

}  // namespace tagtrail::host

// Read leniently: servers write it in many wrong ways.
#include "fetch/content_disposition.hpp"

#include <optional>

#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// Takes the next parameter off `rest`: up to a ';' outside of quotes.
std::string_view next_parameter(std::string_view& rest) {
  bool quoted = false;
  std::size_t at = 0;
  for (; at < rest.size(); ++at) {
    if (quoted && rest[at] == '\\') {
      ++at;
    } else if (rest[at] == '"') {
      quoted = !quoted;
    } else if (rest[at] == ';' && !quoted) {
      break;
    }
  }
  const std::string_view parameter = rest.substr(0, at);
  rest = at < rest.size() ? rest.substr(at + 1) : std::string_view{};
  return trim(parameter);
}

std::string unquote(std::string_view value) {
  if (!value.starts_with('"')) return std::string(value);
  std::string out;
  for (std::size_t i = 1; i < value.size() && value[i] != '"'; ++i) {
    if (value[i] == '\\' && i + 1 < value.size()) ++i;
    out.push_back(value[i]);
  }
  return out;
}

std::string latin1_to_utf8(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      out.push_back(c);
    } else {
      out.push_back(static_cast<char>(0xC0U | (byte >> 6U)));
      out.push_back(static_cast<char>(0x80U | (byte & 0x3FU)));
    }
  }
  return out;
}

/// charset'language'percent-encoded; nothing when it is malformed or in a charset that nobody
/// sends.
std::optional<std::string> extended_value(std::string_view value) {
  const std::size_t first = value.find('\'');
  const std::size_t second = first == std::string_view::npos ? first : value.find('\'', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  const std::string charset = ascii_lower(value.substr(0, first));
  const std::string bytes = percent_decode(value.substr(second + 1));
  if (charset == "iso-8859-1") return latin1_to_utf8(bytes);
  if (charset != "utf-8" || to_valid_utf8(bytes) != bytes) return std::nullopt;
  return bytes;
}

std::string without_directory(std::string name) {
  const std::size_t slash = name.find_last_of("/\\");
  if (slash != std::string::npos) name.erase(0, slash + 1);
  std::erase_if(name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
  name = std::string(trim(name));
  return name == "." || name == ".." ? std::string() : name;
}

}  // namespace

std::string content_disposition_name(std::string_view value) {
  std::string plain;
  std::string extended;
  while (!value.empty()) {
    const std::string_view parameter = next_parameter(value);
    const std::size_t equals = parameter.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string name = ascii_lower(trim(parameter.substr(0, equals)));
    const std::string text = unquote(trim(parameter.substr(equals + 1)));
    if (name == "filename" && plain.empty()) {
      plain = without_directory(to_valid_utf8(text) == text ? text : latin1_to_utf8(text));
    } else if (name == "filename*" && extended.empty()) {
      if (auto decoded = extended_value(text)) extended = without_directory(std::move(*decoded));
    }
  }
  return extended.empty() ? plain : extended;
}

}  // namespace tagtrail::host

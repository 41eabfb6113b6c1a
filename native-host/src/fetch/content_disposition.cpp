// Read leniently: servers write it in many wrong ways.
#include "fetch/content_disposition.hpp"

#include <iconv.h>
#include <openssl/evp.h>

#include <algorithm>
#include <cstdint>
#include <map>
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

/// Nothing when the bytes are none of the charset, or nobody knows it.
std::optional<std::string> utf8_of(std::string_view bytes, std::string_view charset) {
  const iconv_t converter = iconv_open("UTF-8", std::string(charset).c_str());
  // Its error value is the pointer -1.
  if (reinterpret_cast<std::intptr_t>(converter) == -1) return std::nullopt;
  std::string in(bytes);
  std::string out(4 * bytes.size() + 4, '\0');
  char* from = in.data();
  char* to = out.data();
  std::size_t left = in.size();
  std::size_t room = out.size();
  const bool whole = iconv(converter, &from, &left, &to, &room) != static_cast<std::size_t>(-1);
  iconv_close(converter);
  out.resize(out.size() - room);
  if (!whole || to_valid_utf8(out) != out) return std::nullopt;
  return out;
}

/// charset'language'percent-encoded (RFC 8187).
std::optional<std::string> extended_value(std::string_view value) {
  const std::size_t first = value.find('\'');
  const std::size_t second = first == std::string_view::npos ? first : value.find('\'', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  return utf8_of(percent_decode(value.substr(second + 1)), value.substr(0, first));
}

std::optional<std::string> from_base64(std::string_view text) {
  std::string padded(text);
  while (padded.size() % 4 != 0) padded += '=';
  std::string out(padded.size() / 4 * 3, '\0');
  const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                   reinterpret_cast<const unsigned char*>(padded.data()),
                                   static_cast<int>(padded.size()));
  if (size < 0) return std::nullopt;
  // What is filled up stands for bytes that are none: two at most.
  const std::size_t padding = padded.size() - (padded.find_last_not_of('=') + 1);
  out.resize(out.size() - std::min({padding, std::size_t{2}, out.size()}));
  return out;
}

/// `=E4` and `_` of quoted words.
std::string from_quoted(std::string_view text) {
  std::string escaped;
  for (const char c : text) escaped += c == '=' ? "%" : c == '_' ? "%20" : std::string(1, c);
  return percent_decode(escaped);
}

/// `=?charset?B?...?=` and `=?charset?Q?...?=`, as mail has names (RFC 2047), and some servers,
/// too.
std::optional<std::string> mail_words(std::string_view text) {
  std::string name;
  while (!text.empty()) {
    if (!text.starts_with("=?")) return std::nullopt;
    const std::size_t charset = text.find('?', 2);
    const std::size_t coded = charset == text.npos ? charset : text.find('?', charset + 1);
    const std::size_t end = coded == text.npos ? coded : text.find("?=", coded + 1);
    if (end == text.npos || coded != charset + 2) return std::nullopt;
    const std::string_view inside = text.substr(coded + 1, end - coded - 1);
    const bool base64 = ascii_lower(text.substr(charset + 1, 1)) == "b";
    const auto bytes = base64 ? from_base64(inside) : std::optional(from_quoted(inside));
    const auto word = bytes ? utf8_of(*bytes, text.substr(2, charset - 2)) : std::nullopt;
    if (!word) return std::nullopt;
    name += *word;
    text = trim(text.substr(end + 2));
  }
  return name;
}

/// What stands in `filename=`: in UTF-8, Latin-1, words of mail, or escaped, as browsers take it.
std::string plain_name(const std::string& text) {
  if (auto words = mail_words(text); words && !words->empty()) return std::move(*words);
  const std::string name =
      to_valid_utf8(text) == text ? text : utf8_of(text, "ISO-8859-1").value_or("");
  // What escapes no more than ASCII is taken as it is (RFC 6266).
  const std::string decoded = percent_decode(name);
  const auto beyond = [](const std::string& of) {
    return std::count_if(of.begin(), of.end(),
                         [](char c) { return c == ' ' || static_cast<unsigned char>(c) >= 0x80; });
  };
  const bool escapes = beyond(decoded) > beyond(name);
  return escapes && to_valid_utf8(decoded) == decoded ? decoded : name;
}

std::string without_directory(std::string name) {
  const std::size_t slash = name.find_last_of("/\\");
  if (slash != std::string::npos) name.erase(0, slash + 1);
  std::erase_if(name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
  name = std::string(trim(name));
  return name == "." || name == ".." ? std::string() : name;
}

/// `filename*0=`, `filename*1*=` ...: a long name in sections, as mail has it (RFC 2231, 3), and
/// some servers, too.
class Sections {
 public:
  /// One of them, or another parameter, which is left. `name` in lower case.
  void take(std::string_view name, const std::string& text) {
    constexpr std::string_view kStart = "filename*";
    constexpr std::size_t kMostDigits = 2;
    if (!name.starts_with(kStart)) return;
    name.remove_prefix(kStart.size());
    const bool escaped = name.ends_with('*');
    if (escaped) name.remove_suffix(1);
    const bool number = !name.empty() && name.size() <= kMostDigits &&
                        name.find_first_not_of("0123456789") == name.npos &&
                        (name.size() == 1 || name.front() != '0');
    if (number) sections_.try_emplace(std::stoul(std::string(name)), Section{text, escaped});
  }

  /// Empty where there are none, one is missing, or nobody knows the charset.
  std::string name() const {
    std::string bytes;
    std::string charset;
    std::size_t next = 0;
    for (const auto& [number, section] : sections_) {
      if (number != next++) return {};
      std::string_view text = section.text;
      if (number == 0 && section.escaped) {
        const std::size_t language = text.find('\'');
        const std::size_t begin = language == text.npos ? language : text.find('\'', language + 1);
        if (begin == text.npos) return {};
        charset = text.substr(0, language);
        text.remove_prefix(begin + 1);
      }
      bytes += section.escaped ? percent_decode(text) : std::string(text);
    }
    return charset.empty() ? plain_name(bytes) : utf8_of(bytes, charset).value_or("");
  }

 private:
  struct Section {
    std::string text;
    bool escaped = false;
  };
  std::map<std::size_t, Section> sections_;
};

}  // namespace

std::string content_disposition_name(std::string_view value) {
  const std::string_view whole = value;
  std::string plain;
  std::string extended;
  Sections sections;
  // Of a name without quotes that lacks its ending so far: where it begins.
  std::size_t open = std::string_view::npos;
  while (!value.empty()) {
    const std::string_view parameter = next_parameter(value);
    const std::size_t equals = parameter.find('=');
    if (equals == std::string_view::npos) {
      // Its own ';' has cut it: `filename=Trade; exports.csv`.
      if (open == std::string_view::npos || parameter.find('.') == parameter.npos) continue;
      const auto end = static_cast<std::size_t>(parameter.data() - whole.data()) + parameter.size();
      plain = without_directory(plain_name(std::string(whole.substr(open, end - open))));
      open = std::string_view::npos;
      continue;
    }
    open = std::string_view::npos;
    const std::string name = ascii_lower(trim(parameter.substr(0, equals)));
    const std::string_view written = trim(parameter.substr(equals + 1));
    const std::string text = unquote(written);
    if (name == "filename" && plain.empty()) {
      plain = without_directory(plain_name(text));
      const bool may_go_on = !plain.empty() && !written.starts_with('"') &&
                             written.find('.') == std::string_view::npos;
      if (may_go_on) open = static_cast<std::size_t>(written.data() - whole.data());
    } else if (name == "filename*" && extended.empty()) {
      if (auto decoded = extended_value(text)) extended = without_directory(std::move(*decoded));
    } else {
      sections.take(name, text);
    }
  }
  if (extended.empty()) extended = without_directory(sections.name());
  return extended.empty() ? plain : extended;
}

}  // namespace tagtrail::host

#include "content/charset_codes.hpp"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>

#include "html/charset.hpp"
#include "tagtrail/code_points.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr char32_t kAsciiEnd = 0x80;

/// Not those that forms are never sent in, nor one that has states.
std::string as_charset(std::string_view encoding) {
  const bool other =
      encoding == "UTF-8" || encoding.starts_with("UTF-16") || encoding == "ISO-2022-JP";
  return other ? std::string() : std::string(encoding);
}

/// As many as are told of.
class Characters {
 public:
  void add(std::string_view text) {
    for (const char32_t character : code_points(to_valid_utf8(text))) {
      if (character >= kAsciiEnd && all_.size() < limits::kCharsetCodes) all_.insert(character);
    }
  }
  const std::set<char32_t>& all() const { return all_; }

 private:
  std::set<char32_t> all_;
};

Characters characters_of(const Page& page) {
  Characters characters;
  characters.add(page.title);
  for (const QueryForm& form : page.forms) {
    for (const QueryInput& input : form.inputs) {
      characters.add(input.name);
      for (const QueryValue& value : input.values) characters.add(value.value);
    }
  }
  for (const LinkObservation& link : page.links) characters.add(link.anchor);
  return characters;
}

/// Closes the converter when it goes out of scope.
class Encoder {
 public:
  explicit Encoder(const std::string& charset) : handle_(iconv_open(charset.c_str(), "UTF-8")) {}
  ~Encoder() {
    if (usable()) iconv_close(handle_);
  }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  bool usable() const {
    // iconv_open's error value is the pointer -1.
    return reinterpret_cast<std::intptr_t>(handle_) != -1;
  }

  /// Empty: it has no such character.
  std::string code(char32_t character) {
    std::string utf8;
    append_utf8(utf8, character);
    std::array<char, limits::kCodeBytes> code{};
    char* in = utf8.data();
    std::size_t left = utf8.size();
    char* out = code.data();
    std::size_t room = code.size();
    iconv(handle_, nullptr, nullptr, nullptr, nullptr);
    // One that is written as another counts as a failure, too.
    if (iconv(handle_, &in, &left, &out, &room) != 0) return {};
    return {code.data(), code.size() - room};
  }

 private:
  iconv_t handle_;
};

}  // namespace

std::string charset_of_form(std::optional<std::string_view> accept_charset,
                            std::string_view document) {
  if (!accept_charset) return as_charset(document);
  const std::string labels = collapse_space(*accept_charset);
  for (std::string_view rest = labels; !rest.empty();) {
    const std::string_view label = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(label.size() + 1, rest.size()));
    const std::string encoding = encoding_of_label(label);
    if (!encoding.empty()) return as_charset(encoding);
  }
  return {};
}

void add_charset_codes(Page& page, std::string_view document) {
  std::set<std::string> charsets{as_charset(document)};
  for (const QueryForm& form : page.forms) charsets.insert(form.charset);
  charsets.erase("");
  if (charsets.empty()) return;
  const Characters characters = characters_of(page);
  for (const std::string& charset : charsets) {
    Encoder encoder(charset);
    if (!encoder.usable() || page.charsets.size() >= limits::kCharsets) continue;
    CharsetCodes& codes = page.charsets.emplace_back();
    codes.charset = charset;
    for (const char32_t character : characters.all()) {
      codes.codes.push_back({static_cast<std::uint32_t>(character), encoder.code(character)});
    }
  }
}

}  // namespace tagtrail::host

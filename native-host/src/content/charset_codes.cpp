#include "content/charset_codes.hpp"

#include <algorithm>
#include <set>

#include "html/charset.hpp"
#include "tagtrail/code_points.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr char32_t kAsciiEnd = 0x80;

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

}  // namespace

std::string charset_of_form(std::optional<std::string_view> accept_charset,
                            std::string_view document) {
  if (!accept_charset) return output_encoding(document);
  const std::string labels = collapse_space(*accept_charset);
  for (std::string_view rest = labels; !rest.empty();) {
    const std::string_view label = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(label.size() + 1, rest.size()));
    const std::string encoding = encoding_of_label(label);
    if (!encoding.empty()) return output_encoding(encoding);
  }
  return {};
}

void add_charset_codes(Page& page, std::string_view document) {
  std::set<std::string> charsets{output_encoding(document)};
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

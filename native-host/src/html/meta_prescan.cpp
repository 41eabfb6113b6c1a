// The WHATWG "prescan a byte stream to determine its encoding": looks for a <meta> that declares a
// charset, without parsing the document.
#include <optional>

#include "html/charset.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kPrescanBytes = 1024;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

struct Attribute {
  std::string name;
  std::string value;
};

class Prescan {
 public:
  explicit Prescan(std::string_view bytes) : bytes_(bytes.substr(0, kPrescanBytes)) {}

  std::string run() {
    while ((at_ = bytes_.find('<', at_)) != std::string_view::npos) {
      const std::string_view rest = bytes_.substr(at_);
      if (rest.starts_with("<!--")) {
        // "<!-->" is a whole comment: its dashes may be those of the start.
        skip_past("-->", at_ + 2);
      } else if (starts_with_ignoring_case(rest, "<meta") && rest.size() > 5 &&
                 (is_space(rest[5]) || rest[5] == '/')) {
        at_ += 5;
        std::string charset = read_meta();
        if (!charset.empty()) return charset;
      } else if (rest.size() > 1 && is_letter(rest[1])) {
        skip_tag();
      } else if (rest.size() > 2 && rest[1] == '/' && is_letter(rest[2])) {
        skip_tag();
      } else if (rest.size() > 1 && (rest[1] == '!' || rest[1] == '/' || rest[1] == '?')) {
        skip_past(">", at_);
      } else {
        ++at_;
      }
    }
    return {};
  }

 private:
  void skip_past(std::string_view mark, std::size_t from) {
    const std::size_t found = bytes_.find(mark, from);
    at_ = found == std::string_view::npos ? bytes_.size() : found + mark.size();
  }

  void skip_tag() {
    while (at_ < bytes_.size() && !is_space(bytes_[at_]) && bytes_[at_] != '>') ++at_;
    while (next_attribute()) {
    }
  }

  std::string read_meta() {
    bool pragma = false;
    std::string charset;
    std::string content_charset;
    while (const auto attribute = next_attribute()) {
      if (attribute->name == "http-equiv" && ascii_lower(attribute->value) == "content-type") {
        pragma = true;
      } else if (attribute->name == "charset" && charset.empty()) {
        charset = attribute->value;
      } else if (attribute->name == "content" && content_charset.empty()) {
        content_charset = charset_in_content(attribute->value);
      }
    }
    if (!charset.empty()) return charset;
    return pragma ? content_charset : std::string();
  }

  /// "Extract a character encoding from a meta element": `charset` may follow anything.
  static std::string charset_in_content(std::string_view content) {
    const std::string lower = ascii_lower(content);
    std::size_t at = 0;
    while ((at = lower.find("charset", at)) != std::string::npos) {
      at += 7;
      std::string_view value = trim(std::string_view(lower).substr(at));
      if (!value.starts_with('=')) continue;
      value = trim(value.substr(1));
      if (value.starts_with('"') || value.starts_with('\'')) {
        const std::size_t end = value.find(value.front(), 1);
        return end == std::string_view::npos ? std::string()
                                             : std::string(value.substr(1, end - 1));
      }
      return std::string(value.substr(0, value.find_first_of("; \t\r\n\f")));
    }
    return {};
  }

  std::optional<Attribute> next_attribute() {
    while (at_ < bytes_.size() && (is_space(bytes_[at_]) || bytes_[at_] == '/')) ++at_;
    if (at_ >= bytes_.size() || bytes_[at_] == '>') return std::nullopt;
    Attribute attribute;
    // A '=' in first place belongs to the name.
    const std::size_t name = at_++;
    while (at_ < bytes_.size() && !is_space(bytes_[at_]) && bytes_[at_] != '=' &&
           bytes_[at_] != '/' && bytes_[at_] != '>') {
      ++at_;
    }
    attribute.name = ascii_lower(bytes_.substr(name, at_ - name));
    std::size_t equals = at_;
    while (equals < bytes_.size() && is_space(bytes_[equals])) ++equals;
    if (equals >= bytes_.size() || bytes_[equals] != '=') return attribute;
    at_ = equals + 1;
    attribute.value = read_value();
    return attribute;
  }

  std::string read_value() {
    while (at_ < bytes_.size() && is_space(bytes_[at_])) ++at_;
    if (at_ >= bytes_.size()) return {};
    const char quote = bytes_[at_];
    if (quote == '"' || quote == '\'') {
      const std::size_t end = bytes_.find(quote, at_ + 1);
      const std::size_t from = at_ + 1;
      at_ = end == std::string_view::npos ? bytes_.size() : end + 1;
      return end == std::string_view::npos ? std::string()
                                           : std::string(bytes_.substr(from, end - from));
    }
    const std::size_t from = at_;
    while (at_ < bytes_.size() && !is_space(bytes_[at_]) && bytes_[at_] != '>') ++at_;
    return std::string(bytes_.substr(from, at_ - from));
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace

std::string prescan_meta_charset(std::string_view html) { return Prescan(html).run(); }

}  // namespace tagtrail::host

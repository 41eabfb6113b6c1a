#include "feeds/mended_json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMostOpen = 128;  // objects and lists in each other; readers go no deeper

bool is_json_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// Where a word without quotes ends.
bool ends_word(char c) {
  return is_json_space(c) || std::string_view(",:{}[]\"").find(c) != std::string_view::npos;
}

/// Reads what is there token by token, and writes each where JSON has room for it.
class JsonMender {
 public:
  explicit JsonMender(std::string_view json) : in_(json) {}

  std::string mend() {
    while (skip_to_token()) {
      const char c = in_[at_];
      if (c == '{' || c == '[') {
        if (open_.size() >= kMostOpen) break;
        ++at_;
        begin_value();
        out_.push_back(c);
        open_.push_back({c, Expected::name, true});
      } else if (c == '}' || c == ']') {
        ++at_;
        close(c == '}' ? '{' : '[');
      } else if (c == ',' || c == ':') {
        ++at_;
        if (c == ',') end_member();
      } else if (c == '"') {
        ++at_;
        take_text(read_text());
      } else {
        take_word();
      }
      if (open_.empty() && !out_.empty()) break;  // what comes behind the document is none of it
    }
    while (!open_.empty()) close_innermost();
    return std::move(out_);
  }

 private:
  /// What an object waits for.
  enum class Expected { name, value };
  struct Open {
    char bracket;
    Expected expected;
    bool empty;
  };

  bool in_object() const { return !open_.empty() && open_.back().bracket == '{'; }

  bool skip_to_token() {
    while (at_ < in_.size()) {
      if (is_json_space(in_[at_])) {
        ++at_;
      } else if (in_.substr(at_).starts_with("//")) {
        at_ = std::min(in_.find('\n', at_), in_.size());
      } else if (in_.substr(at_).starts_with("/*")) {
        const std::size_t end = in_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? in_.size() : end + 2;
      } else {
        return true;
      }
    }
    return false;
  }

  /// The next sign from `from` on that is no space.
  std::size_t behind_space(std::size_t from) const {
    while (from < in_.size() && is_json_space(in_[from])) ++from;
    return from;
  }

  /// Whether a comma at `comma` stands between members or elements, and not in a text.
  bool separates(std::size_t comma) const {
    const std::size_t next = behind_space(comma + 1);
    if (next >= in_.size()) return true;
    return std::string_view("\"{}[]-").find(in_[next]) != std::string_view::npos ||
           is_digit(in_[next]) || in_.substr(next, 4) == "true" || in_.substr(next, 5) == "false" ||
           in_.substr(next, 4) == "null";
  }

  /// Whether the quote at `quote` ends a text: by what comes behind it.
  bool ends_text(std::size_t quote) const {
    const bool is_name = in_object() && open_.back().expected == Expected::name;
    const std::size_t next = behind_space(quote + 1);
    if (next >= in_.size()) return true;
    const char c = in_[next];
    if (c == ':') return is_name;
    if (c == ',') return separates(next);
    if (c == '}' || c == ']') return true;
    // A comma is missing where the next text begins in another line.
    return c == '"' && in_.substr(quote, next - quote).find('\n') != std::string_view::npos;
  }

  /// The text from behind its first quote, as JSON writes it, without quotes.
  std::string read_text() {
    std::string text;
    for (; at_ < in_.size(); ++at_) {
      const char c = in_[at_];
      if (c == '"') {
        if (ends_text(at_)) break;
        text.append("\\\"");
      } else if (c == '\\') {
        append_escape(text);
      } else if (static_cast<unsigned char>(c) < ' ') {
        text.push_back(' ');
      } else {
        text.push_back(c);
      }
    }
    at_ = std::min(at_ + 1, in_.size());
    return text;
  }

  void append_escape(std::string& text) {
    const std::string_view rest = in_.substr(at_);
    const char next = rest.size() > 1 ? rest[1] : ' ';
    const auto code = code_of(rest);
    const auto second = code_of(rest.substr(std::min(kCodeBytes, rest.size())));
    const bool is_pair = code && second && is_high(*code) && is_low(*second);
    if (is_pair || (code && !is_high(*code) && !is_low(*code))) {
      const std::size_t bytes = is_pair ? 2 * kCodeBytes : kCodeBytes;
      text.append(rest.substr(0, bytes));
      at_ += bytes - 1;
    } else if (code) {
      text.append("\\ufffd");
      at_ += kCodeBytes - 1;
    } else if (std::string_view("\"\\/bfnrt").find(next) != std::string_view::npos) {
      text.append({'\\', next});
      ++at_;
    } else {
      text.append("\\\\");
    }
  }

  static constexpr std::size_t kCodeBytes = 6;  // of an escape as \u00e9

  static std::optional<unsigned> code_of(std::string_view escape) {
    constexpr int kHex = 16;
    escape = escape.substr(0, kCodeBytes);
    if (escape.size() < kCodeBytes || !escape.starts_with("\\u")) return std::nullopt;
    unsigned code = 0;
    const char* end = escape.data() + kCodeBytes;
    const auto [rest, error] = std::from_chars(escape.data() + 2, end, code, kHex);
    return error == std::errc{} && rest == end ? std::optional(code) : std::nullopt;
  }
  static bool is_high(unsigned code) { return code >= 0xD800 && code < 0xDC00; }
  static bool is_low(unsigned code) { return code >= 0xDC00 && code < 0xE000; }

  void take_text(const std::string& text) {
    begin_value(true);
    out_.append("\"").append(text).append("\"");
    end_value();
  }

  void take_word() {
    const std::size_t begin = at_;
    while (at_ < in_.size() && !ends_word(in_[at_])) ++at_;
    const std::string_view word = in_.substr(begin, at_ - begin);
    const bool is_name = in_object() && open_.back().expected == Expected::name;
    if (!is_name && nlohmann::json::accept(word)) {
      begin_value();
      out_.append(word);
      return end_value();
    }
    constexpr auto kNothing =
        std::to_array<std::string_view>({"NaN", "None", "undefined", "Infinity", "-Infinity"});
    if (!is_name && std::find(kNothing.begin(), kNothing.end(), word) != kNothing.end()) {
      begin_value();
      out_.append("null");
      return end_value();
    }
    std::string text(word);
    std::replace_if(
        text.begin(), text.end(),
        [](char c) { return c == '\\' || static_cast<unsigned char>(c) < ' '; }, ' ');
    take_text(text);
  }

  /// A value, or a name, which only a text can be, is to be written.
  void begin_value(bool may_be_name = false) {
    if (open_.empty()) return;
    Open& open = open_.back();
    const bool is_name = open.bracket == '{' && open.expected == Expected::name;
    if (open.bracket == '[' || is_name) {
      if (!open.empty) out_.push_back(',');
      open.empty = false;
    }
    if (is_name && !may_be_name) {
      out_.append("\"\":");
      open.expected = Expected::value;
    }
  }

  void end_value() {
    if (!in_object()) return;
    Open& open = open_.back();
    const bool was_name = open.expected == Expected::name;
    if (was_name) out_.push_back(':');
    open.expected = was_name ? Expected::value : Expected::name;
  }

  /// A name without a value gets one.
  void end_member() {
    if (!in_object() || open_.back().expected == Expected::name) return;
    out_.append("null");
    open_.back().expected = Expected::name;
  }

  void close_innermost() {
    end_member();
    out_.push_back(open_.back().bracket == '{' ? '}' : ']');
    open_.pop_back();
    end_value();
  }

  /// What was opened behind it ends, too; nothing, where there is nothing to close.
  void close(char bracket) {
    const auto is_it = [bracket](const Open& open) { return open.bracket == bracket; };
    if (std::none_of(open_.begin(), open_.end(), is_it)) return;
    while (!is_it(open_.back())) close_innermost();
    close_innermost();
  }

  std::string_view in_;
  std::size_t at_ = 0;
  std::string out_;
  std::vector<Open> open_;
};

}  // namespace

std::string mended_json(std::string_view json) { return JsonMender(json).mend(); }

}  // namespace tagtrail::host

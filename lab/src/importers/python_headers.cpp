#include "importers/python_headers.hpp"

#include <charconv>
#include <optional>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMaxHeaderFields = 500;

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  /// Passes over white space and `mark`, when that comes next.
  bool take(char mark) {
    while (!text_.empty() && (text_.front() == ' ' || text_.front() == '\n')) advance(1);
    if (!text_.starts_with(mark)) return false;
    advance(1);
    return true;
  }

  /// b'...', b"...", '...' or "..." with Python's escapes.
  std::optional<std::string> text() {
    take('b');
    const char quote = text_.empty() ? '\0' : text_.front();
    if (quote != '\'' && quote != '"') return std::nullopt;
    advance(1);
    std::string out;
    while (!text_.empty() && text_.front() != quote) {
      if (text_.front() == '\\' && text_.size() > 1) {
        advance(1);
        escape(out);
      } else {
        out.push_back(text_.front());
        advance(1);
      }
    }
    if (text_.empty()) return std::nullopt;
    advance(1);
    return out;
  }

 private:
  void advance(std::size_t count) { text_.remove_prefix(count); }

  void escape(std::string& out) {
    const char c = text_.front();
    advance(1);
    if (c == 'x' && text_.size() >= 2) {
      unsigned value = 0;
      const auto [end, error] = std::from_chars(text_.data(), text_.data() + 2, value, 16);
      if (error == std::errc{} && end == text_.data() + 2) {
        out.push_back(static_cast<char>(value));
        advance(2);
        return;
      }
    }
    out.push_back(c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c);
  }

  std::string_view text_;
};

}  // namespace

std::map<std::string, std::string, std::less<>> parse_python_headers(std::string_view text) {
  std::map<std::string, std::string, std::less<>> fields;
  Reader in(text);
  if (!in.take('{')) return fields;
  do {
    const auto name = in.text();
    if (!name || !in.take(':')) return fields;
    const bool list = in.take('[');
    while (const auto value = in.text()) {
      fields.emplace(ascii_lower(*name), *value);
      if (!list || !in.take(',')) break;
    }
    if (list && !in.take(']')) return fields;
  } while (fields.size() < kMaxHeaderFields && in.take(','));
  return fields;
}

}  // namespace tagtrail::host

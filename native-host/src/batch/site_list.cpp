#include "batch/site_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace tagtrail::host {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// The words of one line.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}

  /// What is wrong with the line; empty when it could be read.
  std::string read() {
    while (!rest_.empty() && fault_.empty()) {
      const char c = take();
      if (c == ' ' || c == '\t') {
        end_word();
      } else if (c == '#' && !word_) {
        return {};
      } else {
        add(c);
      }
    }
    end_word();
    return fault_;
  }

  std::vector<std::string> words;

 private:
  char take() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  void add(char c) {
    if (!word_) word_.emplace();
    if (c == '\'' || c == '"') {
      add_quoted(c);
    } else if (c != '\\') {
      *word_ += c;
    } else if (rest_.empty()) {
      fault_ = "a backslash ends the line";
    } else {
      *word_ += take();
    }
  }

  void add_quoted(char quote) {
    while (!rest_.empty()) {
      char c = take();
      if (c == quote) return;
      const bool escapes = quote == '"' && c == '\\' && !rest_.empty();
      if (escapes && (rest_.front() == '"' || rest_.front() == '\\')) c = take();
      *word_ += c;
    }
    fault_ = fmt::format("the quote {} is not closed", quote);
  }

  void end_word() {
    if (word_) words.push_back(std::move(*word_));
    word_.reset();
  }

  std::string_view rest_;
  std::optional<std::string> word_;  ///< the one being read; '' is a word too
  std::string fault_;
};

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t') || byte == 0x7F;
}

}  // namespace

SiteList parse_site_list(std::string_view text, std::size_t most) {
  SiteList list;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (std::size_t number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.size() > kMaxListLine) {
      list.faults.push_back({number, fmt::format("longer than {} bytes", kMaxListLine)});
      continue;
    }
    if (std::any_of(line.begin(), line.end(), is_control)) {
      list.faults.push_back({number, "a control character"});
      continue;
    }
    Words words(line);
    if (std::string fault = words.read(); !fault.empty()) {
      list.faults.push_back({number, std::move(fault)});
    } else if (!words.words.empty()) {
      list.sites.push_back({number, std::move(words.words)});
    }
    if (list.sites.size() > most) {
      list.faults.push_back({number, fmt::format("more than {} sites", most)});
      break;
    }
  }
  return list;
}

}  // namespace tagtrail::host

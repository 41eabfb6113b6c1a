// How tables of tests write bytes that a text file can't show.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tagtrail::testing {

/// `\n`, `\r`, `\t`, `\\` and `\xHH` are bytes; `{{a*500}}` is 500 times a.
inline std::string unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t end =
        text.substr(i).starts_with("{{") ? text.find("}}", i) : std::string_view::npos;
    const std::size_t star =
        end == std::string_view::npos ? std::string_view::npos : text.substr(0, end).rfind('*');
    if (star != std::string_view::npos && star > i + 2) {
      const std::size_t times = std::stoul(std::string(text.substr(star + 1, end - star - 1)));
      for (std::size_t n = 0; n < times; ++n) out.append(text.substr(i + 2, star - i - 2));
      i = end + 1;
    } else if (text[i] != '\\' || i + 1 == text.size()) {
      out.push_back(text[i]);
    } else if (text[++i] == 'x') {
      out.push_back(static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16)));
      i += 2;
    } else {
      const char kind = text[i];
      out.push_back(kind == 'r' ? '\r' : kind == 'n' ? '\n' : kind == 't' ? '\t' : kind);
    }
  }
  return out;
}

}  // namespace tagtrail::testing

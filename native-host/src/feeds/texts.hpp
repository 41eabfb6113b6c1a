// Small things that all readers of link sources need.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "tagtrail/text.hpp"

namespace tagtrail::host {

template <std::size_t N>
bool is_one_of(std::string_view text, const std::array<std::string_view, N>& all) {
  return std::find(all.begin(), all.end(), text) != all.end();
}

/// `text` with white space collapsed, cut to `bytes` at a UTF-8 border.
inline std::string collapsed(std::string_view text, std::size_t bytes) {
  std::string out = collapse_space(text);
  out.resize(utf8_prefix(out, bytes).size());
  return out;
}

}  // namespace tagtrail::host

// Small things that all readers of link sources need.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "tagtrail/text.hpp"

namespace tagtrail::host {

inline bool is_one_of(std::string_view text, std::span<const std::string_view> all) {
  return std::find(all.begin(), all.end(), text) != all.end();
}

/// Of http or https, and no template (`{searchTerms}`).
inline bool is_absolute_url(std::string_view text) {
  return (text.starts_with("http://") || text.starts_with("https://")) &&
         text.find_first_of(" \t\r\n{}<>\"") == std::string_view::npos;
}

/// Whether what stands by that name (lower case) in data means a link or a file, whatever it looks
/// like: `url`, `downloadurl`, `href`, `path`.
inline bool may_name_file(std::string_view name) {
  for (const std::string_view end : {"url", "uri", "href", "link"}) {
    if (name.ends_with(end)) return true;
  }
  constexpr auto kNames =
      std::to_array<std::string_view>({"src", "loc", "file", "path", "download"});
  return is_one_of(name, kNames);
}

/// `text` with white space collapsed, cut to `bytes` at a UTF-8 border.
inline std::string collapsed(std::string_view text, std::size_t bytes) {
  std::string out = collapse_space(text);
  out.resize(utf8_prefix(out, bytes).size());
  return out;
}

/// Of a name in XML, without its prefix.
inline std::string_view local_name(std::string_view name) {
  return name.substr(name.rfind(':') + 1);
}

inline constexpr std::size_t kRelationBytes = 64;
/// The last word of a relation, which may be a URL, as a part of a tag path.
inline std::string relation_token(std::string_view rel) {
  std::string token = ascii_lower(rel.substr(rel.find_last_of("/#") + 1));
  for (char& c : token) {
    if ((c < 'a' || c > 'z') && c != '-') c = '_';
  }
  return std::string(utf8_prefix(token, kRelationBytes));
}

}  // namespace tagtrail::host

// The list of a batch: one site a line, its URL first and its options behind it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tagtrail::host {

/// Longest line, in bytes, and most sites of a list.
inline constexpr std::size_t kMaxListLine = 16UL * 1024;
inline constexpr std::size_t kMaxSites = 10'000;

struct ListedSite {
  std::size_t line = 0;            ///< from 1
  std::vector<std::string> words;  ///< never empty; quotes are gone
};

struct ListFault {
  std::size_t line = 0;
  std::string message;
};

struct SiteList {
  std::vector<ListedSite> sites;  ///< in order
  std::vector<ListFault> faults;  ///< of all lines; a line with one is not among the sites
};

/// Words are separated by spaces and tabs. As in a shell, '...' is literal, "..." knows \" and \\,
/// a backslash outside of quotes takes the next character as it is, and # at the start of a word
/// begins a comment. Blank lines, a byte order mark and CR before LF mean nothing. More than `most`
/// sites are a fault.
SiteList parse_site_list(std::string_view text, std::size_t most = kMaxSites);

}  // namespace tagtrail::host

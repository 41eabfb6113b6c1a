// Files that a crawl met and left, because they are on hosts out of its scope.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tagtrail {

inline constexpr std::size_t kMostHostsElsewhere = 10;
/// Files of one host out of scope.
struct HostFiles {
  std::string host;  ///< with its port, if it has another than usual
  std::uint64_t files = 0;

  bool operator==(const HostFiles&) const = default;
};

/// Files that pages link to on hosts out of scope and that were left, by their names.
struct ElsewhereReport {
  std::uint64_t files = 0;  ///< distinct addresses
  bool more = false;        ///< so many that no more were counted (crawl/files_elsewhere.hpp)
  std::string example;      ///< the first
  bool taken = false;       ///< such files are taken: what is left is of hosts that sent none
  std::uint64_t hosts = 0;
  std::vector<HostFiles> most;  ///< of those with most, at most kMostHostsElsewhere

  bool operator==(const ElsewhereReport&) const = default;
};

}  // namespace tagtrail

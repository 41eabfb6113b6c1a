#include "options/memory_bound.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr const char* kMemoryShareVariable = "TAGTRAIL_MEMORY_SHARE";

std::uint64_t physical_memory() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long size = ::sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0
             ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size)
             : std::uint64_t{1} << 30U;
}

std::optional<std::uint64_t> number_in(std::string_view text) {
  text = trim(text);
  std::uint64_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || rest != text.data() + text.size()) return std::nullopt;
  return number;
}

/// `0::/user.slice/x`: below the mount.
std::string own_group(const std::filesystem::path& cgroup) {
  constexpr std::string_view kVersion2 = "0::/";
  std::ifstream lines(cgroup);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kVersion2)) return line.substr(kVersion2.size());
  }
  return {};
}

}  // namespace

MemoryShares memory_shares(std::uint64_t bound) {
  // The tables of URLs double for a moment when they grow, and again in a snapshot; a page is text,
  // tree and links at once.
  return {.urls = bound / 2, .page = bound / 4, .answers = bound / 4};
}

std::uint64_t usable_memory(const std::filesystem::path& cgroup,
                            const std::filesystem::path& groups) {
  std::uint64_t least = physical_memory();
  for (std::filesystem::path group = own_group(cgroup);; group = group.parent_path()) {
    std::ifstream file(groups / group / "memory.max");
    std::string said;  // a number, or `max`
    if (std::getline(file, said)) least = std::min(least, number_in(said).value_or(least));
    if (group.empty()) return least;
  }
}

std::uint64_t memory_by_default() {
  const char* share = std::getenv(kMemoryShareVariable);
  const auto told = share == nullptr ? std::nullopt : number_in(share);
  return std::max(told ? *told : usable_memory() / 2, kLeastMemory);
}

void share_memory(std::uint64_t bound, unsigned harvests) {
  const std::uint64_t all = bound == 0 ? usable_memory() / 2 : bound;
  ::setenv(kMemoryShareVariable, std::to_string(all / std::max(harvests, 1U)).c_str(), 1);
}

}  // namespace tagtrail::host

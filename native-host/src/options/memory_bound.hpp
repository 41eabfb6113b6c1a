// What memory a harvest may take (--max-memory), and what of it each of its parts gets.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>

namespace tagtrail::host {

/// With less, ordinary pages would be cut.
inline constexpr std::uint64_t kLeastMemory = 64'000'000;

/// Together the bound. What a program takes that does nothing comes on top of it, and so do
/// browsers (docs/durability.md).
struct MemoryShares {
  static constexpr std::uint64_t kUnbounded = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t urls = kUnbounded;     ///< Budget::memory
  std::uint64_t page = kUnbounded;     ///< one page while it is read: its body, tree and links
  std::uint64_t answers = kUnbounded;  ///< bodies on their way, and answers until their commit
};
MemoryShares memory_shares(std::uint64_t bound);

/// What this process may use of the machine: the smaller of its memory and of `memory.max` of the
/// control groups (version 2) that it is in. `cgroup`: what /proc/self/cgroup says; `groups`:
/// where they are mounted.
std::uint64_t usable_memory(const std::filesystem::path& cgroup = "/proc/self/cgroup",
                            const std::filesystem::path& groups = "/sys/fs/cgroup");

/// Of one harvest where nobody says: what share_memory() has left it, or half of usable_memory();
/// kLeastMemory at least.
std::uint64_t memory_by_default();
/// So many harvests that this process starts from now on share `bound` (0: half of
/// usable_memory()), each kLeastMemory at least: by the environment.
void share_memory(std::uint64_t bound, unsigned harvests);

}  // namespace tagtrail::host

// robots.txt from one harvest of a site to the next, wherever that runs: a file that whoever starts
// harvests fills before, and reads while they run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Names the file to a harvest that is started.
inline constexpr const char* kRobotsVariable = "TAGTRAIL_ROBOTS";

/// Of one origin, as it was answered.
struct RobotsText {
  std::string origin;
  int status = 0;
  std::string text;          ///< empty unless the status is 2xx
  std::int64_t read_ms = 0;  ///< since 1970
  bool operator==(const RobotsText&) const = default;
};

/// Origins and bytes of text that a memory holds; what is more is asked for in each harvest.
inline constexpr std::size_t kMostRobotsTexts = 20;
inline constexpr std::size_t kMostRobotsBytes = 256U << 10U;

/// What the file says; nothing where there is none, or it is damaged.
std::vector<RobotsText> read_robots_file(const std::filesystem::path& file);
/// Replaces the file. Errors: io, disk_full.
Expected<void> write_robots_file(const std::filesystem::path& file,
                                 const std::vector<RobotsText>& texts);

class RobotsMemory {
 public:
  /// An empty path remembers nothing.
  explicit RobotsMemory(std::filesystem::path file);

  /// Null if it was not read, or `most_ms` or longer before `now_ms`.
  const RobotsText* find(const std::string& origin, std::int64_t now_ms,
                         std::int64_t most_ms) const;
  /// What can't be written is lost: the harvest serves without.
  void keep(RobotsText text);

 private:
  std::filesystem::path file_;
  std::map<std::string, RobotsText> texts_;  ///< by origin
  std::size_t bytes_ = 0;
};

}  // namespace tagtrail::host

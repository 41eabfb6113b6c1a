#include "job/patterns_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <system_error>

#include "store/job_folder.hpp"
#include "system/atomic_file.hpp"

namespace tagtrail::host {
namespace {

/// What a configuration takes.
constexpr std::size_t kMostBytes = 256UL * 1024;

std::string heading(const Config& config) {
  return fmt::format(
      "# Navigation patterns of {}\n"
      "# The next visit starts with them: tagtrail harvest {} --policy acebot "
      "--acebot-labels {} --patterns FILE\n",
      config.seed_url, config.seed_url, config.acebot.labels);
}

}  // namespace

Expected<void> write_patterns(const std::filesystem::path& job, const Config& config,
                              std::vector<GroupReport> groups) {
  if (groups.empty()) return {};
  std::sort(groups.begin(), groups.end(),
            [](const GroupReport& a, const GroupReport& b) { return a.id < b.id; });
  std::string text = heading(config);
  for (const GroupReport& group : groups) text += group.tag_path + "\n";
  auto file = TRY(AtomicFile::create(job / folder::kPatterns, kPrivateFile));
  TRY(file.write(text));
  return file.publish();
}

Expected<std::string> read_patterns(const std::filesystem::path& file) {
  std::error_code ignored;
  const bool is_folder = std::filesystem::is_directory(file, ignored);
  const auto path = is_folder ? file / folder::kPatterns : file;
  const auto size = std::filesystem::file_size(path, ignored);
  std::ifstream in(path);
  if (ignored || !in.is_open()) {
    return fail(ErrorCode::invalid_argument, "can't read " + path.string());
  }
  if (size > kMostBytes) {
    return fail(ErrorCode::invalid_argument, path.string() + " has more than 256 KiB");
  }
  std::string patterns;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || line.front() == '#') continue;
    patterns += line + "\n";
  }
  if (patterns.empty()) {
    return fail(ErrorCode::invalid_argument, path.string() + " has no patterns");
  }
  return patterns;
}

}  // namespace tagtrail::host

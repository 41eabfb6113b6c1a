#include "store/own_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "store/job_folder.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 14> kOwn = {
    folder::kDatabase, "job.db-wal",     "job.db-shm",    "job.db-journal",  folder::kFiles,
    folder::kPartial,  folder::kArchive, folder::kLog,    folder::kManifest, folder::kRecipe,
    folder::kPatterns, folder::kPage,    folder::kSearch, folder::kLock};

/// Without links, as far as it is there.
fs::path resolved(const fs::path& path) {
  std::error_code error;
  const fs::path whole = fs::absolute(path, error);
  fs::path real = fs::weakly_canonical(whole, error);
  if (error) real = whole.lexically_normal();
  return real.has_filename() ? real : real.parent_path();
}

bool is_job(const fs::path& dir, const fs::path& job) {
  std::error_code ignored;
  return dir == job || fs::is_regular_file(dir / folder::kDatabase, ignored);
}

/// The folder of the job that has this as its own.
std::optional<fs::path> owner_of(const fs::path& file, const fs::path& job) {
  fs::path below = file;
  for (fs::path dir = file.parent_path(); below != dir; below = dir, dir = dir.parent_path()) {
    const std::string name = below.filename().string();
    if (std::find(kOwn.begin(), kOwn.end(), name) != kOwn.end() && is_job(dir, job)) return dir;
  }
  return std::nullopt;
}

}  // namespace

Expected<void> refuse_job_data(const fs::path& target, const fs::path& job) {
  const fs::path of = job.empty() ? fs::path() : resolved(job);
  std::error_code ignored;
  const fs::path named = fs::absolute(target, ignored);
  // What is written may replace a link, or follow it.
  for (const fs::path& file :
       {resolved(named.parent_path()) / named.filename(), resolved(target)}) {
    const auto owner = owner_of(file, of);
    if (!owner) continue;
    return fail(ErrorCode::invalid_argument,
                fmt::format("{} is the job's own in {}: name another file to write",
                            target.string(), owner->string()));
  }
  return {};
}

bool is_manifest_of(const fs::path& target, const fs::path& job) {
  return resolved(target) == resolved(job) / folder::kManifest;
}

}  // namespace tagtrail::host

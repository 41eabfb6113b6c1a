#include "fleet/worker_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <system_error>

#include "browser/small_files.hpp"
#include "fleet/site_id.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNameDigits = 16;

bool is_worker_name(const std::string& name) {
  return name.size() == kNameDigits &&
         name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

fs::path fence_file_of(const fs::path& job) {
  return job.parent_path() / ("." + job.filename().string() + ".fence");
}

std::string random_name() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

}  // namespace

Expected<std::string> worker_name(const fs::path& dir) {
  const fs::path file = dir / "worker";
  auto name = read_small_file(file);
  if (!name && name.error().code == ErrorCode::not_found) {
    name = random_name();
    TRY(write_small_file(file, *name + "\n"));
    return name;
  }
  if (!name) return name;
  if (name->ends_with('\n')) name->pop_back();
  if (!is_worker_name(*name)) {
    return fail(ErrorCode::invalid_data,
                fmt::format("{} is not the name of a worker: is {} a worker's folder?",
                            file.string(), dir.string()));
  }
  return name;
}

Expected<fs::path> folder_for(const fs::path& dir, const HeldSite& site,
                              const std::string& worker) {
  fs::path folder = dir / site_folder(site.url, site.id);
  std::error_code error;
  if (site.worker_before == worker || !fs::exists(folder, error)) return folder;
  const fs::path aside = fmt::format("{}.before-{}", folder.string(), site.fence);
  fs::rename(folder, aside, error);
  if (error) {
    return fail(ErrorCode::io,
                fmt::format("{} can't be renamed: {}", folder.string(), error.message()));
  }
  return folder;
}

Expected<void> note_fence(const fs::path& job, std::int64_t fence) {
  return write_small_file(fence_file_of(job), fmt::format("{}\n", fence));
}

bool is_newest(const fs::path& job, std::int64_t fence) {
  const auto noted = read_small_file(fence_file_of(job));
  return noted && *noted == fmt::format("{}\n", fence - 1);
}

fs::path robots_file_of(const fs::path& job) {
  return job.parent_path() / fmt::format(".{}.robots", job.filename().string());
}

fs::path claims_place_of(const fs::path& job) {
  return job.parent_path() / fmt::format(".{}", job.filename().string());
}

}  // namespace tagtrail::host

#include "fleet/file_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <limits>
#include <mutex>
#include <optional>
#include <system_error>

#include "fleet/verified_copy.hpp"
#include "system/atomic_file.hpp"
#include "system/posix_file.hpp"
#include "system/private_modes.hpp"
#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFileScheme = "file://";
/// Of what this machine has made itself.
constexpr std::uint64_t kAnyLength = std::numeric_limits<std::uint64_t>::max();

Expected<void> must_be_digest(const std::string& sha256) {
  if (is_digest(sha256)) return {};
  return fail(ErrorCode::invalid_data, "not a digest: " + sha256);
}

/// The clock of whoever has the folder, which gives its files their times: of this machine, or of a
/// server whose clock is another.
class FolderClock {
 public:
  explicit FolderClock(fs::path folder) : folder_(std::move(folder)) {}

  /// Seconds since 1970. Looked at again after kLookAgain.
  Expected<std::int64_t> now() {
    const std::lock_guard lock(mutex_);
    const auto here = std::chrono::steady_clock::now();
    if (!looked_at_ || here - *looked_at_ > kLookAgain) {
      struct stat facts {};
      // Without a time it is the folder's own clock that counts.
      if (::utimensat(AT_FDCWD, folder_.c_str(), nullptr, 0) != 0 ||
          ::stat(folder_.c_str(), &facts) != 0) {
        return system_failure(errno, folder_.string());
      }
      then_ = facts.st_mtime;
      looked_at_ = here;
    }
    return then_ + std::chrono::floor<std::chrono::seconds>(here - *looked_at_).count();
  }

 private:
  static constexpr std::chrono::minutes kLookAgain{1};
  fs::path folder_;
  std::mutex mutex_;
  std::optional<std::chrono::steady_clock::time_point> looked_at_;
  std::int64_t then_ = 0;
};

class FileStore final : public Store {
 public:
  explicit FileStore(fs::path folder) : folder_(std::move(folder)), clock_(folder_) {}

  void expect(const std::string& sha256) override { mark_ = sha256; }

  Expected<std::optional<Stored>> look(const std::string& sha256) override {
    TRY(must_be_digest(sha256));
    struct stat facts {};
    if (::stat(place_of(sha256).c_str(), &facts) == 0) return std::optional(TRY(stored_of(facts)));
    if (errno == ENOENT) return TRY(is_there()), std::optional<Stored>{};
    return system_failure(errno, place_of(sha256).string());
  }

  Expected<bool> renew(const std::string& sha256) override {
    TRY(must_be_digest(sha256));
    if (::utimensat(AT_FDCWD, place_of(sha256).c_str(), nullptr, 0) == 0) return true;
    if (errno == ENOENT) return false;
    return system_failure(errno, place_of(sha256).string());
  }

  Expected<void> put_file(const fs::path& file, const std::string& sha256) override {
    TRY(must_be_digest(sha256));
    TRY(is_there());
    return copy_verified(file, sha256, place_of(sha256), kAnyLength);
  }

  Expected<void> put_bytes(std::string_view bytes, const std::string& sha256) override {
    TRY(must_be_digest(sha256));
    TRY(is_there());
    const fs::path place = place_of(sha256);
    TRY(make_private_folders(place.parent_path()));
    auto target = TRY(AtomicFile::create_among_others(place, kPrivateFile));
    TRY(target.write(bytes));
    return target.publish();
  }

  Expected<void> get_file(const std::string& sha256, const fs::path& file,
                          std::uint64_t most) override {
    TRY(must_have(sha256));
    return copy_verified(place_of(sha256), sha256, file, most);
  }

  Expected<std::string> get_bytes(const std::string& sha256, std::uint64_t most) override {
    TRY(must_have(sha256));
    const fs::path place = place_of(sha256);
    std::string bytes;
    TRY(each_piece(TRY(open_file(place, O_RDONLY | O_NONBLOCK)), place,
                   [&](std::string_view piece) -> Expected<void> {
                     bytes.append(piece);
                     if (bytes.size() <= most) return {};
                     return fail(ErrorCode::too_large, place.string() + " is too large");
                   }));
    if (sha256_of(bytes) == sha256) return bytes;
    return fail(ErrorCode::invalid_data, place.string() + " has other contents");
  }

  Expected<void> remove(const std::string& sha256) override {
    TRY(must_be_digest(sha256));
    if (::unlink(place_of(sha256).c_str()) == 0 || errno == ENOENT) return {};
    return system_failure(errno, place_of(sha256).string());
  }

  Expected<void> list(const Take& take) override {
    TRY(is_there());
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder_, error), end; !error && at != end;
         at.increment(error)) {
      const std::string name = at->path().filename().string();
      struct stat facts {};
      const bool ours = is_digest(name) && at->path() == place_of(name);
      if (!ours || ::lstat(at->path().c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) continue;
      TRY(take(name, TRY(stored_of(facts))));
    }
    if (error) return system_failure(error.value(), folder_.string());
    return {};
  }

 private:
  fs::path place_of(const std::string& sha256) const { return folder_ / digest_path(sha256); }

  Expected<Stored> stored_of(const struct stat& facts) {
    return Stored{static_cast<std::uint64_t>(facts.st_size), TRY(clock_.now()) - facts.st_mtime};
  }

  /// A shared folder that is not mounted has nothing, and must not be filled beneath.
  Expected<void> is_there() const {
    std::error_code error;
    if (!fs::is_directory(folder_, error)) {
      return fail(ErrorCode::network, fmt::format("the store {} is not there", folder_.string()));
    }
    if (mark_.empty() || fs::exists(place_of(mark_), error)) return {};
    return fail(ErrorCode::network,
                fmt::format("{} lacks what marks the store of this fleet: is it mounted?",
                            folder_.string()));
  }

  Expected<void> must_have(const std::string& sha256) {
    if (TRY(look(sha256))) return {};
    return fail(ErrorCode::not_found, "the store has no " + sha256);
  }

  fs::path folder_;
  FolderClock clock_;
  std::string mark_;  ///< empty: any folder will do
};

}  // namespace

Expected<std::unique_ptr<Store>> open_file_store(std::string_view url) {
  if (!url.starts_with(kFileScheme) || url.substr(kFileScheme.size()).substr(0, 1) != "/") {
    return fail(ErrorCode::invalid_argument,
                "--store: file:///FOLDER, a folder of all machines, or s3://BUCKET/PREFIX");
  }
  const fs::path folder = url.substr(kFileScheme.size());
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    return fail(ErrorCode::not_found, fmt::format("--store: {} is no folder", folder.string()));
  }
  return std::make_unique<FileStore>(folder);
}

}  // namespace tagtrail::host

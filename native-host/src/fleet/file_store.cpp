#include "fleet/file_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <system_error>

#include "system/atomic_file.hpp"
#include "system/posix_file.hpp"
#include "system/private_modes.hpp"
#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFileScheme = "file://";

Expected<void> copy_verified(const fs::path& from, const std::string& sha256, const fs::path& to) {
  TRY(make_private_folders(to.parent_path()));
  const auto source = TRY(open_file(from, O_RDONLY));
  auto target = TRY(AtomicFile::create_among_others(to, kPrivateFile));
  Sha256 digest;
  TRY(each_piece(source, from, [&](std::string_view piece) -> Expected<void> {
    digest.add(piece);
    return target.write(piece);
  }));
  if (digest.hex() != sha256) {
    return fail(ErrorCode::invalid_data, fmt::format("{} has other contents", from.string()));
  }
  return target.publish();
}

Expected<void> must_be_digest(const std::string& sha256) {
  if (is_digest(sha256)) return {};
  return fail(ErrorCode::invalid_data, "not a digest: " + sha256);
}

Stored stored_of(const struct stat& facts) {
  return {static_cast<std::uint64_t>(facts.st_size),
          static_cast<std::int64_t>(std::time(nullptr) - facts.st_mtime)};
}

class FileStore final : public Store {
 public:
  explicit FileStore(fs::path folder) : folder_(std::move(folder)) {}

  Expected<std::optional<Stored>> look(const std::string& sha256) override {
    TRY(must_be_digest(sha256));
    struct stat facts {};
    if (::stat(place_of(sha256).c_str(), &facts) == 0) return std::optional(stored_of(facts));
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
    return copy_verified(file, sha256, place_of(sha256));
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

  Expected<void> get_file(const std::string& sha256, const fs::path& file) override {
    TRY(must_have(sha256));
    return copy_verified(place_of(sha256), sha256, file);
  }

  Expected<std::string> get_bytes(const std::string& sha256, std::uint64_t most) override {
    TRY(must_have(sha256));
    const fs::path place = place_of(sha256);
    std::string bytes;
    TRY(each_piece(TRY(open_file(place, O_RDONLY)), place,
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
      TRY(take(name, stored_of(facts)));
    }
    if (error) return system_failure(error.value(), folder_.string());
    return {};
  }

 private:
  fs::path place_of(const std::string& sha256) const { return folder_ / digest_path(sha256); }

  /// A shared folder that is not mounted has nothing, and must not be filled beneath.
  Expected<void> is_there() const {
    std::error_code error;
    if (fs::is_directory(folder_, error)) return {};
    return fail(ErrorCode::network, fmt::format("the store {} is not there", folder_.string()));
  }

  Expected<void> must_have(const std::string& sha256) {
    if (TRY(look(sha256))) return {};
    return fail(ErrorCode::not_found, "the store has no " + sha256);
  }

  fs::path folder_;
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

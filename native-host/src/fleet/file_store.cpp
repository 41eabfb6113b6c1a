#include "fleet/file_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <system_error>

#include "system/atomic_file.hpp"
#include "system/posix_file.hpp"
#include "system/private_modes.hpp"
#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kScheme = "file://";
constexpr std::size_t kDigits = 64;
constexpr std::size_t kFolderDigits = 2;

bool is_digest(const std::string& text) {
  return text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

Expected<void> copy_verified(const fs::path& from, const std::string& sha256, const fs::path& to) {
  if (!is_digest(sha256)) return fail(ErrorCode::invalid_data, "not a digest: " + sha256);
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

}  // namespace

Expected<FileStore> FileStore::open(std::string_view url) {
  if (!url.starts_with(kScheme) || url.substr(kScheme.size()).substr(0, 1) != "/") {
    return fail(ErrorCode::invalid_argument, "--store: file:///FOLDER, a folder of all machines");
  }
  const fs::path folder = url.substr(kScheme.size());
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    return fail(ErrorCode::not_found, fmt::format("--store: {} is no folder", folder.string()));
  }
  return FileStore(folder);
}

fs::path FileStore::place_of(const std::string& sha256) const {
  return folder_ / sha256.substr(0, kFolderDigits) / sha256;
}

bool FileStore::has(const std::string& sha256) const {
  std::error_code error;
  return is_digest(sha256) && fs::exists(place_of(sha256), error);
}

Expected<void> FileStore::put(const fs::path& file, const std::string& sha256) const {
  if (has(sha256)) return {};
  return copy_verified(file, sha256, place_of(sha256));
}

Expected<void> FileStore::get(const std::string& sha256, const fs::path& file) const {
  return copy_verified(place_of(sha256), sha256, file);
}

void FileStore::remove(const std::string& sha256) const {
  std::error_code error;
  if (is_digest(sha256)) fs::remove(place_of(sha256), error);
}

}  // namespace tagtrail::host

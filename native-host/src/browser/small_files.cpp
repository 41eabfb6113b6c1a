#include "browser/small_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "system/atomic_file.hpp"
#include "system/posix_file.hpp"
#include "system/private_modes.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSmall = 16ULL << 20;

auto beginning_with(std::string_view words) {
  return [words](const Error& error) {
    return Error{error.code, fmt::format("{}{}", words, error.message)};
  };
}

}  // namespace

Expected<std::string> read_small_file(const fs::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file && errno == ENOENT) {
    return fail(ErrorCode::not_found, fmt::format("there is no file {}", path.string()));
  }
  if (!file) return system_failure(errno, "can't open " + path.string());
  std::string text;
  TRY(each_piece(file, "can't read " + path.string(), [&](std::string_view piece) {
    text += piece;
    return text.size() <= kSmall ? Expected<void>{}
                                 : fail(ErrorCode::too_large, path.string() + " is too large");
  }));
  return text;
}

Expected<nlohmann::json> read_json_file(const fs::path& path) {
  auto read = read_small_file(path);
  if (!read && read.error().code == ErrorCode::not_found) return nlohmann::json::object();
  const std::string text = TRY(std::move(read));
  auto result = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (result.is_object()) return result;
  return fail(ErrorCode::invalid_data,
              fmt::format("{} is damaged: remove it, or use another profile", path.string()));
}

Expected<void> write_small_file(const fs::path& path, std::string_view text, mode_t mode) {
  TRY(make_private_folders(path.parent_path()));
  auto file =
      TRY(AtomicFile::create_among_others(path, mode).map_error(beginning_with("can't create ")));
  auto written = file.write(text);
  if (written) written = file.put_in_place();
  return std::move(written).map_error(beginning_with("can't write "));
}

Expected<FileForRun> FileForRun::write(const fs::path& path, std::string_view text, mode_t mode) {
  std::optional<std::string> before;
  auto found = read_small_file(path);
  if (found || found.error().code != ErrorCode::not_found) before = TRY(std::move(found));
  TRY(write_small_file(path, text, mode));
  return FileForRun(path, std::move(before));
}

FileForRun::FileForRun(FileForRun&& other) noexcept
    : path_(std::exchange(other.path_, {})), before_(std::move(other.before_)) {}

FileForRun::~FileForRun() {
  if (path_.empty()) return;
  if (before_) {
    // Nothing can be done about a failure here, and the next run writes the file again.
    std::ignore = write_small_file(path_, *before_);
  } else {
    ::unlink(path_.c_str());
  }
}

}  // namespace tagtrail::host

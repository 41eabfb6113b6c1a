#include "browser/program_copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

#include "system/private_modes.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

Error copying_error(const fs::path& copy, const std::error_code& error) {
  const bool full = error == std::errc::no_space_on_device;
  return {full ? ErrorCode::disk_full : ErrorCode::io,
          fmt::format("can't write {}: {}", copy.string(), error.message())};
}

}  // namespace

bool is_system_program(const fs::path& program) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(program, error);
  const auto in = [&real](std::string_view folder) { return real.string().starts_with(folder); };
  return in("/usr/") || in("/opt/");
}

bool has_same_bytes(const fs::path& one, const fs::path& other) {
  std::error_code error;
  if (fs::file_size(one, error) != fs::file_size(other, error) || error) return false;
  std::ifstream a(one, std::ios::binary);
  std::ifstream b(other, std::ios::binary);
  using Bytes = std::istreambuf_iterator<char>;
  return a && b && std::equal(Bytes(a), Bytes(), Bytes(b), Bytes());
}

Expected<void> copy_program(const fs::path& program, const fs::path& copy) {
  TRY(make_private_folders(copy.parent_path()));
  const fs::path fresh = copy.string() + ".new";
  std::error_code error;
  fs::copy_file(program, fresh, fs::copy_options::overwrite_existing, error);
  if (!error) fs::permissions(fresh, fs::perms::owner_all, error);
  if (!error) fs::rename(fresh, copy, error);
  if (!error) return {};
  std::error_code ignored;
  fs::remove(fresh, ignored);
  return tl::unexpected(copying_error(copy, error));
}

}  // namespace tagtrail::host

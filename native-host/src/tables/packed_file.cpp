#include "tables/packed_file.hpp"

#include <archive_entry.h>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kReadBytes = 64 << 10;

void support_all(archive* opened) {
  // By hand: archive_read_support_filter_all() has some that start programs of the user's PATH.
  archive_read_support_filter_gzip(opened);
  archive_read_support_filter_bzip2(opened);
  archive_read_support_filter_xz(opened);
  archive_read_support_filter_zstd(opened);
  archive_read_support_filter_compress(opened);
  archive_read_support_format_zip(opened);
  archive_read_support_format_tar(opened);
  archive_read_support_format_7zip(opened);
  archive_read_support_format_raw(opened);
}

}  // namespace

PackedFile::PackedFile(const LookInput& input, Kind kind, LookEffort& effort)
    : archive_(archive_read_new()), effort_(effort) {
  if (kind == Kind::zip) {
    archive_read_support_format_zip(archive_.get());
  } else {
    support_all(archive_.get());
  }
  const int opened =
      input.whole || input.file.empty()
          ? archive_read_open_memory(archive_.get(), input.bytes.data(), input.bytes.size())
          : archive_read_open_filename(archive_.get(), input.file.c_str(), kReadBytes);
  if (opened != ARCHIVE_OK) fault_ = "it is damaged or cut short";
}

std::optional<PackedMember> PackedFile::next() {
  if (!fault_.empty() || !effort_.in_time()) return std::nullopt;
  archive_entry* entry = nullptr;
  const int found = archive_read_next_header(archive_.get(), &entry);
  if (found == ARCHIVE_EOF) return std::nullopt;
  if (found != ARCHIVE_OK && found != ARCHIVE_WARN) {
    fault_ = "it is damaged or cut short";
    return std::nullopt;
  }
  PackedMember member;
  const char* path = archive_entry_pathname_utf8(entry);
  if (path == nullptr) path = archive_entry_pathname(entry);
  if (path != nullptr) member.path = to_valid_utf8(path);
  if (archive_entry_size_is_set(entry) != 0) {
    member.bytes = static_cast<std::uint64_t>(std::max<la_int64_t>(0, archive_entry_size(entry)));
  }
  member.is_file = archive_entry_filetype(entry) == AE_IFREG;
  member.encrypted = archive_entry_is_data_encrypted(entry) != 0;
  return member;
}

bool PackedFile::each_piece(const std::function<bool(std::string_view)>& take) {
  for (;;) {
    const void* piece = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    const int read = archive_read_data_block(archive_.get(), &piece, &size, &offset);
    if (read == ARCHIVE_EOF) return true;
    if (read != ARCHIVE_OK && read != ARCHIVE_WARN) {
      fault_ = "it is damaged or cut short";
      return false;
    }
    if (!effort_.unpacked(size)) return false;
    if (!take({static_cast<const char*>(piece), size})) return false;
  }
}

std::string PackedFile::text(std::size_t most) {
  std::string text;
  each_piece([&](std::string_view piece) {
    text += piece.substr(0, most - text.size());
    return text.size() < most;
  });
  return text;
}

std::string PackedFile::filter() const {
  const int code = archive_filter_code(archive_.get(), 0);
  if (code == ARCHIVE_FILTER_NONE) return {};
  const char* name = archive_filter_name(archive_.get(), 0);
  return name == nullptr ? std::string() : name;
}

}  // namespace tagtrail::host

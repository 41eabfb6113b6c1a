#include "replay/archive_source.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <cerrno>

namespace tagtrail::host {
namespace {

constexpr std::size_t kBlock = 1 << 16;

tl::unexpected<Error> failure(archive* reader, const std::string& name) {
  const int number = archive_errno(reader);
  const char* words = archive_error_string(reader);
  const ErrorCode code = number == ENOENT ? ErrorCode::not_found
                         : number == EIO  ? ErrorCode::io
                                          : ErrorCode::invalid_data;
  return fail(code, name + ": " + (words == nullptr ? "can't be read" : words));
}

/// The data of the entry that `reader` stands at.
class EntrySource final : public ByteSource {
 public:
  EntrySource(archive* reader, std::string name) : reader_(reader), name_(std::move(name)) {}

  Expected<std::string_view> next() override {
    const la_ssize_t got = archive_read_data(reader_, block_.data(), block_.size());
    if (got < 0) return failure(reader_, name_);
    return std::string_view(block_).substr(0, static_cast<std::size_t>(got));
  }

 private:
  archive* reader_;
  std::string name_;
  std::string block_ = std::string(kBlock, '\0');
};

/// A whole stream without structure, unpacked.
class UnpackedSource final : public ByteSource {
 public:
  UnpackedSource(ArchivePtr reader, std::string name)
      : reader_(std::move(reader)), entry_(reader_.get(), std::move(name)) {}
  Expected<std::string_view> next() override { return entry_.next(); }

 private:
  ArchivePtr reader_;
  EntrySource entry_;
};

ArchivePtr new_unpacker() {
  ArchivePtr reader(archive_read_new());
  if (!reader) return reader;
  // Only filters that unpack in this process: others would start programs.
  archive_read_support_filter_gzip(reader.get());
  archive_read_support_filter_bzip2(reader.get());
  archive_read_support_filter_xz(reader.get());
  archive_read_support_filter_zstd(reader.get());
  archive_read_support_format_raw(reader.get());
  archive_read_support_format_empty(reader.get());
  return reader;
}

/// Goes to the one entry of a stream without structure.
Expected<std::unique_ptr<ByteSource>> begin(ArchivePtr reader, const std::string& name) {
  archive_entry* entry = nullptr;
  const int code = archive_read_next_header(reader.get(), &entry);
  if (code == ARCHIVE_EOF) return std::make_unique<MemorySource>("");
  if (code != ARCHIVE_OK && code != ARCHIVE_WARN) return failure(reader.get(), name);
  return std::make_unique<UnpackedSource>(std::move(reader), name);
}

la_ssize_t read_from_source(archive* reader, void* data, const void** block) {
  const auto piece = static_cast<ByteSource*>(data)->next();
  if (!piece) {
    archive_set_error(reader, EINVAL, "%s", piece.error().message.c_str());
    return ARCHIVE_FATAL;
  }
  *block = piece->data();
  return static_cast<la_ssize_t>(piece->size());
}

}  // namespace

void FreeArchive::operator()(archive* reader) const { archive_read_free(reader); }

Expected<std::unique_ptr<ByteSource>> open_unpacked(const std::string& file) {
  ArchivePtr reader = new_unpacker();
  if (!reader) return fail(ErrorCode::internal, "out of memory");
  if (archive_read_open_filename(reader.get(), file.c_str(), kBlock) != ARCHIVE_OK) {
    return failure(reader.get(), file);
  }
  return begin(std::move(reader), file);
}

Expected<std::unique_ptr<ByteSource>> unpack(ByteSource& packed) {
  ArchivePtr reader = new_unpacker();
  if (!reader) return fail(ErrorCode::internal, "out of memory");
  if (archive_read_open(reader.get(), &packed, nullptr, read_from_source, nullptr) != ARCHIVE_OK) {
    return failure(reader.get(), "archive");
  }
  return begin(std::move(reader), "archive");
}

Expected<void> each_zip_entry(
    const std::string& file,
    const std::function<Expected<void>(const std::string& name, ByteSource& bytes)>& take) {
  const ArchivePtr reader(archive_read_new());
  if (!reader) return fail(ErrorCode::internal, "out of memory");
  archive_read_support_format_zip(reader.get());
  if (archive_read_open_filename(reader.get(), file.c_str(), kBlock) != ARCHIVE_OK) {
    return failure(reader.get(), file);
  }
  for (;;) {
    archive_entry* entry = nullptr;
    const int code = archive_read_next_header(reader.get(), &entry);
    if (code == ARCHIVE_EOF) return {};
    if (code != ARCHIVE_OK && code != ARCHIVE_WARN) return failure(reader.get(), file);
    const char* path = archive_entry_pathname_utf8(entry);
    const std::string name = path == nullptr ? "" : path;
    if (name.empty() || archive_entry_filetype(entry) != AE_IFREG) continue;
    EntrySource bytes(reader.get(), name);
    if (auto taken = take(name, bytes); !taken) return taken;
  }
}

}  // namespace tagtrail::host

#include "importers/archive_source.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <cerrno>
#include <fstream>

#include "system/codecs/inflate.hpp"

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

/// One or many gzip members. Own code for the sake of damaged files: libarchive withholds what it
/// unpacked just before the damage.
class GzipSource final : public ByteSource {
 public:
  GzipSource(std::unique_ptr<ByteSource> packed, std::string_view begun)
      : packed_(std::move(packed)), input_(begun) {}

  Expected<std::string_view> next() override {
    std::size_t made = 0;
    while (made < kBlock && !ended_ && !inflate_.damaged()) {
      const auto step = inflate_some(made);
      if (step) continue;
      if (made == 0) return tl::unexpected(step.error());
      break;  // met again after what is there
    }
    if (made == 0 && inflate_.damaged()) return fail(ErrorCode::invalid_data, "damaged gzip data");
    return std::string_view(output_).substr(0, made);
  }

 private:
  Expected<void> inflate_some(std::size_t& made) {
    if (input_.empty()) {
      const auto piece = TRY(packed_->next());
      if (piece.empty()) {
        ended_ = !in_member_;
        if (in_member_) return fail(ErrorCode::invalid_data, "the gzip data is cut");
        return {};
      }
      input_ = piece;
    }
    std::string_view left = input_;
    made += inflate_.some(left, output_.data() + made, kBlock - made);
    input_.erase(0, input_.size() - left.size());
    in_member_ = !inflate_.ended();
    if (!in_member_) inflate_.again();
    return {};
  }

  std::unique_ptr<ByteSource> packed_;
  std::string input_;
  Inflate inflate_{Container::gzip};
  std::string output_ = std::string(kBlock, '\0');
  bool in_member_ = false;
  bool ended_ = false;
};

/// A file as it is.
class FileSource final : public ByteSource {
 public:
  explicit FileSource(const std::string& file) : in_(file, std::ios::binary), name_(file) {}
  Expected<std::string_view> next() override {
    in_.read(block_.data(), static_cast<std::streamsize>(block_.size()));
    if (in_.bad() || !in_.is_open()) return fail(ErrorCode::io, "can't read " + name_);
    return std::string_view(block_).substr(0, static_cast<std::size_t>(in_.gcount()));
  }

 private:
  std::ifstream in_;
  std::string name_;
  std::string block_ = std::string(kBlock, '\0');
};

/// Bytes of a source that someone else owns.
class BorrowedSource final : public ByteSource {
 public:
  explicit BorrowedSource(ByteSource& source) : source_(source) {}
  Expected<std::string_view> next() override { return source_.next(); }

 private:
  ByteSource& source_;
};

ArchivePtr new_unpacker() {
  ArchivePtr reader(archive_read_new());
  if (!reader) return reader;
  // Only filters that unpack in this process: others would start programs.
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

}  // namespace

void FreeArchive::operator()(archive* reader) const { archive_read_free(reader); }

Expected<std::unique_ptr<ByteSource>> open_unpacked(const std::string& file) {
  auto plain = std::make_unique<FileSource>(file);
  const auto begun = plain->next();
  if (!begun) return fail(ErrorCode::not_found, "can't read " + file);
  if (starts_as_gzip(*begun)) {
    return std::make_unique<GzipSource>(std::move(plain), *begun);
  }
  ArchivePtr reader = new_unpacker();
  if (!reader) return fail(ErrorCode::internal, "out of memory");
  if (archive_read_open_filename(reader.get(), file.c_str(), kBlock) != ARCHIVE_OK) {
    return failure(reader.get(), file);
  }
  return begin(std::move(reader), file);
}

Expected<std::unique_ptr<ByteSource>> unpack_gzip(ByteSource& packed) {
  const auto begun = TRY(packed.next());
  return std::make_unique<GzipSource>(std::make_unique<BorrowedSource>(packed), begun);
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
    TRY(take(name, bytes));
  }
}

}  // namespace tagtrail::host

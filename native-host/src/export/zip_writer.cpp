#include "export/zip_writer.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <ctime>

#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

struct FreeEntry {
  void operator()(archive_entry* entry) const { archive_entry_free(entry); }
};

constexpr unsigned kReadableByAll = 0644;

}  // namespace

Expected<std::unique_ptr<ZipWriter>> ZipWriter::create(ExportSink out) {
  std::unique_ptr<ZipWriter> zip(new ZipWriter(std::move(out)));
  zip->archive_ = archive_write_new();
  if (zip->archive_ == nullptr) return fail(ErrorCode::internal, "libarchive has no memory left");
  const auto write = [](archive*, void* self, const void* data, std::size_t size) -> la_ssize_t {
    auto& writer = *static_cast<ZipWriter*>(self);
    writer.written_ = writer.out_({static_cast<const char*>(data), size});
    return writer.written_ ? static_cast<la_ssize_t>(size) : -1;
  };
  const bool ready =
      archive_write_set_format_zip(zip->archive_) == ARCHIVE_OK &&
      archive_write_zip_set_compression_store(zip->archive_) == ARCHIVE_OK &&
      archive_write_set_bytes_in_last_block(zip->archive_, 1) == ARCHIVE_OK &&
      archive_write_open(zip->archive_, zip.get(), nullptr, write, nullptr) == ARCHIVE_OK;
  if (!ready) return zip->failure();
  return zip;
}

ZipWriter::~ZipWriter() { archive_write_free(archive_); }

tl::unexpected<Error> ZipWriter::failure() const {
  if (!written_) return tl::unexpected<Error>(written_.error());
  const char* text = archive_error_string(archive_);
  return fail(ErrorCode::internal, text == nullptr ? "the ZIP file can't be written" : text);
}

Expected<void> ZipWriter::add(const std::string& path, std::uint64_t bytes,
                              const std::function<Expected<void>(const ExportSink&)>& fill) {
  const std::unique_ptr<archive_entry, FreeEntry> entry(archive_entry_new());
  archive_entry_set_pathname(entry.get(), path.c_str());
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(bytes));
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), kReadableByAll);
  archive_entry_set_mtime(entry.get(), std::time(nullptr), 0);
  if (archive_write_header(archive_, entry.get()) != ARCHIVE_OK) return failure();
  Sha256 digest;
  std::uint64_t written = 0;
  TRY(fill([&](std::string_view piece) -> Expected<void> {
    digest.add(piece);
    written += piece.size();
    const bool whole = archive_write_data(archive_, piece.data(), piece.size()) ==
                       static_cast<la_ssize_t>(piece.size());
    return whole ? Expected<void>{} : failure();
  }));
  if (written != bytes)
    return fail(ErrorCode::invalid_data, path + " has changed while it was read");
  if (archive_write_finish_entry(archive_) != ARCHIVE_OK) return failure();
  entries_.push_back({path, bytes, digest.hex()});
  return {};
}

Expected<void> ZipWriter::add(const std::string& path, std::string_view text) {
  return add(path, text.size(), [text](const ExportSink& out) { return out(text); });
}

Expected<void> ZipWriter::finish() {
  return archive_write_close(archive_) == ARCHIVE_OK ? Expected<void>{} : failure();
}

}  // namespace tagtrail::host

// Any bytes are the parts of a binary workbook: the first byte says how they are shared out.
#include <archive.h>
#include <archive_entry.h>

#include <string>

#include "looks.hpp"

namespace {

void add(archive* made, const char* path, std::string_view content) {
  archive_entry* entry = archive_entry_new();
  archive_entry_set_pathname(entry, path);
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
  archive_write_header(made, entry);
  archive_write_data(made, content.data(), content.size());
  archive_entry_free(entry);
}

std::string workbook_of(std::string_view book, std::string_view styles, std::string_view texts,
                        std::string_view sheet) {
  std::string bytes;
  archive* made = archive_write_new();
  archive_write_set_format_zip(made);
  archive_write_zip_set_compression_store(made);
  archive_write_open(
      made, &bytes, nullptr,
      [](archive*, void* to, const void* data, std::size_t size) -> la_ssize_t {
        static_cast<std::string*>(to)->append(static_cast<const char*>(data), size);
        return static_cast<la_ssize_t>(size);
      },
      nullptr);
  add(made, "xl/workbook.bin", book);
  add(made, "xl/styles.bin", styles);
  add(made, "xl/sharedStrings.bin", texts);
  add(made, "xl/worksheets/sheet1.bin", sheet);
  archive_write_close(made);
  archive_write_free(made);
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  constexpr std::size_t kParts = 4;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t part = bytes.size() * (data[0] % 16) / 16 / kParts;
  tagtrail::host::look(workbook_of(bytes.substr(0, part), bytes.substr(part, part),
                                   bytes.substr(2 * part, part), bytes.substr(3 * part)),
                       "a.xlsb");
  return 0;
}

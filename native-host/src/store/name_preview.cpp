#include "store/name_preview.hpp"

#include "store/read_job.hpp"
#include "store/target_names.hpp"
#include "system/codecs/zstd.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {
namespace {

/// Only the whole response has the name that the server gave.
Expected<std::string> name_given(std::string_view record) {
  const auto bytes = TRY(decompress(record));
  auto response = TRY(decode_response(bytes.data(), bytes.size()));
  return std::move(response.file_name);
}

}  // namespace

Expected<void> preview_names(const std::filesystem::path& dir, NameMask mask,
                             const std::function<Expected<void>(const NamePreview&)>& take) {
  auto database = TRY(open_to_read(dir));
  TargetNamer namer(nullptr, nullptr);
  namer.use(std::move(mask));
  return database.each(
      "SELECT t.url, substr(t.path, length('files/') + 1), t.mime, t.fetched_at, t.sha256, "
      "t.anchor, r.record"
      " FROM target t JOIN response r USING (n) ORDER BY t.id",
      [&](const sqlite::Row& row) -> Expected<void> {
        const auto given = TRY(name_given(row.text(6)));
        const auto names = TRY(
            namer.choose({given, row.text(0), row.text(2), row.text(3), row.text(4), row.text(5)}));
        return take({row.string(0), row.string(1), names.file});
      });
}

}  // namespace tagtrail::host

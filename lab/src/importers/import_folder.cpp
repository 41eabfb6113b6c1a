#include "importers/import_folder.hpp"

#include <algorithm>
#include <vector>

#include "html/page_reader.hpp"
#include "replica/replica.hpp"
#include "system/whole_file.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

std::string extension_of_name(std::string_view path) {
  const std::string_view name =
      path.substr(path.rfind('/') == std::string_view::npos ? 0 : path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string() : ascii_lower(name.substr(dot + 1));
}

/// For files without an extension.
std::string mime_by_content(std::string_view body) {
  const std::string start = ascii_lower(trim(utf8_prefix(body, 1024)));
  if (start.starts_with("<!doctype html") || start.starts_with("<html") ||
      start.find("<html") != std::string::npos || start.find("<body") != std::string::npos) {
    return "text/html";
  }
  if (start.starts_with("%pdf-")) return "application/pdf";
  if (body.substr(0, 1024).find('\0') != std::string_view::npos) return "application/octet-stream";
  return "text/plain";
}

std::string mime_of_file(std::string_view path, std::string_view body) {
  const std::string extension = extension_of_name(path);
  if (extension.empty()) return mime_by_content(body);
  const std::string_view known = mime_of_extension(extension);
  return known.empty() ? "application/octet-stream" : std::string(known);
}

/// All regular files below `folder`, as relative paths with '/', sorted.
Expected<std::vector<std::string>> list_files(const fs::path& folder) {
  std::error_code code;
  std::vector<std::string> paths;
  for (fs::recursive_directory_iterator at(folder, code), end; !code && at != end;
       at.increment(code)) {
    if (at->is_regular_file(code)) paths.push_back(at->path().lexically_relative(folder).string());
  }
  if (code) {
    return fail(ErrorCode::not_found, "can't read " + folder.string() + ": " + code.message());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

Expected<std::size_t> add_files(Replica& replica, const fs::path& folder,
                                const ImportProgress& progress) {
  const auto paths = TRY(list_files(folder));
  auto transaction = TRY(sqlite::Transaction::begin(replica.database()));
  std::size_t count = 0;
  for (const std::string& path : paths) {
    const auto body = TRY(read_whole_file(folder / path));
    const std::string mime = mime_of_file(path, body);
    const bool xml = mime == "application/xml" || mime == "text/xml";
    TRY(replica.add_file(path, mime, xml ? xml_root_name(body) : "", body));
    if (++count % 500 == 0) progress("files read", count);
  }
  TRY(transaction.commit());
  return count;
}

}  // namespace

Expected<ImportSummary> import_folder(const ImportOptions& options,
                                      const ImportProgress& progress) {
  auto base = TRY(canonical_url(options.base));
  if (!base.ends_with('/')) base += '/';
  const auto start = TRY(canonical_url(options.start, base));
  // Before the output is touched: a mistyped folder must not cost an earlier replica.
  std::error_code code;
  if (!fs::is_directory(options.folder, code)) {
    return fail(ErrorCode::not_found, "no folder at " + options.folder.string());
  }
  auto replica = TRY(Replica::create(options.output, base, start, options.clean_urls));
  const auto files = TRY(add_files(*replica, options.folder, progress));
  auto counts = store_reachable(*replica, progress);
  if (counts) counts->files = files;
  return counts;
}

}  // namespace tagtrail::host

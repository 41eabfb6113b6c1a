#include "store/discovery.hpp"

#include <algorithm>

#include "store/sqlite_job_store.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMaxLetters = 50;

}  // namespace

std::string discovery_path(std::string_view parent, std::string_view tag_path,
                           std::size_t redirects) {
  std::string path(parent);
  // Links of pages are below their html element; what is read from XML and robots.txt is not.
  if (!tag_path.empty()) path += tag_path.starts_with("/html") ? 'L' : 'M';
  path.append(std::min(redirects, kMaxLetters + 1), 'R');
  if (path.size() <= kMaxLetters) return path;
  return "+" + path.substr(path.size() - kMaxLetters);
}

Expected<std::string> SqliteJobStore::path_of(const ResponseCommit& item) {
  std::string parent;
  TRY(database_.each(
      "SELECT path FROM url JOIN decision USING (n) WHERE url.url = ?",
      [&](const sqlite::Row& row) -> Expected<void> {
        parent = row.string(0);
        return {};
      },
      item.request.source_page));
  return discovery_path(parent, item.request.tag_path, item.redirect_chain.size());
}

}  // namespace tagtrail::host

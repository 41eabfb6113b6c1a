// A replica: a recorded site in one file (SQLite), answering requests as the site would. Bodies are
// compressed and read when asked for, so a large replica opens at once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "store/sqlite.hpp"
#include "tagtrail/error.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

/// One answer, as the recorded site gives it.
struct ReplicaAnswer {
  int status = 404;
  std::string mime;
  std::string location;  ///< canonical key, for a redirect
  std::string xml_root;
  std::uint64_t body_bytes = 0;
  std::uint64_t header_bytes = 0;
  std::string body;  ///< only when asked for
};

/// A URL that a full crawl from the start URL meets, in the order of that crawl.
struct ReachableUrl {
  std::string url;
  int status = 0;
  std::string mime;
  std::string xml_root;
};

class Replica {
 public:
  /// Opens for reading. Errors: not_found, invalid_data (not a replica), wrong_version.
  static Expected<std::unique_ptr<Replica>> open(const std::filesystem::path& file);

  /// Name for tables: the file's name without `.replica`.
  const std::string& name() const { return name_; }
  const std::string& start_url() const { return start_url_; }

  /// Answers a request for a canonical URL; with `with_page` an HTML body comes along. Unknown URLs
  /// are 404.
  Expected<ReplicaAnswer> answer(std::string_view url, bool with_page);

  /// What a full crawl with scope `host` reaches, dead links and redirects included.
  Expected<std::vector<ReachableUrl>> reachable();

  // For import only.
  /// A new, empty replica; fails with io when the file can't be made. An existing file is replaced.
  static Expected<std::unique_ptr<Replica>> create(const std::filesystem::path& file,
                                                   std::string base_url, std::string start_url,
                                                   bool clean_urls);
  /// A file of the static tree; `path` relative to the base URL, decoded, with '/'.
  Expected<void> add_file(std::string_view path, std::string_view mime, std::string_view xml_root,
                          std::string_view body);
  /// The answer to one canonical URL as a server gave it, `body` included (kept for HTML only). It
  /// wins over the static tree. Repeated URLs: the last one counts.
  Expected<void> add_answer(std::string_view url, const ReplicaAnswer& answer);
  Expected<void> set_reachable(const std::vector<ReachableUrl>& urls);
  /// One more reachable URL; call between begin and commit of a transaction of database().
  Expected<void> add_reachable(const ReachableUrl& url);
  sqlite::Database& database() { return database_; }

 private:
  Replica(sqlite::Database database, std::string name)
      : database_(std::move(database)), name_(std::move(name)) {}
  Expected<void> read_meta();
  Expected<bool> read_file(std::string_view path, bool with_page, ReplicaAnswer& answer);
  Expected<bool> read_answer(std::string_view url, bool with_page, ReplicaAnswer& answer);
  Expected<bool> is_directory(std::string_view path);

  sqlite::Database database_;
  std::string name_;
  std::string base_url_;  ///< ends with '/'
  std::string start_url_;
  bool clean_urls_ = false;
  bool has_answers_ = true;
};

}  // namespace tagtrail::host

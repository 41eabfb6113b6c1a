// A replica: a recorded site in one file (SQLite), answering requests as the site would. Bodies are
// compressed and read when asked for, so a large replica opens at once.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "replica/replica_answers.hpp"
#include "store/sqlite.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// A URL that a full crawl from the start URL meets, in the order of that crawl.
struct ReachableUrl {
  std::string url;
  int status = 0;
  std::string mime;
  std::string xml_root;
  std::string file_name{};   ///< from Content-Disposition; may be empty
  bool link_source = false;  ///< a sitemap, feed or robots.txt that was read for its links
};

/// Takes one of them; an error ends what was going on and is returned by it.
using TakeReachable = std::function<Expected<void>(const ReachableUrl&)>;

class Replica {
 public:
  /// Opens for reading, at once whatever its size. Errors: not_found, invalid_data (not a replica),
  /// wrong_version.
  static Expected<std::unique_ptr<Replica>> open(const std::filesystem::path& file);
  /// Opens to add answers, or makes a new one that starts at `start_url`. What is added is never
  /// half there, even if the process is killed. Errors: as open(), io.
  static Expected<std::unique_ptr<Replica>> open_for_recording(const std::filesystem::path& file,
                                                               std::string start_url);

  /// Name for tables: the file's name without `.replica`.
  const std::string& name() const { return name_; }
  const std::string& start_url() const { return meta_.start_url; }

  /// Answers a request for a canonical URL; with `with_page` an HTML body comes along. Unknown URLs
  /// are 404.
  Expected<ReplicaAnswer> answer(std::string_view url, bool with_page) {
    return ReplicaAnswers(database_, meta_).answer(url, with_page);
  }

  /// Whether it holds an answer to this URL, instead of answering 404 because it is unknown.
  Expected<bool> knows(std::string_view url) { return ReplicaAnswers(database_, meta_).knows(url); }

  /// The stored bytes of a page or file; nothing when only its size is known.
  Expected<std::optional<std::string>> body(std::string_view url) {
    return ReplicaAnswers(database_, meta_).body(url);
  }

  /// What was read from a page of any type, where that was recorded: an encoded response
  /// (exchange.hpp); else empty.
  Expected<Bytes> page_record(std::string_view url) {
    return ReplicaAnswers(database_, meta_).page_record(url);
  }

  /// What a full crawl with scope `host` reaches, dead links and redirects included. Large replicas
  /// have millions of these: prefer each_reachable().
  Expected<std::vector<ReachableUrl>> reachable();
  /// Which of the reachable URLs are wanted.
  enum class Reachable {
    all,
    answering,  ///< status 2xx
    files,      ///< status 2xx and no HTML
  };
  /// The same one by one, in the same order; an error of `take` ends it and is returned.
  Expected<void> each_reachable(Reachable which, const TakeReachable& take);
  /// False while nothing was crawled yet (a recording that was not brought to its end).
  Expected<bool> has_reachable();
  Expected<std::size_t> count_reachable();

  // For import and recording only.
  /// A new, empty replica; fails with io when the file can't be made. An existing file is replaced.
  static Expected<std::unique_ptr<Replica>> create(const std::filesystem::path& file,
                                                   std::string base_url, std::string start_url,
                                                   bool clean_urls);
  /// A file of the static tree; `path` relative to the base URL, decoded, with '/'.
  Expected<void> add_file(std::string_view path, std::string_view mime, std::string_view xml_root,
                          std::string_view body);
  /// The answer to one canonical URL as a server gave it. `body` and `page` are kept unless empty.
  /// It wins over the static tree. Repeated URLs: the last one counts.
  Expected<void> add_answer(std::string_view url, const ReplicaAnswer& answer);
  /// Where it starts, when that is known only after create().
  Expected<void> set_start_url(std::string_view url);
  /// As if nothing had been crawled yet.
  Expected<void> forget_reachable();
  /// One more reachable URL; call between begin and commit of a transaction of database().
  Expected<void> add_reachable(const ReachableUrl& url);
  sqlite::Database& database() { return database_; }

 private:
  Replica(sqlite::Database database, std::string name)
      : database_(std::move(database)), name_(std::move(name)) {}
  Expected<void> read_meta();
  Expected<void> create_tables();
  Expected<void> add_missing_columns();
  Expected<void> upgrade();
  Expected<void> set_meta(std::string_view name, std::string_view value);

  sqlite::Database database_;
  std::string name_;
  ReplicaMeta meta_;
};

}  // namespace tagtrail::host

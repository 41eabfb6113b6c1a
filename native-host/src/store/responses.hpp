// The answers of a job and why each was asked for: the tables response, decision, url and term.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "store/response_commit.hpp"
#include "store/sqlite.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Why a request brought nothing: the name of the error, `status_404` and the like, or `empty`;
/// nothing when it brought something.
std::string skip_kind(FetchError error, int status, std::string_view mime);
/// The same, by the name of the error.
std::string skip_kind(std::string_view error, std::int64_t status, std::string_view mime);

/// How a crawl came to a URL. A letter a step from the seed URL: `L` a link of a page, `M` a link
/// of a sitemap, feed or robots.txt, `R` a redirect. `parent` is the path of the page with the
/// link, `tag_path` that of the link, empty when none led there. At most 50 letters; `+` stands for
/// the ones before.
std::string discovery_path(std::string_view parent, std::string_view tag_path,
                           std::size_t redirects);

/// Where the newest answer of each URL is, in 8 bytes a URL and the room to grow: an index in the
/// database would cost a page or more to be written for each answer.
class NewestAnswers {
 public:
  /// Whether answer `n` is of the URL that is looked for: two may look the same here.
  using IsOfUrl = std::function<Expected<bool>(std::uint32_t n)>;

  /// 0: there is none.
  Expected<std::uint32_t> find(std::string_view url, const IsOfUrl& is_of_url) const;
  /// Answer `n` is newer than the others.
  Expected<void> put(std::string_view url, std::uint32_t n, const IsOfUrl& is_of_url);

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t n = 0;  ///< 0: free
  };

  Expected<std::size_t> slot_of(std::uint32_t hash, const IsOfUrl& is_of_url) const;
  void make_room();

  std::vector<Slot> slots_ = std::vector<Slot>(64);  ///< a power of two, at least a third free
  std::size_t used_ = 0;
};

/// The encoded record of response `n`, from 1 on; empty: there is none. Errors: those of SQLite and
/// decompress().
Expected<Bytes> record_of(sqlite::Database& database, std::uint64_t n);

class Responses {
 public:
  /// Borrowed.
  explicit Responses(sqlite::Database& database) : database_(database) {}
  Expected<void> load();

  std::uint64_t count() const { return count_; }
  /// RFC 3339, UTC; empty: there is no answer yet.
  Expected<std::string> first_committed_at() const {
    return database_.value<std::string>("SELECT committed_at FROM response WHERE n = 1");
  }
  /// Inside a transaction: an answer with its decision, to be number `n`.
  Expected<void> write(const ResponseCommit& item, std::uint64_t n, const std::string& now);
  /// The transaction has brought so many.
  void have_come(std::uint64_t more) { count_ += more; }
  /// It has not. What is known of URLs is looked at before it is believed.
  void have_not_come() { terms_.clear(); }

  /// Calls `take` with the encoded records `first` (0-based), `first`+1, ... in order of commit.
  /// `dir` is for messages.
  Expected<void> replay(const std::filesystem::path& dir, std::uint64_t first,
                        const std::function<Expected<void>(const Bytes&)>& take) const;
  Expected<Bytes> record(std::uint64_t n) const { return record_of(database_, n); }
  /// How many brought nothing, by skip_kind().
  Expected<std::map<std::string, std::uint64_t>> skips() const;
  /// Via of a page (`host`, `browser`, `tab`), empty when unknown.
  std::string via_of_page(std::string_view url) const;

 private:
  Expected<std::optional<std::uint64_t>> links_cut_of(const ResponseCommit& item) const;
  Expected<std::string> path_of(const ResponseCommit& item) const;
  Expected<std::string> reason_json(const Reason& reason);
  Expected<std::uint64_t> term_number(const std::string& name);
  NewestAnswers::IsOfUrl is_of(std::string_view url) const;
  /// 0: there is none.
  Expected<std::uint32_t> newest_of(std::string_view url) const;
  Expected<void> note(std::string_view url, std::uint64_t n);

  sqlite::Database& database_;
  std::uint64_t count_ = 0;
  NewestAnswers newest_;
  std::unordered_map<std::string, std::uint64_t> terms_;  ///< numbers of their names
};

}  // namespace tagtrail::host

// What a replica answers: what was recorded of a URL, else what a static web server would answer
// from the tree of files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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
  std::string file_name;  ///< from Content-Disposition; may be empty
  std::uint64_t body_bytes = 0;
  std::uint64_t header_bytes = 0;
  std::string content_type;  ///< whole header value; empty where only the MIME type is known
  std::string body;          ///< only when asked for
  /// Where a page's HTML is not known, but what was read from it: an encoded response
  /// (exchange.hpp) whose page counts. Only when asked for.
  Bytes page;
};

/// What it answers from then on, without body and page.
ReplicaAnswer answer_of(const Response& response);

/// What a replica's file says of itself.
struct ReplicaMeta {
  std::string base_url{};  ///< of the tree; ends with '/'
  std::string start_url{};
  bool clean_urls = false;   ///< `name` is also `name.html` in the tree
  std::int64_t version = 0;  ///< of the format; before 2 there was only the tree
};

/// Looks answers up. Database and meta are borrowed. Errors: the database's; invalid_data.
class ReplicaAnswers {
 public:
  ReplicaAnswers(sqlite::Database& database, const ReplicaMeta& meta)
      : database_(database), meta_(meta) {}

  /// The answer to a canonical URL; with `with_page` an HTML body comes along. Unknown URLs are
  /// 404.
  Expected<ReplicaAnswer> answer(std::string_view url, bool with_page);
  /// Whether there is an answer to this URL, instead of a 404 because it is unknown.
  Expected<bool> knows(std::string_view url);
  /// The stored bytes of a page or file; nothing when only its size is known.
  Expected<std::optional<std::string>> body(std::string_view url);
  /// What was read from a page of any type, where that was recorded: an encoded response
  /// (exchange.hpp); else empty.
  Expected<Bytes> page_record(std::string_view url);

 private:
  Expected<bool> read_file(std::string_view path, bool with_page, ReplicaAnswer& answer);
  Expected<bool> read_answer(std::string_view url, bool with_page, ReplicaAnswer& answer);
  Expected<bool> is_directory(std::string_view path);
  Expected<bool> answer_from_tree(std::string_view url, bool with_page, ReplicaAnswer& answer);
  std::string path_in_tree(std::string_view resource) const;

  sqlite::Database& database_;
  const ReplicaMeta& meta_;
};

}  // namespace tagtrail::host

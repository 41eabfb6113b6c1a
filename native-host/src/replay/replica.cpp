#include "replay/replica.hpp"

#include <fmt/format.h>

#include "store/compression.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::int64_t kVersion = 2;

constexpr std::string_view kSchema[] = {
    "CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID",
    "CREATE TABLE file(path TEXT PRIMARY KEY, mime TEXT, xml_root TEXT, bytes INTEGER, body BLOB)",
    "CREATE TABLE directory(path TEXT PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE answer(url TEXT PRIMARY KEY, status INTEGER, mime TEXT, location TEXT, "
    "xml_root TEXT, bytes INTEGER, header_bytes INTEGER, body BLOB)",
    "CREATE TABLE reachable(url TEXT PRIMARY KEY, status INTEGER, mime TEXT, xml_root TEXT)",
    "PRAGMA user_version = 2",
};

std::uint64_t header_bytes(const ReplicaAnswer& answer) {
  // What a plain server would send; only HEAD requests are charged for it.
  return fmt::formatted_size(
      "HTTP/1.1 {} OK\r\nContent-Type: {}\r\nContent-Length: {}\r\nLocation: {}\r\n\r\n",
      answer.status, answer.mime, answer.body_bytes, answer.location);
}

/// `a//b` names the file `a/b`, as on a server's file system.
std::string single_slashes(std::string_view path) {
  std::string out;
  for (const char c : path) {
    if (c != '/' || (!out.empty() && out.back() != '/')) out.push_back(c);
  }
  return out;
}

Bytes to_bytes(std::string_view text) { return {text.begin(), text.end()}; }

}  // namespace

Expected<std::unique_ptr<Replica>> Replica::open(const std::filesystem::path& file) {
  std::error_code code;
  if (!std::filesystem::is_regular_file(file, code)) {
    return fail(ErrorCode::not_found,
                "no replica at " + file.string() +
                    "; make one with: tagtrail import SOURCE -o NAME.replica");
  }
  auto database = sqlite::Database::open(file);
  if (!database) return tl::unexpected(database.error());
  auto replica = std::unique_ptr<Replica>(new Replica(std::move(*database), file.stem().string()));
  if (auto read = replica->read_meta(); !read) {
    if (read.error().code == ErrorCode::wrong_version) return tl::unexpected(read.error());
    return fail(ErrorCode::invalid_data,
                file.string() + " is not a replica: " + read.error().message);
  }
  return replica;
}

Expected<void> Replica::read_meta() {
  std::int64_t version = 0;
  auto read = database_.each("PRAGMA user_version", [&](const sqlite::Row& row) -> Expected<void> {
    version = row.integer(0);
    return {};
  });
  if (!read) return read;
  if (version > kVersion) {
    return fail(ErrorCode::wrong_version, "the replica was made by a newer Tagtrail");
  }
  read =
      database_.each("SELECT name, value FROM meta", [&](const sqlite::Row& row) -> Expected<void> {
        if (row.text(0) == "base_url") base_url_ = row.string(1);
        if (row.text(0) == "start_url") start_url_ = row.string(1);
        if (row.text(0) == "clean_urls") clean_urls_ = row.text(1) == "1";
        return {};
      });
  if (!read) return read;
  if (base_url_.empty() || start_url_.empty()) {
    return fail(ErrorCode::invalid_data, "its start URL is missing");
  }
  has_answers_ = version >= 2;  // version 1 held static trees only
  return {};
}

Expected<std::unique_ptr<Replica>> Replica::create(const std::filesystem::path& file,
                                                   std::string base_url, std::string start_url,
                                                   bool clean_urls) {
  std::error_code code;
  std::filesystem::remove(file, code);
  auto database = sqlite::Database::open(file);
  if (!database) return tl::unexpected(database.error());
  auto replica = std::unique_ptr<Replica>(new Replica(std::move(*database), file.stem().string()));
  // An import that is interrupted is repeated: durability would only cost time.
  if (auto done = replica->database_.run("PRAGMA synchronous = OFF"); !done) {
    return tl::unexpected(done.error());
  }
  for (const std::string_view statement : kSchema) {
    if (auto done = replica->database_.run(statement); !done) return tl::unexpected(done.error());
  }
  constexpr std::string_view kSetMeta = "INSERT INTO meta VALUES(?, ?)";
  for (const auto& [name, value] : {std::pair<std::string, std::string>{"base_url", base_url},
                                    {"start_url", start_url},
                                    {"clean_urls", clean_urls ? "1" : "0"}}) {
    if (auto done =
            replica->database_.run(kSetMeta, std::string_view(name), std::string_view(value));
        !done) {
      return tl::unexpected(done.error());
    }
  }
  replica->base_url_ = std::move(base_url);
  replica->start_url_ = std::move(start_url);
  replica->clean_urls_ = clean_urls;
  return replica;
}

Expected<void> Replica::add_file(std::string_view path, std::string_view mime,
                                 std::string_view xml_root, std::string_view body) {
  const auto packed = compress(to_bytes(body));
  if (!packed) return tl::unexpected(packed.error());
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
       slash = path.find('/', slash + 1)) {
    if (auto done =
            database_.run("INSERT OR IGNORE INTO directory VALUES(?)", path.substr(0, slash));
        !done) {
      return done;
    }
  }
  return database_.run("INSERT INTO file VALUES(?, ?, ?, ?, ?)", path, mime, xml_root, body.size(),
                       sqlite::Blob{*packed});
}

Expected<void> Replica::add_answer(std::string_view url, const ReplicaAnswer& answer) {
  const bool keep_body = is_html(answer.mime);
  const auto packed = compress(to_bytes(keep_body ? answer.body : std::string_view()));
  if (!packed) return tl::unexpected(packed.error());
  return database_.run("INSERT OR REPLACE INTO answer VALUES(?, ?, ?, ?, ?, ?, ?, ?)", url,
                       answer.status, std::string_view(answer.mime),
                       std::string_view(answer.location), std::string_view(answer.xml_root),
                       answer.body_bytes, answer.header_bytes, sqlite::Blob{*packed});
}

Expected<void> Replica::add_reachable(const ReachableUrl& url) {
  return database_.run("INSERT OR IGNORE INTO reachable VALUES(?, ?, ?, ?)",
                       std::string_view(url.url), url.status, std::string_view(url.mime),
                       std::string_view(url.xml_root));
}

Expected<void> Replica::set_reachable(const std::vector<ReachableUrl>& urls) {
  auto transaction = sqlite::Transaction::begin(database_);
  if (!transaction) return tl::unexpected(transaction.error());
  for (const ReachableUrl& url : urls) {
    if (auto done = add_reachable(url); !done) return done;
  }
  return transaction->commit();
}

Expected<std::vector<ReachableUrl>> Replica::reachable() {
  std::vector<ReachableUrl> urls;
  auto read = database_.each("SELECT url, status, mime, xml_root FROM reachable ORDER BY rowid",
                             [&](const sqlite::Row& row) -> Expected<void> {
                               urls.push_back({row.string(0), static_cast<int>(row.integer(1)),
                                               row.string(2), row.string(3)});
                               return {};
                             });
  if (!read) return tl::unexpected(read.error());
  return urls;
}

Expected<bool> Replica::read_file(std::string_view path, bool with_page, ReplicaAnswer& answer) {
  bool found = false;
  auto take = [&](const sqlite::Row& row) -> Expected<void> {
    found = true;
    answer.status = 200;
    answer.mime = row.string(0);
    answer.xml_root = row.string(1);
    answer.body_bytes = static_cast<std::uint64_t>(row.integer(2));
    if (!with_page || !is_html(answer.mime)) return {};
    auto body = decompress(row.text(3));
    if (!body) return tl::unexpected(body.error());
    answer.body.assign(body->begin(), body->end());
    return {};
  };
  // SQLite reads a column's overflow pages only when it is asked for: the body costs nothing here.
  auto read =
      database_.each("SELECT mime, xml_root, bytes, body FROM file WHERE path = ?", take, path);
  if (!read) return tl::unexpected(read.error());
  return found;
}

Expected<bool> Replica::read_answer(std::string_view url, bool with_page, ReplicaAnswer& answer) {
  if (!has_answers_) return false;
  bool found = false;
  auto take = [&](const sqlite::Row& row) -> Expected<void> {
    found = true;
    answer.status = static_cast<int>(row.integer(0));
    answer.mime = row.string(1);
    answer.location = row.string(2);
    answer.xml_root = row.string(3);
    answer.body_bytes = static_cast<std::uint64_t>(row.integer(4));
    answer.header_bytes = static_cast<std::uint64_t>(row.integer(5));
    if (!with_page || !is_html(answer.mime)) return {};
    auto body = decompress(row.text(6));
    if (!body) return tl::unexpected(body.error());
    answer.body.assign(body->begin(), body->end());
    return {};
  };
  auto read = database_.each(
      "SELECT status, mime, location, xml_root, bytes, header_bytes, body FROM answer "
      "WHERE url = ?",
      take, url);
  if (!read) return tl::unexpected(read.error());
  return found;
}

Expected<bool> Replica::is_directory(std::string_view path) {
  bool found = false;
  auto read = database_.each(
      "SELECT 1 FROM directory WHERE path = ?",
      [&](const sqlite::Row&) -> Expected<void> {
        found = true;
        return {};
      },
      path);
  if (!read) return tl::unexpected(read.error());
  return found;
}

/// As a static web server: `dir` is 301 to `dir/`, `dir/` is `dir/index.html`, the query is ignored
/// when looking for the file, percent escapes decoded, and with clean URLs `name` is `name.html`.
Expected<ReplicaAnswer> Replica::answer(std::string_view url, bool with_page) {
  ReplicaAnswer answer;
  const auto recorded = read_answer(url, with_page, answer);
  if (!recorded) return tl::unexpected(recorded.error());
  if (*recorded) return answer;
  const std::string_view resource = url.substr(0, url.find('?'));
  const auto to_directory = [&] {
    answer.status = 301;
    answer.location = std::string(resource) + "/" + std::string(url.substr(resource.size()));
  };
  if (!resource.empty() && resource == base_url_.substr(0, base_url_.size() - 1)) {
    to_directory();
  } else if (resource.starts_with(base_url_)) {
    std::string path = single_slashes(percent_decode(resource.substr(base_url_.size())));
    if (path.empty() || path.ends_with('/')) path += "index.html";
    auto found = read_file(path, with_page, answer);
    if (found && !*found && clean_urls_) found = read_file(path + ".html", with_page, answer);
    if (!found) return tl::unexpected(found.error());
    if (!*found) {
      const auto directory = is_directory(path);
      if (!directory) return tl::unexpected(directory.error());
      if (*directory) to_directory();
    }
  }
  answer.header_bytes = header_bytes(answer);
  return answer;
}

}  // namespace tagtrail::host

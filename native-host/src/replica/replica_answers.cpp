#include "replica/replica_answers.hpp"

#include <fmt/format.h>

#include "system/codecs/zstd.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail::host {
namespace {

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

Expected<std::string> unpacked(std::string_view frame) {
  if (frame.empty()) return std::string();
  const auto bytes = TRY(decompress(frame));
  return std::string(bytes.begin(), bytes.end());
}

}  // namespace

ReplicaAnswer answer_of(const Response& response) {
  ReplicaAnswer answer;
  answer.status = response.status;
  answer.mime = response.mime;
  answer.location = response.location;
  answer.xml_root = response.xml_root;
  answer.file_name = response.file_name;
  answer.body_bytes = response.body_bytes;
  answer.header_bytes = response.header_bytes;
  return answer;
}

Expected<bool> ReplicaAnswers::read_file(std::string_view path, bool with_page,
                                         ReplicaAnswer& answer) {
  bool found = false;
  auto take = [&](const sqlite::Row& row) -> Expected<void> {
    found = true;
    answer.status = 200;
    answer.mime = row.string(0);
    answer.xml_root = row.string(1);
    answer.body_bytes = static_cast<std::uint64_t>(row.integer(2));
    if (!with_page || !is_html(answer.mime)) return {};
    auto body = TRY(unpacked(row.text(3)));
    answer.body = std::move(body);
    return {};
  };
  // SQLite reads a column's overflow pages only when it is asked for: the body costs nothing here.
  TRY(database_.each("SELECT mime, xml_root, bytes, body FROM file WHERE path = ?", take, path));
  return found;
}

Expected<bool> ReplicaAnswers::read_answer(std::string_view url, bool with_page,
                                           ReplicaAnswer& answer) {
  if (meta_.version < 2) return false;  // static trees only
  bool found = false;
  auto take = [&](const sqlite::Row& row) -> Expected<void> {
    found = true;
    answer.status = static_cast<int>(row.integer(0));
    answer.mime = row.string(1);
    answer.location = row.string(2);
    answer.xml_root = row.string(3);
    answer.body_bytes = static_cast<std::uint64_t>(row.integer(4));
    answer.header_bytes = static_cast<std::uint64_t>(row.integer(5));
    answer.content_type = row.string(6);
    answer.file_name = row.string(7);
    if (!with_page || !is_html(answer.mime)) return {};
    auto page = TRY(unpacked(row.text(8)));
    answer.page.assign(page.begin(), page.end());
    auto body = TRY(unpacked(row.text(9)));
    answer.body = std::move(body);
    return {};
  };
  TRY(database_.each(
      "SELECT status, mime, location, xml_root, bytes, header_bytes, content_type, file_name, "
      "page, "
      "body FROM answer WHERE url = ?",
      take, url));
  return found;
}

Expected<bool> ReplicaAnswers::is_directory(std::string_view path) {
  bool found = false;
  TRY(database_.each(
      "SELECT 1 FROM directory WHERE path = ?",
      [&](const sqlite::Row&) -> Expected<void> {
        found = true;
        return {};
      },
      path));
  return found;
}

std::string ReplicaAnswers::path_in_tree(std::string_view resource) const {
  std::string path = single_slashes(percent_decode(resource.substr(meta_.base_url.size())));
  if (path.empty() || path.ends_with('/')) path += "index.html";
  return path;
}

/// As a static web server: `dir` is 301 to `dir/`, `dir/` is `dir/index.html`, the query is ignored
/// when looking for the file, percent escapes decoded, and with clean URLs `name` is `name.html`.
Expected<bool> ReplicaAnswers::answer_from_tree(std::string_view url, bool with_page,
                                                ReplicaAnswer& answer) {
  const std::string_view resource = without_query(url);
  bool directory =
      !resource.empty() && resource == meta_.base_url.substr(0, meta_.base_url.size() - 1);
  if (!directory) {
    if (!resource.starts_with(meta_.base_url)) return false;
    const std::string path = path_in_tree(resource);
    auto found = read_file(path, with_page, answer);
    if (found && !*found && meta_.clean_urls) found = read_file(path + ".html", with_page, answer);
    if (!found || *found) return found;
    const auto known = TRY(is_directory(path));
    directory = known;
  }
  if (!directory) return false;
  answer.status = 301;
  answer.location = std::string(resource) + "/" + std::string(url.substr(resource.size()));
  return true;
}

Expected<ReplicaAnswer> ReplicaAnswers::answer(std::string_view url, bool with_page) {
  ReplicaAnswer answer;
  const auto recorded = TRY(read_answer(url, with_page, answer));
  if (recorded) return answer;
  TRY(answer_from_tree(url, with_page, answer));
  answer.header_bytes = header_bytes(answer);
  return answer;
}

Expected<bool> ReplicaAnswers::knows(std::string_view url) {
  ReplicaAnswer answer;
  const auto recorded = read_answer(url, false, answer);
  if (!recorded || *recorded) return recorded;
  return answer_from_tree(url, false, answer);
}

Expected<std::optional<std::string>> ReplicaAnswers::body(std::string_view url) {
  std::optional<std::string> body;
  const auto take = [&](const sqlite::Row& row) -> Expected<void> {
    if (row.is_null(0)) return {};
    auto bytes = TRY(unpacked(row.text(0)));
    body = std::move(bytes);
    return {};
  };
  ReplicaAnswer answer;
  const auto recorded = TRY(read_answer(url, false, answer));
  Expected<void> read;
  const std::string_view resource = without_query(url);
  if (recorded) {
    // An empty file has no bytes to keep.
    if (answer.body_bytes == 0) return std::optional<std::string>("");
    read = database_.each("SELECT body FROM answer WHERE url = ?", take, url);
  } else if (resource.starts_with(meta_.base_url)) {
    const std::string path = path_in_tree(resource);
    constexpr std::string_view kBody = "SELECT body FROM file WHERE path = ?";
    read = database_.each(kBody, take, std::string_view(path));
    if (read && !body && meta_.clean_urls) {
      read = database_.each(kBody, take, std::string_view(path + ".html"));
    }
  }
  if (!read) return tl::unexpected(read.error());
  return body;
}

Expected<Bytes> ReplicaAnswers::page_record(std::string_view url) {
  Bytes record;
  if (meta_.version < 2) return record;
  TRY(database_.each(
      "SELECT page FROM answer WHERE url = ?",
      [&](const sqlite::Row& row) -> Expected<void> {
        const auto page = TRY(unpacked(row.text(0)));
        record.assign(page.begin(), page.end());
        return {};
      },
      url));
  return record;
}

}  // namespace tagtrail::host

#include "bench/file_server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace tagtrail::host {
namespace {

constexpr std::uint64_t kLinksPerPage = 500;

std::string answer(std::string_view status, std::string_view mime, std::string_view body,
                   bool head_only) {
  return http_answer(status, fmt::format("Content-Type: {}\r\n", mime), body, head_only);
}

/// The number in PREFIX NUMBER SUFFIX.
std::optional<std::uint64_t> number_in(std::string_view path, std::string_view prefix,
                                       std::string_view suffix) {
  if (!path.starts_with(prefix) || !path.ends_with(suffix)) return std::nullopt;
  path.remove_prefix(prefix.size());
  path.remove_suffix(std::min(suffix.size(), path.size()));
  std::uint64_t number = 0;
  const auto read = std::from_chars(path.data(), path.data() + path.size(), number);
  if (read.ec != std::errc{} || read.ptr != path.data() + path.size()) return std::nullopt;
  return number;
}

std::string index_page(const FileSite& site, std::uint64_t page) {
  std::string html =
      fmt::format("<!DOCTYPE html><title>Files, page {}</title><ul class=\"files\">", page);
  const std::uint64_t first = page * kLinksPerPage;
  const std::uint64_t end = std::min(site.files, first + kLinksPerPage);
  for (std::uint64_t n = first; n < end; ++n) {
    html += fmt::format("<li><a href=\"/files/{0}.csv\">File {0}</a>\n", n);
  }
  html += "</ul>";
  if (end < site.files)
    html += fmt::format("<a class=\"next\" href=\"/page/{}\">Next</a>", page + 1);
  return html;
}

std::string file_body(const FileSite& site, std::uint64_t n) {
  std::string body = fmt::format("file,{}\n", n);
  constexpr std::string_view kRow = "1,2.5,some words in a row\n";
  while (body.size() < site.bytes) body += kRow;
  body.resize(std::max<std::size_t>(site.bytes, body.find('\n') + 1));
  return body;
}

}  // namespace

std::string file_site_answer(const FileSite& site, std::string_view path, bool head_only) {
  if (const auto n = number_in(path, "/files/", ".csv"); n && *n < site.files) {
    return answer("200 OK", "text/csv", file_body(site, *n), head_only);
  }
  const auto page = path == "/" ? std::optional<std::uint64_t>(0) : number_in(path, "/page/", "");
  if (page && *page * kLinksPerPage < std::max<std::uint64_t>(site.files, 1)) {
    return answer("200 OK", "text/html", index_page(site, *page), head_only);
  }
  return answer("404 Not Found", "text/plain", "none", head_only);
}

Expected<FileServer> FileServer::start(const FileSite& site) {
  return FileServer(TRY(LoopbackServer::start([site](std::string_view path, bool head_only) {
    return file_site_answer(site, path, head_only);
  })));
}

std::string FileServer::seed_url() const { return server_.url(); }

std::string FileServer::file_url(std::uint64_t n) const {
  return fmt::format("{}files/{}.csv", seed_url(), n);
}

}  // namespace tagtrail::host

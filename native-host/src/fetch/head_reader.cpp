#include "fetch/head_reader.hpp"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <utility>

#include "fetch/content_disposition.hpp"
#include "fetch/http_date.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// Fields that are kept as they are.
constexpr std::pair<std::string_view, std::string AnswerHead::*> kTexts[] = {
    {"etag", &AnswerHead::etag},
    {"last-modified", &AnswerHead::last_modified},
    {"retry-after", &AnswerHead::retry_after},
    {"date", &AnswerHead::date},
    {"refresh", &AnswerHead::refresh},
    {"content-range", &AnswerHead::content_range}};

/// As browsers take bytes of an unknown encoding.
std::string bytes_escaped(std::string_view value) {
  std::string out;
  for (const char c : value) {
    const bool ascii = static_cast<unsigned char>(c) < 0x80;
    out += ascii ? std::string(1, c) : percent_encoded(std::string_view(&c, 1));
  }
  return out;
}

/// What stands before the next `;`.
std::string_view next_part(std::string_view& rest) {
  const std::size_t end = std::min(rest.find(';'), rest.size());
  const std::string_view part = trim(rest.substr(0, end));
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return part;
}

/// What stands behind `=`.
std::string_view value_in(std::string_view part) {
  const std::size_t equals = part.find('=');
  return equals == std::string_view::npos ? std::string_view{} : trim(part.substr(equals + 1));
}

/// Whether it has no value, or has expired. Max-Age counts before Expires (RFC 6265, 5.3).
bool takes_cookie_away(std::string_view cookie) {
  const std::string_view value = value_in(next_part(cookie));
  if (value.empty() || value == "\"\"") return true;
  bool expired = false;
  while (!cookie.empty()) {
    const std::string_view part = next_part(cookie);
    const std::string name = ascii_lower(trim(part.substr(0, part.find('='))));
    const std::string_view said = value_in(part);
    if (name == "max-age") return said == "0" || said.starts_with('-');
    if (name != "expires") continue;
    const std::int64_t now = std::time(nullptr);
    const auto ends = parse_http_date(std::string(said), now);
    expired = ends && *ends <= now;
  }
  return expired;
}

}  // namespace

bool HeadReader::take(std::string_view line) {
  head_.header_bytes += line.size();
  if (complete_) return false;
  const std::string_view text = trim(line);
  if (line.starts_with("HTTP/")) {
    begin(text);
    return false;
  }
  if (text.empty()) {
    complete_ = head_.status >= 200;
    if (chunked_) head_.bad_length = false;
    return complete_;
  }
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos) {
    field(ascii_lower(trim(text.substr(0, colon))), trim(text.substr(colon + 1)));
  }
  return false;
}

void HeadReader::begin(std::string_view status_line) {
  const std::uint64_t bytes = head_.header_bytes;
  head_ = AnswerHead{};
  chunked_ = false;
  head_.header_bytes = bytes;
  const std::size_t space = status_line.find(' ');
  if (space == std::string_view::npos) return;
  const std::string_view code = trim(status_line.substr(space)).substr(0, 3);
  std::from_chars(code.data(), code.data() + code.size(), head_.status);
}

void HeadReader::read_length(std::string_view value) {
  std::uint64_t length = 0;
  const char* end = value.data() + value.size();
  const auto [rest, error] = std::from_chars(value.data(), end, length);
  if (rest != end) return;
  const bool other = head_.content_length && *head_.content_length != length;
  if (error != std::errc{} || other) head_.bad_length = true;
  if (error == std::errc{}) head_.content_length = length;
}

/// Nobody has registered these; json-server, GitLab, WordPress and many frameworks send them.
void HeadReader::read_list(std::string_view name, std::string_view value) {
  const bool total = name == "x-total-count" || name == "x-total" || name == "x-wp-total";
  const bool pages = name == "x-total-pages" || name == "x-wp-totalpages";
  if (!total && !pages) return;
  std::uint64_t number = 0;
  const char* end = value.data() + value.size();
  const auto [rest, error] = std::from_chars(value.data(), end, number);
  if (error == std::errc{} && rest == end) {
    (total ? head_.listed_total : head_.listed_pages) = number;
  }
}

void HeadReader::field(std::string_view name, std::string_view value) {
  read_list(name, value);
  for (const auto& [known, member] : kTexts) {
    if (name == known) head_.*member = to_valid_utf8(value);
  }
  if (name == "content-type") {
    head_.content_type = to_valid_utf8(value);
    head_.mime = mime_essence(head_.content_type);
  } else if (name == "location" && head_.location.empty()) {
    const std::string written = is_valid_utf8(value) ? std::string(value) : bytes_escaped(value);
    if (auto target = canonical_url(written, url_)) head_.location = std::move(*target);
  } else if (name == "content-disposition" && head_.file_name.empty()) {
    head_.file_name = content_disposition_name(value);
  } else if (name == "content-length") {
    read_length(value);
  } else if (name == "transfer-encoding") {
    chunked_ = true;
  } else if (name == "content-encoding" && !value.empty() && ascii_lower(value) != "identity") {
    if (!head_.content_encoding.empty()) head_.content_encoding += ", ";
    head_.content_encoding += to_valid_utf8(value);
  } else if (name == "link" && head_.link.size() + value.size() < kManyFieldsBytes) {
    head_.link.append(head_.link.empty() ? "" : ", ").append(value);
  } else if (name == "set-cookie" && head_.set_cookies.size() + value.size() < kManyFieldsBytes) {
    head_.set_cookies.append(trim(value.substr(0, value.find(';')))).append("\n");
    head_.ends_cookie = head_.ends_cookie || takes_cookie_away(value);
  } else if (name == "accept-ranges") {
    head_.refuses_ranges = ascii_lower(value) == "none";
  }
}

}  // namespace tagtrail::host

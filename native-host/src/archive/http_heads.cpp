#include "archive/http_heads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::array<std::string_view, 7> kSecrets{"cookie",
                                                   "cookie2",
                                                   "set-cookie",
                                                   "set-cookie2",
                                                   "authorization",
                                                   "proxy-authorization",
                                                   "authentication-info"};

bool is_secret(std::string_view name) {
  return std::find(kSecrets.begin(), kSecrets.end(), name) != kSecrets.end();
}

/// Lines of a head without their ends, folded ones with what they belong to.
template <typename Take>
void each_field(std::string_view raw, Take&& take) {
  bool first = true;
  std::string field;
  const auto flush = [&] {
    if (!field.empty()) take(std::string_view(field), std::exchange(first, false));
    field.clear();
  };
  while (!raw.empty()) {
    const std::size_t end = std::min(raw.find('\n'), raw.size());
    std::string_view line = raw.substr(0, end);
    raw.remove_prefix(std::min(end + 1, raw.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const bool folded = line.starts_with(' ') || line.starts_with('\t');
    if (!folded) flush();
    if (folded) field += ' ';
    field += folded ? trim(line) : line;
  }
  flush();
}

std::string_view protocol_of(std::string_view version) {
  if (version == "HTTP/1.0") return "http/1.0";
  if (version.starts_with("HTTP/2")) return "h2";
  if (version.starts_with("HTTP/3")) return "h3";
  return "http/1.1";
}

/// Readers of WARC know HTTP/1 heads only.
std::string_view written_version(std::string_view protocol) {
  return protocol == "http/1.0" ? "HTTP/1.0" : "HTTP/1.1";
}

std::string name_of(std::string_view field) {
  return ascii_lower(trim(field.substr(0, std::min(field.find(':'), field.size()))));
}

std::string_view value_of(std::string_view field) {
  const std::size_t colon = field.find(':');
  return colon == std::string_view::npos ? std::string_view{} : trim(field.substr(colon + 1));
}

std::string_view reason_of(int status) {
  constexpr auto kReasons =
      std::to_array<std::pair<int, std::string_view>>({{200, "OK"},
                                                       {301, "Moved Permanently"},
                                                       {302, "Found"},
                                                       {303, "See Other"},
                                                       {307, "Temporary Redirect"},
                                                       {308, "Permanent Redirect"},
                                                       {401, "Unauthorized"},
                                                       {403, "Forbidden"},
                                                       {404, "Not Found"}});
  const auto* const at = std::find_if(kReasons.begin(), kReasons.end(),
                                      [&](const auto& reason) { return reason.first == status; });
  return at == kReasons.end() ? std::string_view() : at->second;
}

}  // namespace

ArchivedHead archived_request_head(std::string_view raw) {
  ArchivedHead head;
  each_field(raw, [&head](std::string_view field, bool first) {
    if (first) {
      const std::size_t space = field.rfind(' ');
      const std::size_t version = space == std::string_view::npos ? field.size() : space + 1;
      head.protocol = protocol_of(field.substr(version));
      head.text = fmt::format("{}{}\r\n", field.substr(0, version), written_version(head.protocol));
    } else if (!is_secret(name_of(field))) {
      head.text += fmt::format("{}\r\n", field);
    }
  });
  head.text += "\r\n";
  return head;
}

ArchivedHead archived_response_head(std::string_view raw, const ArchivedBody& body) {
  ArchivedHead head;
  const std::string length = std::to_string(body.bytes);
  bool has_length = false;
  each_field(raw, [&](std::string_view field, bool first) {
    if (first) {
      const std::size_t space = std::min(field.find(' '), field.size());
      head.protocol = protocol_of(field.substr(0, space));
      head.text = fmt::format("{}{}\r\n", written_version(head.protocol), field.substr(space));
      return;
    }
    const std::string name = name_of(field);
    if (is_secret(name)) return;
    bool renamed = name == "transfer-encoding" || name == "content-encoding";
    if (name == "content-length" && !body.none) {
      renamed = value_of(field) != length;
      has_length = has_length || !renamed;
    }
    head.text += fmt::format("{}{}\r\n", renamed && !body.none ? "x-orig-" : "", field);
  });
  if (!body.none && !has_length && !head.text.empty()) {
    head.text += fmt::format("Content-Length: {}\r\n", length);
  }
  head.text += "\r\n";
  return head;
}

RebuiltHead::RebuiltHead(int status)
    : text_(fmt::format("HTTP/1.1 {:03} {}\r\n", status, reason_of(status))) {}

RebuiltHead::RebuiltHead(std::string_view method, std::string_view url) {
  const std::string origin = origin_of(url);
  const std::size_t slashes = origin.find("://");
  const std::string_view path = url.substr(std::min(origin.size(), url.size()));
  text_ = fmt::format("{} {} HTTP/1.1\r\nHost: {}\r\n", method, path.empty() ? "/" : path,
                      slashes == std::string::npos ? origin : origin.substr(slashes + 3));
}

void RebuiltHead::add(std::string_view name, std::string_view value) {
  value = trim(value.substr(0, std::min(value.find_first_of("\r\n"), value.size())));
  if (!value.empty()) text_ += fmt::format("{}: {}\r\n", name, value);
}

}  // namespace tagtrail::host

#include "tagtrail/url.hpp"

#include <ada.h>

#include <algorithm>
#include <vector>

#include "tagtrail/text.hpp"

namespace tagtrail {
namespace {

bool is_http(std::string_view protocol) { return protocol == "http:" || protocol == "https:"; }

/// Encodes in the path the two characters that browsers write differently (`^` and `|`).
std::string encode_disputed(std::string_view href) {
  const std::size_t authority = href.find("//");
  const std::size_t path =
      authority == std::string_view::npos ? std::string_view::npos : href.find('/', authority + 2);
  if (path == std::string_view::npos) return std::string(href);
  std::string out(href.substr(0, path));
  bool in_path = true;
  for (const char c : href.substr(path)) {
    if (c == '?') in_path = false;
    if (in_path && c == '^') {
      out.append("%5E");
    } else if (in_path && c == '|') {
      out.append("%7C");
    } else {
      out.push_back(c);
    }
  }
  return out;
}

/// Of a text that is too long to be parsed: `data:` and `javascript:` are no address of the web,
/// however long, and nothing is lost with them.
bool has_other_scheme(std::string_view text) {
  const std::size_t end = text.find_first_of(":/?#");
  if (end == std::string_view::npos || text[end] != ':') return false;
  return !is_http(ascii_lower(trim(text.substr(0, end + 1))));
}

bool is_unprintable(char c) { return static_cast<unsigned char>(c) < 0x20; }

/// The start of a URL in an error message, so that a hostile one does not fill the screen.
std::string excerpt(std::string_view text) {
  std::string shown(utf8_prefix(text, 120));
  for (char& c : shown) {
    if (is_unprintable(c)) c = ' ';
  }
  return text.size() > shown.size() ? shown + "..." : shown;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::uint16_t parse_port(std::string_view digits, std::string_view scheme) {
  unsigned port = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9' || port > 65535) return 0;
    port = port * 10 + static_cast<unsigned>(c - '0');
  }
  if (digits.empty()) return scheme == "https" ? 443 : 80;
  return static_cast<std::uint16_t>(port <= 65535 ? port : 0);
}

std::string key_of(ada::url_aggregator& url) {
  url.set_hash("");
  url.set_username("");
  url.set_password("");
  return encode_disputed(url.get_href());
}

/// ada 2.7.4 leaves the dot segments of a path in which a name begins with a dot (`/.b/../c`), so
/// the URL standard's rules for them are applied to what it made, too. Escaped ones it finds.
std::string without_dot_segments(const std::string& key) {
  const std::size_t begin = key.find('/', key.find("//") + 2);
  const std::size_t end = std::min(key.find('?', begin), key.size());
  if (key.find("/.", begin) >= end) return key;
  std::string_view path = std::string_view(key).substr(begin + 1, end - begin - 1);
  std::vector<std::string_view> kept;
  for (bool last = false; !last;) {
    const std::size_t slash = path.find('/');
    const std::string_view segment = path.substr(0, slash);
    last = slash == std::string_view::npos;
    if (segment == ".." && !kept.empty()) kept.pop_back();
    const bool dots = segment == "." || segment == "..";
    if (!dots || last) kept.push_back(dots ? std::string_view{} : segment);
    if (!last) path.remove_prefix(slash + 1);
  }
  std::string resolved = key.substr(0, begin);
  for (const std::string_view segment : kept) resolved.append("/").append(segment);
  return resolved.append(key, end);
}

/// `base` is null where there is none.
Expected<std::string> resolved(std::string_view text, const ada::url_aggregator* base) {
  if (text.size() > kMaxUrlBytes && has_other_scheme(text)) {
    return fail(ErrorCode::invalid_url, "only http and https are fetched: " + excerpt(text));
  }
  if (text.size() > kMaxUrlBytes) {
    return fail(ErrorCode::too_large, "URL of " + std::to_string(text.size()) +
                                          " bytes; the limit is " + std::to_string(kMaxUrlBytes));
  }
  const std::string valid = to_valid_utf8(text);
  auto url = ada::parse<ada::url_aggregator>(valid, base);
  if (!url) return fail(ErrorCode::invalid_url, "not a URL: " + excerpt(valid));
  if (!is_http(url->get_protocol())) {
    return fail(ErrorCode::invalid_url, "only http and https are fetched: " + excerpt(valid));
  }
  std::string key = without_dot_segments(key_of(*url));
  if (key.size() > kMaxUrlBytes) {
    return fail(ErrorCode::too_large,
                "resolved URL is over " + std::to_string(kMaxUrlBytes) + " bytes: " + excerpt(key));
  }
  return key;
}

}  // namespace

struct UrlBase::Parsed {
  ada::result<ada::url_aggregator> url;
};

UrlBase::UrlBase(std::string_view base)
    : text_(base),
      parsed_(
          std::make_unique<Parsed>(Parsed{ada::parse<ada::url_aggregator>(to_valid_utf8(base))})) {}

UrlBase::~UrlBase() = default;

Expected<std::string> UrlBase::resolve(std::string_view text) const {
  if (!parsed_->url) return fail(ErrorCode::invalid_url, "not a URL: " + excerpt(text_));
  return resolved(text, &*parsed_->url);
}

Expected<std::string> canonical_url(std::string_view text, std::string_view base) {
  return base.empty() ? resolved(text, nullptr) : UrlBase(base).resolve(text);
}

UrlParts split_url(std::string_view key) {
  UrlParts parts;
  const std::size_t colon = key.find("://");
  if (colon == std::string_view::npos) return parts;
  parts.scheme = key.substr(0, colon);
  std::string_view rest = key.substr(colon + 3);
  const std::size_t slash = rest.find('/');
  std::string_view authority = rest.substr(0, slash);
  const std::size_t port_colon =
      authority.find(':', authority.starts_with('[') ? authority.find(']') : 0);
  parts.host = authority.substr(0, port_colon);
  parts.port = parse_port(
      port_colon == std::string_view::npos ? std::string_view{} : authority.substr(port_colon + 1),
      parts.scheme);
  if (slash == std::string_view::npos) return parts;
  rest = rest.substr(slash);
  const std::size_t question = rest.find('?');
  parts.path = rest.substr(0, question);
  if (question != std::string_view::npos) parts.query = rest.substr(question + 1);
  return parts;
}

std::string origin_of(std::string_view key) {
  const std::size_t colon = key.find("://");
  if (colon == std::string_view::npos) return {};
  return std::string(key.substr(0, key.find('/', colon + 3)));
}

std::string url_extension(std::string_view key) {
  const std::string_view path = split_url(key).path;
  const std::string_view name =
      path.substr(path.rfind('/') == std::string_view::npos ? 0 : path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return {};
  const std::string extension = ascii_lower(name.substr(dot + 1));
  if (extension.empty() || extension.size() > 12) return {};
  for (const char c : extension) {
    if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))) return {};
  }
  return extension;
}

std::string percent_decode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 &&
        hex_value(text[i + 2]) >= 0) {
      out.push_back(static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2])));
      i += 2;
    } else {
      out.push_back(text[i]);
    }
  }
  return out;
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = is_letter_or_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
    if (plain) {
      out.push_back(c);
    } else {
      out.append("%").append(1, kDigits[byte >> 4U]).append(1, kDigits[byte & 15U]);
    }
  }
  return out;
}

}  // namespace tagtrail

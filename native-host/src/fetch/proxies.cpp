#include "fetch/proxies.hpp"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <memory>

#include "fetch/site_login.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

struct FreeUrl {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
using Url = std::unique_ptr<CURLU, FreeUrl>;

std::string url_part(const Url& url, CURLUPart part, unsigned flags = 0) {
  char* text = nullptr;
  if (curl_url_get(url.get(), part, &text, flags) != CURLUE_OK) return {};
  std::string out(text);
  curl_free(text);
  return out;
}

tl::unexpected<Error> bad(const char* why) {
  return fail(ErrorCode::invalid_argument,
              fmt::format("{}; write for example http://proxy.example.org:3128 or "
                          "socks5://USER:PASSWORD@127.0.0.1:1080",
                          why));
}

Expected<void> take_login(Proxy& proxy, std::optional<LoginPair> login) {
  if (!login) {
    return bad(
        "the login of the proxy can't be used: a name without colon, and both at most 255 "
        "bytes without control characters");
  }
  proxy.user = std::move(login->user);
  proxy.password = std::move(login->password);
  return {};
}

struct Address {
  std::array<unsigned char, 16> bytes{};
  unsigned bits = 0;  ///< of the whole address; 0: it is none
};

Address address_of(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  const std::string word(text);
  Address address;
  if (inet_pton(AF_INET, word.c_str(), address.bytes.data()) == 1) {
    address.bits = 32;
  } else if (inet_pton(AF_INET6, word.c_str(), address.bytes.data()) == 1) {
    address.bits = 128;
  }
  return address;
}

bool same_prefix(const Address& a, const Address& b, unsigned bits) {
  for (unsigned i = 0; i < bits; ++i) {
    const unsigned mask = 0x80U >> (i % 8);
    if (((a.bytes[i / 8] ^ b.bytes[i / 8]) & mask) != 0) return false;
  }
  return true;
}

bool in_block(std::string_view entry, const Address& host) {
  const std::size_t slash = entry.find('/');
  const Address block = address_of(entry.substr(0, slash));
  if (host.bits == 0 || block.bits != host.bits) return false;
  unsigned bits = block.bits;
  if (slash != std::string_view::npos) {
    const std::string_view length = entry.substr(slash + 1);
    const auto read = std::from_chars(length.data(), length.data() + length.size(), bits);
    if (read.ec != std::errc{} || read.ptr != length.data() + length.size()) return false;
  }
  return bits <= block.bits && same_prefix(host, block, bits);
}

/// The first of these variables that is not empty.
const char* variable(std::initializer_list<const char*> names, const char*& name) {
  for (const char* candidate : names) {
    const char* value = std::getenv(candidate);
    if (value == nullptr || *value == '\0') continue;
    name = candidate;
    return value;
  }
  return nullptr;
}

Expected<std::optional<Proxy>> read_variable(std::initializer_list<const char*> names) {
  const char* name = nullptr;
  const char* value = variable(names, name);
  if (value == nullptr) return std::optional<Proxy>{};
  auto proxy = parse_proxy(value);
  if (!proxy) {
    return fail(ErrorCode::invalid_argument,
                fmt::format("the environment variable {}: {}", name, proxy.error().message));
  }
  return std::optional(std::move(*proxy));
}

std::vector<std::string> read_bypass() {
  const char* name = nullptr;
  const char* value = variable({"no_proxy", "NO_PROXY"}, name);
  std::vector<std::string> entries{"localhost", "127.0.0.0/8", "::1"};
  std::string_view rest = value == nullptr ? "" : value;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find_first_of(", "), rest.size());
    if (end > 0) entries.push_back(ascii_lower(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return entries;
}

}  // namespace

std::string Proxy::address() const { return fmt::format("{}://{}:{}", scheme, host, port); }

Expected<Proxy> parse_proxy(std::string_view text) {
  const bool has_scheme = text.find("://") != std::string_view::npos;
  const std::string whole = (has_scheme ? "" : "http://") + std::string(trim(text));
  const Url url(curl_url());
  if (!url || curl_url_set(url.get(), CURLUPART_URL, whole.c_str(), CURLU_NON_SUPPORT_SCHEME) !=
                  CURLUE_OK) {
    return bad("this is not the address of a proxy");
  }
  Proxy proxy;
  proxy.scheme = ascii_lower(url_part(url, CURLUPART_SCHEME));
  if (proxy.scheme == "socks5h") proxy.scheme = "socks5";
  if (proxy.scheme != "http" && proxy.scheme != "https" && proxy.scheme != "socks5") {
    return bad("proxies are http, https, socks5 or socks5h");
  }
  proxy.host = ascii_lower(url_part(url, CURLUPART_HOST));
  const std::string path = url_part(url, CURLUPART_PATH);
  if (proxy.host.empty() || (!path.empty() && path != "/") ||
      !url_part(url, CURLUPART_QUERY).empty() || !url_part(url, CURLUPART_FRAGMENT).empty()) {
    return bad("this is not the address of a proxy");
  }
  const std::string port = url_part(url, CURLUPART_PORT);
  const auto read = std::from_chars(port.data(), port.data() + port.size(), proxy.port);
  if (read.ec != std::errc{} || proxy.port == 0) return bad("the proxy's port is missing");
  std::string user = url_part(url, CURLUPART_USER, CURLU_URLDECODE);
  std::string password = url_part(url, CURLUPART_PASSWORD, CURLU_URLDECODE);
  // What is there but can't be decoded comes out empty, and must not be taken for none.
  if (password.empty() && !url_part(url, CURLUPART_PASSWORD).empty()) user.clear();
  if (whole.find('@') != std::string::npos) {
    TRY(take_login(proxy, LoginPair::of(std::move(user), std::move(password))));
  }
  return proxy;
}

Expected<void> set_login(Proxy& proxy, std::string_view login) {
  return take_login(proxy, LoginPair::read(login));
}

bool bypass_matches(std::string_view entry, std::string_view host) {
  if (entry == "*") return true;
  const Address address = address_of(host);
  if (address.bits != 0) return in_block(entry, address);
  while (entry.starts_with('.')) entry.remove_prefix(1);
  if (entry.ends_with('.')) entry.remove_suffix(1);
  if (host.ends_with('.')) host.remove_suffix(1);
  if (entry.empty() || !host.ends_with(entry)) return false;
  return host.size() == entry.size() || host[host.size() - entry.size() - 1] == '.';
}

Expected<Proxies> Proxies::from_environment() {
  Proxies proxies;
  auto http = TRY(read_variable({"http_proxy", "all_proxy", "ALL_PROXY"}));
  auto https = TRY(read_variable({"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"}));
  proxies.bypass_ = read_bypass();
  const auto& bypass = proxies.bypass_;
  if (std::find(bypass.begin(), bypass.end(), "*") != bypass.end()) return Proxies{};
  proxies.http_ = std::move(http);
  proxies.https_ = std::move(https);
  return proxies;
}

const Proxy* Proxies::for_url(std::string_view url) const {
  const std::optional<Proxy>& proxy = url.starts_with("https:") ? https_ : http_;
  if (!proxy) return nullptr;
  const std::string_view host = split_url(url).host;
  const bool direct = std::any_of(bypass_.begin(), bypass_.end(),
                                  [&](const auto& entry) { return bypass_matches(entry, host); });
  return direct ? nullptr : &*proxy;
}

bool Proxies::has_login() const {
  return (http_ && http_->has_login()) || (https_ && https_->has_login());
}

std::string Proxies::description() const {
  const auto name = [](const Proxy& proxy) {
    return proxy.address() + (proxy.has_login() ? ", with a login" : "");
  };
  if (!any()) return {};
  if (http_ && https_ && http_->address() == https_->address()) return name(*http_);
  if (!https_) return name(*http_) + " for http";
  if (!http_) return name(*https_) + " for https";
  return fmt::format("{} for http, {} for https", name(*http_), name(*https_));
}

}  // namespace tagtrail::host

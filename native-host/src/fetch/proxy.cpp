#include "fetch/proxy.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

/// What SOCKS5 can carry (RFC 1929).
constexpr std::size_t kLoginBytes = 255;

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

bool is_plain(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F;
  });
}

Expected<void> take_login(Proxy& proxy, std::string user, std::string password) {
  // A colon in the name would be read as its end (RFC 7617).
  const bool fits = user.size() <= kLoginBytes && password.size() <= kLoginBytes &&
                    user.find(':') == std::string::npos;
  if (user.empty() || !fits || !is_plain(user) || !is_plain(password)) {
    return bad(
        "the login of the proxy can't be used: a name without colon, and both at most 255 "
        "bytes without control characters");
  }
  proxy.user = std::move(user);
  proxy.password = std::move(password);
  return {};
}

}  // namespace

std::string Proxy::address() const { return fmt::format("{}://{}:{}", scheme, host, port); }

Expected<Proxy> parse_proxy(std::string_view text) {
  const bool has_scheme = text.find("://") != std::string_view::npos;
  const std::string whole = (has_scheme ? "" : "http://") + std::string(trim(text));
  const Url url(curl_url());
  if (!url || curl_url_set(url.get(), CURLUPART_URL, whole.c_str(), CURLU_NON_SUPPORT_SCHEME) !=
                  CURLUE_OK) {
    return bad("this is no address of a proxy");
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
    return bad("this is no address of a proxy");
  }
  const std::string port = url_part(url, CURLUPART_PORT);
  const auto read = std::from_chars(port.data(), port.data() + port.size(), proxy.port);
  if (read.ec != std::errc{} || proxy.port == 0) return bad("the proxy's port is missing");
  std::string user = url_part(url, CURLUPART_USER, CURLU_URLDECODE);
  std::string password = url_part(url, CURLUPART_PASSWORD, CURLU_URLDECODE);
  // What is there but can't be decoded comes out empty, and must not be taken for none.
  if (password.empty() && !url_part(url, CURLUPART_PASSWORD).empty()) user.clear();
  if (whole.find('@') != std::string::npos) {
    TRY(take_login(proxy, std::move(user), std::move(password)));
  }
  return proxy;
}

Expected<void> set_login(Proxy& proxy, std::string_view login) {
  const std::size_t colon = std::min(login.find(':'), login.size());
  const std::string_view password = login.substr(std::min(colon + 1, login.size()));
  return take_login(proxy, std::string(login.substr(0, colon)), std::string(password));
}

}  // namespace tagtrail::host

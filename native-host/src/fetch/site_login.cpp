#include "fetch/site_login.hpp"

#include <algorithm>

#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// What SOCKS5 can carry (RFC 1929), and more than anybody types.
constexpr std::size_t kLoginBytes = 255;

bool is_plain(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F;
  });
}

}  // namespace

std::optional<LoginPair> LoginPair::of(std::string user, std::string password) {
  const bool fits = user.size() <= kLoginBytes && password.size() <= kLoginBytes &&
                    user.find(':') == std::string::npos;
  if (user.empty() || !fits || !is_plain(user) || !is_plain(password)) return std::nullopt;
  return LoginPair{std::move(user), std::move(password)};
}

std::optional<LoginPair> LoginPair::read(std::string_view written) {
  const std::size_t colon = std::min(written.find(':'), written.size());
  const std::string_view password = written.substr(std::min(colon + 1, written.size()));
  return of(std::string(written.substr(0, colon)), std::string(password));
}

bool SiteLogin::is_for(std::string_view url) const { return origin_of(url) == origin; }

WrittenUrl without_login(std::string_view written) {
  const std::size_t scheme = written.find("://");
  const std::size_t begin = scheme == std::string_view::npos ? 0 : scheme + 3;
  const std::size_t end = std::min(written.find_first_of("/?#", begin), written.size());
  const std::size_t at = written.substr(0, end).rfind('@');
  if (at == std::string_view::npos || at < begin) return {std::string(written), {}};
  const std::string_view pair = written.substr(begin, at - begin);
  const std::size_t colon = std::min(pair.find(':'), pair.size());
  std::string login = percent_decode(pair.substr(0, colon));
  // A colon that was encoded is part of the name, which then can't be sent: it must not be split.
  if (login.find(':') != std::string::npos) login = ":";
  if (colon < pair.size()) login += ":" + percent_decode(pair.substr(colon + 1));
  return {std::string(written.substr(0, begin)).append(written.substr(at + 1)), std::move(login)};
}

Expected<SiteLogin> site_login(std::string_view url, std::string_view pair) {
  auto login = LoginPair::read(pair);
  if (!login) {
    return fail(ErrorCode::invalid_argument,
                "the site's login can't be used: USER:PASSWORD, a name without colon, and both at "
                "most 255 bytes without control characters");
  }
  return SiteLogin{std::move(*login), origin_of(url)};
}

}  // namespace tagtrail::host

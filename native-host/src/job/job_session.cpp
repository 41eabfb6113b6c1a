#include "job/job_session.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

#include "fetch/cookie_jar.hpp"

namespace tagtrail::host {
namespace {

constexpr std::string_view kLentCookies = "lent-cookies";
constexpr std::string_view kSiteLogin = "site-login";
constexpr std::string_view kProxyAddress = "proxy";
constexpr std::string_view kProxyLogin = "proxy-login";
constexpr std::string_view kNoProxy = "none";  ///< for an address
/// Their values: whether the job needs what a person lends.
constexpr std::string_view kLends = "needed";
constexpr std::string_view kLendsNothing = "none";
/// More than any browser keeps.
constexpr std::size_t kMostBytes = 16 << 20;

Expected<void> recall_login(JobStore& store, const JobOptions& options) {
  if (options.login) return store.set(kSiteLogin, kLends);
  if (TRY(store.get(kSiteLogin)) != kLends) return {};
  return fail(ErrorCode::invalid_argument,
              fmt::format("this job logs in to its site, and logins are not stored: write "
                          "USER:PASSWORD@ before the host again, or put USER:PASSWORD into the "
                          "environment variable {}",
                          kSiteLoginVariable));
}

/// The proxy with the login that the environment has for it.
Expected<Proxies> with_login(Proxy proxy) {
  const char* login = std::getenv(kProxyLoginVariable);
  if (!proxy.has_login() && login != nullptr && *login != '\0') {
    if (auto set = set_login(proxy, login); !set) {
      return fail(set.error().code,
                  fmt::format("{}: {}", kProxyLoginVariable, set.error().message));
    }
  }
  return Proxies(std::move(proxy));
}

Expected<Proxies> remember_proxy(JobStore& store, const Proxies& wanted) {
  const auto& proxy = wanted.http();
  auto proxies = TRY(proxy ? with_login(*proxy) : Expected<Proxies>{});
  TRY(store.set(kProxyAddress, proxy ? proxy->address() : std::string(kNoProxy)));
  TRY(store.set(kProxyLogin, proxies.has_login() ? kLends : kLendsNothing));
  return proxies;
}

}  // namespace

Expected<Proxies> proxies_of_job(JobStore& store, const std::optional<Proxies>& wanted) {
  if (wanted) return remember_proxy(store, *wanted);
  const auto address = TRY(store.get(kProxyAddress));
  if (!address) return Proxies::from_environment();
  if (*address == kNoProxy) return Proxies{};
  auto proxy = parse_proxy(*address);
  if (!proxy) return fail(ErrorCode::invalid_data, "the job's proxy is damaged");
  auto proxies = with_login(std::move(*proxy));
  const auto login = TRY(store.get(kProxyLogin));
  if (proxies && login == kLends && !proxies->has_login()) {
    return fail(ErrorCode::invalid_argument,
                fmt::format("this job goes through the proxy {} with a login, and logins are not "
                            "stored: give --proxy with USER:PASSWORD@ again, or put USER:PASSWORD "
                            "into the environment variable {}; --proxy none continues without",
                            *address, kProxyLoginVariable));
  }
  return proxies;
}

Expected<std::string> read_cookies(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string lines(kMostBytes, '\0');
  in.read(lines.data(), static_cast<std::streamsize>(lines.size()));
  if (!in.is_open() || in.bad()) {
    return fail(ErrorCode::invalid_argument, "can't read " + file.string());
  }
  lines.resize(static_cast<std::size_t>(in.gcount()));
  if (CookieJar().add(lines) > 0) return lines;
  return fail(ErrorCode::invalid_argument,
              file.string() +
                  " holds no cookies in the Netscape format (cookies.txt), as curl, wget and "
                  "browsers' exporters write it");
}

Expected<std::string> recall_session(JobStore& store, const JobOptions& options) {
  TRY(recall_login(store, options));
  if (options.cookies) {
    TRY(store.set(kLentCookies, options.cookies->empty() ? kLendsNothing : kLends));
    TRY(store.set(kCookies, ""));
    return *options.cookies;
  }
  if (TRY(store.get(kLentCookies)) == kLends) {
    return fail(ErrorCode::invalid_argument,
                "this job was begun with --cookies FILE, and such cookies are not stored: give the "
                "file again; --cookies none continues without");
  }
  return TRY(store.get(kCookies)).value_or("");
}

}  // namespace tagtrail::host

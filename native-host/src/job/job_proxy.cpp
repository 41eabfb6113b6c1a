#include "job/job_proxy.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string>

namespace tagtrail::host {
namespace {

constexpr std::string_view kAddress = "proxy";
constexpr std::string_view kLogin = "proxy-login";
constexpr std::string_view kNone = "none";
constexpr std::string_view kNeeded = "needed";

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

Expected<Proxies> remember(JobStore& store, const Proxies& wanted) {
  const auto& proxy = wanted.http();
  auto proxies = TRY(proxy ? with_login(*proxy) : Expected<Proxies>{});
  TRY(store.set(kAddress, proxy ? proxy->address() : std::string(kNone)));
  TRY(store.set(kLogin, proxies.has_login() ? kNeeded : kNone));
  return proxies;
}

}  // namespace

Expected<Proxies> proxies_of_job(JobStore& store, const std::optional<Proxies>& wanted) {
  if (wanted) return remember(store, *wanted);
  const auto address = TRY(store.get(kAddress));
  if (!address) return Proxies::from_environment();
  if (*address == kNone) return Proxies{};
  auto proxy = parse_proxy(*address);
  if (!proxy) return fail(ErrorCode::invalid_data, "the job's proxy is damaged");
  auto proxies = with_login(std::move(*proxy));
  const auto login = TRY(store.get(kLogin));
  if (proxies && login == kNeeded && !proxies->has_login()) {
    return fail(ErrorCode::invalid_argument,
                fmt::format("this job goes through the proxy {} with a login, and logins are not "
                            "stored: give --proxy with USER:PASSWORD@ again, or put USER:PASSWORD "
                            "into the environment variable {}; --proxy none continues without",
                            *address, kProxyLoginVariable));
  }
  return proxies;
}

}  // namespace tagtrail::host

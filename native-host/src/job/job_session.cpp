#include "job/job_session.hpp"

#include <fmt/format.h>

#include <fstream>

#include "fetch/cookie_jar.hpp"

namespace tagtrail::host {
namespace {

constexpr std::string_view kLentCookies = "lent-cookies";
constexpr std::string_view kSiteLogin = "site-login";
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

}  // namespace

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

#include "fetch/curl_request.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace tagtrail::host {
namespace {

constexpr long kReceiveBuffer = 64 * 1024;

void add_field(HeaderList& fields, const std::string& field) {
  curl_slist* longer = curl_slist_append(fields.get(), field.c_str());
  if (longer == nullptr) return;
  (void)fields.release();
  fields.reset(longer);
}

/// Both, as RFC 9110 has it: who knows entity tags ignores the date.
void add_conditions(HeaderList& fields, const Validators& validators) {
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty() && can_be_sent_back(value)) add_field(fields, name + value);
  };
  add("If-None-Match: ", validators.etag);
  add("If-Modified-Since: ", validators.last_modified);
}

/// Whatever the environment says. The names of sites are never looked up here when a proxy does it.
void use_proxy(CURL* handle, const Proxy* proxy) {
  // Set even when empty: else libcurl asks the environment.
  curl_easy_setopt(handle, CURLOPT_NOPROXY, "");
  if (proxy == nullptr) {
    curl_easy_setopt(handle, CURLOPT_PROXY, "");
    return;
  }
  const bool socks = proxy->scheme == "socks5";
  const std::string url =
      fmt::format("{}://{}:{}", socks ? "socks5h" : proxy->scheme, proxy->host, proxy->port);
  curl_easy_setopt(handle, CURLOPT_PROXY, url.c_str());
  curl_easy_setopt(handle, CURLOPT_PROXY_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(handle, CURLOPT_PROXY_SSL_VERIFYHOST, 2L);
  curl_easy_setopt(handle, CURLOPT_PROXYAUTH, static_cast<long>(CURLAUTH_BASIC));
  curl_easy_setopt(handle, CURLOPT_SOCKS5_AUTH, static_cast<long>(CURLAUTH_BASIC));
  if (!proxy->has_login()) return;
  curl_easy_setopt(handle, CURLOPT_PROXYUSERNAME, proxy->user.c_str());
  curl_easy_setopt(handle, CURLOPT_PROXYPASSWORD, proxy->password.c_str());
}

/// Whether libcurl finds the system's certificates one by one in their folder, by hash.
bool has_folder_of_certificates() {
  static const bool has = [] {
    const curl_version_info_data* facts = curl_version_info(CURLVERSION_NOW);
    if (facts->age < CURLVERSION_SEVENTH || facts->capath == nullptr) return false;
    std::error_code error;
    for (std::filesystem::directory_iterator at(facts->capath, error), end; !error && at != end;
         at.increment(error)) {
      if (at->path().extension() == ".0") return true;
    }
    return false;
  }();
  return has;
}

/// `file` is read in addition to the system's certificates, which libcurl also knows as one file:
/// all in it would lie in the memory of each process.
void use_certificates(CURL* handle, const std::string& file) {
  if (file.empty() && !has_folder_of_certificates()) return;
  const char* name = file.empty() ? nullptr : file.c_str();
  curl_easy_setopt(handle, CURLOPT_CAINFO, name);
  curl_easy_setopt(handle, CURLOPT_PROXY_CAINFO, name);
}

}  // namespace

HeaderList set_up_request(CURL* handle, const FetchRequest& request,
                          const DownloaderOptions& options, const Proxy* proxy,
                          const Resumption& resumption) {
  const auto set = [handle](CURLoption option, auto value) {
    curl_easy_setopt(handle, option, value);
  };
  set(CURLOPT_URL, request.url.c_str());
  set(CURLOPT_PATH_AS_IS, 1L);
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
  set(CURLOPT_SSL_VERIFYPEER, 1L);
  set(CURLOPT_SSL_VERIFYHOST, 2L);
  use_certificates(handle, options.ca_file.native());
  use_proxy(handle, proxy);
  set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  set(CURLOPT_USERAGENT, options.user_agent.c_str());
  if (!request.anonymous && options.login && options.login->is_for(request.url)) {
    set(CURLOPT_HTTPAUTH, static_cast<long>(CURLAUTH_BASIC));
    set(CURLOPT_USERNAME, options.login->user.c_str());
    set(CURLOPT_PASSWORD, options.login->password.c_str());
  }
  if (!request.referer.empty()) set(CURLOPT_REFERER, request.referer.c_str());
  if (request.method == Method::head) set(CURLOPT_NOBODY, 1L);
  if (!request.query.empty()) {
    set(CURLOPT_POSTFIELDSIZE, static_cast<long>(request.query.size()));
    set(CURLOPT_POSTFIELDS, request.query.c_str());
    // Who does not read it would take it for the next request.
    set(CURLOPT_FORBID_REUSE, 1L);
  }
  set(CURLOPT_BUFFERSIZE, kReceiveBuffer);
  // A transfer that is given up does not wait for the thread that looks up its name.
  set(CURLOPT_QUICK_EXIT, 1L);
  set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(options.connect_timeout.count()));
  HeaderList fields(nullptr, &curl_slist_free_all);
  // Taken off by BodyDecoder: libcurl must know of none.
  if (resumption.asks()) {
    add_field(fields, "Accept-Encoding: identity");
    for (const std::string& field : resumption.fields()) add_field(fields, field);
  } else {
    add_field(fields, "Accept-Encoding: gzip, deflate, br, zstd");
    add_conditions(fields, request.validators);
  }
  if (!request.query.empty()) add_field(fields, "Content-Type: application/json");
  set(CURLOPT_HTTPHEADER, fields.get());
  return fields;
}

bool curl_sees_host(const std::string& url, std::string_view host) {
  CURLU* parsed = curl_url();
  char* seen = nullptr;
  const bool same = parsed != nullptr &&
                    curl_url_set(parsed, CURLUPART_URL, url.c_str(), 0) == CURLUE_OK &&
                    curl_url_get(parsed, CURLUPART_HOST, &seen, 0) == CURLUE_OK && host == seen;
  curl_free(seen);
  curl_url_cleanup(parsed);
  return same;
}

}  // namespace tagtrail::host

#include "fleet/s3_request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "fetch/curl_errors.hpp"
#include "fetch/user_agent.hpp"
#include "system/sha256.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr long kConnectMs = 10'000;
/// Slower than this for so long is no connection. A store may think for minutes, of a large upload
/// that is complete for instance; one whose machine is gone is found out by the probes below.
constexpr long kLeastBytesASecond = 1024;
constexpr long kSlowSeconds = 300;
constexpr long kProbeAfterSeconds = 30;
constexpr long kProbeEverySeconds = 10;
/// Of a request with a body, beside the time for that.
constexpr std::uint64_t kAnswerSeconds = 330;
constexpr std::uint64_t kUploadBytesASecond = 16 * 1024;
constexpr std::size_t kLongestField = 8192;

constexpr std::array<std::string_view, 8> kFields{
    "content-length", "content-range",       "date",        "etag",
    "last-modified",  "x-amz-bucket-region", "retry-after", "x-amz-request-id"};

bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

/// RFC 3986, 2.3.
std::string encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_unreserved(c)) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

using Fields = std::unique_ptr<curl_slist, void (*)(curl_slist*)>;

void add(Fields& fields, const std::string& line) {
  if (curl_slist* longer = curl_slist_append(fields.get(), line.c_str())) {
    (void)fields.release();
    fields.reset(longer);
  }
}

/// What comes of one request while libcurl runs it.
struct Receiver {
  const S3Request& request;
  const std::atomic<bool>& given_up;
  std::uint64_t to_pass = 0;  ///< what of a whole answer is there already
  S3Answer answer{};
  Error broken{};  ///< by whoever takes the body
  bool is_broken = false;
  bool has_head = false;  ///< all of it: to libcurl one that is cut is an answer without a body

  void on_field(std::string_view line) {
    has_head = trim(line).empty();
    if (line.starts_with("HTTP/")) {
      answer.fields.clear();
      return;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || line.size() > kLongestField) return;
    std::string name = ascii_lower(line.substr(0, colon));
    if (std::find(kFields.begin(), kFields.end(), name) == kFields.end()) return;
    answer.fields[std::move(name)] = trim(line.substr(colon + 1));
  }

  bool on_body(std::string_view piece, long status) {
    if (request.take && (status == 200 || status == 206)) {
      if (status == 200) {
        // It may have sent all where the rest was asked for.
        const auto passed = std::min<std::uint64_t>(to_pass, piece.size());
        to_pass -= passed;
        piece.remove_prefix(static_cast<std::size_t>(passed));
      }
      auto taken = request.take(piece);
      if (taken) return true;
      broken = taken.error();
      return !(is_broken = true);
    }
    if (answer.body.size() + piece.size() > kMostS3Answer) {
      broken = {ErrorCode::too_large, "the store's answer is too large"};
      return !(is_broken = true);
    }
    answer.body.append(piece);
    return true;
  }
};

std::size_t header_callback(char* data, std::size_t, std::size_t size, void* receiver) {
  static_cast<Receiver*>(receiver)->on_field({data, size});
  return size;
}

struct BodyCall {
  Receiver& receiver;
  CURL* handle;
};

std::size_t body_callback(char* data, std::size_t, std::size_t size, void* call) {
  const auto& body = *static_cast<BodyCall*>(call);
  long status = 0;
  curl_easy_getinfo(body.handle, CURLINFO_RESPONSE_CODE, &status);
  return body.receiver.on_body({data, size}, status) ? size : 0;
}

int progress_callback(void* receiver, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<Receiver*>(receiver)->given_up.load() ? 1 : 0;
}

void set_method(CURL* handle, const S3Request& request) {
  if (request.method == "HEAD") {
    curl_easy_setopt(handle, CURLOPT_NOBODY, 1L);
  } else if (request.method == "PUT" || request.method == "POST") {
    // Always with a length, also of nothing.
    curl_easy_setopt(handle, CURLOPT_POST, 1L);
    curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE,
                     static_cast<curl_off_t>(request.body.size()));
    curl_easy_setopt(handle, CURLOPT_POSTFIELDS, request.body.empty() ? "" : request.body.data());
  }
  if (request.method != "HEAD" && request.method != "GET") {
    curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, request.method.c_str());
  }
}

Fields fields_of(const S3Request& request, const S3Credentials& keys) {
  Fields fields(nullptr, &curl_slist_free_all);
  add(fields, "x-amz-content-sha256: " +
                  (request.body_sha256.empty() ? sha256_of({}) : request.body_sha256));
  if (!keys.token.empty()) add(fields, "x-amz-security-token: " + keys.token);
  if (request.method == "PUT" || request.method == "POST") {
    add(fields, "Content-Type: application/octet-stream");
  }
  if (request.from > 0) add(fields, fmt::format("Range: bytes={}-", request.from));
  for (const std::string& field : request.fields) add(fields, field);
  return fields;
}

void set_limits(CURL* handle, const S3Request& request) {
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, kConnectMs);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, kLeastBytesASecond);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, kSlowSeconds);
  curl_easy_setopt(handle, CURLOPT_TCP_KEEPALIVE, 1L);
  curl_easy_setopt(handle, CURLOPT_TCP_KEEPIDLE, kProbeAfterSeconds);
  curl_easy_setopt(handle, CURLOPT_TCP_KEEPINTVL, kProbeEverySeconds);
  if (request.take) return;
  const std::uint64_t seconds = kAnswerSeconds + request.body.size() / kUploadBytesASecond;
  curl_easy_setopt(handle, CURLOPT_TIMEOUT, static_cast<long>(seconds));
}

S3Failure failure_of(CURLcode code, const Receiver& receiver, std::string_view detail,
                     const S3Place& place) {
  if (receiver.is_broken) return {receiver.broken, false};
  if (receiver.given_up.load()) return {{ErrorCode::disconnected, "the store was given up"}, false};
  const bool tls = fetch_error_of(code) == FetchError::tls;
  if (code == CURLE_OK) code = CURLE_GOT_NOTHING;
  std::string words = tls ? to_valid_utf8(detail) + "; AWS_CA_BUNDLE names an authority of your own"
                          : std::string(curl_easy_strerror(code));
  return {{ErrorCode::network,
           fmt::format("the store at {} is not reached: {}", place.base, std::move(words))},
          !tls};
}

}  // namespace

std::string s3_query(const std::map<std::string, std::string>& query) {
  std::string text;
  for (const auto& [name, value] : query) {
    if (!text.empty()) text += '&';
    // With an `=` also where there is no value: libcurl before 8.3 signs what stands here.
    text += encoded(name) + "=" + encoded(value);
  }
  return text;
}

std::string S3Answer::field(const std::string& name) const {
  const auto at = fields.find(name);
  return at == fields.end() ? std::string() : at->second;
}

S3Connections::S3Connections(S3Place place, const std::atomic<bool>& given_up)
    : place_(std::move(place)), given_up_(given_up) {
  static const CURLcode initialized = curl_global_init(CURL_GLOBAL_DEFAULT);
  (void)initialized;  // without it there are no handles, and borrow() finds that out
  if (const char* bundle = std::getenv("AWS_CA_BUNDLE")) authorities_ = bundle;
}

S3Connections::~S3Connections() = default;

S3Connections::Handle S3Connections::borrow() {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return Handle(curl_easy_init());
  Handle handle = std::move(idle_.back());
  idle_.pop_back();
  return handle;
}

void S3Connections::give_back(Handle handle) {
  curl_easy_reset(handle.get());
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(handle));
}

tl::expected<S3Answer, S3Failure> S3Connections::ask(const S3Request& request,
                                                     const S3Credentials& keys) {
  Handle owned = borrow();
  CURL* handle = owned.get();
  if (handle == nullptr) {
    return tl::unexpected(S3Failure{{ErrorCode::internal, "libcurl could not be initialized"}});
  }
  std::string url = request.name.empty() ? place_.base : place_.url_of(request.name);
  if (!request.query.empty()) url += "?" + s3_query(request.query);
  Receiver receiver{request, given_up_, request.from};
  BodyCall body{receiver, handle};
  std::array<char, CURL_ERROR_SIZE> says{};
  const std::string signing = fmt::format("aws:amz:{}:s3", place_.region);
  const Fields fields = fields_of(request, keys);
  const auto set = [handle](CURLoption option, auto value) {
    curl_easy_setopt(handle, option, value);
  };
  set(CURLOPT_URL, url.c_str());
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_PATH_AS_IS, 1L);
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_USERAGENT, std::string(kUserAgent).c_str());
  set(CURLOPT_AWS_SIGV4, signing.c_str());
  set(CURLOPT_USERNAME, keys.key_id.c_str());
  set(CURLOPT_PASSWORD, keys.secret.c_str());
  set(CURLOPT_HTTPHEADER, fields.get());
  set(CURLOPT_ERRORBUFFER, says.data());
  if (!authorities_.empty()) set(CURLOPT_CAINFO, authorities_.c_str());
  set_method(handle, request);
  set_limits(handle, request);
  set(CURLOPT_HEADERFUNCTION, &header_callback);
  set(CURLOPT_HEADERDATA, &receiver);
  set(CURLOPT_WRITEFUNCTION, &body_callback);
  set(CURLOPT_WRITEDATA, &body);
  set(CURLOPT_NOPROGRESS, 0L);
  set(CURLOPT_XFERINFOFUNCTION, &progress_callback);
  set(CURLOPT_XFERINFODATA, &receiver);
  const CURLcode code = curl_easy_perform(handle);
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  receiver.answer.status = static_cast<int>(status);
  give_back(std::move(owned));
  // One that refuses need not take the rest of a body, and may close first.
  const bool failed = code != CURLE_OK && (receiver.is_broken || status < 300);
  if (failed || !receiver.has_head) {
    return tl::unexpected(failure_of(code, receiver, says.data(), place_));
  }
  return std::move(receiver.answer);
}

}  // namespace tagtrail::host

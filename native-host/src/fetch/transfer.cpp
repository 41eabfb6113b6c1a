#include "fetch/transfer.hpp"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>

#include "fetch/address_guard.hpp"
#include "fetch/curl_errors.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// Newer versions of libcurl give up there themselves, and call it a failure to receive.
constexpr std::uint64_t kHeaderBytes = 300 * 1024;
constexpr std::uint64_t kSuspiciousHeaderBytes = 256 * 1024;
/// CURLE_TOO_LARGE; before libcurl 8.6 it was CURLE_OUT_OF_MEMORY: what a line over 100 KiB ends
/// with.
constexpr int kTooLarge = 100;
constexpr const char* kHeaderFlood = "the answer's header section is too large";
constexpr std::chrono::seconds kDrainTime{5};
constexpr int kLoginRequired = 407;

}  // namespace

Transfer::Transfer(FetchRequest request, const TransferContext& context)
    : request_(std::move(request)),
      context_(context),
      proxy_(context.options.proxies.for_url(request_.url)),
      reader_(request_.url),
      body_(request_, context.options, result_) {
  result_.ticket = request_.ticket;
  started_ = last_byte_ = head_at_ = Clock::now();
  if (may_be_sent()) set_up();
}

bool Transfer::may_be_sent() {
  const std::string_view host = split_url(request_.url).host;
  if (host.empty() || !curl_sees_host(request_.url, host)) {
    return result_.give_up(FetchError::unsupported,
                           "not a URL that can be fetched: " + request_.url);
  }
  if (!context_.options.allow_private &&
      (is_private_literal(host) || (proxy_ != nullptr && is_private_name(host)))) {
    return result_.give_up(FetchError::refused_address, refused_text(host));
  }
  handle_.reset(curl_easy_init());
  return handle_ || result_.give_up(FetchError::network, "libcurl has no more handles");
}

void Transfer::set_up() {
  resumption_.find(request_, context_.options);
  fields_ = set_up_request(handle(), request_, context_.options, proxy_, resumption_);
  const auto set = [this](CURLoption option, auto value) {
    curl_easy_setopt(handle(), option, value);
  };
  set(CURLOPT_ERRORBUFFER, curl_says_.data());
  set(CURLOPT_HEADERFUNCTION, &Transfer::header_callback);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_WRITEFUNCTION, &Transfer::body_callback);
  set(CURLOPT_WRITEDATA, this);
  set(CURLOPT_OPENSOCKETFUNCTION, &Transfer::socket_callback);
  set(CURLOPT_OPENSOCKETDATA, this);
  set(CURLOPT_PRIVATE, this);
  if (!request_.anonymous) context_.cookies->attach(handle());
  if (context_.options.keep_raw) raw_.attach(handle());
}

std::size_t Transfer::header_callback(char* data, std::size_t, std::size_t size, void* self) {
  // Any other count than that of the bytes ends the transfer.
  return static_cast<Transfer*>(self)->on_header({data, size}) ? size : CURL_WRITEFUNC_ERROR;
}

std::size_t Transfer::body_callback(char* data, std::size_t, std::size_t size, void* self) {
  return static_cast<Transfer*>(self)->on_body({data, size}) ? size : CURL_WRITEFUNC_ERROR;
}

curl_socket_t Transfer::socket_callback(void* self, curlsocktype, curl_sockaddr* address) {
  return static_cast<Transfer*>(self)->on_socket(*address);
}

curl_socket_t Transfer::on_socket(const curl_sockaddr& address) {
  // The only connection of a transfer with a proxy is the one to it, which is the user's wish.
  if (!context_.options.allow_private && proxy_ == nullptr && is_private_address(&address.addr)) {
    refused_ = true;
    return CURL_SOCKET_BAD;
  }
  return socket(address.family, address.socktype | SOCK_CLOEXEC, address.protocol);
}

bool Transfer::on_header(std::string_view line) {
  last_byte_ = Clock::now();
  raw_.on_response_line(line, reader_.complete());
  const bool complete = reader_.take(line);
  if (reader_.head().header_bytes > kHeaderBytes) {
    return result_.give_up(FetchError::too_large, kHeaderFlood);
  }
  return !complete || on_head();
}

/// The head is complete: asks what to do with the body.
bool Transfer::on_head() {
  head_at_ = last_byte_;
  if (proxy_ != nullptr && reader_.head().status == kLoginRequired) {
    // A site could send it, too, to end the job: what has come through a proxy before shows that it
    // works.
    result_.proxy_failed = !context_.proxy_works;
    return result_.give_up(FetchError::network, login_refused_text(*proxy_));
  }
  answered_ = true;
  new_cookie_ =
      !request_.anonymous && context_.cookies->notices(request_.url, reader_.head().set_cookies);
  if (reader_.head().bad_length && request_.method != Method::head) {
    return result_.give_up(FetchError::truncated, "the server does not say how long the answer is");
  }
  if (const char* why = resumption_.heed(reader_.head(), request_.method)) {
    return result_.give_up(FetchError::truncated, why);
  }
  result_.plan = context_.plan(request_, head());
  if (resumption_.whole() && result_.plan != BodyPlan::file) {
    return result_.give_up(FetchError::truncated, resumption_.refuse());
  }
  if (request_.method == Method::head) return true;
  const DownloaderOptions& options = context_.options;
  const bool whole = options.keep_raw || !request_.query.empty();
  const bool wanted = body_.open(head(), resumption_.take_kept(), whole ? 0 : options.resume_from);
  if (body_.busy()) curl_easy_pause(handle(), CURLPAUSE_RECV);
  return wanted;
}

bool Transfer::on_body(std::string_view bytes) {
  last_byte_ = Clock::now();
  const bool was_busy = body_.busy();
  const bool wanted = body_.take(bytes);
  // libcurl brings nothing more until what is there has been worked on.
  if (body_.busy() && !was_busy) curl_easy_pause(handle(), CURLPAUSE_RECV);
  return wanted;
}

bool Transfer::work() {
  last_byte_ = Clock::now();
  if (!body_.work()) return false;
  // What libcurl holds back comes in at once, and may end the transfer.
  if (!body_.busy()) curl_easy_pause(handle(), CURLPAUSE_CONT);
  return !is_ended();
}

Transfer::Clock::time_point Transfer::deadline() const {
  const BodyLimits& limits = context_.options;
  // Until the connection stands, connect_timeout rules.
  const auto stalled =
      last_byte_ + std::max(limits.stall_timeout, context_.options.connect_timeout);
  const auto still = reader_.complete() ? last_byte_ + limits.stall_timeout : stalled;
  auto whole = started_ + limits.page_timeout + body_.more_time(head().content_length.has_value());
  if (is_unwanted()) whole = std::min(whole, head_at_ + kDrainTime);
  return std::min(still, whole);
}

TransferState Transfer::state() const {
  TransferState state;
  state.ticket = request_.ticket;
  state.url = request_.url;
  state.answered = reader_.complete();
  state.plan = result_.plan;
  state.body_bytes = body_.brought();
  state.came = body_.came();
  if (state.answered && !body_.is_encoded() && head().content_length) {
    state.missing = *head().content_length - std::min(*head().content_length, result_.body_bytes);
  }
  return state;
}

void Transfer::break_off(FetchError error, std::string text) {
  result_.set_aside = true;
  result_.give_up(error, std::move(text));
}

FetchResult Transfer::finish_late() {
  raw_.set_truncated("time");
  const BodyLimits& limits = context_.options;
  const std::string& mime = reader_.head().mime;
  const bool page_over = Clock::now() >= started_ + limits.page_timeout;
  const bool stays_when_cut =
      result_.plan == BodyPlan::memory && !result_.body.empty() && (mime.empty() || is_html(mime));
  // Asked again at once, what came too slowly would do so again, from its beginning.
  result_.set_aside = page_over && result_.plan == BodyPlan::file;
  if (page_over && stays_when_cut) {
    result_.cut = true;
  } else if (!is_unwanted()) {
    result_.give_up(
        FetchError::timeout,
        page_over ? fmt::format("not complete after {} s", limits.page_timeout.count() / 1000)
                  : fmt::format("nothing came for {} s", limits.stall_timeout.count() / 1000));
  }
  return hand_over();
}

FetchResult Transfer::finish(CURLcode code) {
  if (is_ended()) {
    raw_.set_truncated(result_.error == FetchError::timeout ? "time" : "length");
  } else {
    if (code != CURLE_OK) raw_.set_truncated("disconnect");
    settle(code);
  }
  return hand_over();
}

/// The verdict on a transfer that ended by itself.
void Transfer::settle(CURLcode code) {
  const std::uint64_t header_bytes = reader_.head().header_bytes;
  const bool endless_line = code == CURLE_OUT_OF_MEMORY || code == kTooLarge;
  if (code == CURLE_OK && !reader_.complete()) {
    result_.give_up(FetchError::network, "the server closed the connection without an answer");
  } else if (code == CURLE_OK) {
    body_.settle();
  } else if (is_unwanted()) {
    return;
  } else if (refused_ && code == CURLE_COULDNT_CONNECT) {
    result_.give_up(FetchError::refused_address, refused_text(split_url(request_.url).host));
  } else if (!reader_.complete() && (endless_line || header_bytes > kSuspiciousHeaderBytes)) {
    result_.give_up(FetchError::too_large, kHeaderFlood);
  } else if (reader_.complete()) {
    // What failed after the head was the body: an answer that was cut, not a site that is not
    // there.
    const FetchError error = fetch_error_of(code);
    result_.give_up(error == FetchError::network ? FetchError::truncated : error,
                    error_text_of(code, curl_says_.data()));
  } else if (auto why = proxy_ ? proxy_failure(handle(), code, *proxy_) : std::nullopt) {
    result_.proxy_failed = true;
    result_.give_up(FetchError::network, std::move(*why));
  } else {
    result_.unreached = !proxy_ && never_connected(handle(), code);
    result_.give_up(fetch_error_of(code), error_text_of(code, curl_says_.data()));
  }
}

FetchResult Transfer::hand_over() {
  result_.head = head();
  result_.head.new_cookie = new_cookie_;
  body_.close();
  resumption_.let_be();
  result_.raw = raw_.take(handle(), proxy_ != nullptr);
  const bool unwanted = result_.plan == BodyPlan::discard;
  const bool archived = result_.raw && result_.raw->truncated.empty();
  if (result_.error != FetchError::none || (unwanted && !archived)) result_.body.clear();
  if (handle_) {
    curl_off_t first_byte = 0;
    curl_off_t total = 0;
    curl_easy_getinfo(handle(), CURLINFO_STARTTRANSFER_TIME_T, &first_byte);
    curl_easy_getinfo(handle(), CURLINFO_TOTAL_TIME_T, &total);
    result_.latency = std::chrono::milliseconds(first_byte / 1000);
    result_.duration = std::chrono::milliseconds(total / 1000);
  }
  return std::move(result_);
}

}  // namespace tagtrail::host

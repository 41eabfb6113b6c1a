#include "fetch/transfer.hpp"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>

#include "fetch/address_guard.hpp"
#include "fetch/curl_errors.hpp"
#include "fetch/proxy_use.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::uint64_t kHeaderBytes = 1ULL << 20;
/// Newer versions of libcurl give up at 300 KiB, and call it a failure to receive.
constexpr std::uint64_t kSuspiciousHeaderBytes = 256 * 1024;
/// CURLE_TOO_LARGE; before libcurl 8.6 it was CURLE_OUT_OF_MEMORY: what a line over 100 KiB ends
/// with.
constexpr int kTooLarge = 100;
constexpr const char* kHeaderFlood = "the answer's header section is too large";
constexpr std::chrono::seconds kDrainTime{5};
constexpr int kLoginRequired = 407;
/// A file has as long as a page and a second more for each KiB, so that no server can hold a
/// transfer for ever with a byte now and then. One of which nobody says where it ends has to come
/// faster: it may have no end.
constexpr std::uint64_t kSlowestBytesPerSecond = 1024;
constexpr std::uint64_t kSlowestWithoutLength = 4096;

/// libcurl reads URLs with a parser of its own; both must see the same host.
bool curl_sees_same_host(const std::string& url) {
  CURLU* parsed = curl_url();
  char* host = nullptr;
  const bool same =
      parsed != nullptr && curl_url_set(parsed, CURLUPART_URL, url.c_str(), 0) == CURLUE_OK &&
      curl_url_get(parsed, CURLUPART_HOST, &host, 0) == CURLUE_OK && split_url(url).host == host;
  curl_free(host);
  curl_url_cleanup(parsed);
  return same;
}

}  // namespace

Transfer::Transfer(FetchRequest request, const TransferContext& context)
    : request_(std::move(request)), context_(context), reader_(request_.url) {
  result_.ticket = request_.ticket;
  started_ = last_byte_ = head_at_ = Clock::now();
  const std::string_view host = split_url(request_.url).host;
  proxy_ = context_.options.proxies.for_url(request_.url);
  if (host.empty() || !curl_sees_same_host(request_.url)) {
    end(Ending::failed, FetchError::unsupported, "not a URL that can be fetched: " + request_.url);
  } else if (!context_.options.allow_private &&
             (is_private_literal(host) || (proxy_ != nullptr && is_private_name(host)))) {
    end(Ending::failed, FetchError::refused_address, refused_text(host));
  } else {
    handle_ = curl_easy_init();
    if (handle_ == nullptr) {
      end(Ending::failed, FetchError::network, "libcurl has no more handles");
    } else {
      find_kept();
      set_up();
    }
  }
}

Transfer::~Transfer() {
  if (handle_ != nullptr) curl_easy_cleanup(handle_);
}

void Transfer::set_up() {
  const auto set = [this](CURLoption option, auto value) {
    curl_easy_setopt(handle_, option, value);
  };
  set(CURLOPT_URL, request_.url.c_str());
  set(CURLOPT_PATH_AS_IS, 1L);
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
  set(CURLOPT_SSL_VERIFYPEER, 1L);
  set(CURLOPT_SSL_VERIFYHOST, 2L);
  const std::string& ca_file = context_.options.ca_file.native();
  // Those of the system stay: libcurl reads them from their folder, too.
  if (!ca_file.empty()) {
    set(CURLOPT_CAINFO, ca_file.c_str());
    set(CURLOPT_PROXY_CAINFO, ca_file.c_str());
  }
  use_proxy(handle_, proxy_);
  set(CURLOPT_ERRORBUFFER, curl_says_.data());
  set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  // Taken off by BodyDecoder: libcurl must know of none.
  add_field(kept_ ? "Accept-Encoding: identity" : "Accept-Encoding: gzip, deflate, br, zstd");
  set(CURLOPT_USERAGENT, context_.options.user_agent.c_str());
  if (!request_.referer.empty()) set(CURLOPT_REFERER, request_.referer.c_str());
  if (request_.method == Method::head) set(CURLOPT_NOBODY, 1L);
  set(CURLOPT_BUFFERSIZE, kReceiveBuffer);
  // A transfer that is given up does not wait for the thread that looks up its name.
  set(CURLOPT_QUICK_EXIT, 1L);
  set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(context_.options.connect_timeout.count()));
  set(CURLOPT_HEADERFUNCTION, &Transfer::header_callback);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_WRITEFUNCTION, &Transfer::body_callback);
  set(CURLOPT_WRITEDATA, this);
  set(CURLOPT_OPENSOCKETFUNCTION, &Transfer::socket_callback);
  set(CURLOPT_OPENSOCKETDATA, this);
  set(CURLOPT_PRIVATE, this);
  if (kept_) {
    ask_for_rest();
  } else {
    add_conditions();
  }
  set(CURLOPT_HTTPHEADER, fields_.get());
  if (context_.options.keep_raw) raw_.attach(handle_);
}

void Transfer::add_field(const std::string& field) {
  curl_slist* longer = curl_slist_append(fields_.get(), field.c_str());
  if (longer == nullptr) return;
  (void)fields_.release();
  fields_.reset(longer);
}

/// Both, as RFC 9110 has it: who knows entity tags ignores the date.
void Transfer::add_conditions() {
  const auto add = [this](const char* name, const std::string& value) {
    if (!value.empty() && can_be_sent_back(value)) add_field(fmt::format("{}: {}", name, value));
  };
  add("If-None-Match", request_.validators.etag);
  add("If-Modified-Since", request_.validators.last_modified);
}

void Transfer::end(Ending ending, FetchError error, std::string text) {
  ending_ = ending;
  result_.error = error;
  result_.error_text = std::move(text);
}

std::size_t Transfer::header_callback(char* data, std::size_t, std::size_t size, void* self) {
  // Any other count than that of the bytes ends the transfer.
  return static_cast<Transfer*>(self)->on_header({data, size}) ? size : CURL_WRITEFUNC_ERROR;
}

std::size_t Transfer::body_callback(char* data, std::size_t, std::size_t size, void* self) {
  return static_cast<Transfer*>(self)->on_received({data, size}) ? size : CURL_WRITEFUNC_ERROR;
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
    end(Ending::failed, FetchError::too_large, kHeaderFlood);
    return false;
  }
  return !complete || on_head();
}

/// The head is complete: asks what to do with the body.
bool Transfer::on_head() {
  head_at_ = last_byte_;
  if (proxy_ != nullptr && reader_.head().status == kLoginRequired) {
    blame_proxy(login_refused_text(*proxy_));
    return false;
  }
  answered_ = true;
  if (reader_.head().bad_length && request_.method != Method::head) {
    end(Ending::failed, FetchError::truncated, "the server does not say how long the answer is");
    return false;
  }
  if (!heed_parts()) return false;
  result_.plan = context_.plan(request_, head());
  if (whole_ && result_.plan != BodyPlan::file) return refuse_rest();
  if (request_.method == Method::head) return true;
  if (!start_decoding()) return false;
  const std::uint64_t length = head().content_length.value_or(0);
  if (result_.plan == BodyPlan::discard) {
    if (length <= kDrainBytes) return true;
    end(Ending::enough, FetchError::none, {});
    return false;
  }
  return result_.plan != BodyPlan::file || open_file();
}

bool Transfer::open_file() {
  const std::uint64_t expected = decoder_ ? 0 : head().content_length.value_or(0);
  if (request_.max_file_bytes != 0 && expected > request_.max_file_bytes) {
    end(Ending::failed, FetchError::too_large, too_large_text(request_.max_file_bytes));
    return false;
  }
  if (kept_) return take_rest();
  const DownloaderOptions& options = context_.options;
  auto facts =
      options.keep_raw ? std::nullopt : resumable(request_.url, head(), options.resume_from);
  auto sink = facts ? FileSink::create_resumable(request_.directory, request_.ticket,
                                                 std::move(*facts), options.min_free_disk)
                    : FileSink::create(request_.directory, request_.ticket, expected,
                                       options.min_free_disk);
  if (!sink) {
    return fail_to_write(std::move(sink.error()));
  }
  sink_ = std::move(*sink);
  return true;
}

Transfer::Clock::time_point Transfer::deadline() const {
  const DownloaderOptions& options = context_.options;
  // Until the connection stands, connect_timeout rules.
  const auto stalled = last_byte_ + std::max(options.stall_timeout, options.connect_timeout);
  const auto still = reader_.complete() ? last_byte_ + options.stall_timeout : stalled;
  auto whole = started_ + options.page_timeout;
  if (result_.plan == BodyPlan::file) {
    const bool ends = head().content_length.has_value();
    const auto slowest = ends ? kSlowestBytesPerSecond : kSlowestWithoutLength;
    whole += std::chrono::seconds(received_ / slowest);
  } else if (reader_.complete() && result_.plan == BodyPlan::discard) {
    whole = std::min(whole, head_at_ + kDrainTime);
  }
  return std::min(still, whole);
}

TransferState Transfer::state() const {
  TransferState state;
  state.ticket = request_.ticket;
  state.url = request_.url;
  state.answered = reader_.complete();
  state.plan = result_.plan;
  state.received = received_;
  state.body_bytes = result_.body_bytes - bytes_before();
  state.came = std::max(received_, decoder_ ? decoder_->made() : 0);
  if (state.answered && !decoder_ && head().content_length) {
    state.missing = *head().content_length - std::min(*head().content_length, result_.body_bytes);
  }
  return state;
}

void Transfer::break_off(FetchError error, std::string text) {
  result_.set_aside = true;
  end(Ending::failed, error, std::move(text));
}

bool Transfer::stays_whole_when_cut() const {
  const std::string& mime = reader_.head().mime;
  return result_.plan == BodyPlan::memory && !result_.body.empty() &&
         (mime.empty() || is_html(mime));
}

FetchResult Transfer::finish_late() {
  raw_.set_truncated("time");
  const auto& options = context_.options;
  const bool page_over = Clock::now() >= started_ + options.page_timeout;
  // Asked again at once, what came too slowly would do so again, from its beginning.
  result_.set_aside = page_over && result_.plan == BodyPlan::file;
  if (reader_.complete() && result_.plan == BodyPlan::discard) {
    end(Ending::enough, FetchError::none, {});
  } else if (page_over && stays_whole_when_cut()) {
    result_.cut = true;
    end(Ending::enough, FetchError::none, {});
  } else {
    end(Ending::failed, FetchError::timeout,
        page_over ? fmt::format("not complete after {} s", options.page_timeout.count() / 1000)
                  : fmt::format("nothing came for {} s", options.stall_timeout.count() / 1000));
  }
  return hand_over();
}

FetchResult Transfer::finish(CURLcode code) {
  if (ending_ != Ending::none) {
    raw_.set_truncated(result_.error == FetchError::timeout ? "time" : "length");
  } else if (code != CURLE_OK) {
    raw_.set_truncated("disconnect");
  }
  if (ending_ == Ending::none) settle(code);
  return hand_over();
}

/// The verdict on a transfer that ended by itself.
void Transfer::settle(CURLcode code) {
  const bool unwanted_body = reader_.complete() && result_.plan == BodyPlan::discard;
  if (code == CURLE_OK || unwanted_body) {
    if (!reader_.complete()) {
      end(Ending::failed, FetchError::network,
          "the server closed the connection without an answer");
    }
    if (!unwanted_body && decoder_ && !decoder_->complete()) settle_coding();
    return;
  }
  if (refused_ && code == CURLE_COULDNT_CONNECT) {
    end(Ending::failed, FetchError::refused_address, refused_text(split_url(request_.url).host));
    return;
  }
  const bool endless_line = code == CURLE_OUT_OF_MEMORY || code == kTooLarge;
  if (!reader_.complete() &&
      (endless_line || reader_.head().header_bytes > kSuspiciousHeaderBytes)) {
    end(Ending::failed, FetchError::too_large, kHeaderFlood);
    return;
  }
  if (proxy_ != nullptr && !reader_.complete()) {
    if (auto why = proxy_failure(handle_, code, *proxy_)) {
      end(Ending::failed, FetchError::network, std::move(*why));
      result_.proxy_failed = true;
      return;
    }
  }
  const FetchError error = fetch_error_of(code);
  // What failed after the head was the body: an answer that was cut, not a site that is not there.
  const bool cut = reader_.complete() && error == FetchError::network;
  end(Ending::failed, cut ? FetchError::truncated : error, error_text_of(code, curl_says_.data()));
}

/// An answer of 407. A site could send it, too, to end the job: what has come through a proxy
/// before shows that it works.
void Transfer::blame_proxy(std::string text) {
  end(Ending::failed, FetchError::network, std::move(text));
  result_.proxy_failed = !context_.proxy_works;
}

void Transfer::finish_file() {
  if (sink_->expected() && *sink_->expected() != sink_->bytes()) {
    end(Ending::failed, FetchError::truncated, "the file does not have the length it should");
    return;
  }
  if (auto done = sink_->finish(); done) {
    result_.file = sink_->path();
    result_.sha256 = sink_->sha256();
  } else {
    fail_to_write(std::move(done.error()));
  }
}

/// No value of FetchError says that a disk can't be written; a full one needs the same of the user.
bool Transfer::fail_to_write(Error error) {
  result_.set_aside = error.code == ErrorCode::disk_full;
  end(Ending::failed, FetchError::disk_full, std::move(error.message));
  return false;
}

FetchResult Transfer::hand_over() {
  result_.head = head();
  if (sink_ && result_.error == FetchError::none) finish_file();
  keep_or_abandon();
  result_.raw = raw_.take(handle_, proxy_ != nullptr);
  const bool unwanted =
      result_.plan == BodyPlan::discard && result_.raw && !result_.raw->truncated.empty();
  if (result_.error != FetchError::none || unwanted) result_.body.clear();
  if (handle_ != nullptr) {
    curl_off_t first_byte = 0;
    curl_off_t total = 0;
    curl_easy_getinfo(handle_, CURLINFO_STARTTRANSFER_TIME_T, &first_byte);
    curl_easy_getinfo(handle_, CURLINFO_TOTAL_TIME_T, &total);
    result_.latency = std::chrono::milliseconds(first_byte / 1000);
    result_.duration = std::chrono::milliseconds(total / 1000);
  }
  return std::move(result_);
}

}  // namespace tagtrail::host

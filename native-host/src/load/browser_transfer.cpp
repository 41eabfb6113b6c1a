#include "load/browser_transfer.hpp"

#include <fmt/format.h>

#include "archive/http_heads.hpp"
#include "fetch/address_guard.hpp"
#include "fetch/curl_errors.hpp"
#include "load/captures.hpp"
#include "messaging/channel.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kChunkBytes = 256 * 1024;
constexpr std::size_t kHeaderValueBytes = 8 * 1024;
constexpr std::uint64_t kSlowestBytesPerSecond = 1024;

SteadyTime clock_now() { return std::chrono::steady_clock::now(); }

std::chrono::milliseconds since(SteadyTime start) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(clock_now() - start);
}

}  // namespace

BrowserTransfer::BrowserTransfer(FetchRequest request, const TransferRules& rules)
    : request_(std::move(request)), rules_(rules), started_(clock_now()), last_byte_(started_) {
  fetched_.final_url = request_.url;
  fetched_.result.raw = rebuilt_exchange(request_);
}

SteadyTime BrowserTransfer::late_at() const {
  const bool file = fetched_.result.plan == BodyPlan::file;
  const std::uint64_t more = file ? fetched_.result.body_bytes / kSlowestBytesPerSecond : 0;
  return started_ + rules_.page + std::chrono::seconds(more);
}

tl::unexpected<Error> BrowserTransfer::end(FetchError error, Error why) {
  fetched_.result.error = error;
  fetched_.result.error_text = why.message;
  return tl::unexpected(std::move(why));
}

/// The answer is not to be had; nothing of its body is sent.
bool BrowserTransfer::refuse(FetchError error, std::string text) {
  fetched_.result.error = error;
  fetched_.result.error_text = std::move(text);
  return false;
}

Expected<bool> BrowserTransfer::on_head(const Json& message) {
  if (has_head_) return fail(ErrorCode::invalid_argument, "fetch.head came before");
  has_head_ = true;
  last_byte_ = clock_now();
  FetchResult& result = fetched_.result;
  AnswerHead& head = result.head;
  head.status = status_of(message);
  head.content_type = text_of(message, "contentType", kHeaderValueBytes);
  head.mime = mime_essence(head.content_type);
  head.file_name = content_disposition_name(text_of(message, "disposition", kHeaderValueBytes));
  head.retry_after = text_of(message, "retryAfter", kHeaderValueBytes);
  RebuiltHead rebuilt(head.status);
  rebuilt.add("Content-Type", head.content_type);
  rebuilt.add("Content-Disposition", text_of(message, "disposition", kHeaderValueBytes));
  rebuilt.add("Retry-After", head.retry_after);
  result.raw->response_head = rebuilt.finish();
  const std::uint64_t length = number_of(message, "length");
  if (length > 0) head.content_length = length;
  result.latency = since(started_);
  const auto url = canonical_url(text_of(message, "url", kMaxUrlBytes));
  if (!url) return refuse(FetchError::unsupported, "the answer has no usable URL");
  const bool moved = *url != request_.url;
  fetched_.final_url = *url;
  if (moved && !rules_.any_scope && !rules_.scope.contains(*url)) {
    return refuse(FetchError::out_of_scope, "redirected to " + *url);
  }
  const std::string host(split_url(*url).host);
  // Names are looked up by whoever started this, before it keeps anything.
  if (moved && !rules_.allow_private && (is_private_literal(host) || is_private_name(host))) {
    return refuse(FetchError::refused_address, refused_text(host));
  }
  result.plan = plan_body(rules_.body, *url, head);
  if (request_.method == Method::head || result.plan == BodyPlan::discard) return false;
  if (result.plan == BodyPlan::file) return open_file(length);
  taken_ = true;
  return true;
}

Expected<bool> BrowserTransfer::open_file(std::uint64_t length) {
  if (request_.max_file_bytes != 0 && length > request_.max_file_bytes) {
    return refuse(FetchError::too_large, too_large_text(request_.max_file_bytes));
  }
  auto sink = FileSink::create(request_.directory, request_.ticket, length, rules_.min_free_disk);
  if (!sink) {
    fetched_.result.set_aside = sink.error().code == ErrorCode::disk_full;
    return refuse(FetchError::disk_full, std::move(sink.error().message));
  }
  sink_ = std::move(*sink);
  taken_ = true;
  return true;
}

Expected<void> BrowserTransfer::on_data(const Json& message) {
  if (!taken_ || enough_ || fetched_.result.error != FetchError::none) {
    return fail(ErrorCode::invalid_argument, "this body is not wanted");
  }
  last_byte_ = clock_now();
  const auto data = message.find("data");
  if (data == message.end() || !data->is_string()) {
    return end(FetchError::browser, {ErrorCode::invalid_argument, "fetch.data has no data"});
  }
  const auto bytes = from_base64(data->get_ref<const std::string&>());
  if (!bytes || bytes->size() > kChunkBytes) {
    return end(FetchError::browser,
               {ErrorCode::invalid_argument, "fetch.data is not base64 of at most 256 KiB"});
  }
  return keep({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
}

Expected<void> BrowserTransfer::keep(std::string_view bytes) {
  FetchResult& result = fetched_.result;
  result.body_bytes += bytes.size();
  if (sink_) {
    if (request_.max_file_bytes != 0 && result.body_bytes > request_.max_file_bytes) {
      return end(FetchError::too_large,
                 {ErrorCode::too_large, too_large_text(request_.max_file_bytes)});
    }
    auto written = sink_->write(bytes);
    if (written) return {};
    result.set_aside = written.error().code == ErrorCode::disk_full;
    return end(FetchError::disk_full, std::move(written.error()));
  }
  const std::size_t room = static_cast<std::size_t>(limits::kPageBytes) - result.body.size();
  result.body.append(bytes.substr(0, room));
  if (bytes.size() <= room) return {};
  result.cut = enough_ = true;
  return fail(ErrorCode::too_large, "that much of a page is enough");
}

/// The browser's own word on how it ended, and whether all that it sent has come.
void BrowserTransfer::settle(const Json& answer) {
  FetchResult& result = fetched_.result;
  if (result.error != FetchError::none || enough_) return;
  const std::string error = answer.is_object() ? text_of(answer, "error", 64) : "browser";
  if (!error.empty() || !has_head_) {
    result.error = error.empty() ? FetchError::browser : error_named(error);
    // The connection was there, and broke in the middle of a body.
    if (taken_ && result.error == FetchError::network) result.error = FetchError::truncated;
    result.error_text = "the browser could not fetch it: " + (error.empty() ? "no head" : error);
    return;
  }
  if (taken_ && number_of(answer, "bodyBytes") != result.body_bytes) {
    result.error = FetchError::truncated;
    result.error_text = "the browser sent less than it read";
    return;
  }
  if (!sink_) return;
  if (auto finished = sink_->finish(); !finished) {
    result.set_aside = finished.error().code == ErrorCode::disk_full;
    result.error = FetchError::disk_full;
    result.error_text = finished.error().message;
    return;
  }
  result.file = sink_->path();
  result.sha256 = sink_->sha256();
}

Fetcher::Fetched BrowserTransfer::finish(const Json& answer) {
  settle(answer);
  if (answer.is_object()) fetched_.redirects = hops_of(answer);
  if (fetched_.result.error == FetchError::timeout) {
    fetched_.result.raw->truncated = "time";
  } else if (fetched_.result.error != FetchError::none) {
    fetched_.result.raw->truncated = "disconnect";
  } else if (enough_ || (!taken_ && request_.method == Method::get)) {
    fetched_.result.raw->truncated = "length";
  }
  fetched_.result.ticket = request_.ticket;
  fetched_.result.duration = since(started_);
  sink_.reset();
  return std::move(fetched_);
}

Fetcher::Fetched BrowserTransfer::finish_late() {
  if (fetched_.result.error == FetchError::none) {
    fetched_.result.error = FetchError::timeout;
    fetched_.result.error_text = "the browser did not have it in time";
  }
  return finish(Json::object());
}

}  // namespace tagtrail::host

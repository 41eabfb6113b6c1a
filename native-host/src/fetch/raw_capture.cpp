#include "fetch/raw_capture.hpp"

#include <chrono>
#include <utility>

namespace tagtrail::host {

void RawCapture::attach(CURL* handle) {
  raw_.emplace();
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  raw_->sent_ms = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  curl_easy_setopt(handle, CURLOPT_VERBOSE, 1L);
  curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, &RawCapture::debug_callback);
  curl_easy_setopt(handle, CURLOPT_DEBUGDATA, this);
}

int RawCapture::debug_callback(CURL*, curl_infotype type, char* data, std::size_t size,
                               void* self) {
  const std::string_view text(data, size);
  // A request that a dead connection swallowed is sent again: the last one was answered.
  if (type == CURLINFO_HEADER_OUT && !text.starts_with("CONNECT ")) {
    static_cast<RawCapture*>(self)->raw_->request_head = text;
  }
  return 0;
}

void RawCapture::on_response_line(std::string_view line, bool head_is_complete) {
  if (!raw_ || head_is_complete) return;
  if (line.starts_with("HTTP/")) raw_->response_head.clear();
  raw_->response_head += line;
}

void RawCapture::set_truncated(std::string_view why) {
  if (raw_ && raw_->truncated.empty()) raw_->truncated = why;
}

std::optional<RawExchange> RawCapture::take(CURL* handle, bool through_proxy) {
  const char* address = nullptr;
  if (raw_ && handle != nullptr && !through_proxy &&
      curl_easy_getinfo(handle, CURLINFO_PRIMARY_IP, &address) == CURLE_OK && address != nullptr) {
    raw_->address = address;
  }
  return std::exchange(raw_, std::nullopt);
}

}  // namespace tagtrail::host

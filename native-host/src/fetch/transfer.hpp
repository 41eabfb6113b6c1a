// One transfer: a libcurl handle, its callbacks, and the verdict on how it ended.
#pragma once

#include <curl/curl.h>

#include <array>
#include <chrono>
#include <memory>
#include <string_view>

#include "fetch/body_receiver.hpp"
#include "fetch/cookie_jar.hpp"
#include "fetch/curl_request.hpp"
#include "fetch/head_reader.hpp"
#include "fetch/raw_capture.hpp"
#include "fetch/resumption.hpp"

namespace tagtrail::host {

/// What all transfers of a downloader share; outlives them.
struct TransferContext {
  DownloaderOptions options;
  Downloader::Plan plan;
  std::unique_ptr<CookieJar> cookies = std::make_unique<CookieJar>();
  bool proxy_works = false;  ///< something has come through it
};

/// Not movable: libcurl holds its address.
class Transfer {
 public:
  using Clock = std::chrono::steady_clock;

  Transfer(FetchRequest request, const TransferContext& context);
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  /// Null when the request can't be sent; finish() then says why.
  CURL* handle() const { return handle_.get(); }
  /// What has come is worked on by work(), in slices, and libcurl waits until that is done.
  bool busy() const { return body_.busy(); }
  /// One slice of it; while busy(). False: it has ended the transfer, which is to be finished.
  bool work();
  /// Ends it, because of what is said; to be finished then.
  void break_off(FetchError error, std::string text);
  /// What is known of it while it runs.
  TransferState state() const;
  /// When it must have ended, as far as is known now.
  Clock::time_point deadline() const;
  /// The result of a transfer that libcurl ended with `code`.
  FetchResult finish(CURLcode code);
  /// The result of a transfer that was ended at its deadline.
  FetchResult finish_late();
  /// Once finished: it was answered, through a proxy.
  bool came_through_proxy() const { return proxy_ != nullptr && answered_; }

 private:
  bool may_be_sent();
  void set_up();
  bool on_header(std::string_view line);
  bool on_head();
  bool on_body(std::string_view bytes);
  curl_socket_t on_socket(const curl_sockaddr& address);
  void settle(CURLcode code);
  FetchResult hand_over();
  /// We have ended it ourselves.
  bool is_ended() const { return body_.enough() || result_.error != FetchError::none; }
  bool is_unwanted() const { return reader_.complete() && result_.plan == BodyPlan::discard; }
  /// The head of the answer; of the whole file where only its rest was sent.
  const AnswerHead& head() const {
    return resumption_.whole() ? *resumption_.whole() : reader_.head();
  }

  static std::size_t header_callback(char* data, std::size_t, std::size_t size, void* self);
  static std::size_t body_callback(char* data, std::size_t, std::size_t size, void* self);
  static curl_socket_t socket_callback(void* self, curlsocktype, curl_sockaddr* address);

  FetchRequest request_;
  const TransferContext& context_;
  HeaderList fields_{nullptr, &curl_slist_free_all};
  std::array<char, CURL_ERROR_SIZE> curl_says_{};
  const Proxy* proxy_ = nullptr;  ///< of the context; null: directly
  HeadReader reader_;
  FetchResult result_;
  RawCapture raw_;
  Resumption resumption_;
  BodyReceiver body_;
  bool answered_ = false;
  bool new_cookie_ = false;
  bool refused_ = false;  ///< the address guard turned a connection down
  Clock::time_point started_;
  Clock::time_point last_byte_;
  Clock::time_point head_at_;
  std::unique_ptr<CURL, void (*)(CURL*)> handle_{nullptr, &curl_easy_cleanup};  ///< goes first
};

}  // namespace tagtrail::host

// One transfer: a libcurl handle, its callbacks, and what they collect.
#pragma once

#include <curl/curl.h>

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string_view>

#include "fetch/body_decoder.hpp"
#include "fetch/downloader.hpp"
#include "fetch/file_sink.hpp"
#include "fetch/head_reader.hpp"
#include "fetch/partial_file.hpp"
#include "fetch/raw_capture.hpp"

namespace tagtrail::host {

/// What all transfers of a downloader share; outlives them.
struct TransferContext {
  DownloaderOptions options;
  Downloader::Plan plan;
  bool proxy_works = false;  ///< something has come through it
};

/// Lines that are added to a request.
using HeaderList = std::unique_ptr<curl_slist, void (*)(curl_slist*)>;

/// Not movable: libcurl holds its address.
class Transfer {
 public:
  using Clock = std::chrono::steady_clock;

  Transfer(FetchRequest request, const TransferContext& context);
  ~Transfer();
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  /// Null when the request can't be sent; finish() then says why.
  CURL* handle() const { return handle_; }
  /// What has come is worked on by work(), in slices, and libcurl waits until that is done.
  bool busy() const { return busy_; }
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
  /// An unwanted body this small is read, because a transfer that is broken off costs the
  /// connection.
  static constexpr std::uint64_t kDrainBytes = 64 * 1024;
  static constexpr long kReceiveBuffer = 64 * 1024;

  /// Why we ended a transfer ourselves.
  enum class Ending { none, enough, failed };

  void set_up();
  void add_field(const std::string& field);
  void add_conditions();
  void end(Ending ending, FetchError error, std::string text);
  bool on_header(std::string_view line);
  bool on_head();
  bool open_file();
  curl_socket_t on_socket(const curl_sockaddr& address);
  bool stays_whole_when_cut() const;
  void settle(CURLcode code);
  void blame_proxy(std::string text);
  void finish_file();
  bool fail_to_write(Error error);
  FetchResult hand_over();

  // transfer_body.cpp
  bool start_decoding();
  bool on_received(std::string_view bytes);
  void be_busy();
  bool take_up_some();
  bool decode_some();
  bool on_body(std::string_view bytes);
  bool write_file(std::string_view bytes);
  bool expands_too_much() const;
  void settle_coding();

  // transfer_resume.cpp: files of which a part is there already
  void find_kept();
  void ask_for_rest();
  bool heed_parts();
  bool take_rest();
  bool refuse_rest();
  void keep_or_abandon();
  /// The head of the answer; of the whole file where only its rest was sent.
  const AnswerHead& head() const { return whole_ ? *whole_ : reader_.head(); }
  /// Of result_.body_bytes those that an earlier request brought.
  std::uint64_t bytes_before() const { return sink_ && whole_ ? partial_->bytes : 0; }

  static std::size_t header_callback(char* data, std::size_t, std::size_t size, void* self);
  static std::size_t body_callback(char* data, std::size_t, std::size_t size, void* self);
  static curl_socket_t socket_callback(void* self, curlsocktype, curl_sockaddr* address);

  FetchRequest request_;
  const TransferContext& context_;
  CURL* handle_ = nullptr;
  const Proxy* proxy_ = nullptr;  ///< of the context; null: directly
  std::array<char, CURL_ERROR_SIZE> curl_says_{};
  HeadReader reader_;
  FetchResult result_;
  RawCapture raw_;
  std::optional<BodyDecoder> decoder_;
  std::unique_ptr<FileSink> sink_;
  std::optional<Partial> partial_;   ///< of an earlier try, whose rest is asked for
  std::unique_ptr<FileSink> kept_;   ///< its file, until the server has agreed
  std::optional<AnswerHead> whole_;  ///< it has
  HeaderList fields_{nullptr, &curl_slist_free_all};
  Ending ending_ = Ending::none;
  bool answered_ = false;
  bool refused_ = false;  ///< the address guard turned a connection down
  bool busy_ = false;
  bool taking_up_ = false;      ///< what is kept of the file is being read
  std::string backlog_;         ///< received, and not worked on
  std::uint64_t received_ = 0;  ///< bytes of the body, as they were sent
  Clock::time_point started_;
  Clock::time_point last_byte_;
  Clock::time_point head_at_;
};

}  // namespace tagtrail::host

#include "fetch/downloader.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <utility>

#include "fetch/transfer.hpp"
#include "fetch/user_agent.hpp"

namespace tagtrail::host {
namespace {

struct CloseMulti {
  void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};

class CurlDownloader final : public Downloader {
 public:
  CurlDownloader(CURLM* multi, TransferContext context)
      : context_(std::move(context)), multi_(multi) {}
  ~CurlDownloader() override { cancel_all(); }

  void start(FetchRequest request) override {
    auto transfer = std::make_unique<Transfer>(std::move(request), context_);
    CURL* handle = transfer->handle();
    if (handle == nullptr) {
      finished_.push_back(transfer->finish(CURLE_FAILED_INIT));
    } else if (curl_multi_add_handle(multi_.get(), handle) != CURLM_OK) {
      finished_.push_back(transfer->finish(CURLE_OUT_OF_MEMORY));
    } else {
      running_.push_back(std::move(transfer));
    }
  }

  std::size_t active() const override { return running_.size() + finished_.size(); }

  std::vector<FetchResult> poll(std::chrono::milliseconds timeout,
                                const std::vector<int>& readable_fds) override {
    drive();
    if (finished_.empty()) {
      wait(timeout, readable_fds);
      drive();
    }
    return std::exchange(finished_, {});
  }

  std::vector<TransferState> states() const override {
    std::vector<TransferState> states;
    for (const auto& transfer : running_) states.push_back(transfer->state());
    return states;
  }

  void break_off(std::uint64_t ticket, FetchError error, std::string text) override {
    for (std::size_t i = running_.size(); i-- > 0;) {
      if (running_[i]->state().ticket != ticket) continue;
      const std::unique_ptr<Transfer> transfer = take_out(running_[i]->handle());
      transfer->break_off(error, std::move(text));
      finished_.push_back(transfer->finish(CURLE_WRITE_ERROR));
      return;
    }
  }

  void cancel_all() override {
    for (const auto& transfer : running_) {
      curl_multi_remove_handle(multi_.get(), transfer->handle());
    }
    running_.clear();
    finished_.clear();
  }

 private:
  /// Lets libcurl work, and takes out what has ended or is over its time.
  void drive() {
    int running = 0;
    curl_multi_perform(multi_.get(), &running);
    int left = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi_.get(), &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      // Removing the handle invalidates the message.
      const CURLcode code = message->data.result;
      const std::unique_ptr<Transfer> transfer = take_out(message->easy_handle);
      finished_.push_back(transfer->finish(code));
      context_.proxy_works = context_.proxy_works || transfer->came_through_proxy();
    }
    work();
    const auto now = Transfer::Clock::now();
    for (std::size_t i = running_.size(); i-- > 0;) {
      if (running_[i]->deadline() > now) continue;
      const std::unique_ptr<Transfer> transfer = take_out(running_[i]->handle());
      finished_.push_back(transfer->finish_late());
    }
  }

  /// A slice of what each has to do. Whoever polls looks after other things in between.
  void work() {
    for (std::size_t i = running_.size(); i-- > 0;) {
      if (!running_[i]->busy() || running_[i]->work()) continue;
      finished_.push_back(take_out(running_[i]->handle())->finish(CURLE_WRITE_ERROR));
    }
  }

  std::unique_ptr<Transfer> take_out(CURL* handle) {
    curl_multi_remove_handle(multi_.get(), handle);
    const auto at = std::find_if(running_.begin(), running_.end(),
                                 [&](const auto& entry) { return entry->handle() == handle; });
    std::unique_ptr<Transfer> transfer = std::move(*at);
    running_.erase(at);
    return transfer;
  }

  void wait(std::chrono::milliseconds timeout, const std::vector<int>& readable_fds) {
    const auto now = Transfer::Clock::now();
    for (const auto& transfer : running_) {
      if (transfer->busy()) timeout = std::chrono::milliseconds{0};
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(transfer->deadline() - now);
      timeout = std::clamp(timeout, std::chrono::milliseconds{0},
                           std::max(left, std::chrono::milliseconds{0}));
    }
    std::vector<curl_waitfd> fds;
    for (const int fd : readable_fds) fds.push_back({fd, CURL_WAIT_POLLIN, 0});
    curl_multi_poll(multi_.get(), fds.data(), static_cast<unsigned>(fds.size()),
                    static_cast<int>(timeout.count()), nullptr);
  }

  TransferContext context_;
  std::unique_ptr<CURLM, CloseMulti> multi_;
  std::vector<std::unique_ptr<Transfer>> running_;
  std::vector<FetchResult> finished_;
};

}  // namespace

Expected<std::unique_ptr<Downloader>> Downloader::create(DownloaderOptions options, Plan plan) {
  static const CURLcode initialized = curl_global_init(CURL_GLOBAL_DEFAULT);
  CURLM* multi = initialized == CURLE_OK ? curl_multi_init() : nullptr;
  if (multi == nullptr) return fail(ErrorCode::internal, "libcurl could not be initialized");
  if (options.user_agent.empty()) options.user_agent = std::string(kUserAgent);
  return std::make_unique<CurlDownloader>(multi,
                                          TransferContext{std::move(options), std::move(plan)});
}

}  // namespace tagtrail::host

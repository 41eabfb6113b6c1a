#include "fetch/downloader.hpp"

#include <algorithm>
#include <utility>

#include "fetch/transfer.hpp"
#include "fetch/user_agent.hpp"

namespace tagtrail::host {

Downloader::Downloader(CURLM* multi, DownloaderOptions options, Plan plan)
    : context_(
          std::make_unique<TransferContext>(TransferContext{std::move(options), std::move(plan)})),
      multi_(multi, &curl_multi_cleanup) {
  context_->cookies->add(context_->options.cookies);
}

Downloader::~Downloader() { cancel_all(); }

void Downloader::start(FetchRequest request) {
  auto transfer = std::make_unique<Transfer>(std::move(request), *context_);
  CURL* handle = transfer->handle();
  if (handle == nullptr) {
    finished_.push_back(transfer->finish(CURLE_FAILED_INIT));
  } else if (curl_multi_add_handle(multi_.get(), handle) != CURLM_OK) {
    finished_.push_back(transfer->finish(CURLE_OUT_OF_MEMORY));
  } else {
    running_.push_back(std::move(transfer));
  }
}

std::vector<FetchResult> Downloader::poll(std::chrono::milliseconds timeout,
                                          const std::vector<int>& readable_fds) {
  drive();
  if (finished_.empty()) {
    wait(timeout, readable_fds);
    drive();
  }
  return std::exchange(finished_, {});
}

std::string Downloader::cookies() const { return context_->cookies->lines(); }

bool Downloader::take_cookies(std::string_view url, std::string_view cookies) {
  return context_->cookies->take(url, cookies);
}

std::vector<TransferState> Downloader::states() const {
  std::vector<TransferState> states;
  for (const auto& transfer : running_) states.push_back(transfer->state());
  return states;
}

void Downloader::break_off(std::uint64_t ticket, FetchError error, std::string text) {
  for (std::size_t i = running_.size(); i-- > 0;) {
    if (running_[i]->state().ticket != ticket) continue;
    const std::unique_ptr<Transfer> transfer = take_out(running_[i]->handle());
    transfer->break_off(error, std::move(text));
    finished_.push_back(transfer->finish(CURLE_WRITE_ERROR));
    return;
  }
}

void Downloader::cancel_all() {
  for (const auto& transfer : running_) {
    curl_multi_remove_handle(multi_.get(), transfer->handle());
  }
  running_.clear();
  finished_.clear();
}

/// Lets libcurl work, and takes out what has ended or is over its time.
void Downloader::drive() {
  int running = 0;
  curl_multi_perform(multi_.get(), &running);
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi_.get(), &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    // Removing the handle invalidates the message.
    const CURLcode code = message->data.result;
    const std::unique_ptr<Transfer> transfer = take_out(message->easy_handle);
    finished_.push_back(transfer->finish(code));
    context_->proxy_works = context_->proxy_works || transfer->came_through_proxy();
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
void Downloader::work() {
  for (std::size_t i = running_.size(); i-- > 0;) {
    if (!running_[i]->busy() || running_[i]->work()) continue;
    finished_.push_back(take_out(running_[i]->handle())->finish(CURLE_WRITE_ERROR));
  }
}

std::unique_ptr<Transfer> Downloader::take_out(CURL* handle) {
  curl_multi_remove_handle(multi_.get(), handle);
  const auto at = std::find_if(running_.begin(), running_.end(),
                               [&](const auto& entry) { return entry->handle() == handle; });
  std::unique_ptr<Transfer> transfer = std::move(*at);
  running_.erase(at);
  return transfer;
}

void Downloader::wait(std::chrono::milliseconds timeout, const std::vector<int>& readable_fds) {
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

Expected<std::unique_ptr<Downloader>> Downloader::create(DownloaderOptions options, Plan plan) {
  static const CURLcode initialized = curl_global_init(CURL_GLOBAL_DEFAULT);
  CURLM* multi = initialized == CURLE_OK ? curl_multi_init() : nullptr;
  if (multi == nullptr) return fail(ErrorCode::internal, "libcurl could not be initialized");
  if (options.kept_connections > 0) {
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, options.kept_connections);
  }
  if (options.user_agent.empty()) options.user_agent = std::string(kUserAgent);
  return std::unique_ptr<Downloader>(new Downloader(multi, std::move(options), std::move(plan)));
}

void forget_partial(const std::filesystem::path& directory, const std::string& url) {
  remove_partial(partial_path(directory, url));
}

}  // namespace tagtrail::host

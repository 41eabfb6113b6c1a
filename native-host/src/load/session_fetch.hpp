// Requests by the connected browser, with the cookies of its user. Bodies come in chunks that are
// acknowledged once they are taken; cookies never come.
#pragma once

#include <functional>
#include <map>

#include "archive/capture.hpp"
#include "load/browser_transfer.hpp"
#include "load/permits.hpp"
#include "messaging/channel.hpp"

namespace tagtrail::host {

/// Any number of fetches may be under way. Outlives them.
class SessionFetch final : public Fetcher {
 public:
  struct Options {
    std::string job;
    std::filesystem::path directory;  ///< for files in progress
    std::uint64_t max_file_bytes = 0;
    unsigned retries = 3;  ///< after 429, 503 and broken connections
    TransferRules rules;
    // How a page is loaded that makes a file; as of TabLoader.
    std::chrono::milliseconds tab_timeout{30'000};
    std::chrono::milliseconds tab_quiet{300};
    unsigned tab_scrolls = 10;
    unsigned tab_clicks = 20;
    CaptureSink* archive = nullptr;  ///< gets every answer; borrowed
  };

  /// `channel` gives the channel to the extension that is connected now, or null.
  SessionFetch(Options options, std::function<Channel*()> channel, Permits& permits, Waits& waits)
      : options_(std::move(options)),
        channel_(std::move(channel)),
        permits_(permits),
        waits_(waits) {}

  /// Errors: io, disk_full, disconnected (the extension is gone; it may be asked for again).
  Async<Fetched> fetch(FetchRequest request, FetchAs as) override;
  const std::filesystem::path& directory() const override { return options_.directory; }
  Via via(std::string_view url) const override;

  /// Serves fetch.head and fetch.data. Errors: not_found (no such load is under way), and those of
  /// BrowserTransfer.
  Expected<Json> serve(std::string_view call, const Json& message);

 private:
  class Open;
  /// What the extension is called with for a load.
  Json fields_of(const FetchRequest& asked) const;
  Async<Fetched> ask(FetchRequest request);

  Options options_;
  std::function<Channel*()> channel_;
  Permits& permits_;
  Waits& waits_;
  std::map<std::uint64_t, BrowserTransfer*> open_;  ///< by load, owned by their tasks
  std::uint64_t last_load_ = 0;
};

}  // namespace tagtrail::host

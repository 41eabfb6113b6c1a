// Requests by the connected browser, with the cookies of its user. Bodies come in chunks that are
// acknowledged once they are taken; cookies never come.
#pragma once

#include <functional>
#include <map>

#include "load/browser_transfer.hpp"
#include "messaging/channel.hpp"

namespace tagtrail::host {

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
    unsigned tab_scrolls = 100;
    unsigned tab_clicks = 20;
    bool tab_guesses = false;  ///< as of TabLoader
    bool tab_posts = false;
    bool tab_proxied = false;
    CaptureSink* archive = nullptr;  ///< gets every answer; borrowed
  };

  /// `channel` gives the channel to the extension that is connected now, or null.
  SessionFetch(Options options, std::function<Channel*()> channel, Permits& permits, Waits& waits)
      : Fetcher({.directory = options.directory,
                 .max_file_bytes = options.max_file_bytes,
                 .retries = options.retries,
                 .guards_address = !options.rules.allow_private,
                 .archive = options.archive},
                permits, waits),
        options_(std::move(options)),
        channel_(std::move(channel)) {}

  /// What a page makes, the tab that shows it gives.
  Via via(std::string_view url) const override {
    return is_made_file(url) ? Via::tab : Via::browser;
  }

  /// Serves fetch.head and fetch.data. Errors: not_found (no such load is under way), and those of
  /// BrowserTransfer.
  Expected<Json> serve(std::string_view call, const Json& message);

 private:
  class Open;
  /// What the extension is called with for a load.
  Json fields_of(const FetchRequest& asked) const;
  Async<Fetched> send(const FetchRequest& request, FetchAs as) override;
  Async<Fetched> ask(const FetchRequest& request);

  Options options_;
  std::function<Channel*()> channel_;
  std::map<std::uint64_t, BrowserTransfer*> open_;  ///< by load, owned by their tasks
};

}  // namespace tagtrail::host

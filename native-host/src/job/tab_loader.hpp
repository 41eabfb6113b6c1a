// Loads a page in a tab of the connected browser and says what its live DOM holds.
#pragma once

#include <functional>

#include "job/attention.hpp"
#include "job/loaded.hpp"
#include "job/permits.hpp"
#include "messaging/channel.hpp"

namespace tagtrail::host {

class TabLoader {
 public:
  struct Options {
    std::string job;
    std::chrono::milliseconds timeout{30'000};
    std::chrono::milliseconds quiet{500};
    bool allow_private = false;
  };

  /// `channel` gives the channel to the extension that is connected now, or null.
  TabLoader(Options options, std::function<Channel*()> channel, Downloader& downloader,
            Permits& permits, Attention& attention)
      : options_(std::move(options)),
        channel_(std::move(channel)),
        downloader_(downloader),
        permits_(permits),
        attention_(attention) {}

  /// Nothing when the job is stopping. A page's troubles are in the response. Errors:
  /// disconnected (the extension is gone; the page may be asked for again).
  Expected<std::optional<Loaded>> load(const Request& request);

 private:
  Expected<std::optional<Json>> ask(const std::string& url);
  bool is_private(const std::string& url) const;

  Options options_;
  std::function<Channel*()> channel_;
  Downloader& downloader_;  ///< only waits here
  Permits& permits_;
  Attention& attention_;
};

/// The extension's answer to tab.load as a response. Any JSON
/// is some response: what is malformed has FetchError::browser.
Response response_of_tab(const Json& answer, const Request& request);

}  // namespace tagtrail::host

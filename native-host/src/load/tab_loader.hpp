// Loads a page in a tab of the connected browser and says what its live DOM holds.
#pragma once

#include <chrono>
#include <functional>

#include "archive/capture.hpp"
#include "load/loaded.hpp"
#include "load/permits.hpp"
#include "load/tab_patience.hpp"
#include "messaging/channel.hpp"

namespace tagtrail::host {

class TabLoader {
 public:
  struct Options {
    std::string job;
    std::chrono::milliseconds timeout{30'000};
    std::chrono::milliseconds quiet{300};  ///< of a page whose kind is not known to be prompt
    unsigned scrolls = 0;                  ///< of a page that is unfolded, at most
    unsigned clicks = 0;
    bool allow_private = false;
    CaptureSink* archive = nullptr;  ///< gets what tabs show; borrowed
    unsigned retries = 3;            ///< after 429 and 503
    unsigned tabs = 1;               ///< at a time; the extension opens no more than 8
  };

  /// `channel` gives the channel to the extension that is connected now, or null.
  TabLoader(Options options, std::function<Channel*()> channel, Permits& permits, Waits& waits)
      : options_(std::move(options)),
        channel_(std::move(channel)),
        permits_(permits),
        waits_(waits) {}

  /// Whether a page is scrolled to its end and its buttons are pressed, or read as it comes.
  enum class Reading { unfolded, as_it_is };

  /// As many at a time as there may be tabs; the others wait. A page's troubles are in the
  /// response. `request` outlives the task. Errors: io, disk_full, disconnected (the extension is
  /// gone; the page may be asked for again).
  Async<Loaded> load(const Request& request, Reading reading = Reading::unfolded);

 private:
  Async<Json> ask(const std::string& url, Reading reading, std::chrono::milliseconds quiet);
  std::chrono::milliseconds quiet_for(const std::string& url) const;
  void learn_patience(const std::string& url, std::chrono::milliseconds quiet, const Json& answer);
  Expected<void> archive(const Request& request, const Response& response, const Json& answer,
                         std::chrono::system_clock::time_point started) const;

  Options options_;
  std::function<Channel*()> channel_;
  Permits& permits_;
  Waits& waits_;
  TabPatience patience_;
  unsigned loading_ = 0;  ///< pages now
};

/// The extension's answer to tab.load as a response. Any JSON
/// is some response: what is malformed has FetchError::browser.
Response response_of_tab(const Json& answer, const Request& request);
/// What politeness learns from it. How long the first byte took is not known of tabs.
AnswerFacts facts_of_tab(const Json& answer);

}  // namespace tagtrail::host

// Loads a page in a tab of the connected browser and says what its live DOM holds.
#pragma once

#include <chrono>
#include <functional>

#include "load/fetcher.hpp"
#include "load/loaded.hpp"
#include "load/script_apis.hpp"
#include "load/tab_patience.hpp"
#include "messaging/channel.hpp"
#include "store/stopped_requests.hpp"

namespace tagtrail::host {

class TabLoader final : private Fetcher {
 public:
  struct Options {
    std::string job;
    std::chrono::milliseconds timeout{30'000};
    /// For pages of the job that go on showing more when their time is up, all together.
    std::chrono::milliseconds spare{0};
    std::chrono::milliseconds quiet{300};  ///< of a page whose kind is not known to be prompt
    unsigned scrolls = 0;                  ///< of a page that is unfolded, at most
    unsigned clicks = 0;
    bool guesses = false;  ///< controls are pressed of which nobody knows what they do
    bool posts = false;    ///< scripts of pages may send what they like by POST
    bool allow_private = false;
    bool proxied = false;            ///< what answers a tab may be a proxy
    CaptureSink* archive = nullptr;  ///< gets what tabs show; borrowed
    bool forms = false;              ///< pages come with their forms
    bool catalogues = false;         ///< pages come with what leads to catalogues of data
    bool documents = false;          ///< pages come with what the tab showed, serialised
    bool told = false;               ///< what pages tell of traces is asked for
    /// Takes cookies that scripts of the page at `url` have set, as document.cookie tells them, and
    /// says whether one is new. Empty where the browser may be a person's: none is asked for then.
    std::function<bool(const std::string& url, std::string_view cookies)> take_cookies{};
    ScriptApis* apis = nullptr;          ///< is told what scripts load; borrowed, may be null
    StoppedRequests* stopped = nullptr;  ///< gets what scripts may not send; borrowed
    unsigned retries = 3;                ///< after 429 and 503
    unsigned tabs = 1;                   ///< at a time; the extension opens no more than 8
  };

  /// `channel` gives the channel to the extension that is connected now, or null.
  TabLoader(Options options, std::function<Channel*()> channel, Permits& permits, Waits& waits);

  /// As many at a time as there may be tabs; the others wait. A page's troubles are in the
  /// response. `request` outlives the task. Errors: io, disk_full, disconnected (the extension is
  /// gone; the page may be asked for again).
  Async<Loaded> load(const Request& request, FetchAs as = FetchAs::resource);

 private:
  Via via(std::string_view) const override { return Via::tab; }
  Async<Fetched> send(const FetchRequest& request, FetchAs as) override;
  void note_stopped(const Fetched& fetched, const Response& response, const std::string& asked);
  void add_datasets(std::string_view html, Loaded& loaded) const;
  std::chrono::milliseconds quiet_for(const std::string& url) const;
  void learn_patience(const std::string& url, std::chrono::milliseconds quiet, const Json& answer);

  Options options_;
  std::function<Channel*()> channel_;
  TabPatience patience_;
};

}  // namespace tagtrail::host

// Requests by libcurl; drives them, and all else of the job that waits.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "load/body_plan.hpp"
#include "load/fetcher.hpp"
#include "load/patience.hpp"

namespace tagtrail::host {

/// What a job looks after while it waits for a transfer, a permit or a tab.
class Attention {
 public:
  virtual ~Attention() = default;
  /// Descriptors whose readability should end a wait early.
  virtual std::vector<int> descriptors() = 0;
  /// Handles what has arrived on them; shows progress. Called a few times a second at least.
  virtual void attend() = 0;
};

/// Has the permits and the waits of the job, which all its fetchers use.
class HostFetch final : public Fetcher {
 public:
  struct Options {
    DownloaderOptions downloader;
    std::filesystem::path directory;  ///< for files in progress
    std::uint64_t max_file_bytes = 0;
    BodyRules rules;
    PatienceOptions patience{};
    unsigned retries = 3;            ///< after 429, 503 and broken connections
    CaptureSink* archive = nullptr;  ///< gets every answer; borrowed
    PolitenessLog* log = nullptr;    ///< gets every request of the job; borrowed
    HostClaims* claims = nullptr;    ///< of a fleet; borrowed
  };

  /// `politeness` and `attention` are borrowed.
  static Expected<std::unique_ptr<HostFetch>> create(Options options, Politeness& politeness,
                                                     Attention& attention);

  /// Lets all that wait go on as far as they can. When none can, waits for something to happen, at
  /// most a moment or `longest`, and looks after the job.
  void turn(std::chrono::milliseconds longest = std::chrono::milliseconds::max());
  /// Whether links wait that nothing has been sent for, and how many bytes may still come.
  /// Transfers that take too long or too much of them are set aside (load/patience.hpp).
  void set_pressure(const Pressure& pressure) { pressure_ = pressure; }
  Patience& patience() { return patience_; }
  /// Bytes of the bodies under way, and of files with a known length what is missing.
  std::uint64_t bytes_under_way() const;
  /// Those that sites get back (fetch/cookie_jar.hpp).
  std::string cookies() const { return downloader_->cookies(); }
  /// A script of the page at `url` has set these (CookieJar::take). Whether one is new.
  bool take_cookies(std::string_view url, std::string_view cookies) {
    return downloader_->take_cookies(url, cookies);
  }
  /// Ends all transfers; their tasks must be gone.
  void cancel_all();

  Via via(std::string_view) const override { return Via::host; }
  Permits& permits() { return permits_; }

 private:
  /// A transfer that a task waits for.
  struct Open {
    FetchAs as = FetchAs::resource;
    std::optional<FetchResult> result;
  };

  HostFetch(const Options& options, Politeness& politeness, Attention& attention);
  Async<Fetched> send(const FetchRequest& request, FetchAs as) override;
  BodyPlan plan(const FetchRequest& request, const AnswerHead& head) const;
  void poll(std::chrono::milliseconds longest);
  void set_aside();

  BodyRules rules_;
  Attention& attention_;
  Waits waits_;
  Permits permits_;
  std::unique_ptr<Downloader> downloader_;
  Patience patience_;
  Pressure pressure_;
  std::map<std::uint64_t, Open> open_;  ///< by ticket
};

}  // namespace tagtrail::host

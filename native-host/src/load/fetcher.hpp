// A request of a job, from its permit to what it brought. That is the same whoever sends it: the
// downloader, the browser's fetch, or a tab.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/capture.hpp"
#include "fetch/downloader.hpp"
#include "load/permits.hpp"
#include "tagtrail/table_query.hpp"

namespace tagtrail::host {

using Json = nlohmann::json;

/// What a fetch is for decides where its body goes, and how a tab reads the page.
enum class FetchAs {
  resource,  ///< pages into memory, wanted files to disk, nothing else; a tab unfolds the page
  robots,    ///< into memory whatever its type
  glance,    ///< a tab reads the page as it comes
};

/// What came of a request, and of all tries at it.
struct Fetched {
  FetchResult result;
  AnswerFacts facts{};                 ///< what politeness learns from it
  bool passing = false;                ///< worth another try
  bool tried = true;                   ///< else nothing was sent, or nothing more: see the result
  unsigned requests = 1;               ///< made for it, with the hops that were followed
  unsigned sub_requests = 0;           ///< what a tab loaded beside
  std::vector<RedirectHop> redirects;  ///< hops that were followed
  std::string final_url;               ///< canonical key that answered; empty: the one asked for
  Json shown{};                        ///< what a tab told of a page

  /// Sets `facts` and `passing` by what the result says: it is worth another try when the server
  /// asks for patience, the connection broke, or the body was cut.
  void judge();
};

/// The answer to `request`, as far as it needs no look at the body.
Response response_of(const Request& request, Fetched& fetched, Via via);

/// Whether a canonical URL is one of a file that a page's script makes when a button is pressed:
/// only the browser can bring it. Such files have no address of their own, so the extension writes
/// them as the page's with a mark (docs/protocol.md).
bool is_made_file(std::string_view url);

/// The query of a table (tagtrail/table_query.hpp) that `request` is; nothing: it is none. The
/// table is asked for nothing but by what it said of itself.
std::optional<TableQuery> query_of(const Request& request);

/// Tries after a 5xx that asks for no patience; the pause before them doubles.
struct Again {
  unsigned times = 0;
  Milliseconds pause{0};
};

/// Takes a permit, refuses, has it sent, gives the permit back, archives, and asks again. Any
/// number of fetches may be under way. Outlives them.
class Fetcher {
 public:
  struct Options {
    std::filesystem::path directory{};  ///< for files in progress
    std::uint64_t max_file_bytes = 0;   ///< 0: no limit
    unsigned retries = 3;               ///< after 429, 503 and broken connections
    /// A file that got on by so many bytes is asked for again without end; 0: none goes on.
    std::uint64_t resume_from = 0;
    unsigned at_once = 0;            ///< the others wait; 0: any number
    bool guards_address = false;     ///< whoever sends connects by itself: looked up beforehand
    CaptureSink* archive = nullptr;  ///< gets every answer; borrowed
  };

  virtual ~Fetcher() = default;
  Fetcher(const Fetcher&) = delete;
  Fetcher& operator=(const Fetcher&) = delete;

  /// `ticket`, `directory` and `max_file_bytes` are set here. Errors: io, disk_full, disconnected;
  /// network when nothing goes through the proxy.
  Async<Fetched> fetch(FetchRequest request, FetchAs as, Again again = {});
  /// Of files in progress.
  const std::filesystem::path& directory() const { return options_.directory; }
  /// How `url` is loaded.
  virtual Via via(std::string_view url) const = 0;
  /// Where its fetches wait, and what asks for them may.
  Waits& waits() const { return waits_; }

 protected:
  /// `permits` and `waits` are borrowed, and only used by fetches.
  Fetcher(Options options, Permits& permits, Waits& waits)
      : options_(std::move(options)), permits_(permits), waits_(waits) {}

 private:
  /// Sends it once, under a permit, and says what came. `request` outlives the task.
  virtual Async<Fetched> send(const FetchRequest& request, FetchAs as) = 0;
  void forget_what_is_kept(const FetchRequest& request, const FetchResult& result) const;
  /// 202 with a short time to come again says that the answer is in the making: how long to wait
  /// for it. Nothing: not, or no longer. `times`: so often it was waited for.
  std::optional<Milliseconds> unready_for(const Fetched& fetched, const std::string& host,
                                          unsigned& times);

  /// 202 without: whoever asks for it again does not do so before a pause, which doubles.
  void note_making(const std::string& url, const Fetched& fetched);
  /// When to ask for that address again; nothing: at once.
  std::optional<SteadyTime> worth_asking(const std::string& url) const;

  struct Making {
    SteadyTime said;  ///< that it is not ready
    Milliseconds pause{0};
  };
  Options options_;
  Permits& permits_;
  Waits& waits_;
  std::map<std::string, unsigned> never_ready_;  ///< by host: answers waited for in vain
  std::map<std::string, Making> making_;         ///< by address
  unsigned under_way_ = 0;
  std::uint64_t last_ticket_ = 0;
};

}  // namespace tagtrail::host

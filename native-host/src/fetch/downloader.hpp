// HTTP by libcurl's multi interface. Follows no redirects: each hop is the engine's request.
#pragma once

#include <curl/curl.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fetch/proxies.hpp"
#include "fetch/site_login.hpp"
#include "fetch/validators.hpp"
#include "system/memory_pool.hpp"
#include "tagtrail/error.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

/// Of all fields of one name, Link or Set-Cookie; what comes behind is left out.
inline constexpr std::size_t kManyFieldsBytes = 64 << 10;

/// The head of an answer, known before its body.
struct AnswerHead {
  int status = 0;
  std::string content_type;  ///< whole value
  std::string mime;          ///< essence
  std::string location;      ///< canonical key, empty when none or unusable
  std::string file_name;     ///< Content-Disposition (RFC 6266, 8187), as sent, not yet made safe
  std::optional<std::uint64_t> content_length;
  bool bad_length = false;  ///< several that differ, or beyond counting (RFC 9112, 6.3)
  std::string etag;
  std::string last_modified;
  std::string retry_after;
  std::string date;
  std::string refresh;  ///< whole value
  std::string content_range;
  std::string content_encoding;    ///< whole value
  bool refuses_ranges = false;     ///< Accept-Ranges: none
  std::string link;                ///< Link fields (RFC 8288), joined by commas; kManyFieldsBytes
  std::uint64_t listed_total = 0;  ///< entries of the list that it is a part of (X-Total-Count)
  std::uint64_t listed_pages = 0;  ///< parts of that (X-Total-Pages)
  std::string set_cookies;         ///< `name=value` of the cookies it sets, one a line
  bool new_cookie = false;         ///< one of them is new to the downloader
  bool ends_cookie = false;        ///< one is taken away: it has no value, or has expired
  std::uint64_t header_bytes = 0;
};

/// Files stop before the disk is full.
inline constexpr std::uint64_t kMinFreeDisk = 64ULL << 20;

/// So much of a file is kept in memory, too: enough to tell what it is.
inline constexpr std::size_t kFileStartBytes = 4096;

/// Where a body goes.
enum class BodyPlan {
  memory,   ///< kept in FetchResult::body, cut at BodyLimits::page_bytes
  file,     ///< streamed to a new file in FetchRequest::directory
  discard,  ///< the transfer is ended after the head; not an error
};

struct FetchRequest {
  std::uint64_t ticket = 0;  ///< chosen by the caller, comes back in the result
  std::string url;           ///< canonical key
  Method method = Method::get;
  std::string referer;               ///< may be empty
  std::filesystem::path directory;   ///< for BodyPlan::file
  std::uint64_t max_file_bytes = 0;  ///< 0: no limit but the free disk
  Validators validators;             ///< of the answer before: 304 without a body if it still holds
  bool lists_links = false;          ///< what asked for it calls it a sitemap or feed
  bool anonymous = false;            ///< without cookies, of which it keeps none, and without login
  /// What is sent by POST to ask for a table (tagtrail/table_query.hpp), in JSON; empty: nothing
  /// is.
  std::string query;
};

/// What went over the connection, for archives: only with DownloaderOptions::keep_raw.
struct RawExchange {
  std::int64_t sent_ms = 0;   ///< Unix time at which the transfer began
  std::string request_head;   ///< as sent, of the request that was answered
  std::string response_head;  ///< as received, interim answers left out; empty: no answer
  std::string address;        ///< IP of the server; empty where a proxy was between
  std::string truncated;      ///< WARC-Truncated: why the body is not whole; empty: it is
};

struct FetchResult {
  std::uint64_t ticket = 0;
  FetchError error = FetchError::none;
  /// It took too long, or more than there is: not to be asked for again at once.
  bool set_aside = false;
  std::string error_text;     ///< cause and remedy, for people
  bool proxy_failed = false;  ///< nothing goes through the proxy; error_text says why
  bool unreached = false;     ///< no connection could be made, whatever was asked for
  AnswerHead head;
  BodyPlan plan = BodyPlan::discard;
  std::string body;  ///< decoded, BodyPlan::memory; with keep_raw a small unwanted one, too
  bool cut = false;  ///< the body in memory was cut
  /// What the body holds of BodyLimits::answers.
  std::shared_ptr<MemoryPool::Part> held;
  std::filesystem::path
      file;           ///< complete, not yet synced; the caller owns and moves or removes it
  std::string start;  ///< first kFileStartBytes of the file; empty where it was gone on with
  std::uint64_t kept_bytes = 0;  ///< of a large file that broke off: the next request goes on there
  std::string sha256;            ///< lower-case hex of the file's bytes
  std::uint64_t body_bytes = 0;  ///< decoded bytes read
  std::chrono::milliseconds latency{0};  ///< to the first byte of the answer
  std::chrono::milliseconds duration{0};
  std::optional<RawExchange> raw;

  /// There is no usable answer. False, for whoever ends something by it.
  bool give_up(FetchError why, std::string text) {
    error = why;
    error_text = std::move(text);
    return false;
  }
};

/// What is known of a transfer under way.
struct TransferState {
  std::uint64_t ticket = 0;
  std::string url;
  bool answered = false;  ///< its head is complete
  BodyPlan plan = BodyPlan::discard;
  std::uint64_t body_bytes = 0;          ///< of the body by this request, decoded
  std::uint64_t came = 0;                ///< grows whenever something comes or is being decoded
  std::optional<std::uint64_t> missing;  ///< bytes to its end, where that is known
};

/// What a body may take; of files also FetchRequest::max_file_bytes.
struct BodyLimits {
  std::chrono::milliseconds stall_timeout{60'000};  ///< no byte for so long
  std::chrono::milliseconds page_timeout{
      300'000};  ///< whole transfer; an endless page is cut here; a file gets 1 s more for each KiB
  double max_ratio = 200.0;  ///< decoded to received bytes, tested once over 10 MiB decoded
  std::uint64_t min_free_disk = kMinFreeDisk;   ///< stops a file before the disk is full
  std::size_t page_bytes = limits::kPageBytes;  ///< where a body in memory is cut
  /// For all bodies in memory together: where there is no room for more of one, it is cut.
  std::shared_ptr<MemoryPool> answers = MemoryPool::of(MemoryPool::kUnbounded);
};

struct DownloaderOptions : BodyLimits {
  bool allow_private = false;
  std::string user_agent;
  std::chrono::milliseconds connect_timeout{30'000};
  Proxies proxies;      ///< the environment is not asked
  std::string cookies;  ///< that sites get from the start (fetch/cookie_jar.hpp)
  std::optional<SiteLogin> login;
  /// Certificates (PEM) that are trusted besides the system's; empty: none.
  std::filesystem::path ca_file;
  /// Connections that may stay open for later requests; 0: some for each transfer. Who closes one
  /// for each that is opened looks at all of them every time.
  long kept_connections = 0;
  bool keep_raw = false;  ///< results have FetchResult::raw; nothing is resumed
  /// Files of at least so many bytes stay when they break off, and go on by Range (RFC 9110, 14)
  /// where the server allows it, also after a crash.
  std::uint64_t resume_from = 10'000'000;
};

class Transfer;
struct TransferContext;

/// Not thread-safe; one per job.
class Downloader {
 public:
  using Plan = std::function<BodyPlan(const FetchRequest&, const AnswerHead&)>;

  /// `plan` is asked once per answer, as soon as its head is complete.
  static Expected<std::unique_ptr<Downloader>> create(DownloaderOptions options, Plan plan);
  ~Downloader();
  Downloader(const Downloader&) = delete;
  Downloader& operator=(const Downloader&) = delete;

  void start(FetchRequest request);
  std::size_t active() const { return running_.size() + finished_.size(); }
  /// Drives the transfers; waits at most `timeout` for one of them or for a readable descriptor in
  /// `readable_fds` (pipes, sockets of the caller). Returns what finished.
  std::vector<FetchResult> poll(std::chrono::milliseconds timeout,
                                const std::vector<int>& readable_fds);
  /// All cookies that sites may get, by now (fetch/cookie_jar.hpp).
  std::string cookies() const;
  /// A script of the page at `url` has set these (CookieJar::take). Whether one is new.
  bool take_cookies(std::string_view url, std::string_view cookies);
  /// Those under way.
  std::vector<TransferState> states() const;
  /// Ends a transfer: its result comes with this error, and is set aside. Not from within poll().
  void break_off(std::uint64_t ticket, FetchError error, std::string text);
  /// Ends all transfers without results. Of their files only those stay that can go on.
  void cancel_all();

 private:
  Downloader(CURLM* multi, DownloaderOptions options, Plan plan);
  void drive();
  void work();
  std::unique_ptr<Transfer> take_out(CURL* handle);
  void wait(std::chrono::milliseconds timeout, const std::vector<int>& readable_fds);

  std::unique_ptr<TransferContext> context_;
  std::unique_ptr<CURLM, CURLMcode (*)(CURLM*)> multi_;
  std::vector<std::unique_ptr<Transfer>> running_;
  std::vector<FetchResult> finished_;
};

/// Forgets what is kept of a broken download of `url`: it will not be asked for again.
void forget_partial(const std::filesystem::path& directory, const std::string& url);

}  // namespace tagtrail::host

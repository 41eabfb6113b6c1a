#include "load/fetcher.hpp"

#include <algorithm>
#include <ctime>

#include "fetch/address_guard.hpp"
#include "fetch/file_sink.hpp"
#include "fetch/http_date.hpp"
#include "load/address_check.hpp"
#include "load/captures.hpp"
#include "tagtrail/http_status.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail::host {
namespace {

constexpr std::string_view kMadeFile = "tagtrail-blob=";

/// Of what is in the making: so often it is asked for again, if that is to be within so long.
constexpr unsigned kMostUnready = 5;
constexpr Milliseconds kLongestUnready{30'000};
constexpr Milliseconds kShortestUnready{500};
/// Of what is in the making without a word for how long, or for longer: the pauses before it is
/// asked for in later rounds (wasm-core/src/crawl/retries).
constexpr Milliseconds kFirstMaking{4'000};
constexpr Milliseconds kLongestMaking{60'000};
constexpr Milliseconds kLongestNamed{300'000};
constexpr std::size_t kMostMaking = 10'000;
/// Who kept so many waiting in vain is asked once.
constexpr unsigned kMostNeverReady = 3;

/// One more for the life of this.
class Counted {
 public:
  explicit Counted(unsigned& count) : count_(count) { ++count_; }
  ~Counted() { --count_; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  unsigned& count_;
};

/// The address says more than a name does.
std::string name_of(const TableQuery& query) {
  constexpr std::string_view kTable = ".px";
  std::string name = percent_decode(query.table.substr(query.table.rfind('/') + 1));
  if (ascii_lower(name).ends_with(kTable)) name.resize(name.size() - kTable.size());
  return name + ".csv";
}

Fetched nothing(FetchError error, std::string why) {
  Fetched fetched;
  fetched.result.give_up(error, std::move(why));
  fetched.tried = false;
  fetched.requests = 0;
  return fetched;
}

}  // namespace

void Fetched::judge() {
  const bool answered = result.error == FetchError::none;
  facts.status = answered ? result.head.status : 0;
  facts.latency = result.latency;
  facts.unreached = result.unreached;
  // A date is one of the server's clock; ours may be wrong, or jump.
  const std::int64_t now = std::time(nullptr);
  const auto sent = parse_http_date(result.head.date, now);
  facts.retry_after = parse_retry_after(result.head.retry_after, sent.value_or(now));
  const bool broke = result.error == FetchError::network || result.error == FetchError::timeout ||
                     result.error == FetchError::truncated;
  passing = !result.set_aside && (broke || asks_to_slow_down(facts));
}

Response response_of(const Request& request, Fetched& fetched, Via via) {
  const FetchResult& result = fetched.result;
  Response response;
  response.request_id = request.id;
  response.error = result.error;
  response.error_text = result.error_text;
  response.status = static_cast<std::uint16_t>(result.head.status);
  response.requests = fetched.requests;
  response.sub_requests = fetched.sub_requests;
  response.final_url = fetched.final_url.empty() ? request.url : fetched.final_url;
  response.redirects = std::move(fetched.redirects);
  response.location = result.head.location;
  response.new_cookie = result.head.new_cookie;
  response.mime = result.head.mime;
  response.file_name = result.head.file_name;
  const auto query = query_of(request);
  if (query && response.file_name.empty()) response.file_name = name_of(*query);
  response.header_bytes = result.head.header_bytes;
  response.body_bytes = result.body_bytes;
  response.via = via;
  return response;
}

bool is_made_file(std::string_view url) {
  const auto parts = query_parts(url);
  return std::any_of(parts.begin(), parts.end(),
                     [](const QueryPart& part) { return part.whole.starts_with(kMadeFile); });
}

std::optional<TableQuery> query_of(const Request& request) {
  if (request.method != Method::get) return std::nullopt;
  auto query = table_query(request.url);
  return query && query->table == request.source_page ? query : std::nullopt;
}

Async<Fetched> Fetcher::fetch(FetchRequest request, FetchAs as, Again again) {
  const std::string host(split_url(request.url).host);
  if (options_.guards_address) {
    const bool refused = co_await looks_private(waits_, host);
    if (refused) co_return nothing(FetchError::refused_address, refused_text(host));
  }
  const auto full = [this] { return options_.at_once != 0 && under_way_ >= options_.at_once; };
  auto free = waits_.until([&](SteadyTime now) { return full() ? Waits::kNotYet : now; });
  if (full()) co_await free;
  const Counted one(under_way_);
  request.directory = options_.directory;
  request.max_file_bytes = options_.max_file_bytes;
  if (const auto when = worth_asking(request.url)) {
    CO_TRY(co_await permits_.wait_for_making(host, *when));
  }
  unsigned requests = 0;
  unsigned sub_requests = 0;
  unsigned failures = 0;
  unsigned unready = 0;
  std::uint64_t kept = 0;
  for (;;) {
    Permits::Errand errand{request.url, via(request.url), request.method, as == FetchAs::robots};
    auto permit = co_await permits_.take(std::move(errand));
    if (!permit && permit.error().code == ErrorCode::refused) {
      auto left = nothing(FetchError::rate_limited, std::move(permit.error().message));
      left.requests = requests;
      left.sub_requests = sub_requests;
      co_return left;
    }
    if (!permit) co_return tl::unexpected(permit.error());
    request.ticket = ++last_ticket_;
    CO_TRY_LET(auto fetched, co_await send(request, as));
    const FetchResult& result = fetched.result;
    const auto hops = static_cast<unsigned>(fetched.redirects.size());
    permit->give_back(fetched.facts, result.error, {hops, fetched.sub_requests});
    fetched.requests = requests += 1 + hops;
    fetched.sub_requests = sub_requests += fetched.sub_requests;
    if (options_.archive != nullptr) {
      auto taken = archive_fetched(*options_.archive, request, fetched, via(request.url), as);
      if (!taken) {
        remove_quietly(result.file);
        co_return tl::unexpected(taken.error());
      }
    }
    // Without a connection nothing is said of what was asked for.
    if (permits_.waits_for(request.url, fetched.facts)) continue;
    if (const auto pause = unready_for(fetched, host, unready)) {
      remove_quietly(result.file);
      auto made = waits_.after(*pause);
      co_await made;
      continue;
    }
    note_making(request.url, fetched);
    // A large file that comes piece by piece gets on; its length bounds how often.
    const bool got_on =
        options_.resume_from != 0 && result.kept_bytes >= kept + options_.resume_from;
    kept = std::max(kept, result.kept_bytes);
    failures = got_on ? 0 : failures + 1;
    if (fetched.passing && failures <= options_.retries) continue;
    if (result.proxy_failed) co_return fail(ErrorCode::network, result.error_text);
    const bool in_trouble = result.error == FetchError::none && result.head.status >= 500;
    if (fetched.passing || !in_trouble || again.times == 0) {
      forget_what_is_kept(request, result);
      co_return std::move(fetched);
    }
    auto paused = waits_.after(again.pause);
    co_await paused;
    --again.times;
    again.pause *= 2;
    failures = 0;
  }
}

std::optional<Milliseconds> Fetcher::unready_for(const Fetched& fetched, const std::string& host,
                                                 unsigned& times) {
  constexpr long kAccepted = 202;
  const auto& pause = fetched.facts.retry_after;
  if (fetched.result.error != FetchError::none || fetched.result.head.status != kAccepted) {
    return std::nullopt;
  }
  if (!pause || *pause > kLongestUnready || never_ready_[host] >= kMostNeverReady) {
    return std::nullopt;
  }
  if (times >= kMostUnready) {
    ++never_ready_[host];
    return std::nullopt;
  }
  ++times;
  return std::max(*pause, kShortestUnready);
}

void Fetcher::note_making(const std::string& url, const Fetched& fetched) {
  const bool made = fetched.result.error != FetchError::none ||
                    !is_pending(fetched.result.head.status) || is_html(fetched.result.head.mime);
  if (made || (making_.size() >= kMostMaking && !making_.contains(url))) {
    making_.erase(url);
    return;
  }
  Making& making = making_[url];
  making.said = std::chrono::steady_clock::now();
  making.pause =
      std::min(making.pause == Milliseconds{0} ? kFirstMaking : 2 * making.pause, kLongestMaking);
  if (const auto& named = fetched.facts.retry_after) {
    making.pause = std::clamp(*named, making.pause, std::max(making.pause, kLongestNamed));
  }
}

std::optional<SteadyTime> Fetcher::worth_asking(const std::string& url) const {
  const auto making = making_.find(url);
  if (making == making_.end()) return std::nullopt;
  return making->second.said + making->second.pause;
}

/// Of a broken download that will not be asked for again.
void Fetcher::forget_what_is_kept(const FetchRequest& request, const FetchResult& result) const {
  const bool goes_on = result.set_aside && result.error != FetchError::disk_full;
  const bool other = request.method != Method::get || !result.file.empty();
  if (options_.resume_from == 0 || other || goes_on) return;
  forget_partial(options_.directory, request.url);
}

}  // namespace tagtrail::host

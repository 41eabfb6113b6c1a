#include "fleet/s3_client.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "fetch/http_date.hpp"
#include "fleet/chance.hpp"

namespace tagtrail::host {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kFirstPause{200};
constexpr milliseconds kLongestPause{10'000};
constexpr milliseconds kLookEvery{50};

}  // namespace

S3Credentials S3Client::keys() {
  const std::lock_guard lock(mutex_);
  return keys_;
}

bool S3Client::found_others(const S3Credentials& refused) {
  if (!refused.in_file) return false;
  auto found = find_keys_();
  const std::lock_guard lock(mutex_);
  if (found) keys_ = std::move(*found);
  // Another request may have found them meanwhile.
  return keys_ != refused;
}

bool S3Client::pause(int tried, const std::string& retry_after) {
  milliseconds pause = with_chance(kFirstPause * (1 << tried));
  const std::int64_t now = unix_now();
  if (const auto asked = parse_retry_after(retry_after, now)) pause = std::max(pause, *asked);
  const auto until = std::chrono::steady_clock::now() + std::min(pause, kLongestPause);
  while (std::chrono::steady_clock::now() < until) {
    if (given_up_) return false;
    std::this_thread::sleep_for(kLookEvery);
  }
  return !given_up_;
}

tl::expected<S3Answer, S3Failure> S3Client::try_once(const S3Request& request) {
  const S3Credentials used = keys();
  auto answer = connections_.ask(request, used);
  if (!answer) return answer;
  const S3Fault fault = fault_in(answer->body);
  if (answer->is_good() && fault.code.empty()) return answer;
  const std::int64_t now = unix_now();
  S3Failure failure = failure_of_answer(*answer, fault, place(), now);
  if (may_be_of_keys(*answer, fault)) {
    failure.may_go_away = found_others(used) || failure.may_go_away;
  }
  failure.retry_after = answer->field("retry-after");
  return tl::unexpected(std::move(failure));
}

Expected<S3Answer> S3Client::ask(S3Request request) {
  const TakePiece into = request.take;
  if (into) {
    request.take = [&](std::string_view piece) {
      request.from += piece.size();
      return into(piece);
    };
  }
  for (int tried = 0;; ++tried) {
    const std::uint64_t before = request.from;
    auto answer = try_once(request);
    if (answer) return std::move(*answer);
    if (request.from > before) tried = 0;
    const bool again = answer.error().may_go_away && tried + 1 < kTries &&
                       pause(tried, answer.error().retry_after);
    if (!again) return tl::unexpected(std::move(answer.error().error));
  }
}

}  // namespace tagtrail::host

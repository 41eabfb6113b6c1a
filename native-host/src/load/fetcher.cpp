#include "load/fetcher.hpp"

#include <ctime>

#include "fetch/http_date.hpp"
#include "tagtrail/http_status.hpp"

namespace tagtrail::host {

bool is_passing(const FetchResult& result) {
  if (result.set_aside) return false;
  if (result.error == FetchError::network || result.error == FetchError::timeout ||
      result.error == FetchError::truncated) {
    return true;
  }
  return result.error == FetchError::none && asks_for_patience(result.head.status);
}

std::optional<Fetcher::Fetched> left_alone(const Error& no_permit, unsigned attempts) {
  if (no_permit.code != ErrorCode::refused) return std::nullopt;
  Fetcher::Fetched fetched;
  fetched.result.error = FetchError::rate_limited;
  fetched.result.error_text = no_permit.message;
  fetched.attempts = attempts;
  return fetched;
}

AnswerFacts facts_of(const FetchResult& result) {
  AnswerFacts facts;
  facts.status = result.error == FetchError::none ? result.head.status : 0;
  facts.latency = result.latency;
  // A date is one of the server's clock; ours may be wrong, or jump.
  const std::int64_t now = std::time(nullptr);
  const auto sent = parse_http_date(result.head.date, now);
  facts.retry_after = parse_retry_after(result.head.retry_after, sent.value_or(now));
  return facts;
}

}  // namespace tagtrail::host

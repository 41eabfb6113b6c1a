#include "load/fetcher.hpp"

#include <ctime>

namespace tagtrail::host {

bool asks_for_patience(int status) { return status == 429 || status == 503; }

bool is_passing(const FetchResult& result) {
  if (result.error == FetchError::network || result.error == FetchError::timeout) return true;
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
  facts.retry_after = parse_retry_after(result.head.retry_after, std::time(nullptr));
  return facts;
}

}  // namespace tagtrail::host

#include "load/fetcher.hpp"

#include <ctime>

namespace tagtrail::host {

bool is_passing(const FetchResult& result) {
  if (result.error == FetchError::network || result.error == FetchError::timeout) return true;
  return result.error == FetchError::none &&
         (result.head.status == 429 || result.head.status == 503);
}

AnswerFacts facts_of(const FetchResult& result) {
  AnswerFacts facts;
  facts.status = result.error == FetchError::none ? result.head.status : 0;
  facts.latency = result.latency;
  facts.retry_after = parse_retry_after(result.head.retry_after, std::time(nullptr));
  return facts;
}

}  // namespace tagtrail::host

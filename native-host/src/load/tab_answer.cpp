// Reading tab.load's answer: everything in it comes from a page and may be hostile.
#include <ctime>

#include "load/json_fields.hpp"
#include "load/tab_loader.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/page_json.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kRetryAfterBytes = 256;

}  // namespace

Response response_of_tab(const Json& answer, const Request& request) {
  Response response;
  response.request_id = request.id;
  response.via = Via::tab;
  response.final_url = request.url;
  if (!answer.is_object()) {
    response.error = FetchError::browser;
    response.error_text = "the extension's answer is malformed";
    return response;
  }
  response.status = status_of(answer);
  response.mime = mime_essence(text_of(answer, "mime", 256));
  response.body_bytes = number_of(answer, "bodyBytes");
  response.sub_requests = static_cast<std::uint32_t>(number_of(answer, "subRequests") & 0xFFFFFFU);
  response.redirects = hops_of(answer);
  response.requests = 1 + static_cast<std::uint32_t>(response.redirects.size());
  const auto final_url = canonical_url(text_of(answer, "finalUrl", kMaxUrlBytes));
  if (final_url) response.final_url = *final_url;
  const auto error = answer.find("error");
  if (error != answer.end() && error->is_string()) {
    response.error = error_named(error->get_ref<const std::string&>());
    response.error_text = "the browser could not load the page: " + error->get<std::string>();
    return response;
  }
  const auto page = answer.find("page");
  if (page != answer.end() && page->is_object()) {
    response.is_page = true;
    response.page = page_from_json(*page, response.final_url).page;
  }
  return response;
}

AnswerFacts facts_of_tab(const Json& answer) {
  AnswerFacts facts;
  if (!answer.is_object()) return facts;
  facts.status = status_of(answer);
  facts.retry_after =
      parse_retry_after(text_of(answer, "retryAfter", kRetryAfterBytes), std::time(nullptr));
  return facts;
}

}  // namespace tagtrail::host

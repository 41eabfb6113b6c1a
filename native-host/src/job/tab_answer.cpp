// Reading tab.load's answer: everything in it comes from a page and may be hostile.
#include <array>

#include "job/json_fields.hpp"
#include "job/tab_loader.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

LinkElement element_named(const std::string& name) {
  static constexpr std::array kNames{"a", "area", "frame", "iframe", "link"};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (name == kNames[i]) return static_cast<LinkElement>(i);
  }
  return LinkElement::a;
}

/// Depth of a tag path is bounded by its bytes: tokens have one at least, and a slash.
constexpr std::size_t kPathBytes = limits::kPathDepth * (limits::kPathTokenBytes + 1);

std::optional<LinkObservation> link_of(const Json& json, const std::vector<std::string>& bases,
                                       const std::string& page_url) {
  if (!json.is_object()) return std::nullopt;
  const auto written = json.find("written");
  if (written == json.end() || !written->is_string()) return std::nullopt;
  const std::uint64_t base = number_of(json, "base");
  const auto url = canonical_url(trim(written->get_ref<const std::string&>()),
                                 base < bases.size() ? bases[base] : page_url);
  if (!url) return std::nullopt;
  LinkObservation link;
  link.url = *url;
  link.written = text_of(json, "written", limits::kWrittenBytes);
  link.tag_path = text_of(json, "tagPath", kPathBytes);
  link.anchor = text_of(json, "anchor", limits::kAnchorBytes);
  link.heading = text_of(json, "heading", limits::kHeadingBytes);
  link.around = text_of(json, "around", limits::kAroundBytes);
  link.rel = text_of(json, "rel", limits::kRelBytes);
  link.element = element_named(text_of(json, "element", 16));
  return link;
}

void read_page_of_tab(const Json& json, Response& response) {
  response.is_page = true;
  Page& page = response.page;
  page.title = text_of(json, "title", limits::kTitleBytes);
  page.language = text_of(json, "language", limits::kRelBytes);
  page.text = text_of(json, "text", limits::kPageTextBytes);
  page.truncated = flag_of(json, "truncated");
  std::vector<std::string> bases;
  for (const Json& base : array_of(json, "bases")) {
    auto key = base.is_string() ? canonical_url(base.get_ref<const std::string&>())
                                : Expected<std::string>(response.final_url);
    bases.push_back(key ? std::move(*key) : response.final_url);
  }
  for (const Json& item : array_of(json, "links")) {
    if (page.links.size() >= limits::kLinksPerPage) {
      page.truncated = true;
      return;
    }
    auto link = link_of(item, bases, response.final_url);
    if (!link) continue;
    link->position = static_cast<std::uint32_t>(page.links.size());
    page.links.push_back(std::move(*link));
  }
}

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
  if (page != answer.end() && page->is_object()) read_page_of_tab(*page, response);
  return response;
}

}  // namespace tagtrail::host

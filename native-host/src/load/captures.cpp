#include "load/captures.hpp"

#include <chrono>

#include "archive/http_heads.hpp"

namespace tagtrail::host {
namespace {

constexpr int kUsualRedirect = 302;

/// A redirect that the browser followed by itself; its status may be unknown.
Capture capture_of_hop(const Capture& answer, const RedirectHop& hop, const std::string& onward) {
  Capture capture;
  capture.asked = answer.asked;
  capture.url = hop.url;
  capture.via = answer.via;
  capture.rebuilt = true;
  capture.started_ms = answer.started_ms;
  capture.status = hop.status == 0 ? kUsualRedirect : hop.status;
  capture.request_head = RebuiltHead("GET", hop.url).finish();
  RebuiltHead head(capture.status);
  head.add("Location", onward);
  capture.response_head = head.finish();
  return capture;
}

Expected<void> take_hops(CaptureSink& sink, const std::vector<RedirectHop>& hops,
                         const Capture& answer) {
  for (std::size_t i = 0; i < hops.size(); ++i) {
    const std::string& onward = i + 1 < hops.size() ? hops[i + 1].url : answer.url;
    TRY(sink.take(capture_of_hop(answer, hops[i], onward)));
  }
  return {};
}

}  // namespace

bool was_answered(const FetchResult& result) {
  if (!result.raw) return false;
  const std::string& head = result.raw->response_head;
  return head.ends_with("\r\n\r\n") || head.ends_with("\n\n");
}

Capture capture_of(const FetchRequest& request, const FetchResult& result) {
  Capture capture;
  capture.asked = capture.url = request.url;
  capture.method = request.method;
  capture.started_ms = result.raw->sent_ms;
  capture.duration_ms = static_cast<std::uint64_t>(result.duration.count());
  capture.request_head = result.raw->request_head;
  capture.response_head = result.raw->response_head;
  capture.address = result.raw->address;
  capture.truncated = result.raw->truncated;
  capture.status = result.head.status;
  capture.mime = result.head.mime;
  capture.body = result.body;
  capture.file = result.file;
  if (!result.file.empty()) capture.file_bytes = result.body_bytes;
  capture.sha256 = result.sha256;
  return capture;
}

RawExchange rebuilt_exchange(const FetchRequest& request) {
  RawExchange raw;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  raw.sent_ms = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  RebuiltHead head(to_string(request.method), request.url);
  head.add("Referer", request.referer);
  raw.request_head = head.finish();
  return raw;
}

Expected<void> archive_browser_fetch(CaptureSink& sink, const FetchRequest& request,
                                     const Fetcher::Fetched& fetched, Via via) {
  if (!was_answered(fetched.result)) return {};
  Capture capture = capture_of(request, fetched.result);
  capture.via = via;
  capture.rebuilt = true;
  if (via == Via::tab) {
    capture.kind = Capture::Kind::document;
    return fetched.result.error == FetchError::none ? sink.take(capture) : Expected<void>{};
  }
  capture.url = fetched.final_url;
  TRY(take_hops(sink, fetched.redirects, capture));
  return sink.take(capture);
}

Expected<void> archive_tab(CaptureSink& sink, const std::string& asked, const Response& response,
                           const TabCapture& shown) {
  if (response.status == 0) return {};
  Capture capture;
  capture.asked = asked;
  capture.url = response.final_url;
  capture.via = Via::tab;
  capture.started_ms = shown.started_ms;
  capture.duration_ms = shown.duration_ms;
  capture.status = response.status;
  capture.mime = response.mime;
  capture.dom = !shown.html.empty();
  capture.body = shown.html;
  if (!capture.dom) {
    capture.truncated = "unspecified";
  } else if (shown.cut) {
    capture.truncated = "length";
  }
  TRY(take_hops(sink, response.redirects, capture));
  // A resource has no status: what tells that there is nothing must not look like a page.
  const bool success = response.status >= 200 && response.status < 300;
  if (success && capture.dom) {
    capture.kind = Capture::Kind::document;
    return sink.take(capture);
  }
  capture.rebuilt = true;
  capture.request_head = RebuiltHead("GET", capture.url).finish();
  RebuiltHead head(capture.status);
  head.add("Content-Type", capture.dom ? capture.mime + "; charset=utf-8" : capture.mime);
  head.add("Location", response.location);
  capture.response_head = head.finish();
  return sink.take(capture);
}

}  // namespace tagtrail::host

#include "load/captures.hpp"

#include <chrono>

#include "archive/http_heads.hpp"

namespace tagtrail::host {
namespace {

constexpr int kUsualRedirect = 302;

/// Whether the head is whole; only then there is something to archive.
bool was_answered(const FetchResult& result) {
  const std::string& head = result.raw->response_head;
  return head.ends_with("\r\n\r\n") || head.ends_with("\n\n");
}

/// Borrows the body.
Capture capture_of(const FetchRequest& request, const FetchResult& result) {
  Capture capture;
  capture.asked = capture.url = request.url;
  if (const auto query = table_query(request.url); query && !request.query.empty()) {
    capture.url = query->table;
    capture.query = request.query;
  }
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

/// What a tab showed: a document, which has no heads, or else what is known of the answer.
void make_shown(Capture& capture, bool cut) {
  capture.dom = !capture.body.empty();
  if (!capture.dom) {
    capture.truncated = "unspecified";
  } else if (cut) {
    capture.truncated = "length";
  }
  // A resource has no status: what tells that there is nothing must not look like a page.
  if (capture.dom && capture.status >= 200 && capture.status < 300) {
    capture.kind = Capture::Kind::document;
    capture.rebuilt = false;
    capture.request_head.clear();
    return;
  }
  capture.request_head = RebuiltHead("GET", capture.url).finish();
  RebuiltHead head(capture.status);
  head.add("Content-Type", capture.dom ? capture.mime + "; charset=utf-8" : capture.mime);
  capture.response_head = head.finish();
}

}  // namespace

RawExchange rebuilt_exchange(const FetchRequest& request) {
  RawExchange raw;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  raw.sent_ms = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  RebuiltHead head(to_string(request.method), request.url);
  head.add("Referer", request.referer);
  raw.request_head = head.finish();
  return raw;
}

Expected<void> archive_fetched(CaptureSink& sink, const FetchRequest& request,
                               const Fetched& fetched, Via via, FetchAs as) {
  const FetchResult& result = fetched.result;
  const bool by_tab = !fetched.shown.is_null();
  if (!result.raw || !(by_tab ? result.head.status != 0 : was_answered(result))) return {};
  Capture capture = capture_of(request, result);
  capture.via = via;
  capture.for_robots = as == FetchAs::robots;
  capture.rebuilt = via != Via::host;
  if (via == Via::tab && !by_tab) {
    capture.kind = Capture::Kind::document;
    return result.error == FetchError::none ? sink.take(capture) : Expected<void>{};
  }
  if (!fetched.final_url.empty()) capture.url = fetched.final_url;
  const std::vector<RedirectHop>& hops = fetched.redirects;
  for (std::size_t i = 0; i < hops.size(); ++i) {
    const std::string& onward = i + 1 < hops.size() ? hops[i + 1].url : capture.url;
    TRY(sink.take(capture_of_hop(capture, hops[i], onward)));
  }
  if (by_tab) make_shown(capture, result.cut);
  return sink.take(capture);
}

}  // namespace tagtrail::host

// What loaders know of an exchange, as an archive takes it.
#pragma once

#include "archive/capture.hpp"
#include "fetch/downloader.hpp"
#include "load/fetcher.hpp"

namespace tagtrail::host {

/// Whether the downloader got a whole head; only then there is something to archive.
bool was_answered(const FetchResult& result);

/// Borrows the body of `result`, which has FetchResult::raw.
Capture capture_of(const FetchRequest& request, const FetchResult& result);

/// What a browser tells of a transfer, as heads that were rebuilt.
RawExchange rebuilt_exchange(const FetchRequest& request);

/// An answer by the browser: the hops that it followed, then what it got.
Expected<void> archive_browser_fetch(CaptureSink& sink, const FetchRequest& request,
                                     const Fetcher::Fetched& fetched, Via via);

/// What a tab showed, with the hops on its way. `html` is empty where it showed no document.
struct TabCapture {
  std::int64_t started_ms = 0;
  std::uint64_t duration_ms = 0;
  std::string_view html;
  bool cut = false;
};
Expected<void> archive_tab(CaptureSink& sink, const std::string& asked, const Response& response,
                           const TabCapture& shown);

}  // namespace tagtrail::host

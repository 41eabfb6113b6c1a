// A request as libcurl makes it: its URL, its fields, and the manners of its connection.
#pragma once

#include <curl/curl.h>

#include <memory>
#include <string>
#include <string_view>

#include "fetch/downloader.hpp"
#include "fetch/resumption.hpp"

namespace tagtrail::host {

/// Lines that are added to a request; libcurl needs them to its end.
using HeaderList = std::unique_ptr<curl_slist, void (*)(curl_slist*)>;

/// Tells a fresh handle what to ask, through `proxy` (null: directly), and for the rest of a file
/// where `resumption` asks for that. What becomes of the answer is left to the caller.
HeaderList set_up_request(CURL* handle, const FetchRequest& request,
                          const DownloaderOptions& options, const Proxy* proxy,
                          const Resumption& resumption);

/// libcurl reads URLs with a parser of its own; both must see this host.
bool curl_sees_host(const std::string& url, std::string_view host);

}  // namespace tagtrail::host

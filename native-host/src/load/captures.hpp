// What fetchers know of an exchange, as an archive takes it.
#pragma once

#include "archive/capture.hpp"
#include "load/fetcher.hpp"

namespace tagtrail::host {

/// What a browser sends, as a head that was rebuilt; the transfer begins now.
RawExchange rebuilt_exchange(const FetchRequest& request);

/// Hands over what was answered, with the hops that a browser followed on the way. `fetched` has
/// FetchResult::raw, or nothing is archived. Errors: those of the archive.
Expected<void> archive_fetched(CaptureSink& sink, const FetchRequest& request,
                               const Fetched& fetched, Via via, FetchAs as);

}  // namespace tagtrail::host

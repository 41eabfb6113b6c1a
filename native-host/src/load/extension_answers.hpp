// What the extension answers to calls that load: everything in it may come from a page and be
// hostile.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "load/fetcher.hpp"
#include "messaging/channel.hpp"
#include "store/stopped_requests.hpp"
#include "tagtrail/json_fields.hpp"
#include "tagtrail/traces.hpp"

namespace tagtrail::host {

/// Over the extension's own limits: a worker that was killed answers never.
inline constexpr std::chrono::seconds kGrace{15};

/// Calls the extension at the other end of `channel` (null: it is not connected). Nothing when no
/// answer has come by `until`, which may move; an error of the extension's becomes the answer
/// `{"error": "browser"}`. Errors: disconnected.
Async<std::optional<Json>> ask_extension(Channel* channel, Waits& waits, std::string_view call,
                                         Json fields, std::function<SteadyTime()> until);

/// Member `hops`: at most 50, those without a usable URL left out.
std::vector<RedirectHop> hops_of(const Json& object);
/// A FetchError's name; other names are `browser`.
FetchError error_named(const std::string& name);

/// An answer to tab.load. Any JSON is some answer: what is malformed has FetchError::browser. How
/// long the first byte took is not known of tabs; a document for the archive is in the body.
Fetched fetched_of_tab(Json answer, const FetchRequest& request);
/// It came from the user's own network: nothing of it stays but where it was, and what its scripts
/// were kept from.
void refuse_address(Fetched& fetched);
/// The same as a response, with the page.
Response response_of_tab(Fetched& fetched, const Request& request);

/// What the page tells beside its contents.
PageTold told_of(const Fetched& fetched);

/// Addresses of JSON that the scripts of a shown page loaded, as canonical keys; at most 50.
std::vector<std::string> script_json_of(const Fetched& fetched);

/// What scripts of a shown page wanted to send: what was stopped, and what was sent though it may
/// have changed something.
std::vector<StoppedRequests::One> stopped_in(const Fetched& fetched, const std::string& page);

}  // namespace tagtrail::host

#include "load/trace_guard.hpp"

#include <utility>

#include "load/untabbed_loader.hpp"

namespace tagtrail::host {

SessionView view_of(const Request& request, const Loaded& loaded) {
  const Response& response = loaded.response;
  SessionView view;
  view.asked = request.url;
  view.shown = response.final_url;
  view.redirects = response.redirects;
  view.status = response.status;
  view.location = response.location;
  view.is_page = response.is_page && response.error == FetchError::none;
  view.via = response.via;
  if (!loaded.told) return view;
  view.told = *loaded.told;
  view.links.reserve(response.page.links.size());
  for (const LinkObservation& link : response.page.links) view.links.push_back(link.url);
  return view;
}

Async<Loaded> TraceGuard::check(Loaded loaded, Ask ask) {
  const auto views = std::exchange(loaded.views, {});
  for (const SessionView& view : views) {
    if (!watches_) break;
    auto trace = watch_.see(view);
    auto proof = TraceWatch::Proof::unclear;
    while (trace && proof == TraceWatch::Proof::unclear) {
      Request again;
      again.url = trace->page;
      auto read = co_await ask(again, trace->via, TraceWatch::proved_with_session(*trace));
      if (!read) {
        discard_file(loaded);
        co_return read;
      }
      proof = watch_.prove(*trace, view_of(again, *read));
      put_aside(*read, loaded);
    }
    if (proof != TraceWatch::Proof::given || loaded.acted) continue;
    loaded.acted = JobAttention{"acted", trace->url, trace->what};
  }
  loaded.views.clear();
  co_return std::move(loaded);
}

}  // namespace tagtrail::host

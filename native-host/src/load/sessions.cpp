#include "load/sessions.hpp"

namespace tagtrail::host {

Sessions::Sessions(HostLoader& plain, std::unique_ptr<SessionFetch> fetch,
                   const Objective& objective, HostLoader::Options options, TabLoader& tabs)
    : fetch_(std::move(fetch)),
      loader_(std::in_place, *fetch_, objective, options),
      untabbed_(plain, &*loader_, chooser_),
      guard_(std::in_place, watch_, chooser_, untabbed_, tabs) {}

Expected<Json> Sessions::serve(std::string_view call, const Json& message) {
  if (!fetch_) return fail(ErrorCode::not_found, "this job fetches nothing by the browser");
  return fetch_->serve(call, message);
}

std::optional<std::string> Sessions::news() {
  const unsigned changes = chooser_.changes() + watch_.changes();
  if (changes == changes_told_) return std::nullopt;
  changes_told_ = changes;
  return remembered(chooser_, watch_);
}

}  // namespace tagtrail::host
